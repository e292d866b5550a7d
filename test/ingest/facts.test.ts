// What is stored of parcels against what the files say, worked out the slow way: every area of every file laid over the
// parcel whole, without pieces, indexes or workers. And the shares of all parcels together.

import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { openDataset } from '../../src/dataset.ts';
import { areaOf, containsPoint } from '../../src/domain/geometry/rings.ts';
import { areaWithin, intersectionArea } from '../../src/domain/geometry/test-overlay.ts';
import type { MultiPolygon } from '../../src/domain/geometry/types.ts';
import type { AddressFacts } from '../../src/domain/layers/address.ts';
import type { Facts } from '../../src/domain/layers/facts.ts';
import type { PogFact } from '../../src/domain/layers/general-plan.ts';
import { FACT_LAYERS } from '../../src/domain/layers/layer-table.ts';
import type { MpzpFact } from '../../src/domain/layers/local-plans.ts';
import { unpackFacts } from '../../src/domain/layers/packed-facts.ts';
import type { SoilFact } from '../../src/domain/layers/soil.ts';
import type { PlanRow, StagedRow } from '../../src/domain/publish/staged-rows.ts';
import { ComputePool } from '../../src/ingest/compute-pool.ts';
import type { FactRow } from '../../src/store/writer.ts';
import { randomFor } from '../../world/random.ts';
import { buildSampleData, LOADED_AT, type Sample } from '../sample.ts';
import { polygonsIn } from './bulk-file.ts';
import { query } from './load-file.ts';
import { readRows } from './registry-file.ts';

const CHECKED = 500;
/** The obręb that has contours. */
const CONTOURED = '143801_1.0002';
const TOLERANCE_PCT = 0.01;

interface Stored {
  readonly id: string;
  readonly geometry: MultiPolygon;
  readonly facts: Facts;
}

type RowOf<K extends StagedRow['kind']> = Extract<StagedRow, { kind: K }>['row'];

let sample: Sample;
let all: Stored[];
let some: Stored[];
let rows: Map<string, StagedRow[]>;

before(async () => {
  sample = await buildSampleData();
  const { data, files } = sample;
  all = query(
    data,
    'SELECT p.id, p.geom, f.facts FROM parcels p JOIN parcel_facts f USING (fid) ORDER BY p.id',
  ).map(({ id, geom, facts }) => ({
    id: String(id),
    geometry: polygonsIn(geom),
    facts: unpackFacts(String(facts)),
  }));
  const random = randomFor(11, 'facts');
  const drawn = new Set(Array.from({ length: CHECKED * 2 }, () => all[Math.floor(random() * all.length)]));
  some = [...drawn].flatMap((parcel) => parcel ?? []).slice(0, CHECKED);
  rows = new Map();
  for (const source of ['pog', 'pog_fallback', 'mpzp', 'mpzp_symbols', 'prg_addresses', 'egib']) {
    rows.set(source, (await readRows(files, source)).rows);
  }
});

function rowsOf<K extends StagedRow['kind']>(source: string, kind: K): RowOf<K>[] {
  const found = rows.get(source)?.filter((staged) => staged.kind === kind) ?? [];
  assert.ok(found.length > 0, `${source} has no ${kind}`);
  return found.map(({ row }) => row as RowOf<K>);
}

const pogOf = ({ facts }: Stored): PogFact[] => JSON.parse(facts.pog ?? '[]');
const mpzpOf = ({ facts }: Stored): MpzpFact[] => JSON.parse(facts.mpzp ?? '[]');

/** Key → percent of the parcel, by summed overlaps; scaled where areas overlap each other. */
function sharesBy<A extends { geometry: MultiPolygon }>(
  { geometry }: Stored,
  areas: readonly A[],
  keyOf: (area: A) => string,
  scaled: boolean,
): Map<string, number> {
  const sums = new Map<string, number>();
  for (const area of areas) {
    const common = intersectionArea(geometry, area.geometry);
    if (common > 0) sums.set(keyOf(area), (sums.get(keyOf(area)) ?? 0) + common);
  }
  const total = [...sums.values()].reduce((sum, value) => sum + value, 0);
  const whole = scaled ? Math.max(total, areaOf(geometry)) : areaOf(geometry);
  return new Map([...sums].map(([key, sum]) => [key, Math.min(100, (100 * sum) / whole)]));
}

