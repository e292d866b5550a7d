import assert from 'node:assert/strict';
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import type { Geometry } from '../../domain/geometry/types.ts';
import { encodeGeoPackageGeometry } from '../../domain/geometry/wkb.ts';
import { FormatError } from './format-error.ts';
import { openGpkg } from './gpkg.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'gpkg test #'));
const file = path.join(folder, '1418 działki?.gpkg');
after(() => rmSync(folder, { recursive: true }));

const POINT: Geometry = { type: 'Point', coordinates: [637_000, 486_000] };
const ROWS = 2000;

/** The bookkeeping tables in the least form of the standard, one layer with odd rows and one without geometry. */
before(() => {
  const database = new DatabaseSync(file);
  database.exec(`
    CREATE TABLE gpkg_contents (table_name TEXT PRIMARY KEY, data_type TEXT, srs_id INTEGER);
    CREATE TABLE gpkg_geometry_columns (table_name TEXT, column_name TEXT, srs_id INTEGER);
    CREATE TABLE dzialki (fid INTEGER PRIMARY KEY, geom BLOB, ID_DZIALKI TEXT, pole REAL, numerKW TEXT, big INTEGER);
    CREATE TABLE "odd ""name""" (fid INTEGER PRIMARY KEY, kod TEXT);
    CREATE TABLE tiles (id INTEGER PRIMARY KEY);
    INSERT INTO gpkg_contents VALUES
      ('dzialki', 'features', 2180), ('odd "name"', 'attributes', NULL), ('tiles', 'tiles', 3857);
    INSERT INTO gpkg_geometry_columns VALUES ('DZIALKI', 'geom', 2180);
    INSERT INTO "odd ""name""" VALUES (1, 'x');
  `);
  const insert = database.prepare('INSERT INTO dzialki VALUES (?, ?, ?, ?, ?, ?)');
  const sound = encodeGeoPackageGeometry(POINT, 2180);
  database.exec('BEGIN');
  for (let row = 1; row <= ROWS; row++)
    insert.run(row, sound, `142812_2.0019.${row}`, row / 2, 'WA1M/1/1', row);
  database.exec('COMMIT');
  const replace = database.prepare('UPDATE dzialki SET geom = ?, big = ? WHERE fid = ?');
  replace.run(sound.subarray(0, 12), 9_007_199_254_740_993n, 2);
  replace.run(encodeGeoPackageGeometry(POINT, 4326), null, 3);
  replace.run(null, 4, 4);
  replace.run('POINT (1 2)', 5, 5);
  replace.run(encodeGeoPackageGeometry(POINT, -1), 6, 6);
  database.close();
});

function readAll(gpkgPath: string): number {
  using gpkg = openGpkg(gpkgPath);
  let count = 0;
  for (const layer of gpkg.layers()) for (const _ of gpkg.rows(layer.name, layer.columns.slice(2))) count++;
  return count;
}

describe('openGpkg', () => {
  it('lists layers with and without geometry', () => {
    using gpkg = openGpkg(file);
    assert.deepEqual(gpkg.layers(), [
      {
        name: 'dzialki',
        columns: ['fid', 'geom', 'ID_DZIALKI', 'pole', 'numerKW', 'big'],
        geometryColumn: 'geom',
        srsId: 2180,
        count: ROWS,
      },
      { name: 'odd "name"', columns: ['fid', 'kod'], geometryColumn: null, srsId: null, count: 1 },
    ]);
  });

  it('reads the named columns and no others, in any case, null where missing', () => {
    using gpkg = openGpkg(file);
    const [first] = gpkg.rows('dzialki', ['id_dzialki', 'POLE', 'klasouzytki_egib']);
    assert.deepEqual(first, {
      row: 1,
      values: { id_dzialki: '142812_2.0019.1', POLE: 0.5, klasouzytki_egib: null },
      geometry: POINT,
      geometryError: null,
    });
    assert.deepEqual(
      [...gpkg.rows('odd "name"', ['kod'])],
      [{ row: 1, values: { kod: 'x' }, geometry: null, geometryError: null }],
    );
  });

  it('keeps a row whose geometry is broken, and says what is wrong with it', () => {
    using gpkg = openGpkg(file);
    const rows = [...gpkg.rows('dzialki', ['big'])];
    assert.equal(rows.length, ROWS);
    const errors = rows.slice(0, 6).map(({ geometryError }) => geometryError);
    assert.match(errors[1] ?? '', /byte/);
    assert.deepEqual(
      [errors[0], ...errors.slice(2)],
      [
        null,
        'found srs_id 4326; expected 2180 as in the layer',
        null,
        'found a string; expected a geometry blob',
        null,
      ],
    );
    assert.deepEqual(
      rows.slice(0, 6).map(({ geometry }) => geometry),
      [POINT, null, null, null, null, POINT],
    );
    assert.deepEqual(
      rows.slice(0, 4).map(({ values }) => values.big),
      [1, '9007199254740993', null, 4],
    );
  });

  it('refuses bytes where a value is asked for, and unknown layers', () => {
    using gpkg = openGpkg(file);
    assert.throws(() => [...gpkg.rows('dzialki', ['geom'])], /FormatError: .*row 1, geom: found bytes/);
    assert.throws(
      () => gpkg.rows('budynki', []),
      /found no layer budynki; expected one of dzialki, odd "name"/,
    );
  });

  it('stops when the reader does, closes twice, and leaves nothing beside the file', () => {
    const gpkg = openGpkg(file);
    for (const { row } of gpkg.rows('dzialki', [])) if (row === 10) break;
    gpkg.close();
    gpkg.close();
    assert.deepEqual(readdirSync(folder), [path.basename(file)]);
  });
});

