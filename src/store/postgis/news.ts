// What has changed in the database, told without asking for every request: LISTEN on one connection of its own, and a look
// every second beside it, since a pooler may not pass notifications on. Where neither works nothing is claimed to be known.

import type { Client } from 'pg';
import { connect } from './open.ts';
import { type DatasetState, STATE_QUERY, stateFrom } from './turn.ts';

export const CHANNEL = 'miedza_news';

/** How often it is looked, and for how long what was seen is believed. */
const LOOK_MS = 500;
const BELIEVED_MS = 1_500;

export interface News {
  /** As it was told or seen last; null where that is too long ago. */
  state(): DatasetState | null;
  /** Somebody read it for himself. */
  observe(state: DatasetState): void;
  /** Called with every state of the primary: keys are kept there. */
  onPrimary(tell: (state: DatasetState) => void): void;
  close(): Promise<void>;
}

/** Versions are those of the replica where there is one: it may lag. */
export function openNews(url: string, replica: string | null): News {
  let known: { readonly state: DatasetState; readonly at_ms: number } | null = null;
  const listeners: ((state: DatasetState) => void)[] = [];
  const connections = new Map<string, Client>();
  let closed = false;
  let looking: Promise<void> | null = null;
  let isLookWanted = false;

  async function stateOn(address: string): Promise<DatasetState> {
    let client = connections.get(address);
    if (!client) {
      client = await connect(address);
      connections.set(address, client);
      const own = client;
      client.on('error', () => drop(address, own));
      client.on('end', () => drop(address, own));
      if (address === url) {
        client.on('notification', () => look());
        await client.query(`LISTEN ${CHANNEL}`);
      }
    }
    try {
      return stateFrom((await client.query(STATE_QUERY)).rows[0]);
    } catch (error) {
      drop(address, client);
      throw error;
    }
  }

  function drop(address: string, client: Client): void {
    if (connections.get(address) !== client) return;
    connections.delete(address);
    void client.end().catch(() => undefined);
  }

  async function lookOnce(): Promise<void> {
    const primary = await stateOn(url);
    for (const tell of listeners) tell(primary);
    observe(replica === null ? primary : await stateOn(replica));
  }

  function observe(state: DatasetState): void {
    known = { state, at_ms: performance.now() };
  }

  /** One look at a time; who asks during one gets another. */
  function look(): void {
    if (closed) return;
    if (looking) {
      isLookWanted = true;
      return;
    }
    isLookWanted = false;
    // Requests meet the same fault and are answered with it; here it is tried again with the next look.
    looking = lookOnce()
      .catch(() => undefined)
      .finally(() => {
        looking = null;
        if (isLookWanted) look();
      });
  }

  look();
  const timer = setInterval(look, LOOK_MS);
  timer.unref();
  return {
    state: () => (known && performance.now() - known.at_ms < BELIEVED_MS ? known.state : null),
    observe,
    onPrimary: (tell) => void listeners.push(tell),
    async close() {
      closed = true;
      clearInterval(timer);
      await looking;
      await Promise.all([...connections.values()].map((client) => client.end().catch(() => undefined)));
    },
  };
}
