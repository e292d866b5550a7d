import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AdminDirectory } from '../places/admin-units.ts';
import { KNOWN_UNITS } from '../places/known-units.ts';
import { NameIndex } from './name-index.ts';
import { mayBeOtherName } from './spelling.ts';
import { tokenise } from './tokens.ts';

const admin = new AdminDirectory(
  [
    { code: '14', name: 'MAZOWIECKIE', kind: 'województwo' },
    { code: '1418', name: 'piaseczyński', kind: 'powiat' },
    { code: '1418032', name: 'Lesznowola', kind: 'gmina wiejska' },
    { code: '1418043', name: 'Piaseczno', kind: 'gmina miejsko-wiejska' },
    { code: '1420083', name: 'Nowe Miasto', kind: 'gmina miejsko-wiejska' },
  ],
  [
    { id: '141803_2.0005', name: 'Nowa Wola' },
    { id: '141803_2.0009', name: 'Wola Mrokowska' },
    { id: '141804_5.0009', name: 'Nowa Wieś' },
    { id: '141804_5.0001', name: 'Lipno' },
    { id: '141804_5.0002', name: 'Lipie' },
  ],
);
const index = new NameIndex(admin);
for (const name of ['Piaseczno', 'Ług']) index.addLocality({ name, gmina: '1418043' });
const STREETS = [
  ...['Tadeusza Kościuszki', '3 Maja', 'Polna', 'Jana Bema', 'Emilii Plater', 'Anny Zorzy'],
  'Batalionu Armii Krajowej Zgrupowania Kampinos Północ',
];
for (const street of STREETS) index.addStreet(street);

/** What was typed → the names found, with how they were spelt. */
const FOUND = [
  ['Wola Mrokowska', ['wola mrokowska']],
  ['WOLA-MROKOWSKA', ['wola mrokowska']],
  ['w Woli Mrokowskiej', ['wola mrokowska inflected']],
  ['Wola Mrok.', ['wola mrokowska abbreviated']],
  ['Wola Mrokwska', ['wola mrokowska one_typo']],
  ['Woal Mrokwska', ['wola mrokowska one_typo one_typo']],
  // Two typos a name: a third is another name.
  ['Wola Mrkowka', ['wola mrokowska two_typos']],
  ['Woal Mrkowka', []],
  ['Nowa Wieś, Piaseczno', ['nowa wies', 'piaseczno']],
  ['Nowe Miasto', ['nowe miasto']],
  ['Ług', ['lug']],
  ['ul. Kościuszki 5', ['tadeusza kosciuszki shortened']],
  // Five letters are enough for a street without its first word, four are not.
  ['ul. Zorzy 5', ['anny zorzy shortened']],
  ['ul. Bema 5', []],
  // Six words, the most that are followed.
  [
    'ul. Batalionu Armii Krajowej Zgrupowania Kampinos Północ 5',
    ['batalionu armii krajowej zgrupowania kampinos polnoc'],
  ],
  ['3 Maja 5', ['3 maja']],
  ['gmina', []],
  ['N. W.', []],
  ['Atlantyda', []],
  // A case of one name and a misspelling of another: both stay.
  ['Lipnie', ['lipno inflected', 'lipie one_typo']],
] as const;

test('names are found however they are spelt', () => {
  for (const [text, expected] of FOUND) {
    const hits = index.find(tokenise(text)).flatMap((span) => span.hits);
    const words = hits.map(({ key, edits }) => [key, ...edits.map(({ kind }) => kind)].join(' '));
    const unique = words.map((line) => line.replace(/(inflected )+inflected/, 'inflected'));
    assert.deepEqual(unique, expected, text);
  }
});

test('a name leads to everything that bears it', () => {
  const [span] = index.find(tokenise('Piaseczno'));
  assert.deepEqual(
    span?.hits[0]?.places.map(({ kind }) => kind),
    ['gmina', 'locality'],
  );
});

test('units that are not loaded are understood whole, and never as the misspelling of another', () => {
  const country = new NameIndex(
    new AdminDirectory([], [{ id: '141803_2.0009', name: 'Wola Mrokowska' }], KNOWN_UNITS),
  );
  country.addStreet('Tatrzańska');
  for (const _ of country.prepare());
  for (const [text, ...expected] of [
    ['Bukowina Tatrzańska', '1217032'],
    ['w Bukowinie Tatrzańskiej', '1217032'],
    ['Praga-Pd.', '1465011'],
    ['Warszawa Mokotów', '1465011', '1465'],
    ['powiat wołomiński', '1434'],
    ['woj. śląskie', '24'],
    ['gromadka', '0201032'],
    // Names of gminy in small letters beside a place are other words.
    ['Wola Mrokowska, nowe i dobra', '1418032'],
    ['Gromadkka'],
    // The district, and the village that begins so.
    ['Wola', '1465011', '1418032'],
  ] as const) {
    const places = country
      .find(tokenise(text))
      .flatMap(({ hits }) => hits.flatMap((hit) => hit.places))
      .filter(({ kind }) => kind !== 'street');
    const codes = places.flatMap((place) =>
      'gmina' in place ? place.gmina.teryt : 'code' in place ? place.code : [],
    );
    assert.deepEqual([...new Set(codes)], [...new Set(expected)], text);
  }
});

test('a slip of the fingers keeps a name, other letters may make another one', () => {
  const table: [typed: string, read: string, mayBeOther: boolean][] = [
    ['lady', 'lazy', true],
    ['lzay', 'lazy', true],
    ['golkwo', 'golkow', false],
    ['golkoow', 'golkow', false],
    ['golkowo', 'golkow', true],
    ['jasionka', 'jesionka', true],
    ['jesoinka', 'jesionka', false],
    ['julinow', 'julianow', true],
    ['magdlenka', 'magdalenka', false],
    ['magdalena', 'magdalenka', true],
    ['radziwilow', 'radziwillow', false],
    ['wolamrokowskq', 'wolamrokowska', false],
  ];
  for (const [typed, read, mayBeOther] of table)
    assert.equal(mayBeOtherName({ kind: 'one_typo', typed, read }, read.length), mayBeOther, typed);
});
