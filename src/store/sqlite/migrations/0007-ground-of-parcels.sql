-- Until now areas of one kind that overlap were added up, and nobody knew how plans, infill areas and reserves divide a parcel
-- together. What was worked out so is left for later: its layers are not_computed until "miedza ingest compute", or a load.
DELETE FROM computed WHERE layer IN ('pog', 'mpzp', 'flood', 'landslide', 'protected');
