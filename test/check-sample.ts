// node test/check-sample.ts URL KEY DATA: a running sample server of full size, against the table of world/README.md, and how many
// parcels of its data folder pass. For .ci/run, which starts one; the tests ask a smaller world.

import { datasetIn } from '../src/data-folder.ts';
import { assessAnswers } from '../src/domain/assess/assessment.ts';
import { POLAND_BOX } from '../src/domain/geometry/projection.ts';
import { answersOf } from '../src/domain/layers/answers-of.ts';
import { subjectIn } from '../src/service/operations/load-record.ts';
import { createSnapshotCache } from '../src/service/snapshot/snapshot-cache.ts';
import { openSqliteStore } from '../src/store/sqlite/read-pool.ts';
import { clientOf } from './client.ts';
import { ASKED_AT } from './sample.ts';
import { faultOf, readTable } from './sample-table.ts';
import { shapesInBox } from './shapes-in-box.ts';

const LEAST_PASSES = 200;

const [url = '', key = '', data = ''] = process.argv.slice(2);
const client = clientOf(url);
const asked: Parameters<typeof faultOf>[0] = { get: (path) => client.get(path, { 'X-Api-Key': key }) };
const faults: string[] = [];
const rows = readTable();
for (const row of rows) {
  const fault = await faultOf(asked, row);
  if (fault !== null) faults.push(fault);
}
const passes = await countPasses();
if (passes < LEAST_PASSES) faults.push(`${passes} parcels pass; at least ${LEAST_PASSES} must`);
for (const fault of faults) process.stderr.write(`${fault}\n`);
process.stdout.write(`${rows.length} rows asked, ${passes} parcels pass, ${faults.length} faults\n`);
process.exitCode = faults.length > 0 ? 1 : 0;

async function countPasses(): Promise<number> {
  const store = openSqliteStore(datasetIn(data));
  try {
    return await store.read(async (reads) => {
      const known = await createSnapshotCache()(reads);
      const day = ASKED_AT.toISOString().slice(0, 10);
      const context = { reads, ...known, now: ASKED_AT, day };
      const ids = [...(await shapesInBox(reads, POLAND_BOX)).keys()];
      let count = 0;
      for (const parcel of (await reads.parcels(ids)).values()) {
        const subject = subjectIn(context, parcel);
        const answerOf = answersOf(subject, context.corpus, day);
        const { verdict } = assessAnswers(answerOf, subject, context.corpus, day);
        if (verdict === 'pass') count += 1;
      }
      return count;
    });
  } finally {
    await store.close();
  }
}
