// What announces a name in a text, before it or behind it: "ul. Polna", "koło Mrokowa", "Piaseczno miasto". Knows how words stand
// together, not what is loaded.

import { isOfPerson, ownerOfName } from './name-owner.ts';
import { ANNOUNCED, type NamedSpan } from './named-span.ts';
import type { Span } from './spelling.ts';
import { has, isInBrackets, isJoint, type Token } from './token.ts';
import type { Label } from './vocabulary.ts';

/** All that is said of a name; `before` is the name before it, and a certain one is not guessed. */
export function labelsOfName(
  tokens: readonly Token[],
  span: Span,
  before: NamedSpan | undefined,
  isNamed: (at: number) => boolean,
  isCertain: (at: number) => boolean,
): ReadonlySet<Label> {
  const labels = labelsThatFit(span, labelsBefore(tokens, span.from, isNamed), tokens);
  const isListed = isListedWith(tokens, before, span.from);
  const owner = isOfPerson(tokens, span.from, before, labels)
    ? 'seat'
    : ownerOfName(tokens, span.from, span.to, isCertain);
  const isNear =
    isListed ||
    owner !== null ||
    isDirection(tokens, span) ||
    labels.has('seat') ||
    isSomeWayOff(tokens, span.to, isNamed);
  const more = [
    ...(isNear ? NEAR : []),
    ...(owner === 'seat' ? SEAT : []),
    ...(isListed ? SEATS.filter((label) => before?.labels.has(label)) : []),
    ...(isTownBehind(tokens, span.to, isNamed) ? TOWN : []),
    ...(tokens[span.to]?.afterBreak ? [] : (BEHIND.get(tokens[span.to]?.word ?? '') ?? [])),
    ...(isInBrackets(tokens, span.to) ? announcedBy(tokens[span.to]) : []),
    ...(isBehindCode(tokens, span.from) ? OBREB : []),
  ];
  return more.length > 0 ? new Set([...labels, ...more]) : labels;
}

/** "przy drodze na Mroków", where "na Mrokowie" would be there. */
const isDirection = (tokens: readonly Token[], { from, hits }: Span): boolean =>
  tokens[from - 1]?.word === 'na' &&
  !tokens[from]?.afterBreak &&
  hits.some(({ edits }) => edits.length === 0);

const NEAR: readonly Label[] = ['near'];
const SEAT: readonly Label[] = ['seat'];
const SEATS: readonly Label[] = ['seat', 'office'];
const TOWN: readonly Label[] = ['town'];
const OBREB: readonly Label[] = ['obreb'];

/** "Lesznowola Commune, Piaseczno County": English has them behind. */
const BEHIND: ReadonlyMap<string, readonly Label[]> = new Map<string, readonly Label[]>([
  ['commune', ['gmina']],
  ['municipality', ['gmina']],
  ['county', ['powiat']],
  ['village', ['locality']],
  ['precinct', ['obreb']],
  ['voivodeship', ['voivodeship']],
  ['province', ['voivodeship']],
]);

/** "obręb 0009 - Wola Mrokowska": the code and the name of one. */
const isBehindCode = (tokens: readonly Token[], from: number): boolean =>
  /^\s*[-–]\s*$/.test(tokens[from]?.gap ?? '') &&
  /^\d{1,4}$/.test(tokens[from - 1]?.word ?? '') &&
  (has(tokens[from - 2], 'obreb') || (has(tokens[from - 2], 'number') && has(tokens[from - 3], 'obreb')));

const announcedBy = (token: Token | undefined): readonly Label[] =>
  token?.labels.filter((label) => ANNOUNCED.has(label)) ?? [];

