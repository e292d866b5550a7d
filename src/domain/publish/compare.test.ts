import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { SourceId } from '../corpus/registers.ts';
import {
  ChangeTally,
  markServed,
  markStaged,
  ReplacedTally,
  ROW_KINDS,
  replacedKinds,
  type ServedPair,
  type StagedPair,
  stagedCount,
} from './compare.ts';

const NONE = { parcels: 0, boundaries: 0, terc: 0, plans: 0, permits: 0 };
const contents = (rows: Partial<typeof NONE> = {}, roles: string[] = []) => ({
  rows: { ...NONE, ...rows },
  evidence: new Map(roles.map((role) => [role, 1])),
  land_use: false,
  issues: 0,
});
const served = (ref: number, row: Partial<ServedPair> = {}): ServedPair => ({
  ref,
  place: '1418',
  is_staged: false,
  role: '',
  piece: 0,
  ...row,
});

describe('a load', () => {
  const TABLE: [string, SourceId, Partial<typeof NONE>, string[]][] = [
    ['of the cadastre', 'egib', { parcels: 3 }, ['parcels', 'evidence']],
    ['of TERC', 'terc', { terc: 5 }, ['terc', 'evidence']],
    ['of boundaries', 'prg', { boundaries: 5 }, ['boundaries', 'evidence']],
    ['of plans, though there is none', 'pog', {}, ['plans', 'evidence']],
    ['of permits', 'rwdz', { permits: 1 }, ['evidence', 'permits']],
    ['of addresses says nothing of parcels', 'prg_addresses', {}, ['evidence']],
  ];
  for (const [name, source, rows, kinds] of TABLE) {
    it(name, () => assert.deepEqual(replacedKinds(source, contents(rows)), kinds));
  }
});

describe('a staged row', () => {
  const pair = (hash: string, known: string | null, part: Partial<StagedPair> = {}): StagedPair => ({
    ref: 1,
    hash,
    served: known === null ? null : { ref: 9, hash: known },
    role: '',
    piece: 0,
    ...part,
  });
  it('is told once as created, changed or neither, whatever it is stored in', () => {
    const tally = new ChangeTally();
    const piece = { role: 'protected', piece: 1 };
    tally.addStaged([pair('a', null), pair('a', 'b'), pair('a', 'a'), pair('', '')]);
    tally.addStaged([pair('a', null, piece), pair('a', null, { role: 'mpzp_act' })]);
    tally.addServed([served(1), served(2, { is_staged: true }), served(3, piece)]);
    assert.deepEqual({ ...tally }, { created: 1, changed: 1, removed: 1 });
  });
  it('that is not served is brought', () => {
    assert.deepEqual(markStaged('parcels', [pair('a', null)]), { fresh: [1], gone: [], changed: [] });
  });
  it('that is served so is left alone', () => {
    assert.deepEqual(markStaged('evidence', [pair('a', 'a')]), { fresh: [], gone: [], changed: [] });
  });
  it('that differs replaces a parcel in place, and anything else by taking it away', () => {
    assert.deepEqual(markStaged('parcels', [pair('a', 'b')]), { fresh: [1], gone: [], changed: [9] });
    assert.deepEqual(markStaged('evidence', [pair('a', 'b')]), { fresh: [1], gone: [9], changed: [] });
  });
  it('of a kind that is written anew is brought whatever is served', () => {
    assert.deepEqual(markStaged('terc', [pair('', '')]), { fresh: [1], gone: [9], changed: [] });
  });
});

describe('a served row of the scope', () => {
  it('is gone when the load does not hold it', () => {
    const { marks } = markServed('pog', [served(1), served(2, { is_staged: true })], contents());
    assert.deepEqual(marks, { fresh: [], gone: [1], changed: [] });
  });
  it('of a class that a cadastre or BDOT10k leaves out stays, and does not count', () => {
    const page = [served(1, { role: 'building' }), served(2, { role: 'soil_contour' })];
    const { marks, told } = markServed('egib', page, contents({ parcels: 1 }, ['building']));
    assert.deepEqual([marks.gone, told.map(({ ref }) => ref)], [[1], [1]]);
    assert.deepEqual(markServed('pog', page, contents()).marks.gone, [1, 2]);
  });
});

describe('what is replaced', () => {
  it('is counted scope by scope, parcels apart, pieces once', () => {
    const tally = new ReplacedTally(['1418', 'flood_q100/14']);
    tally.add('parcels', [served(1, { place: '141803_2.0009.1' }), served(2, { is_staged: true })]);
    tally.add('evidence', [
      served(3, { place: 'flood_q100/14', role: 'flood_q100' }),
      served(3, { place: 'flood_q100/14', role: 'flood_q100', piece: 1 }),
    ]);
    tally.add('plans', [served(4)]);
    assert.deepEqual(tally.scopes(), [
      { scope: '1418', live: 2, missing: 1, parcels: { live: 2, missing: 1 } },
      { scope: 'flood_q100/14', live: 1, missing: 1, parcels: { live: 0, missing: 0 } },
    ]);
    assert.deepEqual(tally.total(), { live: 3, missing: 2, parcels: { live: 2, missing: 1 } });
  });
});

it('loading turns what is served into what is staged, whatever both hold', () => {
  const rows = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd', 'e'), fc.constantFrom('1', '2'));
  fc.assert(
    fc.property(rows, rows, fc.constantFrom(...ROW_KINDS), (before, load, kind) => {
      const keys = ['a', 'b', 'c', 'd', 'e'];
      const refOf = (key: string) => keys.indexOf(key);
      const known = (key: string) =>
        before[key] === undefined ? null : { ref: refOf(key), hash: before[key] };
      const staged = markStaged(
        kind,
        Object.entries(load).map(([key, hash]) => ({
          ref: refOf(key),
          hash,
          served: known(key),
          role: '',
          piece: 0,
        })),
      );
      const { marks } = markServed(
        'pog',
        Object.keys(before).map((key) => served(refOf(key), { is_staged: key in load })),
        contents(),
      );
      const gone = new Set([...staged.gone, ...staged.changed, ...marks.gone]);
      const after = Object.fromEntries([
        ...Object.entries(before).filter(([key]) => !gone.has(refOf(key))),
        ...staged.fresh.map((ref) => [keys[ref], load[keys[ref] ?? '']]),
      ]);
      assert.deepEqual(after, { ...load });
      assert.equal(
        gone.size,
        staged.gone.length + staged.changed.length + marks.gone.length,
        'no row goes twice',
      );
    }),
  );
});

it('rows are counted as reports tell them: an outline belongs to its act', () => {
  assert.equal(stagedCount(contents({ plans: 2 }, ['mpzp_act', 'mpzp_area'])), 3);
});
