// A check never contradicts its layer (law §7): where a layer is not known, the check says the layer's own words; result and value
// of wz_possible are those of `wz`. Over every parcel of the sample world, and over layers in each state.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { BUILDING_USES, type CheckId, type CheckItem } from '../src/contract/answers.ts';
import type { LayerAnswer } from '../src/contract/layers.ts';
import { datasetIn } from '../src/data-folder.ts';
import { assessAnswers } from '../src/domain/assess/assessment.ts';
import { parcel } from '../src/domain/assess/test-parcel.ts';
import { assessBuilding, type BuildingInput } from '../src/domain/assess/verdict.ts';
import { POLAND_BOX } from '../src/domain/geometry/projection.ts';
import { measuredParts } from '../src/domain/law/judged-parts.ts';
import { notComputed, notCovered } from '../src/domain/layers/answer.ts';
import { answersOf } from '../src/domain/layers/answers-of.ts';
import type { AnswerOf } from '../src/domain/layers/layer-definition.ts';
import { subjectIn } from '../src/service/operations/load-record.ts';
import { createSnapshotCache } from '../src/service/snapshot/snapshot-cache.ts';
import type { Store } from '../src/store/reads.ts';
import { openSqliteStore } from '../src/store/sqlite/read-pool.ts';
import { buildSampleData } from './sample.ts';
import { shapesInBox } from './shapes-in-box.ts';

const DAYS = ['2026-08-31', '2026-11-15'] as const;

let store: Store;
before(async () => {
  store = openSqliteStore(datasetIn((await buildSampleData()).data));
});
after(() => store.close());

const isKnown = ({ coverage }: Pick<LayerAnswer, 'coverage'>) =>
  coverage === 'covered' || coverage === 'covered_no_data';

/** Words that are only true of a layer that is not known, or not held. */
const DENIALS = /not published here|not held|not available|No landslide inventory|do not cover/;

/** A flood zone of a loaded class warns though the layer cannot answer; the layer's words stand beside it. */
function assertAgrees(check: CheckItem, answer: LayerAnswer, about: string): void {
  const detail = check.detail ?? '';
  if (!isKnown(answer)) assert.ok(detail.includes(answer.note), `${about}: ${detail} / ${answer.note}`);
  assert.deepEqual(check.value, answer.value, about);
  assert.doesNotMatch(detail, /\.\.|undefined|General plan: General plan/, about);
}

test('in the sample world every check agrees with its layer', () =>
  store.read(async (reads) => {
    const known = await createSnapshotCache()(reads);
    const ids = [...(await shapesInBox(reads, POLAND_BOX)).keys()];
    const parcels = [...(await reads.parcels(ids)).values()];
    const verdicts = new Set<string>();
    for (const day of DAYS) {
      const context = { reads, ...known, now: new Date(`${day}T12:00:00Z`), day };
      for (const stored of parcels) {
        const subject = subjectIn(context, stored);
        const answerOf = answersOf(subject, context.corpus, day);
        const { checks, verdict, summary } = assessAnswers(answerOf, subject, context.corpus, day);
        verdicts.add(verdict);
        const about = `${stored.id} on ${day}`;
        for (const check of checks) {
          const { id, detail } = check;
          if (id === 'flood_q100' || id === 'landslide' || id === 'protected' || id === 'road_access') {
            assertAgrees(check, answerOf(id === 'flood_q100' ? 'flood' : id), `${id} of ${about}`);
            if (isKnown(answerOf(id === 'flood_q100' ? 'flood' : id)))
              assert.doesNotMatch((detail ?? '').replace(/Not held for this place:.*/, ''), DENIALS, about);
          }
          if (id === 'mpzp_status') assertAgrees(check, answerOf('mpzp'), `${id} of ${about}`);
          if (id === 'wz_possible') {
            const wz = answerOf('wz');
            assert.deepEqual(check.value, wz.value, about);
            if (!isKnown(wz)) assert.deepEqual([check.result, detail], ['unknown', wz.note], about);
          }
        }
        const soil = answerOf('soil');
        if (/Recorded without areas/.test(soil.note))
          for (const { detail } of checks)
            assert.doesNotMatch(detail ?? '', /Land use is not published/, about);
        assert.doesNotMatch(summary, /\.\.|undefined|null|: \.|\(\)/, about);
        if (verdict === 'pass' || (verdict === 'conditional' && /applied for/.test(summary)))
          assert.match(
            summary,
            /register of local plans holds what the gmina has entered, as of \d{4}/,
            about,
          );
      }
    }
    for (const verdict of ['conditional', 'fail', 'unknown']) assert.ok(verdicts.has(verdict), verdict);
  }));

