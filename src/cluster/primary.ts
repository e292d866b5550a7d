// The primary of a server of several processes: starts the workers, replaces those that die, keeps what they have in common, and
// has them leave. It accepts connections and hands them on in turn (node:cluster); it answers none itself.

import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import type { Logger } from 'pino';
import { collectDefaultMetrics, type MetricObject, Registry } from 'prom-client';
import { answerCalls, type CallOther, createCaller } from './channel.ts';
import { gatherMetrics } from './gather-metrics.ts';
import { answerForWorker, type PrimaryAccounts, type PrimaryCalls } from './shared-accounts.ts';

/** Told by a worker that listens. */
export type Listening = {
  readonly port: number;
  readonly example_id: string | null;
  /** Whether there is a page at /, and if not, why. */
  readonly page_state: string;
};

/** Why a worker could not begin; `exit_code` is that of the command. */
export type StartFault = { readonly message: string; readonly exit_code: number };

/** What a worker asks of the primary. */
export type FromWorker = PrimaryCalls & {
  listening(told: Listening): void;
  failed(fault: StartFault): void;
};

/** What the primary asks of a worker. */
export type FromPrimary = {
  metrics(): Promise<readonly MetricObject[]>;
  leave(): void;
};

export class WorkerStartError extends Error {
  override readonly name = 'WorkerStartError';
  readonly exit_code: number;

  constructor({ message, exit_code }: StartFault) {
    super(message);
    this.exit_code = exit_code;
  }
}

export interface Primary {
  /** Resolves when all workers listen; rejects with why one cannot. */
  readonly started: Promise<Listening>;
  readonly metrics: { readonly contentType: string; recentText(): Promise<string> };
  /** Resolves when all workers have left. */
  leave(): Promise<void>;
  /** Ends them at once. */
  kill(): void;
}

/** A worker that dies so soon after its start will do so again: the next one waits. */
const SOON_MS = 5_000;
const RESTART_WAIT_MS = 1_000;
/** A worker that does not tell its metrics in this time is shown as it was last seen. */
const METRICS_WAIT_MS = 1_000;
const FRESH_MS = 1_000;
/**
 * One thread a worker for collecting garbage and compiling: with V8's usual four, two workers on two cores hold each other up
 * and take 14 % more processor time (npm run bench workers).
 */
const WORKER_FLAGS = ['--v8-pool-size=1'];

export function startWorkers(count: number, accounts: PrimaryAccounts, log: Logger): Primary {
  const started = Promise.withResolvers<Listening>();
  const asks = new Map<number, CallOther<FromPrimary>>();
  const listening = new Set<number>();
  const metrics = gatherMetrics(ownProcess());
  let isLeaving = false;
  let isStarted = false;
  cluster.setupPrimary({ execArgv: [...process.execArgv, ...WORKER_FLAGS] });

  function fork(): void {
    const worker = cluster.fork();
    const began_ms = performance.now();
    const { calls, forget } = answerForWorker(accounts);
    asks.set(worker.id, createCaller<FromPrimary>(worker.process));
    answerCalls<FromWorker>(worker.process, {
      ...calls,
      metrics: recentText,
      listening(told) {
        listening.add(worker.id);
        if (listening.size < count) return;
        isStarted = true;
        started.resolve(told);
      },
      failed(fault) {
        if (isStarted) log.error({ fault: fault.message }, 'a worker could not start');
        else started.reject(new WorkerStartError(fault));
      },
    });
    worker.once('exit', (code, signal) => {
      asks.delete(worker.id);
      listening.delete(worker.id);
      void forget();
      void metrics.forget(worker.id);
      replace(worker, signal ?? code, performance.now() - began_ms);
    });
  }

  function replace(worker: Worker, end: string | number, lived_ms: number): void {
    if (isLeaving) return;
    if (!isStarted) {
      started.reject(new WorkerStartError({ message: `a worker ended with ${end}`, exit_code: 1 }));
      return;
    }
    // A worker that was asked to leave may be the first to know that the server is.
    const wait_ms = lived_ms < SOON_MS || end === 0 ? RESTART_WAIT_MS : 0;
    log.error({ worker: worker.process.pid, end }, 'a worker is gone and will be replaced');
    setTimeout(() => {
      if (!isLeaving) fork();
    }, wait_ms);
  }

  async function text(): Promise<string> {
    const told = await Promise.all(
      [...asks].map(async ([id, ask]) => {
        const late = new Promise<null>((resolve) => setTimeout(resolve, METRICS_WAIT_MS, null).unref());
        return [id, await Promise.race([ask('metrics'), late])] as const;
      }),
    );
    return metrics.text(new Map(told));
  }

  let recent: Promise<string> | null = null;
  function recentText(): Promise<string> {
    if (recent) return recent;
    setTimeout(() => {
      recent = null;
    }, FRESH_MS).unref();
    recent = text();
    return recent;
  }

  for (let at = 0; at < count; at += 1) fork();
  const workers = () => Object.values(cluster.workers ?? {}).flatMap((worker) => worker ?? []);
  return {
    started: started.promise,
    metrics: { contentType: metrics.contentType, recentText },
    async leave() {
      isLeaving = true;
      const gone = workers().map((worker) => (worker.isDead() ? undefined : once(worker, 'exit')));
      for (const ask of asks.values()) void ask('leave').catch(() => undefined);
      // One that is still starting has nothing to answer, and does not hear yet what it is asked.
      for (const worker of workers()) if (!listening.has(worker.id)) worker.process.kill('SIGTERM');
      await Promise.all(gone);
    },
    kill() {
      isLeaving = true;
      for (const worker of workers()) worker.process.kill('SIGKILL');
    },
  };
}

/** Of the primary itself only what the system tells: it answers nothing. */
function ownProcess(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const { name } of registry.getMetricsAsArray())
    if (!name.startsWith('process_')) registry.removeSingleMetric(name);
  return registry;
}
