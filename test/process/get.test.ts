// miedza get: the same answers from the data folder and from a server, for people and as JSON, and what the exit code says.

import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { showAnswer } from '../../src/commands/show-answer.ts';
import { createPaper } from '../../src/commands/terminal.ts';
import { EXAMPLE_ID } from '../../src/contract/operations.ts';
import type { SourceRef } from '../../src/contract/sources.ts';
import { createClock } from '../../src/service/pipeline/clock.ts';
import { type Client, startClient, TEST_KEY } from '../client.ts';
import { buildSampleData } from '../sample.ts';
import { run } from './program.ts';
import { runWarm } from './warm-program.ts';

let data: string;
let server: Client;
before(async () => {
  ({ data } = await buildSampleData());
  // The command line has no clock but that of the machine.
  server = await startClient(data, { clock: createClock() });
});
after(() => server.close());

const TEXT = 'dz. 123/4 Wola Mrokowska';
const ofFolder = (...words: string[]) => runWarm(['get', ...words, '--data', data]);
const ofServer = (...words: string[]) => runWarm(['get', ...words, '--url', server.url, '--key', TEST_KEY]);

/** Where it is asked must not show; a line with a date or a place in the law is what people look for. */
const SHOWN: [string, string[], RegExp[]][] = [
  [
    'check',
    ['check', TEXT],
    [/^Verdict {2}(PASS|CONDITIONAL|FAIL|UNKNOWN) /m, /^ {2}pass +pog_zone$/m, /Basis: art\. /, /^Sources$/m],
  ],
  ['parcel', ['parcel', EXAMPLE_ID], [/^Area /m, /^ {2}flood +not covered$/m, /^ {2}soil +on record$/m]],
  ['layer', ['layer', EXAMPLE_ID, '--layer', 'planning'], [/^ {2}wz +on record$/m, /Licence: /]],
  ['resolve', ['resolve', TEXT], [/Parcel 123\/4 in obręb Wola Mrokowska/, /^Candidates$/m]],
  ['search', ['search', EXAMPLE_ID], [/^141803_2\.0009\.123\/4 +0 m {2}obręb Wola Mrokowska/m]],
  ['events', ['events', EXAMPLE_ID], [/^Nothing has changed\.$/m, /are watched since\s2026-\d\d-\d\d\./m]],
  [
    'events, counted',
    ['events', 'Lesznowola', '--summary'],
    [/^Nothing has changed\.$/m, /are watched since\s/m],
  ],
  ['sources', ['sources'], [/^egib +as of /m, /Licence: /]],
  ['sources at a place', ['sources', EXAMPLE_ID, '--layer', 'soil'], [/^egib .*on record/m]],
  ['a gmina', ['gmina', 'Lesznowola'], [/^gmina Lesznowola {2}1418032$/m, /^ {2}pog_status: in_force$/m]],
  ['a gmina by its code', ['gmina', '1418032'], [/^gmina Lesznowola {2}1418032$/m, /^Sources$/m]],
  [
    'a box',
    ['search', '--bbox', '20.934,52.05,20.938,52.054', '--limit', '3'],
    [/^1418\d\d_\d\.\d{4}\.\S+ +obręb /m, /^More: --cursor /m],
  ],
  [
    'a check of a parcel of several parts',
    ['check', '141803_2.0009.702'],
    [
      /^Parts$/m,
      /^ +[\d.]+ % +\d+ m² {2}SJ, OUZ +the plans allow building$/m,
      /m² {2}SO +closed to new building$/m,
    ],
  ],
  [
    'a check in Polish',
    ['check', '141803_2.0009.702', '--lang', 'pl'],
    [
      /^Ocena {2}WARUNKOWO /m,
      /^Części działki$/m,
      /m² {2}SO +bez nowej zabudowy$/m,
      /Podstawa: /,
      /^Źródła$/m,
    ],
  ],
  [
    'events in Polish',
    ['events', EXAMPLE_ID, '--lang', 'pl'],
    [/^Nic się nie zmieniło\.$/m, /są śledzone od\s/m],
  ],
  [
    'a gmina in Polish',
    ['gmina', 'Lesznowola', '--lang', 'pl'],
    [/^ {2}studium wygasło: tak$/m, /^ {2}plan ogólny: obowiązuje$/m, /Licencja: /],
  ],
];