/** Codes, plurals in brackets, marks of titles: nothing that a person would not write. */
const NOT_WORDS =
  /\b[a-z]+_[a-z_]+|\(s\)|SYNTHETIC|\bzone [A-Z]{2}(?:, [A-Z]{2})* and|not available|\.\.|\(\(/;
const URLS = /https?:\S+/g;
const OFFERS = /^(?:For [^:]*: )?(?:building can be applied for|the local plan provides for building)/i;

test('in the sample world the checks of an answer agree with each other and with the summary', () =>
  store.read(async (reads) => {
    const known = await createSnapshotCache()(reads);
    const ids = [...(await shapesInBox(reads, POLAND_BOX)).keys()];
    const seen = new Set<string>();
    for (const stored of (await reads.parcels(ids)).values()) {
      const context = { reads, ...known, now: new Date('2026-11-15T12:00:00Z'), day: '2026-11-15' };
      const { corpus, day } = context;
      const subject = subjectIn(context, stored);
      const answerOf = answersOf(subject, corpus, day);
      for (const use of BUILDING_USES) {
        const about = `${stored.id} for ${use}`;
        const { checks, verdict, summary } = assessAnswers(answerOf, subject, corpus, day, use);
        const by = Object.fromEntries(checks.map((check) => [check.id, check])) as Record<CheckId, CheckItem>;
        const { pog_zone, wz_possible, mpzp_status, mpzp_params } = by;
        const texts = [summary, ...checks.map(({ detail }) => detail ?? '')];
        for (const text of texts) assert.doesNotMatch(text.replace(URLS, ''), NOT_WORDS, about);
        assert.ok(summary.split(/\.\s+(?=\p{Lu})/u).length <= 2, `${about}: ${summary}`);
        const isOpen = verdict === 'pass' || verdict === 'conditional';
        const isByDecision = isOpen && /could be applied for|can be applied for/.test(summary);

        // Whether a decision is the way is the same everywhere, for the same use.
        if (/no zoning-decision route/.test(mpzp_status.detail ?? ''))
          assert.ok(
            [wz_possible, pog_zone].some(({ result }) => result === 'fail'),
            about,
          );
        if (use !== 'any' && mpzp_status.result === 'fail')
          assert.ok(
            [wz_possible, pog_zone].some(({ result }) => result === 'fail'),
            about,
          );
        const setsThem = /a zoning decision sets them/.test(mpzp_params.detail ?? '');
        if (mpzp_params.result === 'pass') assert.equal(setsThem, isByDecision, about);

        // Limits are those of the ground that is open by decision.
        const quoted = [...(mpzp_params.detail ?? '').matchAll(/[(;] ?([A-Z]{2})(?: on|:)/g)].map(
          ([, zone]) => zone,
        );
        const offered = /applied for on [^(]*\(([^)]*)\)/.exec(summary)?.[1] ?? '';
        for (const zone of quoted) assert.ok(offered.includes(`${zone} in OUZ`), `${about}: ${zone}`);
        if (quoted.length > 0) seen.add('limits');

        // Farmland has to be excluded from production: in the summary too, and free of charge for a house alone.
        const farmland = texts.slice(1).find((text) => /Farmland of classes I–III/.test(text));
        if (isOpen && farmland) {
          seen.add('farmland');
          assert.match(summary, /needed as well: a decision excluding the farmland/i, about);
        }
        if (use !== 'any' && use !== 'house') assert.doesNotMatch(texts.join(), /0\.05 ha/, about);

        const { status = null } = answerOf('mpzp').value ?? {};
        if (status === 'adopted' || status === 'draft') {
          seen.add(`plan ${status}`);
          assert.match(
            summary,
            status === 'adopted' ? /local plan is adopted/ : /local plan is in preparation/,
            about,
          );
        }
        if (/itself land of a public road/.test(answerOf('road_access').note)) {
          seen.add('road');
          assert.doesNotMatch(summary, OFFERS, about);
        }
      }
    }
    assert.deepEqual([...seen].sort(), ['farmland', 'limits', 'plan adopted', 'plan draft', 'road']);
  }));

/** Rounded sums of some of the sizes: what a text may call a piece of ground. */
function sumsOf(sizes: readonly number[]): number[] {
  let sums = [0];
  for (const size of sizes) sums = [...sums, ...sums.map((sum) => sum + size)];
  return sums.map((sum) => Math.round(sum * 100) / 100);
}

const numbersIn = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map((found) =>
    found.slice(1).map((number) => Number(number.replaceAll(',', ''))),
  );

/** Shares that layers tell: of zones, plans, uses of land (together too), floods and forms of protection. */
function sharesTold(answerOf: AnswerOf): number[] {
  const notes = (['pog', 'mpzp', 'flood', 'protected'] as const).map((layer) => answerOf(layer).note);
  return [
    ...notes.flatMap((note) => numbersIn(note, /([\d.]+) %/g).flat()),
    ...sumsOf(answerOf('soil').value?.classes.map(({ share_pct }) => share_pct) ?? []),
    ...(answerOf('pog').value?.zones.map(({ share_pct }) => share_pct) ?? []),
  ];
}

/** Words have whole metres, each rounded by itself; sums of fractions are not exact. */
const isTold = (area_m2: number, told_m2: number): boolean => Math.abs(area_m2 - told_m2) <= 0.505;

test('in the sample world every share and size in a text is that of the parts or of a layer', () =>
  store.read(async (reads) => {
    const known = await createSnapshotCache()(reads);
    const ids = [...(await shapesInBox(reads, POLAND_BOX)).keys()];
    const day = '2026-11-15';
    const context = { reads, ...known, now: new Date(`${day}T12:00:00Z`), day };
    let [told, noted] = [0, 0];
    for (const stored of (await reads.parcels(ids)).values()) {
      const { area_geometry_m2: area_m2 } = stored;
      const subject = subjectIn(context, stored);
      const answerOf = answersOf(subject, context.corpus, day);
      for (const use of ['any', 'house'] as const) {
        const { checks, summary, parts: judged } = assessAnswers(answerOf, subject, context.corpus, day, use);
        const about = `${stored.id} for ${use}`;
        const parts = measuredParts(judged, area_m2);
        const shares = parts.map(({ share_pct }) => share_pct);
        const sizes = parts.map((part) => part.area_m2);
        const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0);
        // Slivers are told with other parts: nothing of the parcel is left out.
        assert.ok(Math.abs(sum(shares) - 100) < 0.001, `${about}: ${shares}`);
        assert.ok(Math.abs(sum(sizes) - area_m2) < 0.006, `${about}: ${sizes} of ${area_m2}`);
        const [ofParts, partSizes] = [sumsOf(shares), sumsOf(sizes)];
        for (const [layer, told] of [
          ['pog', /lies in \d+ zones: ([^.]*(?:\.\d[^.]*)*)\./],
          ['mpzp', /Designations here: (.*)\.$/],
        ] as const) {
          const note = answerOf(layer).coverage === 'covered' ? answerOf(layer).note : '';
          for (const [share_pct = 0] of numbersIn(told.exec(note)?.[1] ?? '', /([\d.]+) %/g)) {
            if (layer === 'mpzp' && answerOf('mpzp').value?.status !== 'in_force') continue;
            assert.ok(ofParts.includes(share_pct), `${about}: ${share_pct} % in ${note} / ${shares}`);
            noted += 1;
          }
        }
        const ofLayers = new Set(sharesTold(answerOf));
        const texts = [
          summary,
          ...checks.map(({ detail }) => detail ?? ''),
          answerOf('wz').value?.reason ?? '',
        ];
        for (const text of texts) {
          for (const [share_pct = 0, m2 = 0] of numbersIn(text, /([\d.]+) % \(([\d,]+) m²\)/g)) {
            const isPart = ofParts.some((share, at) => share === share_pct && isTold(partSizes[at] ?? 0, m2));
            const isOfLayer = ofLayers.has(share_pct) && Math.abs((area_m2 * share_pct) / 100 - m2) <= 0.51;
            assert.ok(isPart || isOfLayer, `${about}: ${share_pct} % (${m2} m²) in ${text}`);
            told += 1;
          }
          for (const [share_pct = 0] of numbersIn(text, /([\d.]+) % of the parcel(?!,)/g))
            assert.ok(
              share_pct === 100 || ofLayers.has(share_pct) || ofParts.includes(share_pct),
              `${about}: ${text}`,
            );
        }
        for (const [m2 = 0] of numbersIn(summary, /(?<![%(] ?|, )([\d,]+) m² \(/g))
          assert.ok(
            partSizes.some((size) => isTold(size, m2)),
            `${about}: ${m2} m² in ${summary}`,
          );
      }
    }
    assert.ok(told > 1_000 && noted > 100, `${told}, ${noted}`);
  }));

test('in each state of each layer the check says what the layer says', () => {
  const layers = ['pog', 'mpzp', 'flood', 'landslide', 'protected', 'road_access'] as const;
  const states = [notCovered, notComputed];
  const CHECK = { pog: 'pog_zone', mpzp: 'mpzp_status', flood: 'flood_q100' } as const;
  for (const first of layers) {
    for (const second of layers) {
      for (const state of states) {
        for (const other of states) {
          const whole = parcel();
          const changes = {
            [first]: state(whole[first].source, `Words of ${first}.`),
            ...(second === first ? {} : { [second]: other(whole[second].source, `Words of ${second}.`) }),
            gmina: { ...whole.gmina, pog_status: 'unknown' as const },
          } as Partial<BuildingInput>;
          const input = { ...whole, ...changes };
          const { checks } = assessBuilding(input, '2026-11-15');
          for (const layer of new Set([first, second])) {
            const id = layer in CHECK ? CHECK[layer as keyof typeof CHECK] : layer;
            const check = checks.find((one) => one.id === id);
            assert.equal(check?.result, 'unknown', `${layer}`);
            assert.equal(check.detail, `Words of ${layer}.`);
            assert.equal(check.value, null);
          }
          const isLeft = [input.pog, input.mpzp].some(({ coverage }) => coverage === 'not_computed');
          const wz = checks.find(({ id }) => id === 'wz_possible');
          if (isLeft) assert.deepEqual([wz?.result, wz?.value], ['unknown', null]);
        }
      }
    }
  }
});
