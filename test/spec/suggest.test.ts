// GET /v1/suggest: what is completed, in which order, what it costs, and that it takes nothing from the limit of the key.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { SUGGEST_LIMITS } from '../../src/contract/limits.ts';
import type { Suggestion } from '../../src/contract/suggestion.ts';
import { type Client, startClient } from '../client.ts';
import { buildSampleData } from '../sample.ts';

let client: Client;
before(async () => {
  client = await startClient((await buildSampleData()).data);
});
after(() => client.close());

const ask = (q: string, more = '') =>
  client.get<Suggestion[]>(`/v1/suggest?q=${encodeURIComponent(q)}${more}`);
const suggestionsOf = async (q: string, more = '') => (await ask(q, more)).body.result ?? [];

test('names are completed by the beginnings of their words, what is held first', async () => {
  for (const [q, kind, label, marked] of [
    ['Wola Mro', 'obreb', 'Wola Mrokowska, obręb, gmina Lesznowola', 'Wola Mro'],
    ['laz', 'obreb', 'Łazy, obręb, gmina Lesznowola', 'Łaz'],
    ['gm. wis', 'gmina', 'gmina Wiskitki, powiat żyrardowski', 'Wis'],
    ['ul. Szko', 'street', 'ul. Szkolna, Gołków, gmina Piaseczno', 'Szko'],
    ['Oryszew-Os', 'obreb', 'Oryszew-Osada, obręb, gmina Wiskitki', 'Oryszew-Os'],
    // One typo, from the fourth letter on.
    ['Mrkow', 'obreb', 'Mroków, obręb, gmina Lesznowola', 'Mrokó'],
    ['Warsz', 'gmina', 'gmina Warszawa, powiat Warszawa', 'Warsz'],
  ] as const) {
    const [first] = await suggestionsOf(q);
    assert.deepEqual([first?.kind, first?.label], [kind, label], q);
    const [[from, to] = [0, 0]] = first?.match ?? [];
    assert.equal(label.slice(from, to), marked, q);
  }
  assert.deepEqual(await suggestionsOf('Mrw'), [], 'three letters with a typo say nothing');
  const held = (await suggestionsOf('w', '&limit=20')).map((one) => one.held);
  assert.deepEqual(
    held,
    held.toSorted((a, b) => Number(b) - Number(a)),
  );
});

test('in a place, numbers of parcels and houses; of an id, the next part', async () => {
  const [parcel] = await suggestionsOf('Wola Mrokowska dz. 123/4');
  assert.equal(parcel?.id, '141803_2.0009.123/4');
  const kinds = new Set((await suggestionsOf('Zgorzała 1')).map(({ kind }) => kind));
  assert.deepEqual([...kinds], ['address', 'parcel']);
  const houses = await suggestionsOf('Piaseczno, Szkolna 1');
  assert.ok(houses.length > 1 && houses.every(({ label }) => label.startsWith('Szkolna 1')));
  const [street] = await suggestionsOf('Piaseczno Szk');
  assert.equal(street?.label, 'Szkolna, Piaseczno');
  const obreby = await suggestionsOf('141803_2.000');
  assert.ok(obreby.length > 3 && obreby.every(({ q }) => q?.startsWith('141803_2.000')));
  const ids = (await suggestionsOf('141803_2.0009.123/')).map(({ id }) => id);
  assert.ok(ids.includes('141803_2.0009.123/4'));
  assert.deepEqual(await suggestionsOf('140605_5.0001.1'), [], 'nothing is held there');
});

test('what a suggestion says to ask next leads to it', async () => {
  for (const q of ['Wola Mro', 'Zgorzała 1', 'Piaseczno, Szkolna 1', 'gm. wis', '141803_2.0009.12']) {
    for (const { q: next, id, kind, held, centroid } of await suggestionsOf(q)) {
      assert.equal((next === undefined) !== (id === undefined), true, q);
      assert.ok(centroid || !held, `${q}: a position`);
      const target =
        id === undefined ? `q=${encodeURIComponent(next ?? '')}` : `id=${encodeURIComponent(id)}`;
      const { body } = await client.get(`/v1/resolve?${target}`);
      // An obręb or a street alone is no parcel yet; it is known.
      const isWhole = kind === 'parcel' || kind === 'address' || kind === 'gmina';
      assert.ok(
        body.status === 'ok' || (!isWhole && body.status === 'ambiguous'),
        `${next ?? id}: ${body.status}`,
      );
    }
  }
});

