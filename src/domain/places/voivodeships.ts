// The sixteen voivodeships by their codes (TERC), and which of them a name of a file speaks of. Which are served is not
// here: that follows from what is loaded (domain/corpus/corpus.ts).

import { foldName } from '../text/fold.ts';

export const VOIVODESHIPS: ReadonlyMap<string, string> = new Map([
  ['02', 'dolnośląskie'],
  ['04', 'kujawsko-pomorskie'],
  ['06', 'lubelskie'],
  ['08', 'lubuskie'],
  ['10', 'łódzkie'],
  ['12', 'małopolskie'],
  ['14', 'mazowieckie'],
  ['16', 'opolskie'],
  ['18', 'podkarpackie'],
  ['20', 'podlaskie'],
  ['22', 'pomorskie'],
  ['24', 'śląskie'],
  ['26', 'świętokrzyskie'],
  ['28', 'warmińsko-mazurskie'],
  ['30', 'wielkopolskie'],
  ['32', 'zachodniopomorskie'],
]);

/** "wynik_mazowieckie.zip" → "14". Whole words alone: śląskie also ends dolnośląskie. Null where no name or several stand. */
export function voivodeshipIn(text: string): string | null {
  const words = ` ${foldName(text)} `;
  const named = [...VOIVODESHIPS].filter(([, name]) => words.includes(` ${foldName(name)} `));
  // Kujawsko-pomorskie holds the word of another.
  const [found, ...more] = named.filter(
    ([, name]) =>
      !named.some(([, other]) => other !== name && foldName(other).includes(` ${foldName(name)}`)),
  );
  return found && more.length === 0 ? found[0] : null;
}

/** Cities in which voivodeships have their seats, by the codes of their powiaty: what lies around them is said to be near to them. */
export const SEATS: ReadonlySet<string> = new Set(
  '0264 0461 0463 0663 0861 0862 1061 1261 1465 1661 1863 2061 2261 2469 2661 2862 3064 3262'.split(' '),
);
