// Work that several machines share: jobs in the database, each taken by one worker at a time and taken over when that one falls
// silent. A job may be done twice in part and is published once: whoever has the lock looks first at what is left to do.

import { setTimeout as sleep } from 'node:timers/promises';
import { PgBoss } from 'pg-boss';
import { UsageError } from './config.ts';
import { requireDatabase } from './store/postgis/migrate.ts';
import { asStoreError, isLost } from './store/postgis/open.ts';
import { StoreError } from './store/reads.ts';

export type JobName = 'compute' | 'load' | 'refresh';

export interface JobData {
  readonly compute: { readonly powiat: string };
  readonly load: { readonly source: string; readonly path: string; readonly powiat: string | null };
  readonly refresh: { readonly source: string; readonly teryt: string };
}

export const JOB_NAMES: readonly JobName[] = ['load', 'compute', 'refresh'];

/** A worker that says nothing for so long is taken for dead; a load may read for a while without pause. */
const SILENT_S = 20;
const HEARTBEAT_S = 5;
const LONGEST_S = 6 * 3_600;
const RETRIES = 5;
const RECONNECT_MS = 1_000;

/** Beside the tables of the dataset, in a schema of their own. */
function schemaOf(url: string): string {
  const path = /search_path=(\w+)/.exec(new URL(url).searchParams.get('options') ?? '')?.[1];
  return `${path ?? 'miedza'}_jobs`;
}

export interface Jobs {
  /** Null where the same job waits or is being done already. */
  send<N extends JobName>(name: N, data: JobData[N]): Promise<string | null>;
  /** Takes jobs one after another until it is stopped. */
  work<N extends JobName>(name: N, handle: (data: JobData[N]) => Promise<unknown>): Promise<void>;
  list(): Promise<JobState[]>;
  /** Jobs under way are done to their end, for so long. */
  stop(timeout_ms: number): Promise<void>;
}

export interface JobState {
  readonly name: JobName;
  readonly data: Readonly<Record<string, unknown>>;
  readonly state: string;
  readonly retries: number;
  readonly created: Date;
  readonly finished: Date | null;
  readonly output: unknown;
}

/** `tries`: how often it connects, a second apart, to a database that cannot be reached or is starting. */
export async function openJobs(
  url: string | null,
  onFault: (error: Error) => void,
  tries = 1,
): Promise<Jobs> {
  if (url === null)
    throw new UsageError(
      'workers need a database that they share: MIEDZA_STORE=postgres://user@host/database',
    );
  for (let left = tries - 1; ; left -= 1) {
    try {
      await requireDatabase(url);
      return jobsOf(await startBoss(url, onFault));
    } catch (error) {
      const fault = asStoreError(error, url);
      const cause = error instanceof StoreError ? error.cause : error;
      if (left === 0 || !isLost(cause) || !(fault instanceof Error)) throw fault;
      onFault(new Error(`${fault.message}; trying again`, { cause: error }));
      await sleep(RECONNECT_MS);
    }
  }
}

async function startBoss(url: string, onFault: (error: Error) => void): Promise<PgBoss> {
  const boss = new PgBoss({
    connectionString: url,
    schema: schemaOf(url),
    application_name: `miedza ${process.pid}`,
    max: 4,
    superviseIntervalSeconds: HEARTBEAT_S,
    monitorIntervalSeconds: HEARTBEAT_S,
  });
  // The database may be restarted: what is lost is tried again.
  boss.on('error', onFault);
  try {
    await boss.start();
    for (const name of JOB_NAMES)
      await boss.createQueue(name, {
        policy: 'exclusive',
        retryLimit: RETRIES,
        retryDelay: 1,
        retryBackoff: true,
        heartbeatSeconds: SILENT_S,
        expireInSeconds: LONGEST_S,
      });
    return boss;
  } catch (error) {
    // Its timers and connections would outlive it. Why it did not start is the first error.
    await boss.stop({ graceful: false }).catch(() => undefined);
    throw error;
  }
}

function jobsOf(boss: PgBoss): Jobs {
  return {
    send: (name, data) => boss.send(name, data, { singletonKey: JSON.stringify(data) }),
    async work<N extends JobName>(name: N, handle: (data: JobData[N]) => Promise<unknown>) {
      await boss.work<JobData[N]>(
        name,
        { batchSize: 1, pollingIntervalSeconds: 1, heartbeatRefreshSeconds: HEARTBEAT_S },
        async ([job]) => job && handle(job.data),
      );
    },
    async list() {
      const jobs: JobState[] = [];
      for (const name of JOB_NAMES) {
        for (const job of await boss.findJobs<Record<string, unknown>>(name)) {
          const { data, state, retryCount, createdOn, completedOn, output } = job;
          jobs.push({
            name,
            data,
            state,
            retries: retryCount,
            created: createdOn,
            finished: completedOn,
            output,
          });
        }
      }
      return jobs.sort((a, b) => a.created.getTime() - b.created.getTime());
    },
    stop: (timeout) => boss.stop({ graceful: true, timeout }),
  };
}