test('declined names, administrative words, numbered obręby, map sheets and districts are completed', async () => {
  for (const [q, kind, label] of [
    ['Woli Mrok', 'obreb', 'Wola Mrokowska, obręb, gmina Lesznowola'],
    ['w Mrokowie', 'obreb', 'Mroków, obręb, gmina Lesznowola'],
    ['działka w Wo', 'obreb', 'Wola Mrokowska, obręb, gmina Lesznowola'],
    ['powiat pia', 'gmina', 'gmina Lesznowola, powiat piaseczyński'],
    ['woj. maz', 'gmina', 'gmina Lesznowola, voivodeship mazowieckie'],
    ['Mokot', 'gmina', 'Mokotów, gmina Warszawa'],
    ['Żyrardów 03', 'obreb', '03, obręb 0003, gmina Żyrardów'],
    ['Żyrardów obręb 3', 'obreb', '03, obręb 0003, gmina Żyrardów'],
    ['143801_1.0003.ar_2.17/', 'parcel', '17/1, ark. 2, 03, gmina Żyrardów'],
    ['3 Maja', 'street', 'ul. 3 Maja, Gołków, gmina Piaseczno'],
  ] as const) {
    const [first] = await suggestionsOf(q);
    assert.deepEqual([first?.kind, first?.label], [kind, label], q);
  }
  const streets = await suggestionsOf('ul. Sosnowa');
  assert.ok(streets.length > 1 && new Set(streets.map(({ label }) => label)).size === streets.length);
  const towns = (await suggestionsOf('Mińsk')).map(({ label }) => label);
  assert.equal(new Set(towns).size, 2, 'the town and the gmina around it');
  for (const { held } of await suggestionsOf('Mszczon'))
    assert.equal(held, false, 'no parcel of it is loaded');
});

test('what comes next is completed: localities of a street, what a label announces, the next part of an id', async () => {
  for (const [q, kind, label, next] of [
    ['ul. Sosnowa 3 Wola', 'locality', 'Wola Mrokowska, gmina Lesznowola', null],
    [
      'Polna 999, Wol',
      'locality',
      'Wola Mrokowska, gmina Lesznowola',
      'Polna Wola Mrokowska, gm. Lesznowola',
    ],
    ['Żyrardów ul. ', 'street', '3 Maja, Żyrardów', 'Żyrardów ul. 3 Maja'],
    ['Żyrardów ul.', 'street', '3 Maja, Żyrardów', 'Żyrardów ul. 3 Maja'],
    ['Mroków dz. ', 'parcel', '1, Mroków, gmina Lesznowola', null],
    ['Zgorzała dom nr ', 'address', 'Zgorzała 1', 'dom nr 1, Zgorzała, gm. Lesznowola'],
    ['Żyrardów obręb ', 'obreb', '01, obręb 0001, gmina Żyrardów', 'obręb 0001, gm. Żyrardów'],
    ['Żyrardów 1', 'parcel', '1, 01, gmina Żyrardów', null],
    ['Piaseczno obręb 02 dz. 3', 'parcel', '3, 02, gmina Piaseczno', null],
    ['dz. 123/ Wola Mrok', 'parcel', '123/1, Wola Mrokowska, gmina Lesznowola', null],
    ['1418', 'gmina', '141803_2 Lesznowola, powiat piaseczyński', '141803_2.'],
    ['141803', 'obreb', '141803_2.0001 Zgorzała, gmina Lesznowola', '141803_2.0001.'],
    ['14 18 03 2 0009 123/4', 'parcel', '123/4, Wola Mrokowska, gmina Lesznowola', null],
    ['141803 2 0009', 'obreb', '141803_2.0009 Wola Mrokowska, gmina Lesznowola', '141803_2.0009.'],
  ] as const) {
    const [first] = await suggestionsOf(q);
    assert.deepEqual([first?.kind, first?.label], [kind, label], q);
    if (next !== null) assert.equal(first?.q, next, q);
  }
  assert.deepEqual(await suggestionsOf('Mroków ul. '), [], 'a village without streets');
});

