// miedza explain "…": how a text is read. Tokens, names, readings, candidates with every rule that moved them, and the
// settling rule. A debugger, a support tool and the documentation of the resolver in one.

import { styleText } from 'node:util';
import { readConfig, UsageError } from '../config.ts';
import { bilingual, isLanguage, LANGUAGES, type Language, phraseIn, sentence } from '../contract/language.ts';
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
  help: `miedza explain "TEXT" [--lang pl] [--json] [--data DIR]

Shows how free text is read against the dataset, as q= would be: what each word may be, which names were found, the
candidates with every rule that moved their confidence, and what was settled.

  --lang pl    reasons, notes and headings in Polish (default: en)
  --json       the same as JSON
  --data DIR   data folder (default: MIEDZA_DATA or ./data); MIEDZA_STORE reads a database instead`,
  async run(words) {
    const flags = {
      ...DATA_OPTION,
      lang: { type: 'string', default: 'en' },
      json: { type: 'boolean', default: false },
    } as const;
    const { values, positionals } = readFlags(words, flags, Infinity);
    const { lang } = values;
    if (!isLanguage(lang))
      throw new UsageError(`--lang must be one of ${LANGUAGES.join(', ')}, got "${lang}"`);
    const text = maskRegisterNumbers(positionals.join(' ').trim());
    if (text === '') throw new UsageError('give the text to explain; see miedza explain --help');
    const [least, most] = [LIMITS.q_characters.min, LIMITS.q_characters.max];
    if ([...text].length > most) throw new UsageError(`the text must have ${least} to ${most} characters`);
    const store = await openFacts(readConfig(values));
    try {
      const explanation = await store.read(async (reads) => {
        const clock = createClock();
        const known = (await createSnapshotCache()(reads)).inLanguage(lang);
        return explainText({ reads, ...known, now: clock.now(), day: clock.day() }, text, lang);
      });
      process.stdout.write(
        values.json ? `${JSON.stringify(explanation, null, 2)}\n` : `${print(explanation, lang)}\n`,
      );
      return 0;
    } finally {
      await store.close();
    }
  },
};

async function explainText(context: Context, text: string, language: Language) {
  const inquiry = await inquireQ(context, text);
  const found = await lookUp(context.reads, [inquiry.wanted]);
  const followed = await lookUp(context.reads, [inquiry.follow(found)]);
  return {
    text,
    ...dataOf(inquiry.interpretation, inquiry.weigh(found, followed), language),
    settled: settledOf(finish(inquiry.settle(found, followed)), language),
  };
}

type Explanation = Awaited<ReturnType<typeof explainText>>;

function dataOf({ ids, points, reading }: Interpretation, weighed: readonly Weighed[], language: Language) {
  return {
    ids: ids.map(({ id, written }) => ({ id: id.id, written })),
    points: points.map(({ position: [lng, lat], as }) => ({ lat, lng, as: as[language] })),
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
        return { ...rest, against: saysAgainst(number).map((says) => phraseIn(says, language)) };
      }),
      not_taken: numbersNotTaken(reading).map(({ text, role }) => ({ text, role: phraseIn(role, language) })),
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
        says: says === null ? null : phraseIn(says, language),
      })),
    })),
  };
}

function settledOf(resolution: Identification, language: Language) {
  const rule = HEADINGS.rule[language](LIMITS.settle_confidence, LIMITS.settle_lead);
  const note =
    resolution.status === 'not_found'
      ? phraseIn(resolution.message, language)
      : (resolution.resolved?.note ?? null);
  const id = 'candidate' in resolution ? (resolution.candidate.id ?? resolution.candidate.gmina_teryt) : null;
  return { rule, status: resolution.status, id, note };
}

