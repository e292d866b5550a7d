// What the service keeps between requests never shows: shared answers and squares of permits give the same as deriving
// everything anew from the store, and a whole answer that is kept is the one that would be given anew.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Envelope } from '../src/contract/answers.ts';
import { LAYER_KEYS, RECORD_LAYERS } from '../src/contract/layers.ts';
import { datasetIn } from '../src/data-folder.ts';
import { assessAnswers } from '../src/domain/assess/assessment.ts';
import { AreaDistances } from '../src/domain/geometry/distance.ts';
import { POLAND_BOX } from '../src/domain/geometry/projection.ts';
import { decodeMultiPolygon } from '../src/domain/geometry/wkb.ts';
import { answersOf } from '../src/domain/layers/answers-of.ts';
import { FACT_LAYERS, FACTS_OF, NO_FACTS } from '../src/domain/layers/layer-table.ts';
import { answerPermits, permitBox, permitsAround, RECENT_PERMITS } from '../src/domain/layers/permits.ts';
import type { Subject } from '../src/domain/layers/subject.ts';
import { loadRecord, subjectIn } from '../src/service/operations/load-record.ts';
import { encodeEnvelope } from '../src/service/pipeline/encode.ts';
import type { Context } from '../src/service/snapshot/context.ts';
import { createSnapshotCache } from '../src/service/snapshot/snapshot-cache.ts';
import type { Store, StoredParcel } from '../src/store/reads.ts';
import { openSqliteStore } from '../src/store/sqlite/read-pool.ts';
import { buildSampleData } from './sample.ts';
import { shapesInBox } from './shapes-in-box.ts';

const FRAME: Envelope = {
  status: 'ok',
  result: null,
  query: { input: {}, resolved: null },
  billing: { cost: 1, charged: 1, refunded: 0, rule: 'charged' },
};
const DAYS = ['2026-11-15', '2026-12-15'] as const;

let store: Store;
before(async () => {
  store = openSqliteStore(datasetIn((await buildSampleData()).data));
});
after(() => store.close());

/** Some parcels of every kind, in an order that mixes the places. */
function withParcels(
  work: (contexts: readonly Context[], parcels: readonly StoredParcel[]) => Promise<void>,
): Promise<void> {
  return store.read(async (reads) => {
    const known = await createSnapshotCache()(reads);
    const ids = [...(await shapesInBox(reads, POLAND_BOX)).keys()];
    const some = ids.sort((a, b) => (a.slice(-4) < b.slice(-4) ? -1 : 1)).slice(0, 400);
    const parcels = [...(await reads.parcels(some)).values()];
    assert.ok(parcels.length === 400);
    await work(
      DAYS.map((day) => ({ reads, ...known, now: new Date(`${day}T12:00:00Z`), day })),
      parcels,
    );
  });
}

test('a record that is put together from kept parts says what the domain says, on the day it is asked for', () =>
  withParcels(async (contexts, parcels) => {
    for (const context of contexts) {
      const { corpus, day, reads } = context;
      for (const parcel of parcels) {
        const subject = subjectIn(context, parcel);
        const [places = []] = await reads.permitsIn([permitBox(parcel.box)]);
        const all = permitsAround(new AreaDistances(decodeMultiPolygon(parcel.wkb)), places);
        const permits = { count: all.length, recent: all.slice(0, RECENT_PERMITS) };
        const record = await loadRecord(context, parcel, RECORD_LAYERS, 'none');
        const { layers } = record;
        assert.equal(
          encodeEnvelope('parcel', { ...FRAME, result: record }).result.toString(),
          JSON.stringify(record),
        );
        const anew = answersOf(subject, corpus, day);
        for (const key of RECORD_LAYERS) {
          const fresh = key === 'permits' ? answerPermits(subject, corpus, permits) : anew(key);
          assert.equal(JSON.stringify(layers[key]), JSON.stringify(fresh), `${key} of ${parcel.id}, ${day}`);
        }
      }
    }
  }));

test('a verdict that rests on shared planning says what the domain says, of parcels of any size', () =>
  withParcels(async (contexts, parcels) => {
    for (const context of contexts) {
      const { corpus, day, answers } = context;
      let shared = 0;
      for (const parcel of parcels) {
        const own = subjectIn(context, parcel);
        // The first is remembered as somebody who came, the second is shared, the others find it.
        for (const times of [1, 2, 3, 0.5]) {
          const subject: Subject = { ...own, area_m2: parcel.area_geometry_m2 * times };
          const [kept, anew] = [answers.answersOf(subject, day), answersOf(subject, corpus, day)];
          const planning = answers.judgedPlanningOf(subject, day, kept);
          const told = assessAnswers(kept, subject, corpus, day, 'any', planning);
          const fresh = assessAnswers(anew, subject, corpus, day);
          assert.equal(JSON.stringify(told), JSON.stringify(fresh), `${parcel.id} × ${times}, ${day}`);
          const { input } = planning;
          if ('area_m2' in input && input.area_m2 !== subject.area_m2) shared += 1;
        }
      }
      assert.ok(shared > parcels.length, `${shared} rest on the planning of another`);
    }
  }));

test('an answer follows from the facts named for it: the others may be anything', () =>
  withParcels(async ([context], parcels) => {
    assert.ok(context);
    const { corpus, day } = context;
    for (const parcel of parcels) {
      const subject = subjectIn(context, parcel);
      const anew = answersOf(subject, corpus, day);
      for (const key of LAYER_KEYS) {
        if (key === 'permits') continue;
        const named = FACT_LAYERS.filter((layer) => FACTS_OF[key].includes(layer));
        const facts = Object.fromEntries(named.map((layer) => [layer, parcel.facts[layer]]));
        const bare: Subject = { ...subject, facts: { ...NO_FACTS, ...facts } };
        const [answer, same] = [anew(key), answersOf(bare, corpus, day)(key)];
        assert.equal(JSON.stringify(answer), JSON.stringify(same), `${key} of ${parcel.id}`);
      }
    }
  }));