/** Beginnings of every name that suggestions may lead to: two letters each, and a number. */
const BEGINNINGS = [...'abcdefghijklmnoprstuwzłśż'].flatMap((first) =>
  ['', 'a', 'e', 'i', 'o', 'u'].map((next) => first + next),
);
const NUMBERED = [
  'Mroków 2',
  'Zgorzała 1',
  'Żyrardów 0',
  'Żyrardów 1',
  'Żyrardów ul. ',
  '1418',
  '1438',
  'Łazy, Polna 1',
  '141803_2.00',
  '141803_2.0009.1',
  '143801_1.0003.AR_2.',
];

test('whatever is picked is understood as what was picked', async () => {
  const kinds = new Map<string, number>();
  const asked = new Set<string>();
  for (const beginning of [...BEGINNINGS, ...NUMBERED]) {
    for (const { kind, label, q, id, gmina_name, held } of await suggestionsOf(beginning, '&limit=10')) {
      const target = q ?? id ?? '';
      if (asked.has(target)) continue;
      asked.add(target);
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
      const { body } = await client.get(
        `/v1/resolve?${q === undefined ? 'id' : 'q'}=${encodeURIComponent(target)}`,
      );
      const [best] = body.candidates ?? [];
      const says = `${label}: ${target} → ${body.status} ${JSON.stringify(best)}`;
      assert.equal(best?.gmina_name, gmina_name, says);
      assert.equal(best?.held, held, says);
      if (kind === 'parcel' || kind === 'address') {
        assert.deepEqual([body.status, best?.kind], ['ok', kind], says);
        if (id !== undefined) assert.equal(best?.id, id, says);
      } else if (kind === 'obreb') {
        const [name = ''] = label.split(/[ ,]/);
        assert.ok(best?.obreb_name?.startsWith(name) || best?.obreb_id === name, says);
      } else assert.equal(best?.kind, 'gmina', says);
      if (kind === 'gmina') assert.equal(body.status, 'ok', says);
    }
  }
  for (const kind of ['gmina', 'obreb', 'locality', 'street', 'address', 'parcel'])
    assert.ok((kinds.get(kind) ?? 0) > 1, `${kind}: ${kinds.get(kind)}`);
});

test('what comes next is narrower, whatever word has a typo, and is asked for by what its label says', async () => {
  for (const [q, label, next] of [
    ['wola mrokowksa', 'Wola Mrokowska, obręb, gmina Lesznowola', 'obręb Wola Mrokowska, gm. Lesznowola'],
    ['nowa iwicnza', 'Nowa Iwiczna, obręb, gmina Lesznowola', 'obręb Nowa Iwiczna, gm. Lesznowola'],
    ['gm. Lesznowola Mro', 'Mroków, obręb, gmina Lesznowola', 'obręb Mroków, gm. Lesznowola'],
    [
      'Zalesie Górne JPII',
      'ul. Jana Pawła II, Zalesie Górne, gmina Piaseczno',
      'ul. Jana Pawła II, Zalesie Górne, gm. Piaseczno',
    ],
    ['III Maj', 'ul. 3 Maja, Gołków, gmina Piaseczno', 'ul. 3 Maja, Gołków, gm. Piaseczno'],
    ['Sosnowa 4 Wola', 'Sosnowa 4, Wola Mrokowska', 'Sosnowa 4, Wola Mrokowska'],
  ] as const) {
    const [first] = await suggestionsOf(q);
    assert.deepEqual([first?.label, first?.q], [label, next], q);
  }
  for (const q of ['Mroków d', 'Mroków dzia', 'Mroków działka', 'obręb Mroków, gm. Lesznowola dz. 3']) {
    const found = await suggestionsOf(q);
    assert.ok(found.length > 0 && found.every(({ id }) => id?.startsWith('141803_2.0010.')), q);
  }
  const numbered = (await suggestionsOf('Piaseczno 02')).map((one) => one.q);
  assert.equal(new Set(numbered).size, numbered.length);
  assert.doesNotMatch(JSON.stringify(await suggestionsOf('WA5M 00123456 7 Mro')), /00123456/);
});

test('a text of more than twenty words is not completed', async () => {
  const words = (count: number) => 'z '.repeat(count);
  assert.notDeepEqual(await suggestionsOf(`${words(18)}Wola Mro`), []);
  assert.deepEqual(await suggestionsOf(`${words(19)}Wola Mro`), []);
});

