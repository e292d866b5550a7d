import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LAYER_KEYS, type LayerKey } from '../../contract/layers.ts';
import type { Coverage } from '../../contract/sources.ts';
import type { CorpusParts } from '../corpus/corpus.ts';
import { SOURCE_IDS, type SourceId } from '../corpus/registers.ts';
import { answersOf } from './answers-of.ts';
import { coverageInGmina, coverageOnParcel } from './coverage-here.ts';
import { layersOf } from './layer-registers.ts';
import { answerPermits, NO_PERMITS } from './permits.ts';
import { corpusOf, DAY, GMINA, parcelWith, plan, state } from './test-planning-corpus.ts';

const POG = plan('1POG');
const REPEALED = plan('1POG', { effective_to: '2026-09-01' });
const SWEPT = plan('2POG', { source: 'pog_fallback' });
const LOCAL = plan('1', { source: 'mpzp', kind: 'mpzp' });
const LOCAL_BY_GMINA = { ...LOCAL, source: 'mpzp_symbols' } as const;
const EGIB = state('egib');
const FOREIGN = {
  states: [state('egib', '1261'), state('gdos', 'Rezerwaty/14'), state('flood', 'flood_q100/14')],
};
const NOTHING_COMPUTED = { computed: [] };

describe('coverage of a source in a gmina', () => {
  type Row = [string, Partial<CorpusParts>, SourceId, LayerKey | undefined, Coverage, gmina6?: string];
  const TABLE: Row[] = [
    ['the cadastre itself', {}, 'egib', undefined, 'covered'],
    ['a powiat without parcels', { states: [state('pog')], plans: [POG] }, 'pog', 'pog', 'not_covered'],
    ['a plan', { plans: [POG] }, 'pog', undefined, 'covered'],
    ['no plan of this gmina', { plans: [POG] }, 'pog', undefined, 'not_covered', '141804'],
    ['only a repealed plan', { plans: [REPEALED] }, 'pog', 'pog', 'covered_no_data'],
    ['a plan of the other register', { plans: [POG] }, 'pog_fallback', undefined, 'not_covered'],
    ['both registers', { plans: [POG, SWEPT] }, 'pog_fallback', undefined, 'covered'],
    ['a local plan', { plans: [LOCAL] }, 'mpzp', 'wz', 'covered'],
    ['a local plan that only the gmina tells', { plans: [LOCAL_BY_GMINA] }, 'mpzp', 'mpzp', 'covered'],
    ['a plan not worked out', { plans: [POG], ...NOTHING_COMPUTED }, 'pog', 'planning', 'not_computed'],
    [
      'permits need no working out',
      { states: [EGIB, state('rwdz', '14')], ...NOTHING_COMPUTED },
      'rwdz',
      undefined,
      'covered',
    ],
    ['land use', {}, 'egib', 'soil', 'covered'],
    ['no buildings', {}, 'egib', 'buildings', 'not_covered'],
    [
      'roads without buildings',
      { states: [EGIB, state('bdot10k', '1418', { publishes: ['road'] })] },
      'bdot10k',
      'buildings',
      'not_covered',
    ],
    [
      'roads',
      { states: [EGIB, state('bdot10k', '1418', { publishes: ['road'] })] },
      'bdot10k',
      undefined,
      'covered',
    ],
    [
      'the reach of flood maps without a zone',
      { states: [EGIB, state('flood', 'flood_reach/')] },
      'flood',
      undefined,
      'not_covered',
    ],
    [
      'one class of flood',
      { states: [EGIB, state('flood', 'flood_q100/')] },
      'flood',
      undefined,
      'not_covered',
    ],
    [
      'flood maps',
      { states: [EGIB, ...['q10', 'q100', 'q500'].map((part) => state('flood', `flood_${part}/`))] },
      'flood',
      undefined,
      'covered',
    ],
    [
      'one form of protection',
      { states: [EGIB, state('gdos', 'Rezerwaty/')] },
      'gdos',
      undefined,
      'not_covered',
    ],
    ['flood maps beyond the voivodeship', FOREIGN, 'flood', undefined, 'not_covered', '126101'],
    ['kinds of protection beyond it', FOREIGN, 'gdos', undefined, 'not_covered', '126101'],
    ['units of the country', { states: [state('terc', '')] }, 'terc', undefined, 'covered', '126101'],
  ];
  for (const [name, parts, source, layer, expected, gmina6 = GMINA] of TABLE) {
    it(name, () => {
      assert.equal(coverageInGmina(source, layer, gmina6, corpusOf(parts), DAY), expected);
    });
  }
});

describe('coverage of a source on a parcel', () => {
  const on = (
    parts: Partial<CorpusParts>,
    facts: Parameters<typeof parcelWith>[0],
    source: SourceId,
    layer?: LayerKey,
  ) => {
    const corpus = corpusOf(parts);
    const subject = parcelWith(facts, corpus);
    const answerOf = (key: LayerKey) =>
      key === 'permits' ? answerPermits(subject, corpus, NO_PERMITS) : answersOf(subject, corpus, DAY)(key);
    const answers = Object.fromEntries(LAYER_KEYS.map((key) => [key, answerOf(key)]));
    return coverageOnParcel(source, layer, answers, subject, corpus, DAY);
  };

  it('is that of a reserve which decides about zoning', () => {
    const parts = { states: [EGIB, state('gdos', '')], plans: [{ ...POG, lacks_ouz: null }, LOCAL] };
    const reserve = { forms: [['rezerwat', null, 'Las', 100]], buffers: [] };
    assert.equal(on(parts, { protected: reserve }, 'gdos', 'wz'), 'covered');
    assert.equal(on(parts, {}, 'gdos', 'wz'), 'covered_no_data', 'a part that did not decide');
  });

  it('of plans that are not worked out is said by every register that holds some', () => {
    const parts = {
      states: [EGIB, state('mpzp_symbols', GMINA)],
      plans: [POG, SWEPT, LOCAL],
      ...NOTHING_COMPUTED,
    };
    for (const source of ['pog', 'pog_fallback', 'mpzp', 'mpzp_symbols'] as const) {
      assert.equal(on(parts, {}, source), 'not_computed', source);
    }
  });

  it('is told for every layer of every source, with nothing held and with everything', () => {
    const all = SOURCE_IDS.map((source) => state(source, ''));
    for (const states of [[EGIB], all]) {
      for (const source of SOURCE_IDS) {
        for (const layer of layersOf(source))
          assert.ok(on({ states }, {}, source, layer), `${source} ${layer}`);
      }
    }
  });
});
