// The sample that `miedza sample` builds: every row of the table in world/README.md holds on a running server, and nothing that
// occurs in the world is missing from the table.

import assert from 'node:assert/strict';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { VERDICTS } from '../src/contract/answers.ts';
import { type ChangeEvent, EVENT_NAMES, type EventSummary } from '../src/contract/change-events.ts';
import { LAYER_KEYS } from '../src/contract/layers.ts';
import { datasetIn } from '../src/data-folder.ts';
import { POLAND_BOX } from '../src/domain/geometry/projection.ts';
import { answersOf } from '../src/domain/layers/answers-of.ts';
import { subjectIn } from '../src/service/operations/load-record.ts';
import { createSnapshotCache } from '../src/service/snapshot/snapshot-cache.ts';
import { openSqliteStore } from '../src/store/sqlite/read-pool.ts';
import { type Client, startClient } from './client.ts';
import { run } from './process/program.ts';
import { ASKED_AT, keep, SAMPLE_PARCELS, temporaryFolder } from './sample.ts';
import { faultOf, readTable } from './sample-table.ts';
import { shapesInBox } from './shapes-in-box.ts';

const rows = readTable();
const answers = new Set(
  rows.flatMap(({ ask, answers: its }) => its.map(({ path, text }) => `${ask} ${path} ${text}`)),
);
/** Permits are searched when asked; their coverage is that of the register. */
const STORED = LAYER_KEYS.filter((layer) => layer !== 'permits');
let data: string;
let client: Client;

before(async () => {
  data = join(temporaryFolder(), 'data');
  cpSync(await keep(`sample ${SAMPLE_PARCELS}`, build), data, { recursive: true });
  client = await startClient(data);
});
after(() => client.close());

async function build(folder: string): Promise<void> {
  const { code, stderr } = await run(['sample', '--parcels', String(SAMPLE_PARCELS), '--data', folder]);
  assert.equal(code, 0, stderr);
}

describe('the table of the sample world', () => {
  it('holds row by row', async () => {
    assert.ok(rows.length > 50);
    const faults = [];
    for (const row of rows) faults.push(await faultOf(client, row));
    assert.deepEqual(
      faults.filter((fault) => fault !== null),
      [],
    );
  });

  it('is watched by each register since its own first load, and a feed says since when by what is asked', async () => {
    const sinceOf = async (types: string) => {
      const { body } = await client.get(`/v1/events?id=141803_2.0009.123/4${types}`);
      return body.query.observed_since?.slice(0, 10) ?? null;
    };
    assert.equal(await sinceOf('&types=parcel_area_changed,pog_zone_changed'), '2026-08-31');
    const today = await sinceOf('&types=flood_changed');
    assert.ok(today !== null && today > '2026-08-31');
    assert.equal(await sinceOf('&types=pog_zone_changed,flood_changed'), today);
    assert.equal(await sinceOf(''), today);
  });

  it('never tells a change from before the feed was watched without saying what was', async () => {
    const feeds = rows.filter(({ ask }) => ask.startsWith('events')).map(({ parcel }) => parcel);
    let older = 0;
    for (const id of [...new Set(feeds)]) {
      for (const summary of [false, true]) {
        const { body } = await client.get<ChangeEvent[] | EventSummary>(
          `/v1/events?id=${encodeURIComponent(id)}&summary=${summary}`,
        );
        const { result, query } = body;
        const since = query.observed_since ?? assert.fail(id);
        const told = Array.isArray(result)
          ? result.map(({ detected_at }) => detected_at)
          : (result?.by_type.map(({ first }) => first) ?? []);
        if (!told.some((when) => when < since.slice(0, when.length))) continue;
        older += 1;
        assert.match(query.resolved?.note ?? '', /Some registers earlier: /, id);
      }
    }
    assert.ok(older > 0);
  });

  it('has a row for every verdict and every event type', () => {
    const wanted = [
      ...VERDICTS.map((verdict) => `check verdict ${verdict}`),
      ...EVENT_NAMES.map((event) => `events event ${event}`),
    ];
    assert.deepEqual(
      wanted.filter((answer) => !answers.has(answer)),
      [],
    );
  });

  it('has a row for every coverage of a layer that occurs, and for none that does not', async () => {
    const listed = [...answers]
      .filter((answer) => /answer\.coverage/.test(answer) && !answer.startsWith('layer/permits'))
      .sort();
    assert.deepEqual(listed, [...(await coverageHere())].sort());
  });
});

/** Every layer with every coverage that some parcel has. */
async function coverageHere(): Promise<Set<string>> {
  const store = openSqliteStore(datasetIn(data));
  try {
    return await store.read(async (reads) => {
      const known = await createSnapshotCache()(reads);
      const day = ASKED_AT.toISOString().slice(0, 10);
      const context = { reads, ...known, now: ASKED_AT, day };
      const ids = [...(await shapesInBox(reads, POLAND_BOX)).keys()];
      const found = new Set<string>();
      for (const parcel of (await reads.parcels(ids)).values()) {
        const answerOf = answersOf(subjectIn(context, parcel), context.corpus, day);
        for (const layer of STORED) found.add(`layer/${layer} answer.coverage ${answerOf(layer).coverage}`);
      }
      return found;
    });
  } finally {
    await store.close();
  }
}