test('nearer places of a kind come first', async () => {
  const near = await suggestionsOf('Kamionka', '&near=52.0576,20.443');
  assert.match(near[0]?.label ?? '', /Wiskitki/);
  const [first] = await suggestionsOf('dz. 12, Kamionka', '&near=52.0576,20.443');
  assert.deepEqual([first?.kind, first?.gmina_name], ['parcel', 'Wiskitki']);
  // Numbers stay in their order.
  for (const q of ['Wola Mrokowska 1', 'Mroków dz. '])
    assert.deepEqual(await suggestionsOf(q, '&near=52.05,20.9'), await suggestionsOf(q), q);
});

test('it is free, needs a key, says what is wrong, and has a rate limit of its own', async () => {
  const { http, body, headers } = await ask('Wola');
  assert.deepEqual([http, body.billing.cost, body.billing.charged], [200, 0, 0]);
  const policy = /q=(\d+)/.exec(headers.get('ratelimit-policy') ?? '')?.[1];
  const plain = await client.get('/v1/sources');
  const whole = /q=(\d+)/.exec(plain.headers.get('ratelimit-policy') ?? '')?.[1];
  assert.equal(Number(policy), Number(whole) * SUGGEST_LIMITS.rate_times);
  assert.equal((await ask(' ')).http, 400);
  assert.equal((await ask('a'.repeat(SUGGEST_LIMITS.q_characters.max + 1))).http, 400);
  assert.equal((await ask('a', '&limit=21')).http, 400);
  assert.equal((await ask('a', '&near=here')).http, 400);
  assert.deepEqual((await ask('xyzxyz')).body.result, []);
});

/** Beginnings behind a place, a number, a street or a label, in several spellings. */
const BEHIND = [
  ...['Łazy K', 'lazy k', 'ŁAZY M', 'Mroków B', 'Mroków ul. B', 'Nowa Iwiczna Z', 'Wola Mrokowska S'],
  ...['Kamionka, g', 'Kamionka P', 'Kamionka W', 'Kamionka gm', 'obręb 02 Ż', 'Piaseczno,M', 'piaseczno  sz'],
  ...['Sosnowa 4, W', 'Akacjowa 15, Ł', 'jana pawla 12 zal', 'Warszawa M', 'Zalesie Górne J'],
  ...['dz. 36 M', 'dz. 36 Mro', 'nr ew. 123/4 W', 'działka 12 L', 'dz. 26/3 K', 'dom 12 M', 'dom nr 1 Z'],
  ...[
    'Mroków dz.3',
    'Mroków dz3',
    'Mroków 036',
    'Mroków 26 / 3',
    'Mroków 26 3',
    'Mroków 26/03',
    'Zgorzała 1 a',
  ],
  ...['Lesznowola obręb 10 3', 'Lesznowola 0010 3', 'id 141803_2.0010.2', 'Kamionka 1'],
  ...['dobra Mro', 'nowa działka Chyl', 'góra Guz', 'bardzo ładna Mro', 'w Chylicac'],
  ...['Nowa Wieś S', 'Łazy', 'Kamionka', 'Leś', '05-506 S', '96-315 Mie'],
  ...[
    '12 L',
    '36 Mro',
    'Kamionka ',
    'Piaseczno ',
    'Łazy ',
    'Mroków Sosnowa 1',
    'Żyrardów 3',
    'Iwiczna 1',
    'Kamionka wis',
  ],
];

test('whatever is completed behind a beginning leads to what its label says', async () => {
  let asked = 0;
  for (const beginning of BEHIND) {
    for (const { kind, label, q, id, gmina_name, held } of await suggestionsOf(beginning)) {
      const target = q ?? id ?? '';
      const { body } = await client.get(
        `/v1/resolve?${q === undefined ? 'id' : 'q'}=${encodeURIComponent(target)}`,
      );
      asked += 1;
      const [best] = body.candidates ?? [];
      const says = `${beginning} → ${label}: ${target} → ${body.status} ${JSON.stringify(best)}`;
      assert.notEqual(body.status, 'not_found', says);
      assert.deepEqual([best?.gmina_name, best?.held], [gmina_name, held], says);
      if (kind === 'parcel') assert.equal(best?.id, id, says);
      if (kind === 'address') assert.deepEqual([body.status, best?.kind], ['ok', 'address'], says);
      if (/^(?:dz|nr ew)/.test(beginning) && held) assert.equal(best?.kind, 'parcel', says);
      if (/^dom/.test(beginning)) assert.equal(best?.kind, 'address', says);
    }
  }
  assert.ok(asked > 60, `${asked} suggestions`);
});

