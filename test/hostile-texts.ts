// Texts of 300 characters that nobody types, each kind made to cost a part of the resolver as much as it can: for the eval and
// for the test of how long one text may take. Seeded.

import { randomFor } from '../world/random.ts';

const LENGTH = 300;

const NEAR_NAMES =
  'Nowa Wola Mrokowska Iwiczna Stara Kamionka Zalesie Górne Dolne Wieś Osada Lesznowola Piaseczno Polna'.split(
    ' ',
  );
const LABELS = 'dz. gm. obr. ul. m. nr pow. ark. dom działka obręb gmina'.split(' ');
const LETTERS = [...'aąbcćdeęfghijklłmnńoóprsśtuwyzźż'];
const SIGNS = [...'0123456789/-.,_ ()%+\\x×²①🌾'];

type Make = (pick: <T>(list: readonly T[]) => T, random: () => number) => string;

/** One letter lost, doubled or replaced: near to a name, and none. */
function mistype(word: string, random: () => number): string {
  const at = Math.floor(random() * word.length);
  const letter = LETTERS[Math.floor(random() * LETTERS.length)] ?? 'a';
  return random() < 0.5
    ? word.slice(0, at) + word.slice(at + 1)
    : word.slice(0, at) + letter + word.slice(at + 1);
}

const KINDS: readonly Make[] = [
  (pick) => pick(LETTERS),
  (pick) => pick(SIGNS),
  (pick) => `${pick(LETTERS)}. `,
  (pick) => `${pick(LETTERS)}${pick(LETTERS)}${pick(LETTERS)} `,
  (pick, random) => `${mistype(pick(NEAR_NAMES), random)} `,
  (pick, random) => `${mistype(mistype(pick(NEAR_NAMES), random), random)} `,
  (pick) => `${pick(NEAR_NAMES)} `,
  (pick) => `${pick(NEAR_NAMES).slice(0, 3)}. `,
  (pick, random) => `${pick(LABELS)} ${Math.floor(random() * 1_000)} `,
  (_, random) => `${Math.floor(random() * 100)} `,
  (pick, random) =>
    `${pick(NEAR_NAMES)} ${Math.floor(random() * 60)}${pick(['', '/', '-', '.', ','])}${Math.floor(random() * 9)} `,
  (pick, random) =>
    `${pick([...LABELS, ...NEAR_NAMES])} ${random() < 0.4 ? mistype(pick(NEAR_NAMES), random) : Math.floor(random() * 600)} `,
  (pick) => pick(['nowawola', 'Nowawola', 'wolamrokowska', 'nowaiwiczna']),
  (pick) => `${pick(['sto', 'dwadzieścia', 'trzy', 'łamane', 'przez', 'tysiąc', 'pierwszego', 'maja'])} `,
  (pick) => pick(['%25', '%2F', 'http://', 'www.', '?q=', '&x=1', '@52.0,', '°', "'", '"', 'N', 'E ']),
];

export function* hostileTexts(count: number, seed = 'hostile'): Generator<string> {
  const random = randomFor(7, seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  for (let made = 0; made < count; made++) {
    const kinds = random() < 0.6 ? [pick(KINDS)] : [pick(KINDS), pick(KINDS), pick(KINDS)];
    // The same piece again and again is the worst for whatever tries all ways to share it out.
    const piece = random() < 0.2 ? pick(kinds)(pick, random) : null;
    let text = '';
    while (text.length < LENGTH) text += (piece ?? pick(kinds)(pick, random)) || ' ';
    yield [...text].slice(0, LENGTH).join('').toWellFormed();
  }
}
