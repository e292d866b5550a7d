// What is said of the change feed and of parcels that are gone, one entry a sentence.

import { bilingual, type Language, sentence } from '../../contract/language.ts';
import type { SourceId } from '../corpus/registers.ts';
import type { Removal } from '../publish/descent.ts';
import { en, pl } from './measures.ts';
import { REGISTER_SUBJECTS } from './register-names.ts';

/** As many numbers are listed; of more the first and the last are named. */
const MOST_LISTED = 5;

/** Within the obręb of the parcel that is gone a number is enough. */
function nameBeside(id: string, successor: string): string {
  const obreb = id.slice(0, id.indexOf('.', id.indexOf('.') + 1) + 1);
  return successor.startsWith(obreb) ? successor.slice(obreb.length) : successor;
}

/** 123/2 before 123/10. */
const byNumber = (a: string, b: string) => a.localeCompare(b, 'pl', { numeric: true });

const heirsOf = ({ id, successors }: Removal): string[] =>
  successors.map((successor) => nameBeside(id, successor)).toSorted(byNumber);

/** "123 was divided into 123/1 and 123/2 on 2026-11-03." */
export const REMOVAL = sentence(
  (removal: Removal) => {
    const name = nameBeside(removal.id, removal.id);
    const heirs = heirsOf(removal);
    const { date } = removal;
    if (heirs.length === 0) return `${name} was removed on ${date}; which parcels replaced it is not known.`;
    const became = heirs.length === 1 ? 'was replaced by' : 'was divided into';
    const listed =
      heirs.length > MOST_LISTED
        ? `${heirs[0]} … ${heirs.at(-1)} (${heirs.length} parcels)`
        : en.listed(heirs);
    return `${name} ${became} ${listed} on ${date}.`;
  },
  (removal) => {
    const name = nameBeside(removal.id, removal.id);
    const heirs = heirsOf(removal);
    const { date } = removal;
    if (heirs.length === 0)
      return `Działkę ${name} usunięto ${date}; nie wiadomo, które działki ją zastąpiły.`;
    const became = heirs.length === 1 ? 'zastąpiono działką' : 'podzielono na działki';
    const listed =
      heirs.length > MOST_LISTED ? `${heirs[0]} … ${heirs.at(-1)} (razem ${heirs.length})` : pl.listed(heirs);
    return `Działkę ${name} ${became} ${listed} dnia ${date}.`;
  },
);

/** A register, and the instant since which it is watched. */
export interface Watched {
  readonly id: SourceId;
  readonly since: string;
}

/** Those of earlier days by day; those of the same day with the time, for a day would not tell them apart. */
function bySince(
  registers: readonly Watched[],
  day: string,
  language: Language,
): [since: string, names: string[]][] {
  const told = ({ since }: Watched) =>
    since.startsWith(day) ? `${day} ${since.slice(11, 19)} UTC` : since.slice(0, 10);
  return [...Map.groupBy(registers, told)]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([since, group]) => [since, group.map(({ id }) => REGISTER_SUBJECTS[id][language])]);
}

export const CHANGE_FEED = {
  askSuccessors: sentence(
    (ids: readonly string[]) =>
      `Ask for what is there now: ${ids.length > MOST_LISTED ? `${ids.slice(0, MOST_LISTED).join(', ')} and ${ids.length - MOST_LISTED} more` : ids.join(', ')}.`,
    (ids) =>
      `Należy pytać o obecne działki: ${ids.length > MOST_LISTED ? `${ids.slice(0, MOST_LISTED).join(', ')} i dalsze (${ids.length - MOST_LISTED})` : ids.join(', ')}.`,
  ),
  goneParcel: sentence(
    (id: string) => `${id} is not in the cadastre any more; this is what was told of it.`,
    (id) => `Działki ${id} nie ma już w ewidencji; to jest to, co o niej zapisano.`,
  ),
  /** From that day on nothing is missed of what was asked for. */
  watchedSince: sentence(
    (day: string) => `All changes asked for here are watched since ${day}.`,
    (day) => `Wszystkie zmiany, o które tu zapytano, są śledzone od ${day}.`,
  ),
  /** What is read from registers that were loaded before that. */
  watchedEarlier: sentence(
    (registers: readonly Watched[], day: string) =>
      `Some registers earlier: ${bySince(registers, day, 'en')
        .map(([since, names]) => `${names.join(', ')} since ${since}`)
        .join('; ')}.`,
    (registers, day) =>
      `Niektóre rejestry wcześniej: ${bySince(registers, day, 'pl')
        .map(([since, names]) => `${names.join(', ')} od ${since}`)
        .join('; ')}.`,
  ),
  /** Registers of which nothing is held here. */
  notLoaded: sentence(
    (registers: readonly SourceId[]) =>
      `Not loaded here, so not watched: ${registers.map((id) => REGISTER_SUBJECTS[id].en).join(', ')}.`,
    (registers) =>
      `Nie wczytano tu, więc się nie śledzi: ${registers.map((id) => REGISTER_SUBJECTS[id].pl).join(', ')}.`,
  ),
  notWatched: bilingual(
    'The cadastre of this place is not loaded: its changes are not watched.',
    'Ewidencja tego miejsca nie jest wczytana: zmian się tu nie śledzi.',
  ),
} as const;
