import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ALL_LOCAL_PLANS } from '../../domain/layers/local-plans.ts';
import { FormatError } from '../formats/format-error.ts';
import type { Recipe } from '../recipe.ts';
import { mpzpSymbols } from './mpzp-symbols.ts';
import { featureCollection, readTexts, square } from './test-plans.ts';

const NAMESPACE = 'PL.ZIPPZP.1234/141803-MPZP';
const CRS = { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::2180' } };

describe('designations in GeoJSON', () => {
  const feature = (place: number, properties: Record<string, unknown>) => ({
    ring: square(place),
    properties,
  });

  it('name their plan, which the registry describes', async () => {
    const features = [
      feature(0, { plan_id: `${NAMESPACE}/7`, symbol: '1MN', name: 'zabudowa jednorodzinna' }),
      feature(1, { plan: `${NAMESPACE}/7`, symbol: '1MN' }),
    ];
    const made = await readTexts(mpzpSymbols, 'mpzp-141803.geojson', {
      'mpzp-141803.geojson': featureCollection(features, { crs: CRS }),
    });
    assert.deepEqual([made.kinds, made.plans.length], [[], 0]);
    assert.deepEqual(
      made.areas.map(({ area_id, plan_id, name, geometry }) => [
        area_id,
        plan_id,
        name,
        geometry[0]?.[0]?.[0]?.[0],
      ]),
      [
        [`${NAMESPACE}/7/1MN/1`, `${NAMESPACE}/7`, 'zabudowa jednorodzinna', 640_000],
        [`${NAMESPACE}/7/1MN/2`, `${NAMESPACE}/7`, null, 640_100],
      ],
    );
  });

  it('that lie out of their gmina are left out, and the file is not the whole that it claims to be', async () => {
    const text = featureCollection([feature(0, { plan_id: `${NAMESPACE}/7`, symbol: '1MN' })], {
      crs: CRS,
      complete: true,
    });
    const file = { 'mpzp-141803.geojson': text };
    const inside = await readTexts(mpzpSymbols, 'mpzp-141803.geojson', file);
    assert.deepEqual([inside.kinds, inside.claims], [[], [ALL_LOCAL_PLANS]]);
    const elsewhere = { unitOf: async () => null, outside: async () => 'it lies elsewhere' };
    const read: Recipe['read'] = (paths, name, served) => mpzpSymbols.read(paths, name, served, elsewhere);
    const made = await readTexts({ ...mpzpSymbols, read }, 'mpzp-141803.geojson', file);
    assert.deepEqual([made.kinds, made.areas, made.claims], [['outside_unit'], [], undefined]);
  });

  it('describe their plan where no act does', async () => {
    const facts = {
      status: 'in_force',
      effective_from: '2010-05-01',
      resolution_url: 'https://bip.example.pl/1',
    };
    const made = await readTexts(mpzpSymbols, 'mpzp-141803.geojson', {
      'mpzp-141803.geojson': featureCollection(
        [
          feature(0, { plan_id: 12, gmina: '1418032', symbol: 'MN', title: 'Wólka', ...facts }),
          feature(1, { plan_id: 12, gmina: '141803', symbol: 'RM' }),
        ],
        { crs: CRS, as_of: '2026-09-01' },
      ),
    });
    assert.deepEqual([made.kinds, made.as_of, made.scopes], [[], '2026-09-01', ['141803']]);
    const { title, process, effective_from, resolution_url, geometry } = made.plans[0] ?? assert.fail();
    assert.equal(made.plans.length, 1);
    assert.deepEqual(
      [title, process, effective_from, resolution_url, geometry],
      ['Wólka', 'legalForce', '2010-05-01', 'https://bip.example.pl/1', null],
    );
    assert.deepEqual(
      made.areas.map(({ plan_id, symbol }) => `${plan_id} ${symbol}`),
      ['141803-MPZP/12 MN', '141803-MPZP/12 RM'],
    );
  });

  it('are all there are where the collection says so and none is left out', async () => {
    const whole = [feature(0, { plan_id: `${NAMESPACE}/7`, symbol: 'MN' })];
    const lacking = [...whole, feature(1, { plan_id: `${NAMESPACE}/7` })];
    const CASES: [Parameters<typeof featureCollection>[0], Record<string, unknown>, string[] | undefined][] =
      [
        [whole, { complete: true }, [ALL_LOCAL_PLANS]],
        [whole, { complete: 'yes' }, undefined],
        [whole, {}, undefined],
        [lacking, { complete: true }, undefined],
      ];
    for (const [features, members, claims] of CASES) {
      const text = featureCollection(features, { crs: CRS, ...members });
      const made = await readTexts(mpzpSymbols, 'mpzp-1418.geojson', { 'a.geojson': text });
      assert.deepEqual(made.claims, claims);
    }
  });

  const FAULTS: [string, Record<string, unknown>, string][] = [
    ['no symbol', { plan_id: `${NAMESPACE}/7` }, 'missing_symbol'],
    ['no plan', { symbol: 'MN', gmina: '141803' }, 'unknown_plan'],
    ['a bare plan number without a gmina', { symbol: 'MN', plan_id: '7' }, 'unknown_plan'],
    ['another powiat', { symbol: 'MN', plan_id: '8', gmina: '146501', status: 'draft' }, 'outside_scope'],
  ];
  for (const [fault, properties, kind] of FAULTS) {
    it(`${fault}: left out`, async () => {
      const text = featureCollection([feature(0, properties)], { crs: CRS });
      const made = await readTexts(mpzpSymbols, 'mpzp-1418.geojson', { 'a.geojson': text });
      assert.deepEqual([made.kinds, made.plans, made.areas], [[kind], [], []]);
    });
  }

  it('in a coordinate system that is not known are refused', async () => {
    const crs = { type: 'name', properties: { name: 'EPSG:3857' } };
    const text = featureCollection([feature(0, { symbol: 'MN' })], { crs });
    await assert.rejects(readTexts(mpzpSymbols, 'mpzp-1418.geojson', { 'a.geojson': text }), (error) => {
      assert.ok(error instanceof FormatError);
      assert.match(error.message, /EPSG:3857.*expected the name of a coordinate system/);
      return true;
    });
  });
});
