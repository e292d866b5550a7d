// miedza explain: the same reading as the service's, printed and as JSON.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildSampleData } from '../sample.ts';
import { runWarm } from './warm-program.ts';

test('explain tells tokens, names, candidates with their rules, and what was settled', async () => {
  const { data } = await buildSampleData(1_000);
  const words = ['explain', 'dz. 123/4 Wola Mrokowsak', '--data', data];
  const [shown, json, nothing] = await Promise.all([
    runWarm(words),
    runWarm([...words, '--json']),
    runWarm(['explain', '--data', data]),
  ]);
  assert.equal(shown.code, 0, shown.stderr);
  for (const part of ['Tokens', 'Names', 'Candidates', 'Settled', 'one_typo', '141803_2.0009.123/4']) {
    assert.ok(shown.stdout.includes(part), part);
  }
  const told = JSON.parse(json.stdout);
  assert.deepEqual([told.settled.status, told.settled.id], ['parcel', '141803_2.0009.123/4']);
  assert.deepEqual(
    told.candidates[0].rules.map(({ rule }: { rule: string }) => rule),
    ['obreb_name_and_number', 'one_typo'],
  );
  assert.equal(nothing.code, 2);
});

test('explain tells why a number was not taken', async () => {
  const { data } = await buildSampleData(1_000);
  const { stdout } = await runWarm([
    'explain',
    'hydrant 5 Mroków, 12 arów, obręb 9',
    '--json',
    '--data',
    data,
  ]);
  const { numbers, not_taken } = JSON.parse(stdout).readings;
  assert.deepEqual(
    numbers.map(({ number, against }: { number: string; against: string[] }) => [number, against.length]),
    [['5', 2]],
  );
  assert.deepEqual(
    not_taken.map(({ text }: { text: string }) => text),
    ['12', '9'],
  );
});

test('explain speaks Polish with --lang pl, and no other language', async () => {
  const { data } = await buildSampleData(1_000);
  const words = ['explain', 'dz. 123/4 Wola Mrokowsak, 12 arów', '--data', data];
  const [shown, refused] = await Promise.all([
    runWarm([...words, '--lang', 'pl']),
    runWarm([...words, '--lang', 'de']),
  ]);
  assert.equal(shown.code, 0, shown.stderr);
  for (const part of [
    'Wyrazy',
    'Kandydaci',
    'Rozstrzygnięcie',
    'nie działka: 12 miara, liczba, data albo cena',
  ]) {
    assert.ok(shown.stdout.includes(part), `${part}: ${shown.stdout}`);
  }
  assert.doesNotMatch(shown.stdout, /Candidates|not a parcel|ok when/);
  assert.deepEqual([refused.code, refused.stderr], [2, 'miedza: --lang must be one of en, pl, got "de"\n']);
});
