// A connection that statements of many requests share, each a transaction of its own. It is opened by the first and anew after it
// was lost; whoever meets the loss is told, and may try again.

import type { Client } from 'pg';
import { StoreError } from '../reads.ts';
import type { Row } from '../rows.ts';
import { asStoreError, isLost } from './open.ts';
import { connectPipelined, nameOf, noteSilence, refuseWhileSilent } from './turn.ts';

const RETRY_AFTER_S = 1;

export class Link {
  readonly #url: string;
  #client: Promise<Client> | null = null;

  constructor(url: string) {
    this.#url = url;
  }

  async rows(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    refuseWhileSilent(this.#url);
    this.#client ??= connectPipelined(this.#url, 'force_generic_plan');
    const own = this.#client;
    try {
      // Parsed once a connection: the same few statements come with every request.
      return (await (await own).query({ name: nameOf(text), text, values: [...values] })).rows;
    } catch (error) {
      noteSilence(this.#url, error);
      if (isLost(error) && this.#client === own) this.#client = null;
      const fault = asStoreError(error, this.#url);
      if (fault instanceof StoreError) fault.retry_after_s = RETRY_AFTER_S;
      throw fault;
    }
  }

  async close(): Promise<void> {
    const client = await this.#client?.catch(() => null);
    this.#client = null;
    await client?.end();
  }
}
