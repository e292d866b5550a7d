// What the registers of the sample world draw, as it arrives: as many as the world has drawn, where it has drawn them, and
// every planted fault as an issue with its place in the file.

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { areaOf } from '../../src/domain/geometry/rings.ts';
import {
  FAULTY_ADDRESSES,
  FAULTY_BUILDINGS,
  FAULTY_HAZARD_AREAS,
  FAULTY_LANDSLIDES,
  FAULTY_PERMIT,
  FAULTY_PROTECTED,
  FAULTY_ROADS,
  FAULTY_SALE,
  FAULTY_SURVEY_UNIT,
  FAULTY_ZONES,
} from '../../world/faults.ts';
import { layLand } from '../../world/land.ts';
import { designationsOf, infillAreasOf, localPlansOf, zonesOf } from '../../world/planning.ts';
import { buildSampleData, temporaryFolder } from '../sample.ts';
import { polygonsIn } from './bulk-file.ts';
import { loadOne, query } from './load-file.ts';
import { readRows } from './registry-file.ts';

const PARCELS = 1_000;
const land = layLand(1, PARCELS);
let data: string;
let files: string;
before(async () => {
  ({ data, files } = await buildSampleData(PARCELS));
});

const count = (sql: string) => Number(Object.values(query(data, sql)[0] ?? {})[0]);
const keysOf = (source: string, role: string) =>
  count(`SELECT count(DISTINCT key) FROM evidence WHERE source = '${source}' AND role = '${role}'`);
const sum = (counts: readonly number[]) => counts.reduce((total, n) => total + n, 0);