describe('files that are not whole', () => {
  const copy = path.join(tmpdir(), `gpkg-test-${process.pid}.gpkg`);
  after(() => rmSync(copy, { force: true }));

  it('refuses a file cut anywhere', () => {
    const whole = readFileSync(file);
    fc.assert(
      fc.property(fc.nat(whole.length - 1), (length) => {
        writeFileSync(copy, whole.subarray(0, length));
        assert.throws(() => readAll(copy), FormatError);
      }),
      { numRuns: 50 },
    );
  });

  it('refuses a file whose pages were lost to zeros', () => {
    const whole = readFileSync(file);
    const pages = whole.length / 4096;
    for (const page of [3, Math.floor(pages / 2), pages - 1]) {
      writeFileSync(copy, Buffer.from(whole).fill(0, page * 4096, (page + 1) * 4096));
      assert.throws(() => readAll(copy), /FormatError: .*expected a sound GeoPackage/s);
    }
  });

  it('refuses a page that forgot one of its rows', () => {
    const whole = readFileSync(file);
    const TABLE_LEAF = 0x0d;
    const page = whole.length / 4096 - 2;
    assert.equal(whole[page * 4096], TABLE_LEAF);
    whole.writeUInt16BE(whole.readUInt16BE(page * 4096 + 3) - 1, page * 4096 + 3);
    writeFileSync(copy, whole);
    assert.throws(() => readAll(copy), /FormatError: .*layer dzialki.*expected a sound GeoPackage/s);
  });

  it('refuses other files', () => {
    const OTHERS: [string | Buffer, RegExp][] = [
      ['', /a GeoPackage/],
      ['<html>503</html>', /begins "<html>503<\/html>"/],
      ['SQLite format 3\0', /pages/],
    ];
    for (const [content, message] of OTHERS) {
      writeFileSync(copy, content);
      assert.throws(
        () => openGpkg(copy),
        (error) => error instanceof FormatError && message.test(error.message),
      );
    }
    assert.throws(() => openGpkg(path.join(folder, 'missing.gpkg')), { code: 'ENOENT' });
  });

  it('refuses a database that is no GeoPackage', () => {
    rmSync(copy, { force: true });
    const database = new DatabaseSync(copy);
    database.exec('CREATE TABLE a (b)');
    database.close();
    assert.throws(() => openGpkg(copy), /FormatError: .*no such table: gpkg_contents/);
  });

  it('refuses views and virtual tables, which may never end', () => {
    const endless = 'WITH RECURSIVE n(fid) AS (SELECT 1 UNION ALL SELECT fid + 1 FROM n)';
    for (const [name, sql] of [
      ['dzialki', `DROP TABLE dzialki; CREATE VIEW dzialki AS ${endless} SELECT fid FROM n`],
      [
        'gpkg_contents',
        `DROP TABLE gpkg_contents;
         CREATE VIEW gpkg_contents AS ${endless} SELECT 'dzialki' AS table_name, 'features' AS data_type, 2180 AS srs_id FROM n`,
      ],
      [
        'gpkg_geometry_columns',
        `DROP TABLE gpkg_geometry_columns;
         CREATE VIEW gpkg_geometry_columns AS ${endless} SELECT 'dzialki' AS table_name, 'geom' AS column_name, 2180 AS srs_id FROM n`,
      ],
      ['dzialki', 'DROP TABLE dzialki; CREATE VIRTUAL TABLE dzialki USING fts5(id_dzialki)'],
    ] as const) {
      copyFileSync(file, copy);
      const database = new DatabaseSync(copy);
      database.exec(sql);
      database.close();
      assert.throws(
        () => openGpkg(copy),
        new RegExp(`FormatError: .*${name}, which is worked out while it is read`),
      );
    }
  });

  it('refuses a file with changes still waiting in a journal', () => {
    copyFileSync(file, copy);
    writeFileSync(`${copy}-wal`, 'x');
    try {
      assert.throws(() => openGpkg(copy), /unfinished changes/);
    } finally {
      rmSync(`${copy}-wal`);
    }
  });
});
