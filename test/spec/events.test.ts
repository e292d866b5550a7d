// GET /v1/events (spec §4.8, §6; contract §9) and what readers see while data are published: a real second and third
// edition of the parcel file, loaded while the server runs.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Candidate, ParcelRecord, ParcelSummary } from '../../src/contract/answers.ts';
import type { ChangeEvent, EventSummary } from '../../src/contract/change-events.ts';
import { EXAMPLE_ID } from '../../src/contract/operations.ts';
import { type Client, startClient } from '../client.ts';
import { rule } from '../requirements.ts';
import { buildSampleData } from '../sample.ts';
import { publishEdited } from './publish-edited.ts';

const NEIGHBOUR = '141803_2.0009.123/5';
let sample: { data: string; files: string };
let client: Client;
before(async () => {
  sample = await buildSampleData();
  client = await startClient(sample.data);
});
after(() => client.close());

async function events(query: string): Promise<ChangeEvent[]> {
  const { http, body } = await client.get<ChangeEvent[]>(`/v1/events?${query}`);
  assert.equal(http, 200, query);
  assert.equal(body.page?.returned, body.result?.length);
  return body.result ?? [];
}

const areaOfExample = async () =>
  (await client.get<ParcelRecord>(`/v1/parcel?id=${EXAMPLE_ID}`)).body.result?.area.official_m2 ?? 0;

const setArea = (area_m2: number) =>
  `UPDATE dzialki SET pole_ewidencyjne = '${(area_m2 / 10_000).toFixed(4)}' WHERE id_dzialki = '${EXAMPLE_ID}';`;

test(rule('C9-with-publish', 'C7-publish', '2.9-event'), async () => {
  assert.deepEqual(await events(`id=${EXAMPLE_ID}`), [], 'a first load tells no events');
  const area = await areaOfExample();
  const around = `/v1/search?id=${EXAMPLE_ID}&radius_m=150`;
  const whole = (await client.get<ParcelSummary[]>(around)).body.result?.map(({ id }) => id) ?? [];
  const first = await client.get<ParcelSummary[]>(`${around}&limit=8`);
  const shown = first.body.result?.map(({ id }) => id) ?? [];
  const gone = shown.find((id) => id !== EXAMPLE_ID && id !== NEIGHBOUR) ?? '';

  // The neighbour is renumbered, one parcel of the first page is gone, the area of the example is corrected.
  await publishEdited(
    sample,
    '1418',
    `${setArea(area + 1)} DELETE FROM dzialki WHERE id_dzialki = '${gone}';
     UPDATE dzialki SET id_dzialki = '${NEIGHBOUR}55' WHERE id_dzialki = '${NEIGHBOUR}';`,
    new Date('2026-11-21T23:30:00Z'),
  );

  assert.equal(await areaOfExample(), area + 1);
  const [event, ...others] = await events(`id=${EXAMPLE_ID}`);
  assert.deepEqual(others, []);
  assert.ok(event);
  const { id, source, before, after, ...rest } = event;
  assert.ok(id.length > 0);
  assert.equal(source?.id, 'egib');
  assert.deepEqual(rest, {
    event: 'parcel_area_changed',
    parcel_id: EXAMPLE_ID,
    detected_at: '2026-11-21T23:30:00.000Z',
    layer: null,
    as_of: source.as_of,
  });
  assert.deepEqual([before, after], [{ area_official_m2: area }, { area_official_m2: area + 1 }]);

  const second = await client.get<ParcelSummary[]>(`${around}&cursor=${first.body.page?.next_cursor}`);
  const rest_ids = second.body.result?.map((parcel) => parcel.id) ?? [];
  const unchanged = whole.slice(8).filter((other) => other !== NEIGHBOUR);
  assert.deepEqual(
    rest_ids.filter((other) => other !== `${NEIGHBOUR}55`),
    unchanged,
    'the second page neither repeats nor skips what did not change',
  );
  assert.equal((await client.get(`/v1/parcel?id=${gone}`)).http, 404);
});

