// Every reason is true: what the answers to the list of queries say of parcels, obręby and addresses, compared with the store.

import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { after, before, test } from 'node:test';
import { phraseIn } from '../src/contract/language.ts';
import { datasetIn } from '../src/data-folder.ts';
import { foldName } from '../src/domain/text/fold.ts';
import { type Asker, openAsker, readQueries } from './queries.ts';
import { buildSampleData } from './sample.ts';

let asker: Asker;
let db: DatabaseSync;
before(async () => {
  const { data } = await buildSampleData();
  asker = openAsker(data);
  db = new DatabaseSync(datasetIn(data), { readOnly: true });
});
after(async () => {
  db.close();
  await asker.close();
});

/** Texts that the list lacks: a number that is elsewhere in the gmina, beside a street, in a place of the same name. */
const MORE: readonly string[] = [
  'dz. 45 obręb Wola Mrokowska, gm. Lesznowola',
  'dz. 45 Wola Mrokowksa, Lesznowola',
  'dz. 45 obręb 9 gm. Lesznowola',
  'dz. 5 obręb 77 gm. Lesznowola',
  'ul. Polna 36, Wola Mrokowska',
  'ul. Polna 999',
  'dz. 13 Kamionka',
];

/** Parcels of a number, by obręb and its name. */
const parcelsNumbered = (number: string) =>
  db
    .prepare(
      'SELECT p.id, o.id AS obreb_id, o.name FROM parcels p JOIN obreby o ON o.id = p.obreb_id WHERE p.number = ?',
    )
    .all(number)
    .map(({ id, obreb_id, name }) => ({ id: String(id), obreb_id: String(obreb_id), name: String(name) }));

const gminaCodes = (name: string) =>
  db
    .prepare('SELECT substr(code, 1, 6) AS six FROM terc WHERE name = ? AND length(code) = 7')
    .all(name)
    .map(({ six }) => String(six));

const inGmina = (id: string, gmina: string) => gminaCodes(gmina).some((six) => id.startsWith(six));

type Check = (...told: string[]) => boolean;

/** Sentences as they are told, and what the store must say to each. */
const CLAIMS: readonly (readonly [name: string, RegExp, Check])[] = [
  [
    'a parcel in an obręb',
    /Parcel (\S+) in obręb (?:\d{4} \()?([^,)]+)\)?, gmina ([^.,]+)\./g,
    (number = '', obreb = '', gmina = '') =>
      parcelsNumbered(number).some(({ id, name }) => name === obreb && inGmina(id, gmina)),
  ],
  [
    'the only parcel of a gmina',
    /The only parcel (\S+) of gmina ([^,;]+)/g,
    (number = '', gmina = '') => parcelsNumbered(number).filter(({ id }) => inGmina(id, gmina)).length === 1,
  ],
  [
    'no parcel in a place of the same name',
    /There is no parcel (\S+) at (.+?) in gmina ([^.,]+)\./g,
    (number = '', place = '', gmina = '') =>
      !parcelsNumbered(number).some(
        ({ id, name }) => foldName(name) === foldName(place) && inGmina(id, gmina),
      ),
  ],
  [
    'another obręb',
    /The text also names ([^.]+), which is another obręb\./g,
    (obreb = '') => db.prepare('SELECT 1 FROM obreby WHERE name = ?').get(obreb) !== undefined,
  ],
  [
    'an address',
    /The parcel of the address (.+?) (\d\S*?)(?:, \d{2}-\d{3} [^,]+|, [^,]+)?, gmina/g,
    (street = '', number = '') =>
      db
        .prepare('SELECT 1 FROM addresses WHERE number = ? AND (street = ? OR locality = ?)')
        .get(number.toLowerCase(), foldName(street), foldName(street)) !== undefined,
  ],
  [
    'no number in obręby',
    /no ([\d/, ]+) is known at (.*\(.*\)$)/g,
    (numbers = '', places = '') => {
      const obreby = [...places.matchAll(/\((\d{6}_\d\.\d{4})\)/g)].map(([, id]) => id);
      return numbers
        .split(', ')
        .every((number) => !parcelsNumbered(number).some(({ obreb_id }) => obreby.includes(obreb_id)));
    },
  ],
  [
    'a parcel that does not fit',
    /nothing fits the text; not (\S+):/g,
    (id = '') => db.prepare('SELECT 1 FROM parcels WHERE id = ?').get(id) !== undefined,
  ],
];

test('what reasons and messages claim is so in the store', async () => {
  const made = new Map(CLAIMS.map(([name]) => [name, 0]));
  const untrue: string[] = [];
  for (const text of [...readQueries().map((query) => query.text), ...MORE]) {
    const outcome = await asker.ask(text);
    const told = (outcome.candidates ?? [])
      .filter(({ held }) => held)
      .map(({ match_reason }) => match_reason);
    if (outcome.status === 'not_found') told.push(phraseIn(outcome.message, 'en'));
    for (const [name, pattern, isTrue] of CLAIMS) {
      for (const reason of told) {
        for (const [claim, ...values] of reason.matchAll(pattern)) {
          made.set(name, (made.get(name) ?? 0) + 1);
          if (!isTrue(...values)) untrue.push(`${text}: ${claim}`);
        }
      }
    }
  }
  assert.deepEqual(untrue, []);
  for (const [name, count] of made) assert.ok(count > 0, `nothing claimed ${name}`);
});
