// The dataset is a GeoPackage (OGC 12-128r18): what other programs rely on is there, and GDAL opens it.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { before, describe, it } from 'node:test';
import { datasetIn } from '../../src/data-folder.ts';
import { decodeGeoPackageGeometry } from '../../src/domain/geometry/wkb.ts';
import { query } from '../ingest/load-file.ts';
import { buildSampleData } from '../sample.ts';

const TABLES = ['boundaries', 'evidence', 'parcels'];
let data: string;
before(async () => {
  ({ data } = await buildSampleData(1_000));
});

const number = (sql: string) => Number(Object.values(query(data, sql)[0] ?? {})[0]);
const names = (sql: string) => query(data, sql).map((row) => String(Object.values(row)[0]));

describe('the GeoPackage', () => {
  it('names itself: application id GPKG, version 1.3', () => {
    assert.equal(number('PRAGMA application_id').toString(16), Buffer.from('GPKG').toString('hex'));
    assert.equal(number('PRAGMA user_version'), 10_300);
  });

  it('is sound, as far as SQLite can tell', () => {
    assert.deepEqual(names('PRAGMA integrity_check'), ['ok']);
    assert.deepEqual(query(data, 'PRAGMA foreign_key_check'), []);
  });

  it('has the tables the standard asks for, and the reference systems', () => {
    const tables = names(
      "SELECT name FROM sqlite_master WHERE name LIKE 'gpkg_%' AND type = 'table' ORDER BY name",
    );
    assert.deepEqual(tables, [
      'gpkg_contents',
      'gpkg_extensions',
      'gpkg_geometry_columns',
      'gpkg_spatial_ref_sys',
    ]);
    assert.deepEqual(names('SELECT srs_id FROM gpkg_spatial_ref_sys ORDER BY srs_id'), [
      '-1',
      '0',
      '2180',
      '4326',
    ]);
  });

  it('lists every table it holds, and nothing else', () => {
    const listed = names('SELECT table_name FROM gpkg_contents ORDER BY table_name');
    const there = names(
      `SELECT name FROM sqlite_master WHERE type IN ('table', 'view') AND name NOT LIKE 'gpkg_%'
       AND name NOT LIKE 'rtree_%' AND name NOT LIKE 'sqlite_%' AND name <> 'meta' ORDER BY name`,
    );
    assert.deepEqual(listed, there);
  });

  it('describes its three layers: type, system, extent', () => {
    const layers = query(
      data,
      `SELECT c.table_name, c.srs_id, g.column_name, g.geometry_type_name, g.srs_id AS g_srs_id, g.z, g.m
       FROM gpkg_contents c JOIN gpkg_geometry_columns g USING (table_name) WHERE c.data_type = 'features'
       ORDER BY c.table_name`,
    );
    assert.deepEqual(
      layers,
      TABLES.map((table_name) => ({
        table_name,
        srs_id: 2180,
        column_name: 'geom',
        // Evidence is polygons, lines and points.
        geometry_type_name: table_name === 'evidence' ? 'GEOMETRY' : 'MULTIPOLYGON',
        g_srs_id: 2180,
        z: 0,
        m: 0,
      })),
    );
    for (const table of TABLES) {
      const [extent] = query(
        data,
        'SELECT min_x, min_y, max_x, max_y FROM gpkg_contents WHERE table_name = ?',
        table,
      );
      const [index] = query(
        data,
        `SELECT min(minx) AS min_x, min(miny) AS min_y, max(maxx) AS max_x, max(maxy) AS max_y FROM rtree_${table}_geom`,
      );
      assert.deepEqual(extent, index);
      assert.ok(Number(extent?.min_x) > 500_000 && Number(extent?.max_y) < 600_000, table);
    }
  });

  it('has geometry blobs of the standard in every row, in the system of the layer', () => {
    for (const table of TABLES) {
      for (const { geom } of query(data, `SELECT geom FROM ${table}`)) {
        const { srsId, geometry } = decodeGeoPackageGeometry(geom as Uint8Array);
        assert.equal(srsId, 2180);
        assert.ok(table === 'evidence' ? geometry : geometry?.type === 'MultiPolygon', table);
      }
    }
  });

  it('has one entry in the spatial index for each feature', () => {
    for (const table of TABLES) {
      assert.ok(number(`SELECT count(*) FROM ${table}`) > 0);
      assert.deepEqual(
        query(data, `SELECT fid FROM ${table} ORDER BY fid`).map((row) => row.fid),
        query(data, `SELECT id FROM rtree_${table}_geom ORDER BY id`).map((row) => row.id),
      );
    }
    const extensions = query(
      data,
      'SELECT table_name, extension_name FROM gpkg_extensions ORDER BY table_name',
    );
    assert.deepEqual(
      extensions,
      TABLES.map((table_name) => ({ table_name, extension_name: 'gpkg_rtree_index' })),
    );
  });
});

describe('GDAL', () => {
  const gdal = {
    skip: spawnSync('ogrinfo', ['--version']).status !== 0 && 'GDAL (ogrinfo) is not on this machine',
  };
  const ogrinfo = (...words: string[]) => {
    const { stdout, stderr, status } = spawnSync('ogrinfo', ['-ro', ...words], { encoding: 'utf8' });
    assert.equal(status, 0, stderr);
    return { stdout, stderr };
  };

  it('lists the layers and their counts', gdal, () => {
    for (const layer of TABLES) {
      const { stdout, stderr } = ogrinfo('-so', datasetIn(data), layer);
      assert.equal(stderr, '');
      assert.match(stdout, new RegExp(`Feature Count: ${number(`SELECT count(*) FROM ${layer}`)}\\n`));
      assert.match(stdout, layer === 'evidence' ? /Geometry: Unknown/ : /Geometry: Multi Polygon/);
      assert.match(stdout, /ID\["EPSG",2180\]/);
    }
  });

  it('finds a parcel by its id and by a box', gdal, () => {
    const id = '141803_2.0009.123/4';
    assert.match(ogrinfo(datasetIn(data), 'parcels', '-where', `id = '${id}'`).stdout, /Feature Count: 1\n/);
    const [box] = query(
      data,
      'SELECT minx, miny, maxx, maxy FROM rtree_parcels_geom r JOIN parcels p ON p.fid = r.id WHERE p.id = ?',
      id,
    );
    const corners = Object.values(box ?? {}).map(String);
    const { stdout } = ogrinfo('-q', datasetIn(data), 'parcels', '-spat', ...corners);
    assert.ok(stdout.includes(id));
  });
});