test(rule('4.8-newest-first', '4.8-since', 'C9-since', '4.8-types', '6-feed'), async () => {
  const area = await areaOfExample();
  await publishEdited(sample, '1418', setArea(area + 1), new Date('2026-11-22T00:00:00Z'));
  const both = await events(`id=${EXAMPLE_ID}`);
  assert.deepEqual(
    both.map(({ detected_at }) => detected_at),
    ['2026-11-22T00:00:00.000Z', '2026-11-21T23:30:00.000Z'],
  );
  for (const [since, count] of [
    ['2026-11-21', 2],
    ['2026-11-22', 1],
    ['2026-11-23', 0],
  ] as const) {
    assert.deepEqual(await events(`id=${EXAMPLE_ID}&since=${since}`), both.slice(0, count), since);
  }
  const names = async (query: string) => (await events(`id=${NEIGHBOUR}&${query}`)).map(({ event }) => event);
  assert.deepEqual(await names(''), ['parcel_created', 'parcel_removed']);
  assert.deepEqual(await names('types=parcel_created'), ['parcel_created']);
  assert.deepEqual(await names('types=parcel_removed,parcel_created'), ['parcel_created', 'parcel_removed']);
  assert.deepEqual(await names('types=flood_changed'), []);

  const page = await client.get<ChangeEvent[]>(`/v1/events?id=${EXAMPLE_ID}&limit=1`);
  assert.deepEqual(page.body.page?.has_more, true);
  const rest = await client.get<ChangeEvent[]>(
    `/v1/events?id=${EXAMPLE_ID}&cursor=${page.body.page.next_cursor}`,
  );
  assert.deepEqual([...(page.body.result ?? []), ...(rest.body.result ?? [])], both);
  assert.equal(rest.body.page?.next_cursor, null);
  const other = await client.get(`/v1/events?id=${NEIGHBOUR}&cursor=${page.body.page.next_cursor}`);
  assert.equal(other.http, 400, 'a cursor belongs to its filters');
});

test('a parcel that is gone has left its events, and says what became of its land', async () => {
  await publishEdited(
    sample,
    '1418',
    `UPDATE dzialki SET id_dzialki = '${NEIGHBOUR}56' WHERE id_dzialki = '${NEIGHBOUR}';`,
    new Date('2026-11-23T08:00:00Z'),
  );
  const gone = await client.get<ChangeEvent[]>(`/v1/events?id=${NEIGHBOUR}&limit=1`);
  assert.deepEqual([gone.http, gone.body.status, gone.body.billing.rule], [200, 'ok', 'charged']);
  const { resolved } = gone.body.query;
  assert.deepEqual([resolved?.id, resolved?.gmina_teryt], [NEIGHBOUR, '1418032']);
  assert.match(resolved?.note ?? '', /not in the cadastre any more/);
  const [removed] = gone.body.result ?? [];
  assert.deepEqual(
    [
      removed?.event,
      removed?.parcel_id,
      (removed?.before as { successors: string[] } | undefined)?.successors,
    ],
    ['parcel_removed', NEIGHBOUR, [`${NEIGHBOUR}56`]],
  );
  const [created] = await events(`id=${NEIGHBOUR}56`);
  assert.deepEqual((created?.after as { predecessors: string[] } | undefined)?.predecessors, [NEIGHBOUR]);
  assert.deepEqual(await events(`q=${encodeURIComponent(`działka ${NEIGHBOUR}`)}&limit=1`), [removed]);
  const number = NEIGHBOUR.split('.').at(-1);
  for (const q of [
    `dz. ${number} Wola Mrokowska`,
    `${number} Wola Mrokowska`,
    `dz. ${number} obręb 9 gm. Lesznowola`,
  ]) {
    assert.deepEqual(await events(`q=${encodeURIComponent(q)}&limit=1`), [removed], q);
  }
  for (const q of [`dz. ${number} Lesznowola`, `dz. ${number} Mroków`])
    assert.equal((await client.get(`/v1/events?q=${encodeURIComponent(q)}`)).http, 404, q);
  assert.equal((await client.get('/v1/events?id=141803_2.0009.99999')).http, 404, 'never heard of');
  assert.equal((await client.get(`/v1/parcel?id=${NEIGHBOUR}`)).http, 404);
});

test(rule('4.8-gmina'), async () => {
  const { http, body } = await client.get<ChangeEvent[]>('/v1/events?q=Lesznowola&limit=1000');
  assert.equal(http, 200);
  assert.equal(body.status, 'ok');
  assert.deepEqual(
    [body.query.resolved?.kind, body.query.resolved?.gmina_teryt, body.page?.has_more],
    ['gmina', '1418032', false],
  );
  const whole = body.result ?? [];
  // Every event of a parcel of the gmina is among them, and says of which.
  for (const id of [EXAMPLE_ID, NEIGHBOUR]) {
    const own = (await events(`id=${id}`)).filter(({ parcel_id }) => parcel_id === id);
    assert.ok(own.length > 0);
    assert.deepEqual(
      whole.filter(({ parcel_id }) => parcel_id === id),
      own,
    );
  }
  assert.ok(whole.every(({ parcel_id }) => parcel_id?.startsWith('141803_') ?? true));
  const paged: ChangeEvent[] = [];
  for (let cursor = ''; ; ) {
    const page = await client.get<ChangeEvent[]>(`/v1/events?q=Lesznowola&limit=5${cursor}`);
    paged.push(...(page.body.result ?? []));
    if (!page.body.page?.next_cursor) break;
    cursor = `&cursor=${page.body.page.next_cursor}`;
  }
  assert.deepEqual(paged, whole);
  assert.ok(whole.length > 5);
});

