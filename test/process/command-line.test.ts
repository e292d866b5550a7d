// Mistakes at the keyboard: one clear line on stderr, exit code 2, no stack.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { before, describe, it, type TestContext } from 'node:test';
import about from '../../package.json' with { type: 'json' };
import { banner } from '../../src/commands/serve-words.ts';
import { readConfig } from '../../src/config.ts';
import { LAYER_KEYS } from '../../src/contract/layers.ts';
import { main } from '../../src/main.ts';
import { buildSampleData, LAND, temporaryFolder } from '../sample.ts';
import { run } from './program.ts';
import { runWarm } from './warm-program.ts';

const COMMANDS = ['serve', 'ingest', 'sample', 'keys', 'get', 'mcp', 'explain', 'openapi'];
const root = temporaryFolder();
const empty = join(root, 'empty');
const regularFile = join(root, 'a-file');
let data: string;

before(async () => {
  mkdirSync(empty);
  writeFileSync(regularFile, 'x');
  ({ data } = await buildSampleData(1_000, { only: LAND }));
});

async function refuses(words: string[], message: RegExp): Promise<void> {
  const { code, stdout, stderr } = await run(words);
  assert.equal(stdout, '');
  isRefusal(code, stderr, message);
}

function isRefusal(code: unknown, stderr: string, message: RegExp): void {
  assert.match(stderr, message);
  // Progress may stand before it, never a stack after it.
  assert.match(stderr, /(^|\n)miedza: [^\n]+\n$/);
  assert.equal(code, 2);
}

/** The program without a process of its own, which would cost half a second for each of many mistakes. */
async function runHere(context: TestContext, words: string[], env: Record<string, string> = {}) {
  let stderr = '';
  context.mock.method(process.stderr, 'write', (text: string) => {
    stderr += text;
    return true;
  });
  Object.assign(process.env, env);
  try {
    return { code: await main(words), stderr };
  } finally {
    for (const name of Object.keys(env)) delete process.env[name];
    context.mock.restoreAll();
  }
}

describe('help', () => {
  it('of get names every layer', async () => {
    const { stdout } = await runWarm(['get', '--help']);
    for (const layer of LAYER_KEYS) assert.match(stdout, new RegExp(`^ {19}.*\\b${layer}\\b`, 'm'));
  });

  it('is given without words, and lists every command', async () => {
    for (const words of [[], ['--help']]) {
      const { code, stdout, stderr } = await runWarm(words);
      assert.deepEqual([code, stderr], [0, '']);
      for (const command of COMMANDS) assert.match(stdout, new RegExp(`^  ${command} `, 'm'));
    }
  });

  it('is given by every command, and starts nothing', async () => {
    const answers = await Promise.all(COMMANDS.map((command) => runWarm([command, '--help'])));
    answers.forEach(({ code, stdout, stderr }, at) => {
      assert.deepEqual([code, stderr], [0, '']);
      assert.ok(stdout.startsWith(`miedza ${COMMANDS[at]}`), stdout);
    });
  });
});

it('the version is that of the package', async () => {
  const { code, stdout, stderr } = await run(['--version']);
  assert.deepEqual([code, stdout, stderr], [0, `${about.version}\n`, '']);
});