/** Ground that two symbols claim belongs to neither. */
function zoneShares<A extends { geometry: MultiPolygon; symbol: string }>(
  { geometry }: Stored,
  zones: readonly A[],
  keyOf: (zone: A) => string,
): Map<string, number> {
  const shares = new Map<string, number>();
  const here = zones.filter((zone) => intersectionArea(geometry, zone.geometry) > 0);
  for (const zone of here) {
    const others = here.filter(({ symbol }) => symbol !== zone.symbol).map((other) => other.geometry);
    const share = (100 * areaWithin(geometry, [zone.geometry], others)) / areaOf(geometry);
    if (share > 0) shares.set(keyOf(zone), (shares.get(keyOf(zone)) ?? 0) + share);
  }
  return shares;
}

function assertClose(
  id: string,
  stored: ReadonlyMap<string, number>,
  slow: ReadonlyMap<string, number>,
): void {
  for (const key of new Set([...stored.keys(), ...slow.keys()])) {
    const [found, expected] = [stored.get(key) ?? 0, slow.get(key) ?? 0];
    assert.ok(
      Math.abs(found - expected) <= TOLERANCE_PCT,
      `${id}: ${key} is stored with ${found} %, it has ${expected} %`,
    );
  }
}

describe('stored facts', () => {
  it('of general plans: the shares of zones and infill areas of each plan', () => {
    let zones = 0;
    let partly = 0;
    for (const source of ['pog', 'pog_fallback']) {
      const areas = rowsOf(source, 'plan_area');
      const keyOf = ({ symbol, parameters }: RowOf<'plan_area'>) =>
        JSON.stringify([
          symbol,
          parameters?.max_height_m ?? null,
          parameters?.max_coverage_pct ?? null,
          parameters?.min_biologically_active_pct ?? null,
          parameters?.max_intensity ?? null,
        ]);
      for (const { plan_id } of rowsOf(source, 'plan')) {
        const ofPlan = areas.filter((area) => area.plan_id === plan_id);
        for (const parcel of some) {
          const fact = pogOf(parcel).find((one) => one.plan === plan_id && one.source === source);
          const stored = new Map(
            fact?.zones.map(([symbol, share, limits]) => [JSON.stringify([symbol, ...limits]), share]),
          );
          const zoned = ofPlan.filter((area) => area.role === 'zone');
          assertClose(parcel.id, stored, zoneShares(parcel, zoned, keyOf));
          zones += stored.size;
          const ouz = ofPlan.filter((area) => area.role === 'ouz');
          const inOuz = new Map(fact && fact.ouz_pct > 0 ? [['ouz', fact.ouz_pct]] : []);
          assertClose(
            parcel.id,
            inOuz,
            sharesBy(parcel, ouz, () => 'ouz', false),
          );
          if (fact && fact.ouz_pct > 0 && fact.ouz_pct < 100) partly += 1;
        }
      }
    }
    assert.ok(zones > CHECKED && partly > 5, `${zones} zones, ${partly} parcels partly in an infill area`);
  });

  it('of local plans: the share of each, and of each designation', () => {
    const outlines = rowsOf('mpzp', 'plan').filter(
      (plan): plan is PlanRow & { geometry: MultiPolygon } => plan.geometry !== null,
    );
    const designations = rowsOf('mpzp_symbols', 'plan_area');
    let told = 0;
    for (const parcel of some) {
      const facts = mpzpOf(parcel);
      assertClose(
        parcel.id,
        new Map(facts.map(({ plan, share_pct }) => [plan, share_pct])),
        sharesBy(parcel, outlines, ({ plan_id }) => plan_id, false),
      );
      assertClose(
        parcel.id,
        new Map(
          facts.flatMap(({ plan, designations }) =>
            designations.map(([symbol, share]): [string, number] => [`${plan} ${symbol}`, share]),
          ),
        ),
        sharesBy(parcel, designations, ({ plan_id, symbol }) => `${plan_id} ${symbol}`, false),
      );
      told += facts.length;
    }
    assert.ok(told > 80, `${told} plans on parcels`);
  });

  it('of soil: the shares of contours, where an extract has drawn them', () => {
    const contours = rowsOf('egib', 'soil_contour');
    const there = all.filter(({ id }) => id.startsWith(`${CONTOURED}.`));
    let split = 0;
    for (const parcel of there) {
      const fact: SoilFact | null = JSON.parse(parcel.facts.soil ?? 'null');
      const stored = new Map(fact && 'classes' in fact ? fact.classes : []);
      assertClose(
        parcel.id,
        stored,
        sharesBy(parcel, contours, ({ symbol }) => symbol, true),
      );
      if (stored.size > 1) split += 1;
    }
    assert.ok(there.length > 100 && split > 5, `${split} of ${there.length} parcels in two contours`);
  });

  it('of addresses: exactly those whose point lies on the parcel', () => {
    const points = rowsOf('prg_addresses', 'address');
    let told = 0;
    for (const parcel of some) {
      const stored: AddressFacts | null = JSON.parse(parcel.facts.address ?? 'null');
      const facts = stored?.addresses ?? [];
      const here = points.filter(({ position }) => containsPoint(parcel.geometry, position));
      assert.deepEqual(
        new Set(facts.map((fact) => fact.join('|'))),
        new Set(here.map((row) => [row.locality, row.street, row.house_number, row.postcode].join('|'))),
        parcel.id,
      );
      told += facts.length;
    }
    assert.ok(told > 80, `${told} addresses`);
  });
});