test('behind a place only what lies in it, and a label alone completes nothing', async () => {
  const labelsOf = async (q: string) => (await suggestionsOf(q)).map(({ label }) => label);
  for (const label of ['dz.', 'dz. ', 'ul.', 'ul. ', 'al. ', 'nr '])
    assert.deepEqual(await labelsOf(label), [], label);
  assert.deepEqual(await labelsOf('Mroków B'), [], 'a village without streets');
  for (const [q, kinds] of [
    ['Łazy M', ['street']],
    ['Nowa Iwiczna Z', ['street']],
    ['Kamionka, g', ['obreb']],
  ] as const)
    for (const { kind, label } of await suggestionsOf(q))
      assert.ok(
        kinds.some((one) => one === kind),
        `${q}: ${label}`,
      );
  for (const { gmina_name } of await suggestionsOf('Warszawa M')) assert.equal(gmina_name, 'Warszawa');
  assert.ok((await labelsOf('Kamionka P')).includes('Kamionka, obręb, gmina Piaseczno'));
  // "Wieś" is part of a name here, and announces none.
  for (const { label } of await suggestionsOf('Nowa Wieś S')) assert.match(label, /, Nowa Wieś$/);
  const gminyOf = async (q: string) => new Set((await suggestionsOf(q)).map((one) => one.gmina_name));
  assert.ok((await gminyOf('05-506 S')).has('Lesznowola'));
  assert.ok(!(await gminyOf('96-315 S')).has('Lesznowola'), 'a gmina of other postcodes');
  assert.ok((await labelsOf('Łazy')).includes('gmina Łazy, powiat zawierciański'));
  const [voivodeship] = await suggestionsOf('woj. maz', '&lang=pl');
  assert.equal(voivodeship?.label, 'gmina Lesznowola, województwo mazowieckie');
});

test('words of a sentence are no beginnings and no misspellings of names', async () => {
  const everyday = [
    'tylko ',
    'mapa ',
    'gdzie ',
    'bardzo ',
    'może ',
    'jak ',
    'Jak ',
    'ile ',
    'ale ',
    'szuka ',
    'mam pytanie ',
    'jaka ',
    'wolna ',
    'szkoła ',
    'nad ',
    'młyn ',
    'dom nad jeziorem ',
  ];
  const labels = [
    'dział',
    'działk',
    'Działk',
    'ulic',
    'obrę',
    'gmin',
    'parce',
    'miejscow',
    'dzielni',
    'osiedl',
    'powia',
  ];
  for (const q of [...everyday, 'gdzie', 'bardzo', 'mapa', ...labels])
    assert.deepEqual(await suggestionsOf(q), [], q);
  // What is a name, begins one that is held, or is written or announced as one.
  for (const [q, label] of [
    ['wola ', 'Wola Mrokowska, obręb, gmina Lesznowola'],
    ['mroków ', 'Mroków, obręb, gmina Lesznowola'],
    ['mrkow ', 'Mroków, obręb, gmina Lesznowola'],
    ['bardzo Mro', 'Mroków, obręb, gmina Lesznowola'],
    ['dobra Mro', 'Mroków, obręb, gmina Lesznowola'],
    ['nowy ', 'Nowa Wieś, obręb, gmina Wiskitki'],
    ['ul. szkolan ', 'ul. Szkolna, Gołków, gmina Piaseczno'],
    ['Mrok ', 'Mroków, obręb, gmina Lesznowola'],
    ['lesznowla ', 'gmina Lesznowola, powiat piaseczyński'],
    ['dobra ', 'gmina Dobra, powiat limanowski'],
    ['Dział', 'gmina Działdowo (gmina miejska), powiat działdowski'],
    ['gm. dział', 'gmina Działdowo (gmina miejska), powiat działdowski'],
    ['Warszwa', 'gmina Warszawa, powiat Warszawa'],
  ] as const)
    assert.equal((await suggestionsOf(q))[0]?.label, label, q);
  const inflected = (await suggestionsOf('nowy ')).map(({ label }) => label);
  assert.ok(inflected.includes('gmina Nowy Dwór, powiat sokólski'), 'as it is written, behind what is held');
});