describe('what the registers draw', () => {
  it('arrives whole: zones, infill areas, outlines, designations, contours, addresses', async () => {
    // The plan of Żyrardów is repealed and its zones with it; two of the three faulty zones of Lesznowola can be used.
    const planned = ['1418032', '1418043', '1438053'].map((gmina) => zonesOf(land, gmina).length);
    assert.equal(keysOf('pog', 'pog_zone'), sum(planned) + 2);
    assert.equal(keysOf('pog', 'pog_ouz'), infillAreasOf(land, '1418032').length);
    const swept = ['1418043', '1438032'].map((gmina) => zonesOf(land, gmina).length);
    assert.equal(keysOf('pog_fallback', 'pog_zone'), sum(swept));
    const outlines = ['1418', '1438'].map((powiat) => localPlansOf(land, powiat).length);
    assert.equal(keysOf('mpzp', 'mpzp_act'), sum(outlines));
    assert.equal(keysOf('mpzp_symbols', 'mpzp_area'), designationsOf(land, '1418032').length);
    const { rows: ofCadastre } = await readRows(files, 'egib');
    const contours = ofCadastre.filter(({ kind }) => kind === 'soil_contour');
    assert.ok(contours.length > 1);
    assert.equal(keysOf('egib', 'soil_contour'), contours.length);
    const { rows: addresses } = await readRows(files, 'prg_addresses');
    // Two planted points are not told whole: one without its street, one without a number.
    assert.equal(keysOf('prg_addresses', 'address_unread'), 2);
    assert.equal(keysOf('prg_addresses', 'address'), addresses.length - 2);
    assert.ok(addresses.length > 100);
  });

  it('arrives whole: hazard areas, landslides, protected areas, roads, buildings, sales', async () => {
    for (const source of ['flood', 'sopo', 'gdos', 'bdot10k', 'rcn']) {
      const { rows } = await readRows(files, source);
      // A number in a file holds within the voivodeship of that file alone.
      const read = rows.flatMap(({ kind, row }) =>
        kind === 'evidence' ? `${row.role} ${row.is_numbered ? '14/' : ''}${row.key}` : [],
      );
      const stored = query(data, 'SELECT DISTINCT role, key FROM evidence WHERE source = ?', source);
      assert.deepEqual(new Set(stored.map(({ role, key }) => `${role} ${key}`)), new Set(read), source);
      assert.ok(read.length > 4, `${source}: ${read.length}`);
    }
  });

  it('arrives whole: permits, once for each parcel they name, with the place of those that are held', async () => {
    const { rows } = await readRows(files, 'rwdz');
    const named = rows.flatMap(({ kind, row }) =>
      kind === 'permit' ? row.parcels.map((id) => `${row.permit_id} ${id}`) : [],
    );
    // Wiskitki was one unit before it had a town: old permits name its parcels by that.
    const stored = query(
      data,
      `SELECT permit_id, parcel_id, x IS NOT NULL AND y IS NOT NULL AS placed,
         EXISTS (SELECT 1 FROM parcels p WHERE p.id IN
           (replace(parcel_id, '143805_2.', '143805_4.'), replace(parcel_id, '143805_2.', '143805_5.'))) AS held
       FROM permits`,
    );
    assert.deepEqual(
      new Set(stored.map(({ permit_id, parcel_id }) => `${permit_id} ${parcel_id}`)),
      new Set(named),
    );
    assert.ok(stored.length > 20);
    for (const { placed, held, parcel_id } of stored) assert.equal(placed, held, String(parcel_id));
    assert.equal(count('SELECT count(*) FROM rtree_permits'), stored.filter(({ held }) => held).length);
  });

  it('keeps the ground of every area, in however many pieces it is stored', async () => {
    const stored = new Map<string, number>();
    for (const { role, key, geom } of query(
      data,
      "SELECT role, key, geom FROM evidence WHERE source = 'pog'",
    )) {
      const name = `${role} ${key}`;
      stored.set(name, (stored.get(name) ?? 0) + areaOf(polygonsIn(geom)));
    }
    const { rows } = await readRows(files, 'pog');
    let areas = 0;
    for (const staged of rows) {
      if (staged.kind !== 'plan_area') continue;
      const { role, area_id, geometry } = staged.row;
      const found = stored.get(`pog_${role} ${area_id}`) ?? 0;
      assert.ok(Math.abs(found - areaOf(geometry)) < 0.5, `${area_id}: ${found} m²`);
      areas += 1;
    }
    assert.equal(areas, stored.size);
  });

  it('names plans with their days and resolutions', () => {
    const plans = query(
      data,
      'SELECT source, gmina6, process, effective_from, adopted_on, lacks_ouz FROM plans WHERE kind = ? ORDER BY source, gmina6',
      'pog',
    ).map((row) => Object.values(row).join(' '));
    assert.deepEqual(plans, [
      'pog 141803 legalForce 2026-08-01 2026-06-25 0',
      'pog 141804 legalForce 2026-12-01 2026-10-28 8',
      'pog 143801 obsolete 2026-01-01 2025-11-27 0',
      'pog 143805 elaboration 2026-03-01  0',
      'pog_fallback 141804 legalForce 2026-06-01 2026-04-15 ',
      'pog_fallback 143803 legalForce 2026-07-15 2026-06-18 ',
    ]);
  });

  it('measures how much of each gmina its local plans cover, from which day', () => {
    const cover = query(data, 'SELECT gmina6, since, pct FROM mpzp_cover ORDER BY gmina6, since');
    assert.deepEqual(
      cover.map(({ gmina6, since }) => `${gmina6} ${since}`),
      [
        '141803 2012-12-01',
        '141803 2014-03-15',
        '141803 2018-06-20',
        '141803 2024-02-09',
        '141803 2027-01-15',
        '141804 2016-08-05',
        '143801 2015-07-17',
        '143805 2011-11-11',
      ],
    );
    const steps = cover.filter(({ gmina6 }) => gmina6 === '141803').map(({ pct }) => Number(pct));
    assert.deepEqual(
      steps,
      [...steps].sort((a, b) => a - b),
    );
    assert.ok(
      steps.every((pct) => pct > 1 && pct < 60),
      String(steps),
    );
  });
});