describe('an answer for people', () => {
  for (const [name, words, parts] of SHOWN) {
    it(`to ${name}, from the folder as from the server`, async () => {
      const [folder, remote] = await Promise.all([ofFolder(...words), ofServer(...words)]);
      assert.deepEqual([folder.code, folder.stderr], [0, '']);
      assert.deepEqual([remote.code, remote.stderr], [0, '']);
      for (const part of parts) assert.match(folder.stdout, part);
      const placed = (text: string) => text.replaceAll(/2026-\d\d-\d\d/g, 'DAY');
      assert.equal(placed(remote.stdout), placed(folder.stdout));
      assert.ok(!folder.stdout.includes('\x1b'), 'no colours outside of a terminal');
    });
  }

  it('has every source with date, attribution and licence', async () => {
    const { body } = await server.get(`/v1/check?id=${EXAMPLE_ID}`);
    const result = body.result as { checks: { source: SourceRef }[] };
    const flat = (text: string) => text.replaceAll(/\s+/g, ' ');
    const shown = flat((await ofFolder('check', EXAMPLE_ID)).stdout);
    for (const { source } of result.checks) {
      for (const part of [source.id, source.title, source.attribution, source.licence]) {
        assert.ok(shown.includes(flat(part)), part);
      }
    }
  });

  it('is painted on a terminal', async () => {
    const { body } = await server.get(`/v1/check?id=${EXAMPLE_ID}`);
    const painted = showAnswer('check', body, createPaper({ isTTY: true, columns: 80 }, true));
    const plain = showAnswer('check', body, createPaper({ isTTY: true, columns: 80 }, false));
    assert.ok(painted.includes('\x1b[32mpass'));
    assert.ok(!plain.includes('\x1b'));
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the colours themselves
    assert.equal(painted.replaceAll(/\x1b\[\d+m/g, ''), plain);
  });

  it('stays plain in a file even where colours are forced', async () => {
    const { stdout } = await run(['get', 'check', EXAMPLE_ID, '--data', data], { FORCE_COLOR: '1' });
    assert.ok(stdout.includes('Verdict') && !stdout.includes('\x1b'));
  });
});

describe('as JSON', () => {
  it('it is the envelope', async () => {
    const { body } = await server.get(`/v1/layer/flood?q=${encodeURIComponent(TEXT)}`);
    const words = ['layer', TEXT, '--layer', 'flood', '--json'];
    for (const { code, stdout } of await Promise.all([ofFolder(...words), ofServer(...words)])) {
      assert.equal(code, 0);
      assert.deepEqual(JSON.parse(stdout), body);
    }
  });

  it('flags become parameters', async () => {
    const { stdout } = await ofFolder('search', EXAMPLE_ID, '--radius', '60', '--limit', '2', '--json');
    const { result, page } = JSON.parse(stdout);
    assert.deepEqual([result.length, page.limit, page.has_more], [2, 2, true]);
    const next = await ofFolder(
      ...['search', EXAMPLE_ID, '--radius', '60', '--limit', '2', '--cursor', page.next_cursor, '--json'],
    );
    assert.notDeepEqual(JSON.parse(next.stdout).result, result);
    const lean = await ofFolder('parcel', EXAMPLE_ID, '--layers', 'soil', '--geometry', 'full', '--json');
    const record = JSON.parse(lean.stdout).result;
    assert.deepEqual([Object.keys(record.layers), record.geometry.type], [['soil'], 'MultiPolygon']);
  });
});

describe('what was typed', () => {
  const CASES: [string, string[], path: string][] = [
    ['an id is an id', [EXAMPLE_ID, '--radius', '0'], `id=${EXAMPLE_ID}&radius_m=0`],
    ['with a dash too', [EXAMPLE_ID.replace('/', '-')], `id=${EXAMPLE_ID.replace('/', '-')}`],
    [
      'a pair of degrees is a point',
      ['52.0571,20.9344', '--radius', '20'],
      'point=52.0571,20.9344&radius_m=20',
    ],
    ['in two words too', ['52.0571,', '20.9344'], 'point=52.0571,%2020.9344'],
    ['degrees in the other order are text', ['20.9344,52.0571'], 'q=20.9344,52.0571'],
    ['an id and more is text', [`dz. ${EXAMPLE_ID}`], `q=dz.%20${EXAMPLE_ID}`],
  ];
  for (const [name, words, path] of CASES) {
    it(name, async () => {
      const [{ stdout }, { body }] = await Promise.all([
        ofFolder('search', ...words, '--json'),
        server.get(`/v1/search?${path}`),
      ]);
      assert.deepEqual(JSON.parse(stdout), body);
    });
  }
});

it('events are told with their parcel, and lists as lists', () => {
  const event = (more: object) => ({ id: 'ev_1', detected_at: '2026-11-12T08:00:00.000Z', ...more });
  const shown = showAnswer(
    'events',
    {
      status: 'ok',
      result: [
        event({ event: 'parcel_split', parcel_id: 'P', before: { successors: ['P/1', 'P/2'] }, after: null }),
        event({ event: 'verdict_changed', parcel_id: 'Q', after: { verdict: 'pass', non_pass: [] } }),
        event({ event: 'pog_status_changed', layer: 'pog', before: { status: 'none' }, after: { a: 1 } }),
      ],
      query: { input: {}, resolved: null },
      billing: { cost: 1, charged: 1, refunded: 0, rule: 'charged' },
    },
    createPaper({ isTTY: false, columns: 100 }, false),
  );
  assert.deepEqual(shown.split('\n').slice(0, 6), [
    '2026-11-12T08:00:00.000Z  parcel_split  P',
    '    successors P/1; P/2 → nothing',
    '2026-11-12T08:00:00.000Z  verdict_changed  Q',
    '    nothing → verdict pass, non_pass none',
    '2026-11-12T08:00:00.000Z  pog_status_changed  pog',
    '    status none → a 1',
  ]);
});

describe('the exit code', () => {
  const CASES: [string, string[], number, RegExp][] = [
    [
      'ambiguous, with the candidates',
      ['check', 'dz. 1 Kamionka'],
      3,
      /141804_5\.0004\.1 [\s\S]*143805_5\.0003\.1 /,
    ],
    [
      'not found, with what to do',
      ['check', '141803_2.0009.9999'],
      4,
      /^Not found: .*\nCheck the unit, the obręb and the number in the id/m,
    ],
    [
      'not found by resolve, which is not asked twice',
      ['resolve', '141803_2.0009.9999'],
      4,
      /^Not found: .*\nCheck the unit, [^\n]+\n$/,
    ],
    ['a point of too few digits to tell a parcel', ['resolve', '52.05, 20.93'], 3, /too\s+few digits/],
    ['not covered', ['check', '146501_1.0001.1'], 5, /^Not covered: /],
    ['a wrong question', ['parcel', TEXT, '--layers', 'floods'], 2, /^$/],
    ['a flag of another operation', ['check', TEXT, '--radius', '5'], 2, /^$/],
    [
      'which gmina is meant',
      ['gmina', '1418033'],
      4,
      /^Not found: "1418033" is not .*: none has this one\nDid you mean 1418032/,
    ],
    [
      'which gmina a short code means',
      ['gmina', '141803'],
      4,
      /7-digit code of a gmina\nDid you mean 1418032/,
    ],
  ];
  for (const [name, words, code, shown] of CASES) {
    it(`says ${name}`, async () => {
      for (const answer of await Promise.all([ofFolder(...words), ofServer(...words)])) {
        assert.equal(answer.code, code, answer.stderr);
        assert.match(answer.stdout, shown);
        if (code === 2) assert.match(answer.stderr, /^miedza: [^\n]+\n$/);
      }
    });
  }

  it('says what is wrong in flags, in the language asked for', async () => {
    const CASES: [string[], RegExp][] = [
      [['check', TEXT, '--layers', 'flood'], /--layers does not go with check; it goes with parcel, batch$/m],
      [['batch', 'x.csv', '--use', 'house'], /--use does not go with batch; it goes with check$/m],
      [['check', TEXT, '--use', 'dom'], /--use must be one of [^;]+; got "dom"\. .*Pass --use house/],
      [['check', TEXT, '--lang', 'de'], /--lang must be one of en, pl; got "de"\. .*--lang pl/],
      [['events', TEXT, '--since', '1.1.2026'], /miedza: --since: must be a day/],
      [['search', TEXT, '--radius', '5000'], /--radius must be at most 2000, got 5000\. Pass --radius in/],
      [['layer', EXAMPLE_ID, '--lang', 'pl'], /brak warstwy: podaje się ją przez --layer/],
      [['check', TEXT, '--use', 'dom', '--lang', 'pl'], /miedza: --use musi być jednym z/],
    ];
    for (const [words, message] of CASES) {
      const { code, stderr } = await ofFolder(...words);
      assert.match(stderr, message);
      assert.equal(code, 2);
    }
  });

  it('says that there was no answer', async () => {
    const wrongKey = await runWarm(['get', 'check', TEXT, '--url', server.url, '--key', 'wrong', '--json']);
    assert.equal(wrongKey.code, 6);
    assert.match(
      wrongKey.stderr,
      /the API key is not known\. Give the key with --key or in MIEDZA_API_KEY\.\n$/,
    );
    assert.equal(JSON.parse(wrongKey.stdout).error.code, 'unauthorized');
    const nobody = await runWarm(['get', 'check', TEXT, '--url', 'http://127.0.0.1:1']);
    assert.deepEqual([nobody.code, nobody.stdout], [6, '']);
    assert.match(nobody.stderr, /no answer from http:\/\/127\.0\.0\.1:1/);
    for (const url of ['land.example', 'ftp://land.example', 'http://land.example/v1']) {
      const { code, stderr } = await runWarm(['get', 'check', TEXT, '--url', url]);
      assert.equal(code, 2);
      assert.match(
        stderr,
        /^miedza: --url must be the http or https address of a server, without \/v1 .*\n$/,
      );
    }
  });
});

it('asking the folder leaves no trace in it', async () => {
  const { data: untouched } = await buildSampleData();
  const names = () => readdirSync(untouched).filter((name) => !/-(wal|shm)$/.test(name));
  const before = names();
  await runWarm(['get', 'check', TEXT, '--data', untouched]);
  assert.deepEqual(names(), before);
});