/** "Mroków 2 km", "Mroków ok. 5 min", "Mroków i okolice", not "Mroków, 2 km od lasu". */
function isSomeWayOff(tokens: readonly Token[], to: number, isNamed: (at: number) => boolean): boolean {
  let at = to;
  while (/^(?:ok|okolo|ca)$/.test(tokens[at]?.word ?? '') || CONJUNCTIONS.has(tokens[at]?.word ?? ''))
    at += 1;
  const token = tokens[at];
  if (!token) return false;
  const isOver = (next: number) => !tokens[next] || (tokens[next]?.afterBreak && !isNamed(next));
  if (/^okolic/.test(token.word)) return isOver(at + 1) || !isNamed(at + 1);
  // "Radziwiłłów w pobliżu", "Radziwiłłów niedaleko"
  if (token.word === 'w' && tokens[at + 1]?.word === 'poblizu') return isOver(at + 2) === true;
  if (/^(?:nieopodal|niedaleko|blisko|obok)$/.test(token.word)) return isOver(at + 1) === true;
  if (token.isWord) return false;
  const unit = tokens[at + 1];
  if (/^\d+(?:[.,]\d+)?\s?km$/i.test(token.text)) return isOver(at + 1) === true;
  return (
    /^(?:km|kilometr|min)/.test(unit?.word ?? '') && unit?.afterBreak === false && isOver(at + 2) === true
  );
}

/** "Piaseczno miasto", where no other name follows. */
const isTownBehind = (tokens: readonly Token[], to: number, isNamed: (at: number) => boolean) =>
  tokens[to]?.word === 'miasto' && !isNamed(to + 1);

/** "na granicy Mrokowa i Woli Mrokowskiej": what is said of a name is said of those listed with it. */
const CONJUNCTIONS: ReadonlySet<string> = new Set('i oraz a lub albo and or'.split(' '));
/** "nie Mroków tylko Łazy" */
const INSTEAD = /^(?:tylko|lecz|ale)$/;
const isListedWith = (tokens: readonly Token[], before: NamedSpan | undefined, from: number) =>
  before?.labels.has('near') === true &&
  ((from === before.to + 1 &&
    (CONJUNCTIONS.has(tokens[before.to]?.word ?? '') ||
      (before.labels.has('seat') &&
        has(tokens[before.to], 'small') &&
        !INSTEAD.test(tokens[before.to]?.word ?? '')))) ||
    // "Sąd Rejonowy dla Warszawy-Mokotowa w Warszawie"
    (from === before.to && before.labels.has('seat') && !tokens[from]?.afterBreak));

/** "15 km od Warszawy", "za Mrokowem", "od strony Mrokowa" */
const AWAY: ReadonlySet<string> = new Set(
  'ok okolo from towards outside between beyond poblizu rejonie opodal od do za przed poza nad ku naprzeciw naprzeciwko miedzy pomiedzy strony strone kierunek kierunku dojazd granicy granica wysokosci'.split(
    ' ',
  ),
);

/** Whether a name behind the word is that of something near or away. */
export const saysNear = (token: Token): boolean => has(token, 'near') || AWAY.has(token.word);

/** Labels right before a name; small words between do not count. */
function labelsBefore(
  tokens: readonly Token[],
  from: number,
  isNamed: (at: number) => boolean,
): ReadonlySet<Label> {
  const labels = new Set<Label>();
  let [isBeside, isJoined, hasEnded] = [true, true, false];
  if (isDistance(tokens, from)) labels.add('near');
  for (let at = from - 1; at >= 0 && !isNamed(at) && !isInBrackets(tokens, at); at--) {
    isJoined &&= !tokens[at + 1]?.afterBreak;
    // "blisko lasu, Mroków"
    hasEnded ||= isSentenceEnd(tokens[at + 1]) || /^,/.test(tokens[at + 1]?.gap ?? '');
    // "zabudowa do 36% Mroków"
    isBeside &&= isJoined && !has(tokens[at], 'filler') && tokens[at]?.isWord === true;
    // "blisko lasu w Mrokowie" and "w okolicy w Mrokowie" are there.
    const isIn = at < from - 1 && /^(?:w|we|in)$/.test(tokens[from - 1]?.word ?? '');
    const announced =
      isBeside && AWAY.has(tokens[at]?.word ?? '')
        ? NEAR
        : isMetres(tokens, at)
          ? []
          : (tokens[at]?.labels.filter(
              (label) =>
                ANNOUNCED.has(label) &&
                (isJoined || !SEATS.includes(label)) &&
                // "pow. 975m2 Mroków"
                !(label === 'powiat' && tokens[at + 1]?.isWord === false) &&
                !(label === 'near' && (isIn || hasEnded)),
            ) ?? []);
    const isPassed = isJoint(tokens[at]) || has(tokens[at], 'filler') || isPartOfTown(tokens, at);
    // "sąsiednia wieś Guzów"
    if (labels.has('locality') && NEIGHBOURING.test(tokens[at]?.word ?? '')) labels.add('near');
    if (announced.length === 0 && !isPassed) break;
    for (const label of announced) labels.add(label);
  }
  return labels;
}