describe('worker threads', () => {
  it('work out the same facts, a hundred parcels at a time', async () => {
    await using dataset = openDataset(sample.data);
    const at = LOADED_AT.toISOString();
    const run = { source: 'terc', file: 'none', sha256: '', synthetic: true, started_at: at } as const;
    const stage = await dataset.writer.stage(run);
    const pool = new ComputePool(new URL('../../src/compute-worker.ts', import.meta.url));
    try {
      const chunks = [0, 100, 200, 300].map((from) => some.slice(from, from + 100).map(({ id }) => id));
      const job = { address: await stage.evidence(), layers: FACT_LAYERS, chunks: chunks.length };
      const found = new Map<string, FactRow['facts']>();
      const keep = async (worked: FactRow[]) => {
        for (const { id, facts } of worked) found.set(id, facts);
      };
      await pool.run(job, async () => chunks.shift() ?? [], keep);
      assert.deepEqual(found, new Map(some.slice(0, 400).map(({ id, facts }) => [id, facts])));
    } finally {
      await pool.close();
      await stage.fail('only asked', at);
    }
  });
});

describe('all parcels of the sample', () => {
  it('have shares that are told from the largest and never add up to more than 100', () => {
    const hundredths = (shares: readonly number[]) =>
      shares.reduce((sum, share) => sum + Math.round(share * 100), 0);
    for (const parcel of all) {
      const lists = [
        ...pogOf(parcel).map(({ zones }) => zones.map(([, share]) => share)),
        ...mpzpOf(parcel).map(({ designations }) => designations.map(([, share]) => share)),
      ];
      for (const shares of lists) {
        assert.ok(hundredths(shares) <= 10_000, `${parcel.id}: ${shares}`);
        assert.deepEqual(
          shares,
          [...shares].sort((a, b) => b - a),
          parcel.id,
        );
      }
      const single = [
        ...pogOf(parcel).map(({ ouz_pct }) => ouz_pct),
        ...mpzpOf(parcel).map((m) => m.share_pct),
      ];
      assert.ok(
        single.every((share) => share >= 0 && share <= 100),
        parcel.id,
      );
    }
  });

  it('lie in the zones of their gmina on all of their ground', () => {
    const planned = all.filter(({ id }) => /^(141803|141804|143805)/.test(id));
    assert.ok(planned.length > 1_800);
    for (const parcel of planned) {
      const fact = pogOf(parcel).find(({ source }) => source === 'pog');
      const sum = fact?.zones.reduce((total, [, share]) => total + share, 0) ?? 0;
      assert.ok(sum > 99.9, `${parcel.id}: zones on ${sum} %`);
    }
  });
});
