// miedza explain "…": how a text is read. Tokens, names, readings, candidates with every rule that moved them, and the
// settling rule. A debugger, a support tool and the documentation of the resolver in one.

import { styleText } from 'node:util';
import { readConfig, UsageError } from '../config.ts';
import { phraseIn } from '../contract/language.ts';
import { LIMITS } from '../contract/limits.ts';
import type { Weighed } from '../domain/text/candidates.ts';
import type { Interpretation } from '../domain/text/interpret-text.ts';
import { numbersNotTaken, saysAgainst } from '../domain/text/not-taken.ts';
import { maskRegisterNumbers } from '../domain/text/register-numbers.ts';
import { finish } from '../domain/text/steps.ts';
import { openFacts } from '../open-store.ts';
import { createClock } from '../service/pipeline/clock.ts';
import type { Identification } from '../service/resolve/identification.ts';
import { lookUp } from '../service/resolve/inquiry.ts';
import { inquireQ } from '../service/resolve/resolve-target.ts';
import type { Context } from '../service/snapshot/context.ts';
import { createSnapshotCache } from '../service/snapshot/snapshot-cache.ts';
import { type Command, DATA_OPTION, readFlags } from './command.ts';

export const explain: Command = {
  summary: 'show how a text is read: tokens, names, candidates and the rules',
  help: `miedza explain "TEXT" [--json] [--data DIR]

Shows how free text is read against the dataset, as q= would be: what each word may be, which names were found, the
candidates with every rule that moved their confidence, and what was settled.

  --json       the same as JSON
  --data DIR   data folder (default: MIEDZA_DATA or ./data); MIEDZA_STORE reads a database instead`,
  async run(words) {
    const { values, positionals } = readFlags(words, {
      ...DATA_OPTION,
      json: { type: 'boolean', default: false },
    });
    const text = maskRegisterNumbers(positionals.join(' ').trim());
    if (text === '') throw new UsageError('give the text to explain; see miedza explain --help');
    const [least, most] = [LIMITS.q_characters.min, LIMITS.q_characters.max];
    if ([...text].length > most) throw new UsageError(`the text must have ${least} to ${most} characters`);
    const store = await openFacts(readConfig(values));
    try {
      const explanation = await store.read(async (reads) => {
        const clock = createClock();
        const known = await createSnapshotCache()(reads);
        return explainText({ reads, ...known, now: clock.now(), day: clock.day() }, text);
      });
      process.stdout.write(
        values.json ? `${JSON.stringify(explanation, null, 2)}\n` : `${print(explanation)}\n`,
      );
      return 0;
    } finally {
      await store.close();
    }
  },
};

async function explainText(context: Context, text: string) {
  const inquiry = await inquireQ(context, text);
  const found = await lookUp(context.reads, [inquiry.wanted]);
  const followed = await lookUp(context.reads, [inquiry.follow(found)]);
  return {
    text,
    ...dataOf(inquiry.interpretation, inquiry.weigh(found, followed)),
    settled: settledOf(finish(inquiry.settle(found, followed))),
  };
}

type Explanation = Awaited<ReturnType<typeof explainText>>;

function dataOf({ ids, points, reading }: Interpretation, weighed: readonly Weighed[]) {
  return {
    ids: ids.map(({ id, written }) => ({ id: id.id, written })),
    points: points.map(({ position: [lng, lat], as }) => ({ lat, lng, as: as.en })),
    tokens: reading.tokens.map((token) => ({
      text: token.text,
      may_be: [
        ...token.labels,
        ...(token.number === null ? [] : [`number ${token.number}`]),
        ...(token.house === null ? [] : [`house ${token.house}`]),
        ...(token.postcode === null ? [] : ['postcode']),
        ...(token.obreb === null ? [] : [`obręb ${token.obreb}`]),
        ...(token.isWord && token.labels.length === 0 ? [token.isCut ? 'abbreviation' : 'name'] : []),
      ],
    })),
    names: reading.spans.map(({ typed, labels, hits }) => ({
      typed,
      announced_as: [...labels],
      hits: hits.map(({ key, edits, places }) => ({
        key,
        edits: edits.map(({ kind, typed: from, read }) => `${kind}: ${from} → ${read}`),
        places: places
          .slice(0, 8)
          .map((place) => `${place.kind} ${place.name}${'gmina' in place ? ` (${place.gmina.teryt})` : ''}`),
      })),
    })),
    readings: {
      numbers: reading.numbers.map((number) => {
        const { doubts, ...rest } = number;
        return { ...rest, against: saysAgainst(number).map((says) => phraseIn(says, 'en')) };
      }),
      not_taken: numbersNotTaken(reading).map(({ text, role }) => ({ text, role })),
      obreby: reading.obreby,
      houses: reading.houses.map(({ numbers, span }) => ({ numbers, after: span.typed })),
      postcode: reading.postcode,
      not_understood: reading.strays.map(({ token }) => token.text),
    },
    candidates: weighed.map(({ candidate, applied }) => ({
      kind: candidate.kind,
      id: candidate.id,
      gmina_teryt: candidate.gmina_teryt,
      obreb_name: candidate.obreb_name,
      confidence: candidate.confidence,
      held: candidate.held,
      rules: applied.map(({ rule, change, says }) => ({
        rule,
        change: Math.round(change * 1000) / 1000,
        says: says === null ? null : phraseIn(says, 'en'),
      })),
    })),
  };
}