const NEIGHBOURING = /^(?:sasied|sasiad|najblizs|pobliska|pobliskiej)/;

/** "Blisko las! Magdalenka": what is near is told in a sentence of its own. */
const isSentenceEnd = (next: Token | undefined): boolean =>
  next?.afterBreak === true && (/[.!?;\n]/.test(next.gap) || next.gap.trim() === '');

/** "10 km od centrum Warszawy": the town is away, whatever part of it is named. */
const PARTS_OF_TOWNS =
  /^(?:centrum|granic[ay]?|rogatek|obrzezy|srodmiescia|starowki|rynku|dworca|stacji|lotniska|obwodnicy|wjazdu|wezla|center|centre)$/;
const isPartOfTown = (tokens: readonly Token[], at: number) =>
  PARTS_OF_TOWNS.test(tokens[at]?.word ?? '') &&
  tokens[at - 1] !== undefined &&
  isJointOrAway(tokens[at - 1] as Token);
const isJointOrAway = (token: Token) => isJoint(token) || saysNear(token);

/** "3 km Guzów", "5 min Guzów": how far it is to the place. */
function isDistance(tokens: readonly Token[], from: number): boolean {
  const [amount, unit] = [tokens[from - 2], tokens[from - 1]];
  if (!unit || tokens[from]?.afterBreak) return false;
  // "Do Warszawy 20 km. Magdalenka": no dot belongs to it.
  if ((unit.word === 'km' && unit.isCut) || /^\./.test(tokens[from]?.gap ?? '')) return false;
  if (!unit.isWord) return /^\d+(?:[.,]\d+)?\s?km$/i.test(unit.text);
  return /^(?:km|kilometr|min(?:$|ut))/.test(unit.word) && amount?.isWord === false && !unit.afterBreak;
}

/** "200 m od szkoły": no town. */
const isMetres = (tokens: readonly Token[], at: number) =>
  tokens[at]?.word === 'm' && !tokens[at]?.isCut && tokens[at - 1]?.isWord === false;

/** Words that announce something else as well: an initial ("M. Konopnickiej"), a settlement, a building plot. */
export const LOOSE_LABELS = /^(?:m|os|osiedl\p{L}+|plac\p{L}*)$/u;

/** What such a word announces counts only where something of that kind is named so. */
function labelsThatFit(
  { from, hits }: Span,
  labels: ReadonlySet<Label>,
  tokens: readonly Token[],
): ReadonlySet<Label> {
  if (labels.size === 0 || !LOOSE_LABELS.test(tokens[from - 1]?.word ?? '')) return labels;
  const kinds = [...labels].flatMap((label) => ANNOUNCED.get(label) ?? []);
  return hits.some(({ places }) => places.some(({ kind }) => kinds.includes(kind))) ? labels : NO_SPAN_LABELS;
}

const NO_SPAN_LABELS: ReadonlySet<Label> = new Set();

/** Whether a word is said to be the name of a place. */
export function isAnnouncedName(
  tokens: readonly Token[],
  at: number,
  isNamed: (at: number) => boolean,
): boolean {
  return [...labelsBefore(tokens, at, isNamed)].some(
    (label) => label !== 'near' && label !== 'street' && !SEATS.includes(label),
  );
}