it('the banner says when there is no page, and writes ids as people do', () => {
  const told = (page_state: string) =>
    banner('http://127.0.0.1:1', readConfig({}, {}), { page_state, example_id: '141803_2.0009.123/4' });
  assert.match(told('served'), /^ {2}Page {6}http:\/\/127\.0\.0\.1:1\/$/m);
  assert.match(told('not_built'), /^ {2}Page {6}not built: "npm ci && npm run build:page" builds it/m);
  assert.match(told('turned_off'), /^ {2}Page {6}turned off$/m);
  assert.match(told('key_revoked'), /^ {2}Page {6}none: its key page:web was revoked$/m);
  assert.match(told('served'), /\/v1\/parcel\?id=141803_2\.0009\.123\/4'$/m);
});

describe('a mistake is told in one line', () => {
  const CASES: [string, () => string[], RegExp, Record<string, string>?][] = [
    ['an unknown command', () => ['server'], /there is no command "server"; commands are serve, ingest, /],
    [
      'an issuer without an address',
      () => ['serve', '--data', empty],
      /MIEDZA_OAUTH_ISSUER needs MIEDZA_PUBLIC_URL/,
      { MIEDZA_OAUTH_ISSUER: 'https://login.example' },
    ],
    [
      'an address that is none',
      () => ['serve', '--data', empty],
      /MIEDZA_PUBLIC_URL must be an http or https URL; got "land.example"/,
      { MIEDZA_PUBLIC_URL: 'land.example' },
    ],
    ['an unknown flag', () => ['serve', '--prot', '1'], /Unknown option '--prot'; see --help/],
    [
      'a word for a flag',
      () => ['serve', 'sample', '--data', empty],
      /"sample" is too much; see --help\. Did you mean --sample\?/,
    ],
    ['a word too many', () => ['openapi', 'all', 'of', 'it'], /"all of it" is too much; see --help\./],
    [
      'a flag in the place of a value',
      () => ['keys', 'create', 'x', '--rate', '--burst', '5', '--data', empty],
      /--rate needs a value; got "--burst"; see --help/,
    ],
    [
      'a rate below nothing',
      () => ['keys', 'create', 'x', '--rate', '-1', '--data', empty],
      /--rate must be a number above 0, got "-1"/,
    ],
    [
      'a source that is none, with nothing to load',
      () => ['ingest', 'stat', '--data', empty],
      /"stat" is not a source, nor one of fetch, refresh, probe, compute, report, status; sources are terc, /,
    ],
    ['a flag without its value', () => ['serve', '--port'], /'--port <value>' argument missing; see --help/],
    [
      'a port that is none',
      () => ['serve', '--port', '99999'],
      /--port \(PORT\) must be 0 to 65535; got "99999"/,
    ],
    ['a port in words, by environment', () => ['serve'], /got "http"/, { PORT: 'http' }],
    [
      'a log level',
      () => ['serve'],
      /MIEDZA_LOG_LEVEL must be one of trace, .*got "loud"/,
      { MIEDZA_LOG_LEVEL: 'loud' },
    ],
    [
      'no dataset',
      () => ['serve', '--data', empty],
      /there is no dataset in .*empty; load one with "miedza ingest/,
    ],
    [
      'no dataset to report on',
      () => ['ingest', 'report', '--data', empty],
      /there is no dataset in .*empty yet/,
    ],
    ['nothing to load', () => ['ingest', '--data', empty], /say what to load with --from PATH/],
    [
      'an unknown source',
      () => ['ingest', 'maps', '--from', empty, '--data', empty],
      /"maps" is not a source/,
    ],
    [
      'a missing path',
      () => ['ingest', '--from', join(root, 'x'), '--data', empty],
      /there is nothing at .*x/,
    ],
    [
      'a sample too small',
      () => ['sample', '--parcels', '5', '--data', join(root, 'small')],
      /allowed are whole numbers from 1000 to/,
    ],
    [
      'a sample in words',
      () => ['sample', '--parcels', 'many', '--data', empty],
      /--parcels must be a whole number, got "many"/,
    ],
    [
      'a contract into nowhere',
      () => ['openapi', '--out', join(root, 'nowhere', 'openapi.json')],
      /nowhere\/openapi\.json cannot be written \(its folder does not exist\); name another with --out\n$/,
    ],
    ['a contract over a folder', () => ['openapi', '--out', root], /cannot be written \(it is a folder\)/],
    ['a sample over a dataset', () => ['sample', '--data', data], /dataset\.gpkg exists already/],
    ['an unknown action', () => ['keys', 'make', 'x', '--data', empty], /"make" is not one of create, list/],
    ['a question of no kind', () => ['get', 'owner', 'x'], /"owner" is not one of check, parcel, layer, /],
    ['a question about nothing', () => ['get', 'check'], /say what to ask about: miedza get check "TARGET"/],
    ['a layer without its name', () => ['get', 'layer', 'x'], /name the layer with --layer/],
    ['a question to nowhere', () => ['get', 'check', 'x', '--url', 'nowhere'], /got "nowhere"/],
    [
      'a key that no header carries, for a question',
      () => ['get', 'check', 'x', '--url', 'http://127.0.0.1:1', '--key', 'żółw'],
      /--key \(MIEDZA_API_KEY\) must be visible ASCII characters without spaces/,
    ],
    [
      'a key that no header carries, for an assistant',
      () => ['mcp', '--url', 'http://127.0.0.1:1'],
      /--key \(MIEDZA_API_KEY\) must be visible ASCII characters without spaces/,
      { MIEDZA_API_KEY: 'two words' },
    ],
    [
      'a question without a dataset',
      () => ['get', 'check', 'x', '--data', empty],
      /there is no dataset at .*empty/,
    ],
    ['a key without a name', () => ['keys', 'create', '--data', empty], /name the key/],
    [
      'a key that is not there',
      () => ['keys', 'revoke', 'x', '--data', empty],
      /no key "x"; there are no keys yet/,
    ],
    [
      'a rate of nothing',
      () => ['keys', 'create', 'x', '--rate', '0', '--data', empty],
      /--rate must be a number above 0, got "0"/,
    ],
    [
      'a broken month',
      () => ['keys', 'usage', '--month', '2026-13', '--data', empty],
      /--month must be a month such as 2026-11, got "2026-13"/,
    ],
    [
      'a key with spaces',
      () => ['serve', '--data', data, '--workers', '1', '--api-key', 'a b'],
      /--key \(MIEDZA_API_KEY\) must be visible ASCII characters without spaces/,
    ],
    [
      'a host elsewhere',
      () => ['serve', '--data', data, '--workers', '1', '--port', '0', '--host', '203.0.113.7'],
      /host 203\.0\.113\.7 is not an address of this machine/,
    ],
  ];
  for (const [name, words, message, env] of CASES) {
    it(name, async (context) => {
      const { code, stderr } = await runHere(context, words(), env);
      isRefusal(code, stderr, message);
    });
  }

  it('a variable of the environment, with what arrived, before anything is looked for', async (context) => {
    const WRONG: [name: string, got: string, shown?: string][] = [
      ['HOST', 'http://0.0.0.0'],
      ['MIEDZA_ADDRESS_RATE', '-1'],
      ['MIEDZA_BASEMAP', 'https://maps.example/tiles'],
      ['MIEDZA_LOG_LEVEL', 'loud'],
      ['MIEDZA_MCP_ORIGINS', 'http://x'],
      ['MIEDZA_METRICS', '9464'],
      ['MIEDZA_METRICS', '127.0.0.1:99999', '99999'],
      ['MIEDZA_OAUTH_ISSUER', 'login.example'],
      ['MIEDZA_OAUTH_JWKS_URL', 'https:'],
      ['MIEDZA_PUBLIC_URL', 'https:land.example'],
      ['MIEDZA_PUSH_NETWORKS', '10.0.0.0/8/8'],
      ['MIEDZA_SIGNUP_URL', 'foo'],
      ['MIEDZA_SOURCE_URL_EGIB', 'egib.example'],
      ['MIEDZA_STORE', 'mysql://root:secret@db/miedza', 'mysql://…@db/miedza'],
      ['MIEDZA_STORE', 'host=db password=secret', 'host=db password=…'],
      ['MIEDZA_TRUSTED_PROXIES', 'foo'],
      ['MIEDZA_TRUSTED_PROXIES', '10.0.0.1, 10.0.0.0/99', '10.0.0.0/99'],
      ['MIEDZA_WORKERS', '0'],
      ['PORT', 'http'],
    ];
    for (const [name, got, shown = got] of WRONG) {
      const { code, stderr } = await runHere(context, ['serve', '--data', empty], { [name]: got });
      isRefusal(code, stderr, new RegExp(`${name}\\)? must be .*; got "${RegExp.escape(shown)}"`));
    }
    const { stderr } = await runHere(context, ['serve', '--data', empty], {
      MIEDZA_OAUTH_AUDIENCE: 'https://land.example/mcp',
    });
    assert.match(stderr, /MIEDZA_OAUTH_AUDIENCE needs MIEDZA_OAUTH_ISSUER/);
  });

  it('not an empty variable, which is none', async (context) => {
    const names = ['MIEDZA_DATA', 'MIEDZA_LOG_LEVEL', 'MIEDZA_STORE', 'MIEDZA_API_KEY', 'HOST', 'PORT'];
    const empties = Object.fromEntries(names.map((name) => [name, '']));
    // Where somebody ran `npm start`, the checkout has a data folder.
    const checkout = process.cwd();
    process.chdir(root);
    context.after(() => process.chdir(checkout));
    const { stderr } = await runHere(context, ['serve'], empties);
    assert.match(stderr, /there is no dataset in .*\/data; load one/);
  });

  it('a data folder that is not there, and none is made', async (context) => {
    const nowhere = join(root, 'nowhere', 'data');
    for (const command of ['serve', 'mcp']) {
      const { code, stderr } = await runHere(context, [command, '--data', nowhere]);
      isRefusal(code, stderr, /there is no dataset in .*nowhere\/data/);
    }
    assert.equal(existsSync(join(root, 'nowhere')), false);
  });

  it('a backup among other files', async (context) => {
    const taken = join(root, 'taken');
    mkdirSync(taken);
    writeFileSync(join(taken, 'notes.txt'), '');
    const { code, stderr } = await runHere(context, ['backup', '--to', taken, '--data', data]);
    isRefusal(code, stderr, /taken is not empty: notes\.txt is there already; choose another folder/);
    assert.deepEqual(readdirSync(taken), ['notes.txt']);
  });

  it('by the program itself as well', async () => {
    await refuses(['server'], /there is no command "server"/);
    await refuses(['serve', '--prot', '1'], /Unknown option '--prot'/);
    await refuses(['serve', '--data', empty], /there is no dataset in .*empty/);
  });

  it('a data folder that cannot be written', async () => {
    const below = join(regularFile, 'data');
    await Promise.all(
      [
        ['serve', '--sample', '--data', below],
        ['keys', 'list', '--data', below],
        ['ingest', '--from', join(data, '..', 'files'), '--data', below],
      ].map((words) =>
        refuses(words, /the data folder .* cannot be written \(E\w+\); choose another with --data/),
      ),
    );
  });

  it('a port that is taken', async () => {
    const holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    const { port } = holder.address() as AddressInfo;
    try {
      await refuses(
        ['serve', '--data', data, '--port', String(port)],
        new RegExp(`port ${port} is taken; choose another with --port or PORT`),
      );
    } finally {
      holder.close();
    }
  });

  it('a dataset that is none', async () => {
    const folder = join(root, 'spoilt');
    mkdirSync(folder);
    writeFileSync(join(folder, 'dataset.gpkg'), 'not a database, but long enough to be one'.repeat(100));
    await refuses(['serve', '--data', folder], /spoilt\/dataset\.gpkg cannot be opened as a Miedza dataset/);
  });

  it('an accounts file that is none', async () => {
    const folder = join(root, 'accounts');
    mkdirSync(folder);
    writeFileSync(join(folder, 'accounts.sqlite'), 'not a database, but long enough to be one'.repeat(100));
    await refuses(['keys', 'list', '--data', folder], /cannot open the accounts file .*accounts\.sqlite/);
  });
});

describe('ingest by the command line', () => {
  it('loads, says what came of it, and reports it later; a broken file is exit code 1', async () => {
    const own = join(root, 'own');
    const files = join(root, 'land');
    const made = join(data, '..', 'files');
    for (const name of readdirSync(made)) {
      if (LAND.test(name) || name === 'synthetic.json') cpSync(join(made, name), join(files, name));
    }
    for (const name of ['czytaj.pdf', 'drogi.shp', 'drogi.dbf']) writeFileSync(join(files, name), '');
    const loaded = await runWarm(['ingest', '--from', files, '--data', own]);
    assert.equal(loaded.code, 0);
    assert.match(
      loaded.stderr,
      /not known by their names, passed over: czytaj\.pdf, drogi\.dbf, drogi\.shp \(/,
    );
    assert.match(loaded.stderr, /TERC\S+: (\d+) rows \(\1 new, 0 changed, 0 removed\), 0 issues/);
    assert.match(loaded.stderr, /1418\.gpkg\.zip: \d+ rows \(\d+ new, 0 changed, 0 removed\), 17 issues/);
    const again = await runWarm(['ingest', '--from', files, '--data', own]);
    assert.equal(again.code, 0);
    assert.equal(again.stderr.match(/unchanged since the last load/g)?.length, 7);

    const broken = join(root, '1438.gpkg');
    writeFileSync(broken, 'nothing of the kind');
    const failed = await runWarm(['ingest', '--from', broken, '--data', own]);
    assert.equal(failed.code, 1);
    assert.match(
      failed.stderr,
      /1438\.gpkg: NOT published: 1438\.gpkg: found a file that begins "nothing of the/,
    );

    const report = await runWarm(['ingest', 'report', '--data', own]);
    assert.equal(report.code, 0);
    assert.match(
      report.stdout,
      /^run 17 .* egib {2}1438\.gpkg {2}failed {2}0 rows, 0 issues\n {2}1438\.gpkg: found/,
    );
    assert.match(report.stdout, /several_parts × 3, for example row \d+: a parcel is one area by law/);
    const status = await runWarm(['ingest', 'status', '--data', own]);
    assert.match(status.stdout, /^egib +1418 +2026-11-08 .* synthetic$/m);
  });
});