test('a name in another case is completed at each of its letters', async () => {
  for (const [name, ...forms] of [
    ['Chylice', 'Chylicach', 'Chylicami'],
    ['Łazy', 'Łazach', 'Łazami'],
    ['Bartniki', 'Bartnikach'],
    ['Wiskitki', 'Wiskitkach', 'Wiskitek'],
    ['Mroków', 'Mrokowie', 'Mrokowem'],
    ['Kamionka', 'Kamionce'],
    ['Zalesie Górne', 'Zalesiu Górnym', 'Zalesia Górnego'],
    ['Nowa Wieś', 'Nowej Wsi', 'Nową Wsią'],
    ['Wola Mrokowska', 'Woli Mrokowskiej'],
    ['Oryszew-Osada', 'Oryszewie-Osadzie'],
  ] as const)
    for (const form of forms)
      for (const lead of ['', 'działka w '])
        for (let letters = 3; letters <= form.length; letters++) {
          const q = lead + form.slice(0, letters);
          const labels = (await suggestionsOf(q)).map(({ label }) => label);
          assert.ok(
            labels.some((label) => label.startsWith(`${name},`)),
            `${q}: ${labels.join('; ')}`,
          );
        }
});

/** The labels of suggestions, with what was typed in brackets. */
const marked = async (q: string, more = '') =>
  (await suggestionsOf(q, more)).map(({ kind, label, match }) => {
    const shown = match.reduceRight(
      (text, [from, to]) => `${text.slice(0, from)}[${text.slice(from, to)}]${text.slice(to)}`,
      label,
    );
    return `${kind}: ${shown}`;
  });

/** Numbers of parcels as they are suggested. */
const numbersOf = async (q: string, more = '') =>
  (await suggestionsOf(q, more)).flatMap(({ kind, label }) =>
    kind === 'parcel' ? [label.slice(0, label.indexOf(','))] : [],
  );

test('numbers stand in the order of counting: a number, its parts, then longer ones', async () => {
  for (const q of [
    'Wola Mrokowska 1',
    'Lesznowola dz. 1',
    'Mroków dz. ',
    '141803_2.0009.12',
    'Wola Mrokowska 12',
  ]) {
    const numbers = await numbersOf(q, '&limit=20');
    const counted = numbers.toSorted((a, b) => {
      const [[major = 0, minor = 0], [other = 0, part = 0]] = [a, b].map((number) =>
        number.split('/').map(Number),
      ) as [number[], number[]];
      return major - other || minor - part;
    });
    assert.ok(numbers.length > 2, q);
    assert.deepEqual(numbers, counted, q);
  }
  assert.match((await marked('143801_1.0003.A'))[0] ?? '', /^parcel: 1, \[a\]rk\. 1, 03/);
  assert.match(
    (await marked('143801_1.0003.AR_2.1'))[0] ?? '',
    /^parcel: \[1\](?:\d|\/\d)*, \[ark\. 2\], 03/,
  );
});

/** Asks for what a suggestion says to ask next, and tells what comes first. */
async function follow({ q, id }: Suggestion) {
  const target = q === undefined ? `id=${encodeURIComponent(id ?? '')}` : `q=${encodeURIComponent(q)}`;
  const { body } = await client.get(`/v1/resolve?${target}`);
  return { status: body.status, best: body.candidates?.[0] };
}