function settledOf(resolution: Identification) {
  const rule = `ok when the best has ${LIMITS.settle_confidence} or more and leads by ${LIMITS.settle_lead} or more`;
  const note =
    resolution.status === 'not_found'
      ? phraseIn(resolution.message, 'en')
      : (resolution.resolved?.note ?? null);
  const id = 'candidate' in resolution ? (resolution.candidate.id ?? resolution.candidate.gmina_teryt) : null;
  return { rule, status: resolution.status, id, note };
}

const title = (text: string) => styleText('bold', text);
const dim = (text: string) => styleText('dim', text);

function print(explanation: Explanation): string {
  const { ids, points, tokens, names, readings, candidates, settled } = explanation;
  return [
    title('Tokens'),
    ...tokens.map(({ text, may_be }) => `  ${text.padEnd(18)} ${dim(may_be.join(', ') || 'nothing')}`),
    ...ids.map(({ id, written }) => `  ${written.padEnd(18)} ${styleText('cyan', `id ${id}`)}`),
    ...points.map(({ lat, lng, as }) => `  ${styleText('cyan', `${lat}, ${lng}`)} ${dim(as)}`),
    title('Names'),
    ...names.flatMap(({ typed, announced_as, hits }) => [
      `  ${styleText('cyan', typed)}${announced_as.length > 0 ? dim(` announced as ${announced_as.join(', ')}`) : ''}`,
      ...hits
        .slice(0, 5)
        .map(({ edits, places }) => `    ${places.join('; ')} ${styleText('yellow', edits.join('; '))}`),
    ]),
    title('Readings'),
    ...readings.numbers.map(
      ({ number, obreb, isLabelled, against }) =>
        `  parcel number ${number}${obreb === null ? '' : `, obręb ${obreb}`}${isLabelled ? '' : dim(' (not announced)')} ${styleText('yellow', against.join(' '))}`,
    ),
    ...readings.not_taken.map(({ text, role }) => `  not a parcel: ${text} ${dim(role)}`),
    ...readings.houses.map(({ numbers, after }) => `  house ${numbers.join(' or ')} after ${after}`),
    ...(readings.postcode === null ? [] : [`  postcode ${readings.postcode}`]),
    ...(readings.not_understood.length === 0
      ? []
      : [`  not understood: ${styleText('yellow', readings.not_understood.join(', '))}`]),
    title('Candidates'),
    ...candidates
      .slice(0, 10)
      .flatMap(({ kind, id, gmina_teryt, obreb_name, confidence, held, rules }) => [
        `  ${styleText(confidence >= LIMITS.settle_confidence ? 'green' : 'yellow', confidence.toFixed(3))} ${kind} ${id ?? gmina_teryt}${obreb_name ? ` ${obreb_name}` : ''}${held ? '' : dim(' not loaded')}`,
        ...rules.map(ruleLine),
      ]),
    title('Settled'),
    `  ${styleText(settled.status === 'parcel' || settled.status === 'gmina' ? 'green' : 'yellow', settled.status)} ${settled.id ?? ''} ${dim(settled.rule)}`,
    ...(settled.note === null ? [] : [`  ${settled.note}`]),
  ].join('\n');
}

function ruleLine({ rule, change, says }: Explanation['candidates'][number]['rules'][number]): string {
  const signed = `${change >= 0 ? '+' : '−'}${Math.abs(change).toFixed(3)}`;
  return `        ${signed} ${rule.padEnd(24)} ${dim(says ?? '')}`;
}
