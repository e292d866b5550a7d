// Loads that leave the answers for later (spec §3.1 not_computed): nothing is served as an empty answer, nobody pays for
// it, and working it out later gives what the load would have given.

import assert from 'node:assert/strict';
import { cpSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { before, beforeEach, describe, it } from 'node:test';
import type { CheckResult, LayerResult, ParcelRecord } from '../../src/contract/answers.ts';
import type { GminaPlanning } from '../../src/contract/layers.ts';
import { unpackFacts } from '../../src/domain/layers/packed-facts.ts';
import { EXAMPLE_PARCEL, SHOWCASE } from '../../world/planted.ts';
import { type Client, startClient } from '../client.ts';
import { runWarm } from '../process/warm-program.ts';
import { rule } from '../requirements.ts';
import { buildSampleData, LAND, type Sample, temporaryFolder } from '../sample.ts';
import { loadOne, query } from './load-file.ts';
import { editArchive, recounted } from './registry-file.ts';

const root = temporaryFolder();
let land: Sample;
let whole: Sample;
let data: string;

before(async () => {
  land = await buildSampleData(1_000, { only: LAND });
  whole = await buildSampleData(1_000);
});
beforeEach(() => {
  data = join(mkdtempSync(join(root, 'case-')), 'data');
  cpSync(land.data, data, { recursive: true });
});

const POG = () => join(land.files, 'pog-1418.zip');
const another = () =>
  editArchive(POG(), { 'akty.xml': (text) => text.replace('?>', '?><!-- another edition -->') });

async function asking<T>(work: (client: Client) => Promise<T>): Promise<T> {
  const client = await startClient(data);
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}

async function publish(path: string, compute: boolean) {
  const outcome = await loadOne(path, data, { compute });
  assert.ok(outcome.outcome === 'published', 'reason' in outcome ? outcome.reason : '');
  return outcome.report;
}

const layer = (client: Client, key: string, id: string = EXAMPLE_PARCEL) =>
  client.get<LayerResult>(`/v1/layer/${key}?id=${id}`);

const pogFacts = (where: string) =>
  query(
    where,
    "SELECT p.id, f.facts FROM parcels p LEFT JOIN parcel_facts f USING (fid) WHERE p.id LIKE '14180%' ORDER BY p.id",
  ).map(({ id, facts }) => ({ id, pog: unpackFacts(facts as string | null).pog }));
/** The sweep of the third party is not loaded here. */
const ofRegistry = (rows: ReturnType<typeof pogFacts>) =>
  rows.map(({ id, pog }) => {
    const facts: { source: string }[] = JSON.parse(String(pog ?? '[]'));
    return [id, facts.filter(({ source }) => source === 'pog')];
  });

const command = async (word: string) => {
  const { code, stdout, stderr } = await runWarm(['ingest', word, '--data', data]);
  assert.equal(code, 0, stderr);
  return stdout + stderr;
};

describe('a load of plans without their answers', () => {
  it(rule('3.1-not-computed', '4.14-layer-not-computed', '2.3-value-null'), async () => {
    await publish(POG(), false);
    const etag = await asking(async (client) => {
      for (const key of ['pog', 'wz', 'planning']) {
        const { body } = await layer(client, key);
        const answer = body.result?.answer;
        assert.deepEqual(
          [answer?.coverage, answer?.value, answer?.source.id],
          ['not_computed', null, 'pog'],
          key,
        );
        assert.match(answer?.note ?? '', /held; .*not yet worked out/, key);
        assert.deepEqual(
          body.billing,
          { cost: 1, charged: 0, refunded: 1, rule: 'refunded_not_computed' },
          key,
        );
      }
      // A record holds other layers too, and is paid for; the check cannot tell what blocks.
      const record = await client.get<ParcelRecord>(`/v1/parcel?id=${EXAMPLE_PARCEL}`);
      assert.equal(record.body.billing.rule, 'charged');
      assert.equal(record.body.result?.layers.planning?.coverage, 'not_computed');
      const check = await client.get<CheckResult>(`/v1/check?id=${EXAMPLE_PARCEL}`);
      assert.equal(check.body.result?.verdict, 'unknown');
      // The plan itself is known, and so is the gmina; the other powiat is as it was.
      const gmina = await client.get<GminaPlanning>('/v1/gminy/1418032/planning');
      assert.equal(gmina.body.result?.pog_status, 'in_force');
      assert.equal(
        (await layer(client, 'pog', SHOWCASE.pog_draft)).body.result?.answer.coverage,
        'not_covered',
      );
      return record.headers.get('etag');
    });
    assert.match(
      await command('status'),
      /^powiat 1418: not computed yet: pog, ground \(miedza ingest compute\)$/m,
    );

    assert.match(await command('compute'), /powiat 1418: \d+ parcels worked out/);
    assert.doesNotMatch(await command('status'), /not computed yet/);
    assert.match(await command('compute'), /nothing was left to work out/);
    await asking(async (client) => {
      const { body, headers } = await client.get<ParcelRecord>(`/v1/parcel?id=${EXAMPLE_PARCEL}`);
      assert.equal(body.result?.layers.planning?.coverage, 'covered');
      assert.notEqual(headers.get('etag'), etag);
      assert.equal((await layer(client, 'pog')).body.billing.rule, 'charged');
    });
    assert.deepEqual(ofRegistry(pogFacts(data)), ofRegistry(pogFacts(whole.data)));
    assert.deepEqual(
      query(data, 'SELECT * FROM events'),
      [],
      'what is known for the first time is no change',
    );
  });

  it('followed by another edition with its answers: they are worked out for all parcels, not for a few', async () => {
    await publish(POG(), false);
    const report = await publish(await another(), true);
    assert.equal(report.events, 0);
    assert.deepEqual(ofRegistry(pogFacts(data)), ofRegistry(pogFacts(whole.data)));
    await asking(async (client) =>
      assert.equal((await layer(client, 'pog')).body.result?.answer.coverage, 'covered'),
    );
  });

  describe('over plans that were worked out', () => {
    /** The plan names no infill area any more: nothing lies in one. */
    const smaller = () =>
      editArchive(POG(), {
        'akty.xml': (text) => text.replace(/<app-pog:regulacja[^>]*OUZ"\/>/g, ''),
        'ouz.xml': (text) => recounted(text.replace(/<wfs:member>.*<\/wfs:member>/s, '')),
      });
    const told = () =>
      query(
        data,
        `SELECT subject, event, layer, before, after FROM events WHERE seq > ${last} ORDER BY subject, event`,
      );
    let last = 0;
    /** As the same edition tells it when its answers are worked out at once. */
    let atOnce: ReturnType<typeof told>;

    beforeEach(async () => {
      const left = data;
      for (const folder of [left, `${left}-at-once`]) cpSync(whole.data, folder, { recursive: true });
      data = `${left}-at-once`;
      last = Number(query(data, 'SELECT max(seq) AS seq FROM events')[0]?.seq);
      await publish(await smaller(), true);
      atOnce = told();
      assert.ok(atOnce.some(({ event }) => event === 'ouz_changed'));
      assert.ok(atOnce.some(({ event }) => event === 'verdict_changed'));
      data = left;
    });

    it('is told as a change when the answers are worked out, once', async () => {
      const etag = (client: Client) => layer(client, 'planning').then(({ headers }) => headers.get('etag'));
      const earlier = await asking(etag);
      assert.equal((await publish(await smaller(), false)).events, 0);
      assert.notEqual(await asking(etag), earlier);
      await command('compute');
      assert.deepEqual(told(), atOnce);
      const [source] = query(
        data,
        `SELECT DISTINCT source, as_of FROM events WHERE seq > ${last} AND layer = 'pog'`,
      );
      assert.deepEqual({ ...source }, { source: 'pog', as_of: '2026-11-08' });
      await publish(await another(), false);
      await publish(await smaller(), false);
      await command('compute');
      assert.deepEqual(told(), atOnce, 'there and back again is no change');
    });

    it('is told by the next load that works its answers out, with what that load changed itself', async () => {
      await publish(await smaller(), false);
      assert.equal((await publish(await another(), true)).events, 0, 'all is as it was known before');
      await publish(await smaller(), false);
      const again = await editArchive(await smaller(), {
        'akty.xml': (text) => text.replace('?>', '?><!-- another edition -->'),
      });
      await publish(again, true);
      assert.deepEqual(told(), atOnce);
    });
  });
});

describe('parcels loaded without answers', () => {
  it('have none of any layer, and get them all', async () => {
    const own = join(mkdtempSync(join(root, 'parcels-')), 'data');
    for (const name of ['TERC_Urzedowy_2026-01-01.xml', '1418.gpkg.zip', 'pog-1418.zip']) {
      assert.equal((await loadOne(join(land.files, name), own, { compute: false })).outcome, 'published');
    }
    data = own;
    await asking(async (client) => {
      for (const key of ['soil', 'pog', 'planning'] as const) {
        const { body } = await layer(client, key);
        assert.deepEqual(
          [body.result?.answer.coverage, body.billing.rule],
          ['not_computed', 'refunded_not_computed'],
          key,
        );
      }
      assert.equal((await layer(client, 'address')).body.result?.answer.coverage, 'not_covered');
    });
    await command('compute');
    assert.deepEqual(ofRegistry(pogFacts(data)), ofRegistry(pogFacts(whole.data)));
    await asking(async (client) => {
      assert.deepEqual((await layer(client, 'soil', SHOWCASE.forest)).body.result?.answer.value, {
        classes: [{ symbol: 'LsIV', share_pct: 100 }],
      });
    });
  });
});
