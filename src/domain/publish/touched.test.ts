import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Plan } from '../corpus/corpus.ts';
import { AdminDirectory } from '../places/admin-units.ts';
import {
  groundOfNeighbours,
  leftForLater,
  powiatyOf,
  retoldPlans,
  TouchedGround,
  uncomputedPowiaty,
} from './touched.ts';

describe('the ground around evidence', () => {
  it('is its box, where it counts by overlap', () => {
    const ground = new TouchedGround();
    assert.deepEqual(ground.near([{ role: 'pog_zone', box: [1, 2, 3, 4] }]), [[1, 2, 3, 4]]);
    assert.deepEqual(ground.far(), []);
  });

  it('is taken together square by square, where it reaches far, and grown by that reach', () => {
    const ground = new TouchedGround();
    const price = (x: number) => ({ role: 'price', box: [x, 0, x, 0] as const });
    assert.deepEqual(ground.near([price(10), price(4_990), price(5_001)]), []);
    assert.deepEqual(ground.far(), [
      [10 - 5_000, -5_000, 4_990 + 5_000, 5_000],
      [1, -5_000, 10_001, 5_000],
    ]);
    const roads = new TouchedGround();
    roads.near([{ role: 'road', box: [0, 0, 10, 10] }]);
    assert.deepEqual(roads.far(), [[-1_000, -1_000, 1_010, 1_010]]);
  });

  it('of a parcel is that of its neighbours', () => {
    assert.deepEqual(groundOfNeighbours([[0, 0, 1, 1]]), [[-0.5, -0.5, 1.5, 1.5]]);
  });
});

describe('plans that are told otherwise', () => {
  const plan: Plan = {
    plan_id: 'P',
    source: 'pog',
    kind: 'pog',
    gmina6: '141803',
    title: null,
    process: 'legalForce',
    effective_from: null,
    effective_to: null,
    adopted_on: null,
    resolution_url: null,
    lacks_zones: null,
    lacks_ouz: null,
  };
  const TABLE: [string, Partial<Plan>, string[]][] = [
    ['nothing', {}, []],
    ['its status', { process: 'elaboration' }, ['P']],
    ['its first day', { effective_from: '2026-08-01' }, ['P']],
    ['its title, which it had not', { title: 'Plan' }, ['P']],
    ['which infill areas it lacks', { lacks_ouz: 0 }, ['P']],
    ['which zones it lacks', { lacks_zones: 1 }, ['P']],
  ];
  for (const [name, change, retold] of TABLE) {
    it(name, () => assert.deepEqual(retoldPlans([{ ...plan, ...change }], [plan]), retold));
  }
  it('not one that is new: its ground is', () => assert.deepEqual(retoldPlans([plan], []), []));
});

describe('what was left for later', () => {
  const computed = [
    { layer: 'pog', powiat: '1418' },
    { layer: 'mpzp', powiat: '1418' },
    { layer: 'pog', powiat: '1438' },
  ] as const;

  it('is worked out for all of a powiat at once', () => {
    assert.deepEqual(uncomputedPowiaty(['1418', '1438', '1401'], ['pog', 'mpzp'], computed), [
      '1438',
      '1401',
    ]);
    assert.deepEqual(uncomputedPowiaty(['1418'], [], computed), []);
  });

  it('concerns powiaty by the scopes of a load and where it touches parcels', () => {
    assert.deepEqual(powiatyOf(['141803_2.0009', 'flood_q100/14', '14'], ['1438', '1418']), ['1418', '1438']);
  });

  it('is told layer by layer, of powiaty whose parcels are held', () => {
    const state = (scope: string) => ({
      source: 'egib' as const,
      scope,
      as_of: null,
      last_success_at: '',
      observed_since: '',
      file_sha256: '',
      rows: 0,
      synthetic: false,
      publishes: [],
    });
    const left = leftForLater({
      version: 1,
      admin: new AdminDirectory([], []),
      states: [state('1418'), state('141803_2.0009')],
      plans: [],
      mpzp_cover: [],
      computed,
    });
    assert.deepEqual(new Set(left.map(({ powiat }) => powiat)), new Set(['1418']));
    assert.ok(!left.some(({ layer }) => layer === 'pog') && left.some(({ layer }) => layer === 'soil'));
  });
});