test('a number before a place that has it: the parcel or the house first, then the place', async () => {
  for (const [q, first, then] of [
    [
      'dz. 123/4 Wola Mrokowska',
      'parcel: [123/4], [Wola Mrokowska], gmina Lesznowola',
      'obreb: [Wola Mrokowska], obręb, gmina Lesznowola',
    ],
    [
      '123/4 Wola Mro',
      'parcel: [123/4], [Wola Mro]kowska, gmina Lesznowola',
      'obreb: [Wola Mro]kowska, obręb, gmina Lesznowola',
    ],
    ['123/4, obręb Wola Mro', 'parcel: [123/4], [Wola Mro]kowska, gmina Lesznowola', null],
    ['Szkolna 1 P', 'address: Szkolna [1], [P]iaseczno', 'locality: [P]iaseczno, gmina Piaseczno'],
    ['dom 1 Zgo', 'address: [Zgo]rzała [1]', 'locality: [Zgo]rzała, gmina Lesznowola'],
    ['Mroków 12 Lesz', 'parcel: [12], Mroków, gmina [Lesz]nowola', null],
    [
      'dz. 123/4 Wola Mrokowska, gm. Lesz',
      'parcel: [123/4], [Wola Mrokowska], gmina Lesznowola',
      'obreb: [Wola Mrokowska], obręb, gmina [Lesz]nowola',
    ],
    ['Sosnowa 4, Wola Mrokowska, gm. Lesz', 'address: Sosnowa [4], [Wola Mrokowska]', null],
  ] as const) {
    const [number, place] = await marked(q);
    assert.equal(number, first, q);
    if (then !== null) assert.equal(place, then, q);
    const [suggestion] = await suggestionsOf(q);
    assert.ok(suggestion?.centroid, q);
    const { status, best } = await follow(suggestion);
    assert.deepEqual([status, best?.kind], ['ok', suggestion.kind], q);
  }
  // A place that has no such number is offered without it, unless the number is announced.
  for (const q of ['99999 Wola Mro', 'Polna 999, Wol']) {
    const [place] = await suggestionsOf(q);
    assert.ok(
      place?.q?.endsWith('Wola Mrokowska, gm. Lesznowola') && !/\d/.test(place.q),
      `${q}: ${place?.q}`,
    );
    assert.equal(place && (await follow(place)).best?.gmina_name, 'Lesznowola', q);
  }
  assert.deepEqual(await marked('dz. 99999 Wola Mro'), []);
  assert.equal((await suggestionsOf('dz. 1 obręb 2 Piaseczno'))[0]?.id, '141804_4.0002.1');
  // The number of an obręb and a postcode are no parcels.
  for (const q of ['obręb 02 Żyr', '05-506 Mro'])
    assert.ok(!(await suggestionsOf(q)).some(({ kind }) => kind === 'parcel'), q);
  const shared = await suggestionsOf('12 L');
  assert.ok(shared.filter(({ kind }) => kind === 'parcel').length <= 4, 'half of the list is places');
});

test('the number of a land register completes nothing and is not asked for', async () => {
  for (const q of [
    'WA5M/0012',
    'KW nr WA5M 00123456 7',
    'nr KW WA5M/00123456/7 ',
    'księga wieczysta nr WA5M/00123456/7',
  ])
    assert.deepEqual(await suggestionsOf(q), [], q);
  for (const q of ['WA5M/00123456/7 Mro', 'KW nr WA5M/00123456/7, Mro', 'Mroków WA5M/00123456/7']) {
    const [first] = await suggestionsOf(q);
    assert.equal(first?.q, 'obręb Mroków, gm. Lesznowola', q);
  }
});

test('a village with its gmina behind it is that village', async () => {
  for (const [q, label, next] of [
    ['kamionka wis', 'obreb: [Kamionka], obręb, gmina [Wis]kitki', 'obręb Kamionka, gm. Wiskitki'],
    ['Kamionka, Piaseczno', 'obreb: [Kamionka], obręb, gmina [Piaseczno]', 'obręb Kamionka, gm. Piaseczno'],
    ['w Kamionce gm. Wis', 'obreb: [Kamionka], obręb, gmina [Wis]kitki', 'obręb Kamionka, gm. Wiskitki'],
    [
      'obręb Wola Mrokowska, gm. Lesznowola',
      'obreb: [Wola Mrokowska], obręb, gmina [Lesznowola]',
      'obręb Wola Mrokowska, gm. Lesznowola',
    ],
    ['Kamionka gm. ', 'obreb: [Kamionka], obręb, gmina Piaseczno', 'obręb Kamionka, gm. Piaseczno'],
  ] as const) {
    const [suggestion] = await suggestionsOf(q);
    assert.deepEqual([(await marked(q))[0], suggestion?.q], [label, next], q);
    if (suggestion) assert.equal((await follow(suggestion)).best?.gmina_name, suggestion.gmina_name, q);
  }
});

test('a number may begin the name of a street, and behind "ul." it does nothing else', async () => {
  for (const q of ['Piaseczno ul. 3', 'ul. 3', 'Piaseczno ulica 3']) {
    const found = await suggestionsOf(q);
    assert.ok(
      found.length > 0 && found.every(({ kind, label }) => kind === 'street' && label.includes('3 Maja')),
      q,
    );
  }
  for (const q of ['Piaseczno 3 M', 'Żyrardów 3 M', 'Żyrardów 3 Ma'])
    assert.match((await marked(q))[0] ?? '', /^street: \[3 Ma?\]a?ja, /, q);
  assert.ok((await marked('Żyrardów 3')).includes('street: [3] Maja, Żyrardów'));
});

