// The rules of the specification by id: `section-name` for the specification, `Cn-name` for the contract decisions.
// Tests take their titles from here with rule(); requirements.test.ts fails on a rule that no test answers for.
// A rule whose data are not served yet is marked pending: when they are, the mark goes and a test comes.

interface Rule {
  readonly says: string;
  readonly pending?: true;
}

export const RULES = {
  // spec §1 What the service does
  '1-no-resolve-first': { says: 'every read takes q, id or point itself; no resolve call comes first' },
  '1-ambiguous-not-error': {
    says: 'an ambiguous input is 200 with candidates, never an error, never picked',
  },
  '1-layer-frame': { says: 'every layer answer has coverage, note, source with attribution, and as_of' },
  '1-unknown-is-null': { says: 'what is not known is not_covered with value null, never guessed' },
  '1-never-served': { says: 'owners and land-register numbers are never served' },
  '1-mazowieckie': { says: 'v1 covers one voivodeship: mazowieckie' },
  '1-registry-first': { says: 'plan data come from the registry; a fallback is marked' },
  '1-planning-at-once': { says: 'planning is answered in one request' },
  '1-mcp-tools': { says: 'the MCP front end has one tool per endpoint family' },

  // spec §2 Resources
  '2.1-one-target': { says: 'exactly one of q, id, point or lat with lng is given; otherwise 400' },
  '2.1-q-length': { says: 'q has 1 to 300 characters' },
  '2.1-id-forms': { says: 'an id is taken with slash or dash and given back with slash' },
  '2.1-point': { says: 'point is "<lat>,<lng>" in WGS84' },
  '2.1-lat-lng': { says: 'lat with lng is the same as point' },
  '2.1-ranges': { says: 'lat is 49..55 and lng 14..24.5' },
  '2.2-members': { says: 'status, result, query and billing are in every envelope' },
  '2.2-result-null': { says: 'result is null when ambiguous, not_covered, not found or error' },
  '2.2-candidates': { says: 'candidates are there on resolve and when ambiguous, not on a plain answer' },
  '2.2-note': { says: 'query.resolved.note states the assumptions made' },
  '2.2-page': { says: 'page is set on search and events, and only there' },
  '2.2-billing': { says: 'billing has cost, charged, refunded and rule' },
  '2.2-error': { says: 'error is set on failure and only then' },
  '2.3-value-null': { says: 'the value of a layer is null exactly when not_covered or not_computed' },
  '2.4-candidate': { says: 'a candidate has confidence, needs_obreb, match_reason and held' },
  '2.5-summary': { says: 'a search result has the members of ParcelSummary' },
  '2.6-admin': { says: 'a record names voivodeship, powiat, gmina, obręb and number' },
  '2.6-area': { says: 'a record has the declared area in m², the area of its polygon, and their source' },
  '2.6-centroid': { says: 'the centroid lies on the parcel' },
  '2.6-geometry': { says: 'the geometry is a closed WGS84 MultiPolygon' },
  '2.6-layers': { says: 'layers maps each requested key to its answer' },
  '2.6-record-hash': { says: 'record_hash names the facts of the record' },
  '2.6-record-as-of': { says: 'record_as_of is the date of the cadastre' },
  '2.7-planning': { says: 'planning holds pog, mpzp, wz and gmina, each with its coverage' },
  '2.7-no-plan-named': { says: '"no plan" always names which plan and which source' },
  '2.7-pog': { says: 'pog has status, zones with shares and parameters, dominant zone' },
  '2.7-pog-empty': { says: 'pog without data is none with no zones' },
  '2.7-effective-from': { says: 'effective_from is null for a draft, whatever date it carries' },
  '2.7-drafts': { says: 'drafts are returned and labelled' },
  '2.7-mpzp': { says: 'mpzp has status, symbol, share and plans' },
  '2.7-mpzp-empty': { says: 'mpzp without data is none with no plans' },
  '2.7-wz': { says: 'wz says whether a zoning decision is possible today, and why' },
  '2.7-flood': { says: 'flood has q10, q100, q500 and the share of q100' },
  '2.7-flood-empty': { says: 'a mapped parcel outside all zones has three times false' },
  '2.7-landslide': { says: 'landslide has present, kinds and count' },
  '2.7-protected': { says: 'protected has inside_any and the forms with type, code and name' },
  '2.7-buildings': { says: 'buildings has count and footprint' },
  '2.7-road-access': { says: 'road_access has verdict, via and the nearest public road' },
  '2.7-permits': {
    says: 'permits within 500 m are counted at request time, without investors',
  },
  '2.7-prices': { says: 'prices are aggregates of transactions' },
  '2.7-prices-withheld': { says: 'fewer than 5 transactions give covered_no_data' },
  '2.7-soil': { says: 'soil has classes with shares' },
  '2.7-address': { says: 'address lists locality, street, house number and postcode' },
  '2.8-check-result': { says: 'a check has verdict, checks, record and disclaimer' },
  '2.8-eight-checks': { says: 'there are eight checks in their order, each with layer, result and source' },
  '2.8-basis': { says: 'every check cites the statute it rests on' },
  '2.9-event': { says: 'an event has id, event, detected_at, before, after, as_of and source' },
  '2.10-source': { says: 'a source has title, publisher, licence, attribution, as_of and freshness' },
  '2.10-freshness': { says: 'a source is fresh, stale after its refresh target, or unknown when not held' },
  '2.10-coverage-here': { says: 'coverage_here is set only when a place was given' },
  '2.11-gmina': { says: 'gmina planning names the gmina, pog_status, the day and its sources' },
  '2.11-gmina-status': { says: 'pog_status and the local plans come from plan data' },

  // spec §3 States
  '3.1-covered': { says: 'covered holds the record of the source' },
  '3.1-covered-no-data': { says: 'covered_no_data holds the empty answer' },
  '3.1-not-covered': { says: 'not_covered says that the source publishes or holds nothing here' },
  '3.1-not-computed': {
    says: 'not_computed says that the source is held and not computed yet',
  },
  '3.2-enumerations': { says: 'statuses, verdicts, results and freshness have exactly the listed values' },
  '3.2-verdict-unknown': { says: 'the verdict is unknown when a blocking check is unknown' },
  '3.2-verdict-on-data': {
    says: 'pass, conditional and fail follow from the data of the layers',
  },
  '3.2-unpublished-unknown': { says: 'a check whose input is not held is unknown, never guessed' },

  // spec §4 Endpoints
  '4-json': { says: 'every body is JSON, whatever went wrong' },
  '4.1-candidates-always': { says: 'resolve lists candidates always' },
  '4.1-corpus-coverage': { says: 'resolve says what is loaded' },
  '4.1-result': { says: 'the result of resolve is the top candidate or null' },
  '4.1-limit': { says: 'resolve takes limit 1..20, default 5' },
  '4.1-settle': { says: 'ok needs one candidate of 0.85 or more that leads by 0.15 or more' },
  '4.1-needs-obreb': { says: 'needs_obreb is true when the number exists in several obręby of the gmina' },
  '4.1-diacritics': { says: 'names match without diacritics and in any case' },
  '4.1-typos': {
    says: 'names match with one or two typos, at lower confidence, and the note says so',
  },
  '4.1-held': {
    says: 'a candidate in a partition that is not loaded has held: false, and the coverage says so',
  },
  '4.2-layers-default': { says: 'a record holds all v1 layers unless layers narrows it' },
  '4.2-layers': { says: 'layers is a comma-separated list of keys; the record holds just these' },
  '4.2-geometry': { says: 'geometry is none, centroid (default) or full' },
  '4.3-items': { says: 'a batch has 1 to 1000 items, each one of q, id or point' },
  '4.3-no-extra': { says: 'a batch has no other members than items, layers and geometry' },
  '4.3-envelopes': {
    says: 'the result is one envelope per item, in order, with its own status and candidates',
  },
  '4.3-billing': { says: 'billing counts per item; batch_mixed when outcomes differ' },
  '4.3-variants': { says: 'layers and geometry apply to every item of a batch' },
  '4.4-q-parcel': { says: 'search by parcel text gives that parcel' },
  '4.4-q-address': { says: 'search by address gives the parcels at that address' },
  '4.4-radius': { says: 'search by id or point gives the parcels within radius_m' },
  '4.4-radius-zero': { says: 'radius 0 gives the parcel and the neighbours sharing a boundary' },
  '4.4-radius-range': { says: 'radius_m is a whole number 0..2000, default 0' },
  '4.4-bbox': { says: 'bbox gives the parcels intersecting it' },
  '4.4-bbox-alone': { says: 'bbox replaces q, id and point' },
  '4.4-area': { says: 'bbox and polygon have at most 4 km²' },
  '4.4-limit': { says: 'search and events take limit 1..1000, default 100' },
  '4.5-polygon': { says: 'POST search takes a GeoJSON Polygon or MultiPolygon' },
  '4.5-cursor-null': { says: 'the cursor of POST search may be null' },
  '4.6-layer': { says: 'layer answers {id, layer, answer} for each key' },
  '4.6-planning': { says: 'layer planning answers the planning value' },
  '4.7-planning-checks': { says: 'pog_zone, wz_possible and mpzp_status are part of the check' },
  '4.7-pog-facts': { says: 'pog_zone carries plan status and effective_from' },
  '4.7-disclaimer': { says: 'the check says that it is not legal advice' },
  '4.8-newest-first': { says: 'events come newest first' },
  '4.8-since': { says: 'since limits events to changes from a date' },
  '4.8-types': { says: 'types filters events by name' },
  '4.8-gmina': { says: 'q of events may name a gmina' },
  '4.9-all': { says: 'sources without a place lists every source' },
  '4.9-here': { says: 'sources with a place says the coverage each has there' },
  '4.9-layer': { says: 'sources can be narrowed to a layer' },
  '4.10-by-code': { says: 'gmina planning is found by 7-digit code' },
  '4.10-no-gmina': { says: 'a code that is not a gmina is 404' },
  '4.11-by-place': { says: 'gmina planning is found by gmina name, parcel text, id or point' },
  '4.12-openapi': { says: 'the contract is served as OpenAPI 3.1, without a key' },
  '4.13.1-ambiguous': { says: 'ambiguous input on any read is 200 with candidates, and charged' },
  '4.13.2-etag': { says: 'parcel, check and layer send a strong ETag derived from the record' },
  '4.13.2-304': { says: 'a matching If-None-Match is 304 without a body, free' },
  '4.13.3-cache': { says: 'authenticated answers are private, max-age=0, must-revalidate' },
  '4.13.4-headers': { says: 'the three billing headers equal the billing of the body' },
  '4.14-charged': { says: 'an answer is charged' },
  '4.14-no-data-charged': { says: 'covered_no_data is charged' },
  '4.14-invalid-free': { says: 'invalid input is free' },
  '4.14-unauthorized-free': { says: 'a missing or wrong key is free' },
  '4.14-zero-free': { says: 'operations with cost 0 are free' },
  '4.14-not-found': { says: 'not found is refunded' },
  '4.14-429': { says: 'a limited request is refunded' },
  '4.14-5xx': { says: 'every 5xx is refunded' },
  '4.14-not-covered': { says: 'status not_covered is refunded' },
  '4.14-layer': { says: 'a single layer that is not_covered is refunded' },
  '4.14-layer-not-computed': { says: 'a single layer that is not_computed is refunded' },

  // spec §5–§9
  '5-key': { says: 'every operation except the contract document needs a key' },
  '5-unauthorized': { says: 'a missing, wrong or revoked key is 401 unauthorized with signup_url' },
  '6-feed': { says: 'the change feed is read by polling with since or a cursor' },
  '7-error': { says: 'an error has code, message, hint and docs' },
  '7-example-id': { says: 'an error about a parcel has example_id' },
  '7-codes': { says: 'the six error codes have their HTTP status and billing' },
  '7-hint': { says: 'the hint of a missing or doubled target says to pass exactly one of q, id or point' },
  '8-limits': { says: 'the limits have the numbers of spec §8' },
  '8-limits-on-data': { says: '500 m, 30 m and 5 transactions are applied to data' },
  '9-prefix': { says: 'every path begins with /v1' },
  '9-snake-case': { says: 'field names are snake_case' },
  '9-canonical': { says: 'identifiers returned are canonical' },

  // contract §1 Envelope
  'C1-input': { says: 'query.input is what was understood: exactly one of the ways to ask' },
  'C1-examples': { says: 'every example of the contract works' },
  'C1-unknown-path': { says: 'an unknown path is 404 not_found' },
  'C1-method': { says: 'a known path with a wrong method is 405 with Allow' },
  'C1-body': { says: 'broken JSON, a wrong content type and a body too large are 400' },
  'C1-parameters': { says: 'unknown and repeated parameters are 400 and the message names them' },
  'C1-post-parameters': { says: 'a query parameter on a POST is 400 and the message names it' },
  'C1-before-routing': { says: 'what HTTP itself refuses gets the envelope and the billing headers too' },
  'C1-message': { says: 'the message names the parameter, what arrived and what is allowed' },
  'C1-never-broken': {
    says: 'whatever is sent, the answer is the contract’s: no 5xx, no HTML, no stack trace',
  },
  'C1-request-id': { says: 'every response has a request id; a sane inbound one is kept' },

  // contract §2 Small types
  'C2-lnglat': { says: 'a position is [lng, lat] with 7 decimals at most' },
  'C2-source-ref': { says: 'a source reference has its eight members; fallback is a boolean' },
  'C2-decimals': { says: 'areas have 2 decimals at most and confidence 3' },
  'C2-hectares': { says: 'areas are served in m², whatever unit the publisher wrote' },
  'C2-partitions': { says: 'corpus_coverage counts powiaty loaded and in all' },

  // contract §3 Layer keys
  'C3-ten': { says: 'a record holds ten layers in their order' },
  'C3-parts': { says: 'pog, mpzp and wz are keys too' },
  'C3-unknown': { says: 'an unknown key is 400; the hint lists the keys and names the nearest' },
  'C3-planning-coverage': { says: 'planning has the best coverage of pog and mpzp' },

  // contract §4 Status and HTTP
  'C4-no-such-parcel': { says: 'a well-formed id in a loaded partition without such a parcel is 404' },
  'C4-point-on-nothing': { says: 'a point in a loaded powiat on no parcel is 404' },
  'C4-not-loaded': { says: 'an id, point or text in a partition that is not loaded is not_covered' },
  'C4-outside-poland': { says: 'a point outside Poland within the limits is not_covered' },
  'C4-area-not-loaded': { says: 'an area without parcels whose powiat is not loaded is not_covered' },
  'C4-no-match': { says: 'text that matches nothing is 404' },
  'C4-bad-id': { says: 'an id that is no EGiB id is 400, and the message names the faulty part' },
  'C4-gmina-only': {
    says: 'a gmina alone on a parcel read is ambiguous with that gmina, and asks for a number',
  },
  'C4-resolve-not-loaded': { says: 'resolve of a place that is not loaded is 200 with held: false' },

  // contract §5 Billing
  'C5-sum': { says: 'charged + refunded is cost, or 0 when free; a batch sums its items' },
  'C5-rules': { says: 'the billing rules are exactly the eleven listed' },
  'C5-one-rule': { says: 'a batch whose items all had one outcome has that rule' },
  'C5-bad-item': { says: 'a malformed item is its own free error; a malformed body is one 400' },
  'C5-headers-everywhere': { says: 'the billing headers are on every response' },

  // contract §6 ETag
  'C6-variants': { says: 'each variant of layers and geometry has its own tag' },
  'C6-any-input': { says: 'the tag is sent by whichever input the parcel was found' },
  'C6-if-none-match': { says: 'If-None-Match understands lists, * and weak forms' },
  'C6-republish': { says: 'two publishes of identical data give the same tag' },
  'C6-changed': { says: 'a changed record has another hash and another tag' },
  'C6-day': { says: 'the tag of the check changes with the day in Warsaw' },
  'C6-planning': { says: 'the tag follows the plans of the gmina, their dates and what is worked out' },
  'C6-calendar-events': { says: 'what the calendar alone changes is told as events, each day once' },
  'C6-plan-day': { says: 'a plan comes into force at midnight without a new file' },

  // contract §7 Cursors
  'C7-pages': { says: 'pages concatenate to the whole, without repeats or gaps' },
  'C7-filters': { says: 'a cursor with other filters is 400' },
  'C7-publish': { says: 'pages stay right while data are published in between' },

  // contract §8 Search
  'C8-order': { says: 'radius search sorts by distance, then id, the input parcel first with 0' },
  'C8-distance': { says: 'distance_m is from the boundary of the parcel, or from the point' },
  'C8-neighbours': { says: 'a shared corner is no neighbour' },
  'C8-overlap': { says: 'bbox and polygon need an overlap of positive area, sorted by id' },
  'C8-over': { says: 'an area over 4 km² is 400 and says by how much' },
  'C8-hostile': {
    says: 'self-crossing, empty, reversed, 3D, huge or antimeridian polygons never give a 500',
  },
  'C8-address': { says: 'an address point on a road takes the nearest parcel within 25 m' },

  // contract §9 Events
  'C9-since': { says: 'since is inclusive and compares with detected_at' },
  'C9-types': { says: 'unknown names in types are 400 with the list' },
  'C9-with-publish': { says: 'an event is visible as soon as its change is, not before' },

  // contract §10 Keys, limits, quotas
  'C10-bearer': { says: 'Authorization: Bearer is taken like X-Api-Key' },
  'C10-hashed': { says: 'keys are stored only as a hash' },
  'C10-429': { says: 'over the limit is 429 with Retry-After' },
  'C10-headers': { says: 'RateLimit and RateLimit-Policy are on every authenticated answer' },
  'C10-batch': { says: 'a batch takes its item count from the bucket' },
  'C10-quota': { says: 'a used-up monthly quota is 429; free operations still answer' },

  // contract §12 MCP
  'C12-names': { says: 'the six tools have exactly the names of the specification' },
  'C12-same-json': { says: 'a tool gives the same envelope as HTTP' },
  'C12-is-error': { says: 'an error envelope sets isError; ambiguity is data' },
  'C12-short-list': { says: 'the list of tools has fewer than 6,000 tokens' },

  // contract §13 Additions
  'C13-parts': {
    says: 'planning and check name the parts of a parcel with share, area and whether one can build there',
  },
  'C13-short': { says: 'a short check has fewer than 2,500 tokens and says the same' },
  'C13-csv': { says: 'a batch takes a table and gives the columns of the caller, then its own' },
  'C13-usage': { says: 'a key sees what it asked for and was charged by day and operation, free' },
  'C13-ogc': { says: 'OGC API Features lists its collections and serves pages of features at cost 1' },
  'C13-geojson': { says: 'as GeoJSON a record has the same members as properties' },
} as const satisfies Record<string, Rule>;

export type RuleId = keyof typeof RULES;

/** The title of a test that answers for rules: their ids, and the first one's words. */
export function rule(id: RuleId, ...more: RuleId[]): string {
  return `${[id, ...more].join(', ')}: ${RULES[id].says}`;
}
