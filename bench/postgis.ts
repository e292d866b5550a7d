// A PostGIS to compare with: a cluster of its own in a temporary folder, reached by a socket in it, gone when stopped.
// Uses what is installed and installs nothing. Knows no table of ours.

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { processesOf, processorSeconds } from './servers.ts';

const PROGRAMS = ['initdb', 'postgres', 'pg_isready', 'psql', 'pgbench'];
const DEBIAN_FOLDER = '/usr/lib/postgresql';

/** The folder of PostgreSQL's programs, or null where some are missing. */
export function findPostgres(): string | null {
  const folders = existsSync(DEBIAN_FOLDER)
    ? readdirSync(DEBIAN_FOLDER).map((version) => join(DEBIAN_FOLDER, version, 'bin'))
    : [];
  try {
    folders.push(execFileSync('pg_config', ['--bindir'], { encoding: 'utf8' }).trim());
  } catch {
    // No pg_config: the folders above may do.
  }
  return folders.findLast((bin) => PROGRAMS.every((name) => existsSync(join(bin, name)))) ?? null;
}

export interface Postgis {
  /** Where clients reach its database. */
  readonly url: string;
  /** Ends all sessions at once and starts anew, as an operator does. */
  restart(): Promise<void>;
  /** Runs SQL, with the lines of a COPY behind it; rows of text. */
  run(sql: string, input?: string): string[];
  /** The rate of the scripts, chosen by chance, in prepared statements. */
  rate(scripts: readonly string[], clients: number, seconds: number): number;
  /** Seconds of processor time used so far, by all sessions (Linux). */
  cpu_s(): number;
  stop(): Promise<void>;
}

/** Null where PostgreSQL has no PostGIS. */
export async function startPostgis(bin: string, more: readonly string[] = []): Promise<Postgis | null> {
  const folder = mkdtempSync(join(tmpdir(), 'miedza-postgis-'));
  const owner = ownerOf();
  if (owner) chownSync(folder, owner.uid, owner.gid);
  const call = (name: string, words: readonly string[], input = '') =>
    execFileSync(join(bin, name), words, {
      ...owner,
      cwd: folder,
      encoding: 'utf8',
      input,
      maxBuffer: 2 ** 28,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
  const reach = ['-h', folder, '-U', 'bench'];
  const cluster = join(folder, 'cluster');
  call('initdb', ['-D', cluster, '-U', 'bench', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync']);
  const settings = [`unix_socket_directories=${folder}`, 'listen_addresses=', ...IN_ITS_FAVOUR, ...more];
  const start = () =>
    spawn(join(bin, 'postgres'), ['-D', cluster, ...settings.flatMap((one) => ['-c', one])], {
      ...owner,
      cwd: folder,
      stdio: 'ignore',
    });
  let server = start();
  const end = async () => {
    const exited = once(server, 'exit');
    // Fast shutdown: sessions are ended, nothing is lost that anyone needs.
    if (server.exitCode === null && server.kill('SIGINT')) await exited;
  };
  const stop = async () => {
    await end();
    rmSync(folder, { recursive: true, force: true });
  };
  const isUp = () => untilReady(() => call('pg_isready', [...reach, '-q']));
  const run = (sql: string, input = '') =>
    call('psql', [...reach, '-d', 'postgres', '-XqAt', '-v', 'ON_ERROR_STOP=1', '-c', sql], input)
      .split('\n')
      .filter((line) => line !== '');
  try {
    await isUp();
    if (run("SELECT 1 FROM pg_available_extensions WHERE name = 'postgis'").length === 0) {
      await stop();
      return null;
    }
    run('CREATE EXTENSION postgis');
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url: `postgres:///postgres?host=${encodeURIComponent(folder)}&user=bench`,
    async restart() {
      await end();
      server = start();
      await isUp();
    },
    run,
    stop,
    cpu_s: () => processorSeconds(server.pid ?? 0) + sessionSeconds(server.pid ?? 0),
    rate(scripts, clients, seconds) {
      const files = scripts.map((script, at) => {
        const file = join(folder, `${at}.sql`);
        writeFileSync(file, script);
        return file;
      });
      const said = call('pgbench', [
        ...['-n', '-M', 'prepared', '-c', String(clients), '-j', '2', '-T', String(seconds)],
        ...files.flatMap((file) => ['-f', file]),
        ...reach,
        'postgres',
      ]);
      return Number(/^tps = ([\d.]+)/m.exec(said)?.[1]);
    },
  };
}

/** Of the processes that work now; those that have ended count with their parent. */
function sessionSeconds(pid: number): number {
  const [, ...sessions] = processesOf(pid);
  return sessions.reduce((sum, one) => {
    try {
      return sum + processorSeconds(one);
    } catch {
      // Gone since the list was made: its parent has its time.
      return sum;
    }
  }, 0);
}

/** Compiling a query of some milliseconds costs more than it saves. */
const IN_ITS_FAVOUR = ['jit=off', 'shared_buffers=512MB'];

/** PostgreSQL refuses to be run by root: then its own user runs it. */
function ownerOf(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  const idOf = (which: string) => Number(execFileSync('id', [which, 'postgres'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}

async function untilReady(ask: () => void): Promise<void> {
  for (let left = 100; ; left -= 1) {
    try {
      return ask();
    } catch (error) {
      if (left === 0) throw error;
      await wait(100);
    }
  }
}