test('no number is completed without the street that was typed; the street is offered where it is', async () => {
  for (const q of [
    'Mroków ul. Sosnowa 1',
    'Mroków Sosnowa 1',
    'Mroków, Sosnowa nr ',
    'Mroków Sosn',
    'Mroków ul. Sosnowa',
  ]) {
    const found = await suggestionsOf(q);
    assert.ok(found.length > 0, q);
    for (const { kind, label } of found)
      assert.ok(kind === 'street' && label.startsWith('ul. Sosnowa, '), `${q}: ${label}`);
    assert.deepEqual([...new Set(found.map((one) => one.gmina_name))], ['Lesznowola'], 'near to the village');
  }
  const inGmina = await suggestionsOf('gm. Lesznowola Sosnowa 1');
  assert.ok(inGmina.length > 0 && inGmina.every(({ gmina_name }) => gmina_name === 'Lesznowola'));
});

test('behind a space comes what is next: the streets and first parcels of a place, the houses of a street', async () => {
  for (const [q, first, then] of [
    ['Wola Mrokowska ', 'obreb', ['street', 'parcel']],
    ['Mroków ', 'obreb', ['parcel']],
    ['Piaseczno Szkolna ', 'street', ['address']],
    ['Kamionka, Wiskitki ', 'obreb', ['street', 'parcel']],
    ['gm. Lesznowola ', 'gmina', ['obreb']],
  ] as const) {
    const [itself, ...next] = await suggestionsOf(q);
    assert.equal(itself?.kind, first, q);
    const kinds = new Set(next.map(({ kind }) => kind));
    for (const kind of then) assert.ok(kinds.has(kind), `${q}: ${[...kinds]}`);
    for (const suggestion of next) {
      const { status, best } = await follow(suggestion);
      assert.equal(best?.gmina_name, suggestion.gmina_name, `${q}: ${suggestion.label} ${status}`);
    }
  }
  assert.equal((await suggestionsOf('Wola Mrokowska')).length, 1, 'not before the space');
});

test('words written as one and words turned round come before what only resembles them', async () => {
  for (const [q, label] of [
    ['NowaIw', 'obreb: [Nowa Iw]iczna, obręb, gmina Lesznowola'],
    ['nowaiwiczna', 'obreb: [Nowa Iwiczna], obręb, gmina Lesznowola'],
    ['WolaMro', 'obreb: [Wola Mro]kowska, obręb, gmina Lesznowola'],
    ['Iwiczna N', 'obreb: [N]owa [Iwiczna], obręb, gmina Lesznowola'],
    ['Mrokowska Wola', 'obreb: [Wola] [Mrokowska], obręb, gmina Lesznowola'],
  ] as const)
    assert.equal((await marked(q))[0], label, q);
});

test('names that fit equally share the list; a name that is held is found by its beginning', async () => {
  const obreby = (await suggestionsOf('Iwiczna 1')).map(({ id }) => id?.slice(0, 13));
  assert.deepEqual([...new Set(obreby)], ['141803_2.0003', '141803_2.0006']);
  assert.equal((await suggestionsOf('Zalesie 1'))[0]?.id, '141804_5.0006.1');
});

test('days in words and initials are read as in a text that is asked', async () => {
  for (const q of ['Trzeciego Ma', 'trzeciego m', 'III M', '3-go Ma'])
    assert.match((await suggestionsOf(q))[0]?.label ?? '', /^ul\. 3 Maja, /, q);
  assert.equal((await marked('M. Konop'))[0], 'street: ul. [M]arii [Konop]nickiej, Łazy, gmina Lesznowola');
  assert.equal((await marked('Łazy ul. M. Konop'))[0], 'street: [M]arii [Konop]nickiej, Łazy');
  assert.equal((await marked('m. Żyrar'))[0], 'gmina: gmina [Żyrar]dów, powiat żyrardowski');
});

test('obręby told by number and codes without their signs are completed', async () => {
  for (const [q, first] of [
    ['Piaseczno 2 1', '141804_4.0002.1'],
    ['Wola Mrokowska obręb 0009 dz. 12', '141803_2.0009.12'],
    ['1418032.0009.12', '141803_2.0009.12'],
    ['Mroków 26 3', '141803_2.0010.26/3'],
  ] as const)
    assert.equal((await suggestionsOf(q))[0]?.id, first, q);
  assert.equal((await suggestionsOf('1418032.0009'))[0]?.q, '141803_2.0009.');
  assert.equal((await suggestionsOf('TERYT 1418'))[0]?.q, '141803_2.');
});
