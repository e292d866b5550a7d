import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { areaOf } from '../../domain/geometry/rings.ts';
import { pogFallback } from './pog-fallback.ts';
import { featureCollection, readTexts, square } from './test-plans.ts';

/** About 69 m by 111 m near Piaseczno, in degrees. */
const ring = [
  [21.02, 52.07],
  [21.021, 52.07],
  [21.021, 52.071],
  [21.02, 52.071],
  [21.02, 52.07],
];
const BASE = { gmina: '1418042', symbol: 'SJ', status: 'in_force' };

const read = (
  features: Record<string, unknown>[],
  members: Record<string, unknown> = {},
  name = 'pog_fallback-1418.geojson',
) =>
  readTexts(pogFallback, name, {
    'a.geojson': featureCollection(
      features.map((properties) => ({ ring, properties })),
      members,
    ),
  });

describe('a sweep of general plans', () => {
  it('has one plan a gmina, zones with limits, no outline and no infill areas', async () => {
    const limits = {
      max_height_m: 12,
      max_coverage_pct: 30,
      min_biologically_active_pct: '40',
      max_intensity: 0.6,
    };
    const dates = {
      effective_from: '2026-08-01',
      adopted_on: '2026-06-30',
      resolution_url: 'https://bip.example.pl/2',
    };
    const made = await read(
      [
        { ...BASE, ...dates, ...limits },
        { ...BASE, symbol: 'SO', name: 'otwarta' },
      ],
      {
        as_of: '2026-11-01',
      },
    );
    assert.deepEqual([made.kinds, made.as_of, made.scopes], [[], '2026-11-01', ['1418']]);
    assert.deepEqual(made.plans, [
      {
        plan_id: 'fallback/141804',
        kind: 'pog',
        gmina6: '141804',
        title: null,
        process: 'legalForce',
        ...dates,
        effective_to: null,
        lacks_zones: null,
        lacks_ouz: null,
        geometry: null,
      },
    ]);
    const [zone, open] = made.areas;
    assert.deepEqual(zone?.parameters, {
      ...limits,
      min_biologically_active_pct: 40,
      min_new_plot_area_m2: null,
    });
    assert.equal(zone?.name, 'strefa wielofunkcyjna z zabudową mieszkaniową jednorodzinną');
    assert.ok(Math.abs(areaOf(zone?.geometry ?? []) - 7_630) < 30);
    assert.deepEqual(
      [open?.area_id, open?.plan_id, open?.role, open?.name],
      ['fallback/141804/SO/1', 'fallback/141804', 'zone', 'otwarta'],
    );
  });

  const STATUSES: [string, string | undefined][] = [
    ['draft', 'elaboration'],
    ['adopted', 'adoption'],
    ['in_force', 'legalForce'],
    ['none', undefined],
  ];
  for (const [status, process] of STATUSES) {
    it(`status ${status}: ${process ?? 'no plan'}`, async () => {
      const made = await read([{ ...BASE, status }]);
      assert.equal(made.plans[0]?.process, process);
      assert.deepEqual(made.kinds, process ? [] : ['unknown_status', 'left_out']);
    });
  }

  it('covers the gminas that occur where its name says no powiat', async () => {
    const made = await read([BASE, { ...BASE, gmina: 146501 }], {}, 'sweep.geojson');
    assert.deepEqual(made.scopes, ['141804', '146501']);
  });

  it('may be in PL-1992', async () => {
    const crs = { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::2180' } };
    const text = featureCollection([{ ring: square(0), properties: BASE }], { crs });
    const made = await readTexts(pogFallback, 'pog_fallback-1418.geojson', { 'a.geojson': text });
    assert.deepEqual(made.areas[0]?.geometry, [[square(0)]]);
  });

  it('with latitude first is read the other way, and says so', async () => {
    const swapped = ring.map(([lng, lat]) => [lat, lng]);
    const made = await readTexts(pogFallback, 'pog_fallback-1418.geojson', {
      'a.geojson': featureCollection([{ ring: swapped, properties: BASE }]),
    });
    assert.deepEqual(made.kinds, ['axis_swapped']);
    assert.ok(areaOf(made.areas[0]?.geometry ?? []) > 7_000);
  });

  const FAULTS: [string, Record<string, unknown>, string, number][] = [
    ['no gmina', { ...BASE, gmina: undefined }, 'bad_gmina', 0],
    ['a gmina of another powiat', { ...BASE, gmina: '146501' }, 'bad_gmina', 0],
    ['no symbol', { ...BASE, symbol: null }, 'bad_symbol', 0],
    ['an unknown symbol', { ...BASE, symbol: 'MN' }, 'bad_symbol', 1],
    ['a share over 100', { ...BASE, max_coverage_pct: 300 }, 'bad_value', 1],
    ['words for a number', { ...BASE, max_height_m: 'niska' }, 'bad_value', 1],
  ];
  for (const [fault, properties, kind, areas] of FAULTS) {
    it(`${fault}: ${areas === 1 ? 'kept' : 'left out'}`, async () => {
      const made = await read([properties]);
      assert.deepEqual([made.kinds, made.areas.length], [[kind], areas]);
    });
  }

  it('leaves out zones that have another status than the first of their gmina', async () => {
    const made = await read([BASE, { ...BASE, status: 'draft' }]);
    assert.deepEqual([made.kinds, made.areas.length, made.plans.length], [['conflicting_status'], 1, 1]);
  });

  it('a status that nobody knows leaves out its own zone alone', async () => {
    for (const odd of [0, 1]) {
      const made = await read([0, 1, 2].map((at) => (at === odd ? { ...BASE, status: 'zawieszony' } : BASE)));
      assert.deepEqual([made.kinds, made.areas.length, made.plans.length], [['unknown_status'], 2, 1]);
      assert.match(made.issues[0]?.message ?? '', /must be one of draft, adopted, in_force$/);
      assert.deepEqual(made.scopes, ['1418']);
    }
  });

  it('a gmina of which no zone has a known status is not replaced, and its geometries are judged', async () => {
    const text = featureCollection([
      { ring, properties: BASE },
      { ring: [], properties: { ...BASE, gmina: '1418032', status: 'zawieszony' } },
    ]).replace(/\{"type":"Polygon","coordinates":\[\[\]\]\}/, 'null');
    const made = await readTexts(pogFallback, 'pog_fallback-1418.geojson', { 'a.geojson': text });
    assert.deepEqual(
      made.issues.map(({ kind, position, value }) => [kind, position, value]),
      [
        ['empty_geometry', 'feature 2', 'fallback/141803/SJ/1'],
        ['unknown_status', 'feature 2', 'zawieszony'],
        ['left_out', 'whole file', null],
      ],
    );
    assert.deepEqual([made.scopes, made.areas.length], [['141804'], 1]);
  });

  it('says which geometry cannot be read', async () => {
    const text = featureCollection([
      { ring, properties: BASE },
      { ring: ring.slice(0, 3), properties: BASE },
    ]);
    const made = await readTexts(pogFallback, 'pog_fallback-1418.geojson', { 'a.geojson': text });
    assert.deepEqual([made.kinds, made.issues[0]?.position], [['unreadable_geometry'], 'feature 2']);
  });
});

describe('a file of something else', () => {
  const many = (count: number, changes: Record<string, unknown>) =>
    Array.from({ length: count }, () => ({ ...BASE, ...changes }));

  it('is refused: local plans, and other units than its name says', async () => {
    const local = await read(many(3, { symbol: '1MN' }));
    assert.equal(local.lacking, '3 of 3 features have no symbol of a zone (SW, SJ …): no general plans');
    const other = await read([BASE, ...many(5, { gmina: '1206012' })]);
    assert.match(other.lacking ?? '', /^5 of 6 features are of no gmina/);
    assert.equal((await read([...many(8, {}), ...many(1, { symbol: 'MN' })])).lacking, null);
  });
});