describe('planted faults of plans and addresses', () => {
  const APP = 'https://www.gov.pl/zagospodarowanieprzestrzenne/app';

  it('become exactly these issues', () => {
    const issues = query(
      data,
      `SELECT r.file, i.kind, i.field, i.value, i.position FROM issues i JOIN runs r USING (run)
       WHERE r.source IN ('prg_addresses', 'pog', 'pog_fallback', 'mpzp', 'mpzp_symbols') ORDER BY issue`,
    );
    const [street] = query(data, "SELECT value FROM issues WHERE kind = 'unknown_street'");
    assert.deepEqual(
      issues.map(({ file, kind, field, value }) => [file, kind, field, value]),
      [
        [ADDRESSES, 'unknown_street', 'ulica', street?.value],
        [ADDRESSES, 'missing_number', 'numerPorzadkowy', `PL.PZGIK.200/${FAULTY_ADDRESSES.no_house_number}`],
        [ADDRESSES, 'outside_poland', 'georeferencja', `PL.PZGIK.200/${FAULTY_ADDRESSES.outside_poland}`],
        [
          'pog-1418.zip',
          'unknown_plan',
          'plan',
          `${APP}/AktPlanowaniaPrzestrzennego/PL.ZIPPZP.9803/141803-POG/9POG`,
        ],
        ['pog-1418.zip', 'repaired_geometry', 'geometry', FAULTY_ZONES.self_crossing],
        ['pog-1418.zip', 'bad_symbol', 'symbol', 'text of 2 characters'],
        [
          'pog-1418.zip',
          'missing_ouz',
          'regulacja',
          `${APP}/ObszarUzupelnieniaZabudowy/PL.ZIPPZP.9804/141804-POG/1POG-1OUZ`,
        ],
      ],
    );
    for (const { position } of issues) assert.match(String(position), /^(\w[\w-]*\.xml, )?line \d+$/);
  });

  it('an address abroad and a zone without its plan are not stored; a zone of no known symbol is, and says so', () => {
    const stored = (key: string) => count(`SELECT count(*) FROM evidence WHERE key LIKE '%${key}'`);
    assert.equal(stored(FAULTY_ADDRESSES.outside_poland), 0);
    assert.equal(stored(FAULTY_ZONES.unknown_plan), 0);
    assert.equal(stored(FAULTY_ZONES.wrong_symbol), 1);
    assert.equal(stored(FAULTY_ZONES.self_crossing), 1);
  });

  it('an address that is not told whole is kept as a point, and found by no text', () => {
    const [street] = query(data, "SELECT value FROM issues WHERE kind = 'unknown_street'");
    for (const [key, missing] of [
      [street?.value, 'street'],
      [`PL.PZGIK.200/${FAULTY_ADDRESSES.no_house_number}`, 'house number'],
    ]) {
      const [kept] = query(
        data,
        `SELECT role, attributes, fid IN (SELECT fid FROM addresses) AS found FROM evidence WHERE key = '${key}'`,
      );
      assert.deepEqual(
        { ...kept },
        { role: 'address_unread', attributes: JSON.stringify({ missing }), found: 0 },
      );
    }
  });
});

it('an address id that stands twice is one issue for each repetition, and the first is kept', async () => {
  const text = readFileSync(join(files, ADDRESSES), 'utf8');
  const [member = ''] =
    /<gml:featureMember>\s*<prgad:AD_PunktAdresowy.*?<\/gml:featureMember>/s.exec(text) ?? [];
  const [, number = ''] = /<prgad:numerPorzadkowy>(.+?)</.exec(member) ?? [];
  const repeated = ['901', '902'].map((other) => member.replace(`>${number}<`, `>${other}<`));
  const folder = temporaryFolder();
  const path = join(folder, ADDRESSES);
  writeFileSync(path, text.replace('</gml:FeatureCollection>', `${repeated.join('')}$&`));
  const fresh = join(folder, 'data');
  const outcome = await loadOne(path, fresh, { compute: false });
  assert.equal(outcome.outcome, 'published');
  const issues = query(fresh, "SELECT kind, field, value, message FROM issues WHERE kind = 'duplicate_id'");
  const [id] = issues.map(({ value }) => String(value));
  const message = `${id} stands in the file before; the first is kept`;
  const issue = { kind: 'duplicate_id', field: 'id', value: id, message };
  assert.deepEqual(issues, [issue, issue]);
  const kept = query(
    fresh,
    "SELECT attributes ->> 'house_number' AS number FROM evidence WHERE key = ?",
    id ?? '',
  );
  assert.deepEqual(kept, [{ number }]);
});