const HEADINGS = {
  tokens: bilingual('Tokens', 'Wyrazy'),
  names: bilingual('Names', 'Nazwy'),
  readings: bilingual('Readings', 'Odczytania'),
  candidates: bilingual('Candidates', 'Kandydaci'),
  settled: bilingual('Settled', 'Rozstrzygnięcie'),
  nothing: bilingual('nothing', 'nic'),
  announced: bilingual('announced as', 'zapowiedziane jako'),
  number: bilingual('parcel number', 'numer działki'),
  notAnnounced: bilingual('(not announced)', '(niezapowiedziany)'),
  notParcel: bilingual('not a parcel', 'nie działka'),
  house: bilingual('house', 'budynek'),
  or: bilingual('or', 'lub'),
  after: bilingual('after', 'po'),
  postcode: bilingual('postcode', 'kod pocztowy'),
  notUnderstood: bilingual('not understood', 'niezrozumiałe'),
  notLoaded: bilingual('not loaded', 'niewczytane'),
  rule: sentence(
    (least: number, lead: number) => `ok when the best has ${least} or more and leads by ${lead} or more`,
    (least, lead) =>
      `rozstrzygnięte, gdy najlepszy ma co najmniej ${least} i wyprzedza następnego co najmniej o ${lead}`,
  ),
} as const;

const title = (text: string) => styleText('bold', text);
const dim = (text: string) => styleText('dim', text);

function print(explanation: Explanation, language: Language): string {
  const { ids, points, tokens, names, readings, candidates, settled } = explanation;
  return [
    title(HEADINGS.tokens[language]),
    ...tokens.map(
      ({ text, may_be }) => `  ${text.padEnd(18)} ${dim(may_be.join(', ') || HEADINGS.nothing[language])}`,
    ),
    ...ids.map(({ id, written }) => `  ${written.padEnd(18)} ${styleText('cyan', `id ${id}`)}`),
    ...points.map(({ lat, lng, as }) => `  ${styleText('cyan', `${lat}, ${lng}`)} ${dim(as)}`),
    title(HEADINGS.names[language]),
    ...names.flatMap(({ typed, announced_as, hits }) => [
      `  ${styleText('cyan', typed)}${announced_as.length > 0 ? dim(` ${HEADINGS.announced[language]} ${announced_as.join(', ')}`) : ''}`,
      ...hits
        .slice(0, 5)
        .map(({ edits, places }) => `    ${places.join('; ')} ${styleText('yellow', edits.join('; '))}`),
    ]),
    title(HEADINGS.readings[language]),
    ...readings.numbers.map(
      ({ number, obreb, isLabelled, against }) =>
        `  ${HEADINGS.number[language]} ${number}${obreb === null ? '' : `, obręb ${obreb}`}${isLabelled ? '' : dim(` ${HEADINGS.notAnnounced[language]}`)} ${styleText('yellow', against.join(' '))}`,
    ),
    ...readings.not_taken.map(({ text, role }) => `  ${HEADINGS.notParcel[language]}: ${text} ${dim(role)}`),
    ...readings.houses.map(
      ({ numbers, after }) =>
        `  ${HEADINGS.house[language]} ${numbers.join(` ${HEADINGS.or[language]} `)} ${HEADINGS.after[language]} ${after}`,
    ),
    ...(readings.postcode === null ? [] : [`  ${HEADINGS.postcode[language]} ${readings.postcode}`]),
    ...(readings.not_understood.length === 0
      ? []
      : [
          `  ${HEADINGS.notUnderstood[language]}: ${styleText('yellow', readings.not_understood.join(', '))}`,
        ]),
    title(HEADINGS.candidates[language]),
    ...candidates
      .slice(0, 10)
      .flatMap(({ kind, id, gmina_teryt, obreb_name, confidence, held, rules }) => [
        `  ${styleText(confidence >= LIMITS.settle_confidence ? 'green' : 'yellow', confidence.toFixed(3))} ${kind} ${id ?? gmina_teryt}${obreb_name ? ` ${obreb_name}` : ''}${held ? '' : dim(` ${HEADINGS.notLoaded[language]}`)}`,
        ...rules.map(ruleLine),
      ]),
    title(HEADINGS.settled[language]),
    `  ${styleText(settled.status === 'parcel' || settled.status === 'gmina' ? 'green' : 'yellow', settled.status)} ${settled.id ?? ''} ${dim(settled.rule)}`,
    ...(settled.note === null ? [] : [`  ${settled.note}`]),
  ].join('\n');
}

function ruleLine({ rule, change, says }: Explanation['candidates'][number]['rules'][number]): string {
  const signed = `${change >= 0 ? '+' : '−'}${Math.abs(change).toFixed(3)}`;
  return `        ${signed} ${rule.padEnd(24)} ${dim(says ?? '')}`;
}
