// What a reader sees of parcels before and after something happened, and which events must have been told of it: found
// by comparing answers, not by the code that tells.

import assert from 'node:assert/strict';
import type { CheckResult } from '../../src/contract/answers.ts';
import type { Client } from '../client.ts';
import { query } from './load-file.ts';

export interface Seen {
  readonly record_hash: string | null;
  readonly etag: string | null;
  readonly text: string;
  /** Of each event, what must differ for it to be told. */
  readonly says: Readonly<Record<string, unknown>>;
}

export async function look(client: Client, ids: readonly string[]): Promise<Map<string, Seen>> {
  const seen = new Map<string, Seen>();
  for (const id of ids) {
    const { body, headers, text } = await client.get<CheckResult>(`/v1/check?id=${encodeURIComponent(id)}`);
    const { record, verdict } = body.result ?? assert.fail(`${id}: ${text}`);
    const planning = record.layers.planning?.value ?? assert.fail(`${id}: planning is not known`);
    const { pog, mpzp, wz } = planning;
    const { flood, road_access } = record.layers;
    const zones = pog.value?.zones.map(({ symbol, share_pct }) => ({ symbol, share_pct }));
    seen.set(id, {
      record_hash: record.record_hash,
      etag: headers.get('etag'),
      text,
      says: {
        pog_zone_changed: [pog.value?.zone_symbol, pog.value?.zone_name, zones],
        pog_parameters_changed: pog.value?.zones[0]?.parameters ?? null,
        ouz_changed: pog.value?.in_ouz ?? null,
        mpzp_status_changed: [mpzp.value?.status, mpzp.value?.effective_from, mpzp.value?.plans],
        mpzp_symbol_changed: [mpzp.value?.symbol, mpzp.value?.share_pct],
        wz_possible_changed: wz.value?.possible,
        soil_changed: record.layers.soil?.value,
        address_changed: record.layers.address?.value,
        flood_changed: [
          flood?.value?.q10,
          flood?.value?.q100,
          flood?.value?.q500,
          flood?.value?.q100_share_pct,
        ],
        landslide_changed: record.layers.landslide?.value,
        protected_changed: record.layers.protected?.value,
        buildings_changed: record.layers.buildings?.value,
        road_access_changed: [road_access?.value?.verdict, road_access?.value?.via],
        prices_changed: record.layers.prices?.value?.median_pln_m2,
        verdict_changed: verdict,
      },
    });
  }
  return seen;
}

/** "verdict_changed 141803_2.0009.1", sorted; and a body that changed under the same tag is a fault. */
export function changesSeen(before: ReadonlyMap<string, Seen>, after: ReadonlyMap<string, Seen>): string[] {
  const changes: string[] = [];
  for (const [id, was] of before) {
    const is = after.get(id) ?? assert.fail(`${id} is gone`);
    if (was.text !== is.text)
      assert.notEqual(was.etag, is.etag, `${id}: the answer changed, its ETag did not`);
    for (const [event, value] of Object.entries(was.says)) {
      if (JSON.stringify(value) !== JSON.stringify(is.says[event])) changes.push(`${event} ${id}`);
    }
  }
  return changes.sort();
}

export const hashesMoved = (before: ReadonlyMap<string, Seen>, after: ReadonlyMap<string, Seen>): string[] =>
  [...before]
    .filter(([id, was]) => was.record_hash !== after.get(id)?.record_hash)
    .map(([id]) => id)
    .sort();

/** What was told after an event number: of parcels as above, and of gminy with what it said. */
export function eventsTold(data: string, after_seq = 0) {
  const rows = query(data, 'SELECT * FROM events WHERE seq > ? ORDER BY seq', after_seq);
  const isParcel = (row: (typeof rows)[number]) => String(row.subject).includes('.');
  const json = (text: unknown) => JSON.parse(String(text));
  return {
    parcels: rows
      .filter(isParcel)
      .map(({ event, subject }) => `${event} ${subject}`)
      .sort(),
    others: rows
      .filter((row) => !isParcel(row))
      .map(({ event, subject, layer, before, after }) => ({
        event,
        subject,
        layer,
        before: json(before),
        after: json(after),
      })),
  };
}

export const lastEvent = (data: string): number =>
  Number(query(data, 'SELECT coalesce(max(seq), 0) AS seq FROM events')[0]?.seq);