describe('planted faults of all other registers', () => {
  it('become exactly these issues', () => {
    const issues = query(
      data,
      `SELECT r.file, i.kind, i.field, i.value, i.position FROM issues i JOIN runs r USING (run)
       WHERE r.source IN ('flood', 'sopo', 'gdos', 'bdot10k', 'rwdz', 'rcn') ORDER BY issue`,
    );
    const building = issues.find(({ file, kind }) => file === '1418_GML.zip' && kind === 'repaired_geometry');
    assert.deepEqual(
      issues.map(({ file, kind, field, value }) => [file, kind, field, value]),
      [
        ['mzp-flood.gml', 'repaired_geometry', 'geometry', FAULTY_HAZARD_AREAS.self_crossing],
        ['mzp-flood.gml', 'unknown_class', 'likelihood', 'text of 31 characters'],
        ['sopo-obszary-2026-11-08.json', 'repaired_geometry', 'geometry', FAULTY_LANDSLIDES.self_crossing],
        // The other gminy of the survey.
        ['sopo-stan-2026-11-08.json', 'not_finished', 'STAN', null],
        ['sopo-stan-2026-11-08.json', 'empty_geometry', 'geometry', FAULTY_SURVEY_UNIT],
        ['gdos.zip', 'bad_name', 'nazwa', 'text of 11 characters'],
        ['gdos.zip', 'repaired_geometry', 'geometry', `UzytkiEkologiczne/${FAULTY_PROTECTED.self_crossing}`],
        ['1418_GML.zip', 'unknown_category', 'kategoriaZarzadzania', null],
        ['1418_GML.zip', 'missing_existence', 'kategoriaIstnienia', null],
        ['1418_GML.zip', 'repaired_geometry', 'geometry', building?.value],
        ['wynik_mazowieckie.zip', 'bad_row', null, null],
        // Permits on land of which no parcel is held, and sales that say nothing of prices: counted, not listed.
        ['wynik_mazowieckie.zip', 'parcel_not_held', 'parcel', null],
        ['1418_transakcje_ceny.gpkg.zip', 'left_out', null, null],
        ['1438_transakcje_ceny.gpkg.zip', 'left_out', null, null],
      ],
    );
  });

  it('leave out what says nothing, and keep what could be mended', () => {
    const stored = (key: string) =>
      count(`SELECT count(DISTINCT key) FROM evidence WHERE key LIKE '%${key}'`) +
      count(`SELECT count(*) FROM permits WHERE permit_id = '${key}'`);
    for (const key of [FAULTY_SURVEY_UNIT, FAULTY_PERMIT, FAULTY_SALE]) {
      assert.equal(stored(key), 0, key);
    }
    for (const key of [
      ...[FAULTY_HAZARD_AREAS.self_crossing, FAULTY_LANDSLIDES.self_crossing],
      ...[...Object.values(FAULTY_PROTECTED), ...Object.values(FAULTY_ROADS)],
      // What may be of any class makes none of them known there.
      FAULTY_HAZARD_AREAS.unknown_class,
      `${FAULTY_BUILDINGS.self_crossing}.1_BUD`,
    ]) {
      assert.equal(stored(key), 1, key);
    }
  });
});

const ADDRESSES = '14_mazowieckie_08.11.2026_adresy.gml';