test('a number that is gone names its successors', async () => {
  const heir = `${NEIGHBOUR}56`;
  const reason = /123\/5 was replaced by 123\/556 on 2026-11-\d\d/;
  const number = NEIGHBOUR.split('.').at(-1);
  for (const query of [
    `id=${NEIGHBOUR}`,
    `q=${encodeURIComponent(`dz. ${number} Wola Mrokowska`)}`,
    `q=${encodeURIComponent(`dz. ${number} gmina Lesznowola`)}`,
    `q=${encodeURIComponent(`Lesznowola 0009 ${number}`)}`,
  ]) {
    const { http, body } = await client.get<Candidate>(`/v1/resolve?${query}`);
    assert.deepEqual([http, body.status], [200, 'ambiguous'], query);
    const [candidate, ...others] = body.candidates ?? [];
    assert.deepEqual([candidate?.id, candidate?.predecessors?.[0]?.id, others], [heir, NEIGHBOUR, []], query);
    assert.ok((candidate?.confidence ?? 1) < 0.85, query);
    assert.match(candidate?.match_reason ?? '', reason, query);
    for (const path of ['parcel', 'check', 'layer/flood']) {
      const read = await client.get(`/v1/${path}?${query}`);
      assert.equal(read.http, 404, path);
      assert.match(read.body.error?.message ?? '', reason);
      assert.ok(read.body.error?.hint.includes(heir), path);
      assert.deepEqual(
        read.body.error?.successors?.map(({ id }) => id),
        [heir],
        path,
      );
    }
  }
  const { body } = await client.get(`/v1/events?id=${NEIGHBOUR}`);
  assert.match(body.query.resolved?.note ?? '', reason);
});

test('events are counted by name and layer, with the first and the last day', async () => {
  for (const place of ['q=Lesznowola', `id=${EXAMPLE_ID}`, `id=${NEIGHBOUR}`]) {
    const rows = await events(`${place}&limit=1000`);
    const { body } = await client.get<EventSummary>(`/v1/events?${place}&summary=true`);
    const kinds = Map.groupBy(rows, ({ event, layer }) => `${event} ${layer}`);
    const days = (kind: readonly ChangeEvent[]) => kind.map((row) => row.detected_at.slice(0, 10)).sort();
    assert.deepEqual(
      body.result?.by_type.toSorted((a, b) => (a.event < b.event ? -1 : 1)),
      [...kinds.values()]
        .map((kind) => ({
          event: kind[0]?.event,
          layer: kind[0]?.layer,
          count: kind.length,
          first: days(kind)[0],
          last: days(kind).at(-1),
        }))
        .toSorted((a, b) => ((a.event ?? '') < (b.event ?? '') ? -1 : 1)),
      place,
    );
    assert.deepEqual([body.page, body.billing.charged], [undefined, 1]);
    const some = await client.get<EventSummary>(`/v1/events?${place}&summary=true&types=flood_changed`);
    assert.deepEqual(some.body.result?.by_type, [], place);
  }
  for (const wrong of ['summary=yes', 'summary=true&cursor=abc', 'summary=true&limit=5'])
    assert.equal((await client.get(`/v1/events?id=${EXAMPLE_ID}&${wrong}`)).http, 400, wrong);
});

test('an empty feed says since when the place is watched', async () => {
  for (const place of ['id=143805_5.0002.1', 'q=Lesznowola&types=flood_changed']) {
    const { body } = await client.get<ChangeEvent[]>(`/v1/events?${place}`);
    const { observed_since, resolved } = body.query;
    assert.deepEqual(body.result, []);
    assert.ok(observed_since, place);
    // Loads that came later do not move it.
    assert.ok(observed_since < '2026-11-21', observed_since);
    assert.match(resolved?.note ?? '', new RegExp(`watched since ${observed_since.slice(0, 10)}\\.`));
  }
  const told = await client.get<ChangeEvent[]>(`/v1/events?id=${EXAMPLE_ID}`);
  assert.ok(told.body.query.observed_since);
  assert.equal(told.body.query.resolved?.note, null);
});

test('a register that was refreshed is told to the places that it holds', async () => {
  await publishEdited(
    sample,
    '1418',
    "UPDATE dzialki SET czas_pozyskania = '2026-11-14 03:00:00'",
    new Date('2026-11-24T08:00:00Z'),
  );
  for (const place of [`id=${EXAMPLE_ID}`, 'q=Lesznowola']) {
    const [event, ...others] = await events(`${place}&types=source_refreshed`);
    assert.deepEqual(others, [], place);
    assert.deepEqual(
      [event?.before, event?.after, event?.source?.id, event?.parcel_id],
      [{ as_of: '2026-11-08' }, { as_of: '2026-11-14', freshness: 'fresh' }, 'egib', undefined],
    );
  }
  assert.deepEqual(await events('id=143805_5.0002.1&types=source_refreshed'), [], 'another powiat');
});

test('events of a place that is not loaded are not_covered', async () => {
  for (const query of ['q=Gr%C3%B3jec', 'id=146501_1.0001.1']) {
    const { body } = await client.get(`/v1/events?${query}`);
    assert.deepEqual([body.status, body.billing.rule], ['not_covered', 'refunded_not_covered'], query);
  }
});
