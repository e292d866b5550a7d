// Permits and prices over a small cadastre loaded by the real ingest: what a request finds around a parcel, how it follows
// new files, and that nothing of people or single sales is kept.

import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { LayerResult, ParcelRecord } from '../src/contract/answers.ts';
import type { ChangeEvent } from '../src/contract/change-events.ts';
import type { PermitsValue, PricesValue } from '../src/contract/layer-values.ts';
import { openDataset } from '../src/dataset.ts';
import { RECIPES } from '../src/ingest/recipes/index.ts';
import { PRICE_CANARIES, type RcnRow, writeRcnGpkg } from '../src/ingest/recipes/test-rcn.ts';
import { type FileOutcome, ingestFile } from '../src/ingest/run.ts';
import { type Client, startClient } from './client.ts';
import { temporaryFolder } from './sample.ts';

const root = temporaryFolder();
const data = join(root, 'data');
mkdirSync(data);
const ORIGIN = [637_000, 470_000] as const;
const SIDE = 60;
const COLUMNS = 20;
const COUNT = 400;

/** A street grid of square parcels: number 1 in the corner, 20 in a row. */
const cornerOf = (number: number) => [
  ORIGIN[0] + ((number - 1) % COLUMNS) * SIDE,
  ORIGIN[1] + Math.floor((number - 1) / COLUMNS) * SIDE,
];

function parcel(id: string, number: number): string {
  const [x = 0, y = 0] = cornerOf(number);
  const ring = [
    [x, y],
    [x, y + SIDE],
    [x + SIDE, y + SIDE],
    [x + SIDE, y],
    [x, y],
  ];
  const posList = ring.map(([east, north]) => `${north} ${east}`).join(' ');
  return `<wfs:member><ms:dzialki><ms:ID_DZIALKI>${id}</ms:ID_DZIALKI><ms:msGeometry>
    <gml:Polygon srsName="urn:ogc:def:crs:EPSG::2180"><gml:exterior><gml:LinearRing><gml:posList>${posList}</gml:posList>
    </gml:LinearRing></gml:exterior></gml:Polygon></ms:msGeometry></ms:dzialki></wfs:member>`;
}

const OBREB = '141803_2.0009';
/** Once a rural gmina, now with a town: the last ten parcels have new ids. */
const RENAMED = '143805_5.0025';
const idOf = (number: number) => `${number > COUNT - 10 ? RENAMED : OBREB}.${number}`;

const NUMBERS = Array.from({ length: COUNT }, (_, i) => i + 1);

const HEADER =
  'numer_urzad#numer_gunb#nazwa_organu#data_wplywu_wniosku#numer_decyzji_urzedu#data_wydania_decyzji#nazwa_inwestor#rodzaj_inwestycji#kategoria#nazwa_zamierzenia_bud#nazwa_zam_budowlanego#projektant_nazwisko#jednosta_numer_ew#obreb_numer#numer_dzialki#numer_arkusza_dzialki';
interface Permit {
  readonly gunb: string;
  readonly unit?: string;
  readonly obreb?: string;
  readonly parcel: string;
  readonly decided: string;
}
const rwdzText = (permits: readonly Permit[]) =>
  [
    HEADER,
    ...permits.map(({ gunb, unit = '141803_2', obreb = '9', parcel: number, decided }) =>
      [
        'AB.1',
        gunb,
        'Starosta',
        '2024-01-01',
        '1',
        decided,
        'Kanarek Inwestor',
        '',
        'I',
        'budowa nowego/nowych obiektów budowlanych',
        'dom Kanarka',
        'Kanarek Projektant',
        unit,
        obreb,
        number,
        '',
      ].join('#'),
    ),
  ].join('\n');

/** On every seventh parcel, and one on two far apart. */
const PERMITS: Permit[] = [
  ...Array.from({ length: 56 }, (_, i) => ({
    gunb: `ST/WNIOSEK/${i}/2025`,
    parcel: String(1 + i * 7),
    decided: `2025-0${1 + (i % 9)}-15`,
  })),
  { gunb: 'ST/WNIOSEK/900/2025', parcel: '1, 390', decided: '2025-11-01' },
  { gunb: 'ST/WNIOSEK/901/2025', unit: '143805_2', obreb: '25', parcel: '391', decided: '2025-11-02' },
  { gunb: 'ST/WNIOSEK/902/2025', unit: '146502_8', parcel: '5', decided: '2025-11-03' },
  { gunb: 'ST/WNIOSEK/903/2025', parcel: '100000', decided: '2025-11-04' },
];

async function load(
  name: string,
  write: (path: string) => void,
): Promise<FileOutcome & { outcome: 'published' }> {
  const path = join(root, name);
  write(path);
  const recipe = RECIPES.find(({ claims }) => claims.test(name));
  assert.ok(recipe, name);
  await using dataset = openDataset(data);
  const outcome = await ingestFile(recipe, path, dataset.options());
  assert.ok(outcome.outcome === 'published', JSON.stringify(outcome));
  return outcome;
}

const loadParcels = (numbers: readonly number[]) =>
  load('egib_1.gml', (path) =>
    writeFileSync(
      path,
      `<wfs:FeatureCollection xmlns:wfs="w" xmlns:ms="m" xmlns:gml="g" timeStamp="2026-01-01T00:00:00Z">${numbers.map((number) => parcel(idOf(number), number)).join('\n')}</wfs:FeatureCollection>`,
    ),
  );
const loadPermits = (permits: readonly Permit[]) =>
  load('wynik_mazowieckie.csv', (path) => writeFileSync(path, rwdzText(permits)));
const loadPrices = (rows: readonly RcnRow[]) =>
  load('1418_transakcje_ceny.gpkg', (path) => writeRcnGpkg(path, rows));

/** In the middle of the grid, all in one cell of 250 m. */
const sales = (prices: readonly number[], month = '2026-05'): RcnRow[] =>
  prices.map((pln_m2, at) => ({
    tran_lokalny_id_iip: `sale ${at}`,
    at: [ORIGIN[0] + 600 + at * 11, ORIGIN[1] + 600],
    dok_data: `${month}-06`,
    dzi_cena_brutto: pln_m2 * 100,
  }));

let client: Client;
before(async () => {
  // Permits before the parcels they name: they find their place when the parcels come.
  await loadPermits(PERMITS.slice(0, 50));
  await loadParcels(NUMBERS);
  await loadPermits(PERMITS);
  client = await startClient(data);
});
after(() => client.close());

const layer = async <V>(key: string, number: number, headers?: Record<string, string>) => {
  const received = await client.get<LayerResult>(`/v1/layer/${key}?id=${idOf(number)}`, headers);
  return { ...received, value: received.body?.result?.answer.value as V | null };
};

describe('permits', () => {
  /** By going through all permits and all parcels. */
  function expected(number: number): Map<string, number> {
    const [x = 0, y = 0] = cornerOf(number);
    const found = new Map<string, number>();
    for (const { gunb, unit, parcel: numbers } of PERMITS) {
      for (const other of numbers.split(', ').map(Number)) {
        if (other > COUNT || unit === '146502_8') continue;
        const [cornerX = 0, cornerY = 0] = cornerOf(other);
        const [px, py] = [cornerX + SIDE / 2, cornerY + SIDE / 2];
        const distance = Math.hypot(Math.max(x - px, 0, px - x - SIDE), Math.max(y - py, 0, py - y - SIDE));
        if (distance <= 500) found.set(gunb, Math.min(distance, found.get(gunb) ?? Infinity));
      }
    }
    return found;
  }

  for (const number of [1, 10, 190, 210, 390, 395]) {
    test(`around parcel ${number}, as counted one by one`, async () => {
      const { value } = await layer<PermitsValue>('permits', number);
      const wanted = expected(number);
      assert.equal(value?.count_500m, wanted.size);
      const dates = value.recent?.map(({ decision_date }) => decision_date ?? '') ?? [];
      assert.deepEqual(dates, dates.toSorted().reverse());
      assert.equal(dates.length, Math.min(20, wanted.size));
      const distances = [...wanted.values()];
      for (const { distance_m } of value.recent ?? []) {
        assert.ok(
          distances.some((distance) => Math.abs(distance - distance_m) < 0.03),
          String(distance_m),
        );
      }
    });
  }

  test('a permit on two parcels counts once, with the nearer', async () => {
    const { value } = await layer<PermitsValue>('permits', 1);
    assert.equal(value?.recent?.filter(({ decision_date }) => decision_date === '2025-11-01').length, 1);
    assert.equal(value?.recent?.[0]?.distance_m, 0);
  });

  test('an id of the time before the gmina had a town', async () => {
    const { value } = await layer<PermitsValue>('permits', 391);
    assert.deepEqual(value?.recent?.[0], {
      kind: 'budowa nowego/nowych obiektów budowlanych',
      decision_date: '2025-11-02',
      object_category: 'I',
      distance_m: 0,
    });
  });

  test('what is not held is reported by powiat', async () => {
    await using dataset = openDataset(data);
    const [run] = await dataset.writer.runs(1);
    const kinds = await dataset.writer.issueKinds(run?.run ?? 0);
    assert.deepEqual(
      kinds.map(({ kind, count }) => [kind, count]),
      [['parcel_not_held', 2]],
    );
    assert.equal(run?.issues, 2);
    assert.match(kinds[0]?.example ?? '', /^powiat 1418: 1 of \d+ references .* name none that is held$/);
  });

  test('a record tells them only when asked, and its tag follows them', async () => {
    const path = `/v1/parcel?id=${idOf(210)}&layers=`;
    const bare = await client.get<ParcelRecord>(`${path}soil`);
    assert.equal(bare.body.result?.layers.permits, undefined);
    const etag = async (layers: string) => (await client.get(path + layers)).headers.get('etag');
    const [soil, permits] = [await etag('soil'), await etag('permits')];
    const added: Permit = { gunb: 'ST/WNIOSEK/950/2026', parcel: '211', decided: '2026-01-02' };
    const far: Permit = { gunb: 'ST/WNIOSEK/951/2026', parcel: '20', decided: '2026-01-03' };
    const { report } = await loadPermits([...PERMITS, added, far]);
    assert.deepEqual([report.created, report.removed], [2, 0]);
    assert.equal(await etag('soil'), soil);
    assert.notEqual(await etag('permits'), permits);
    const { value } = await layer<PermitsValue>('permits', 210);
    assert.deepEqual([value?.recent?.[0]?.decision_date, value?.recent?.[0]?.distance_m], ['2026-01-02', 30]);

    const events = await client.get<ChangeEvent[]>(`/v1/events?id=${idOf(210)}&types=permit_added`);
    assert.deepEqual(
      events.body.result
        ?.map(({ event, layer: of, before: was, after: is }) => ({ event, of, was, is }))
        .at(0),
      {
        event: 'permit_added',
        of: 'permits',
        was: null,
        is: {
          kind: 'budowa nowego/nowych obiektów budowlanych',
          decision_date: '2026-01-02',
          object_category: 'I',
          distance_m: 30,
        },
      },
    );
    const dates = (result: ChangeEvent[] | null | undefined) =>
      result?.map(({ after: is }) => (is as { decision_date: string }).decision_date) ?? [];
    assert.ok(!dates(events.body.result).includes('2026-01-03'), 'the far one is no event of this parcel');
    const pages = await client.get<ChangeEvent[]>(`/v1/events?id=${idOf(210)}&types=permit_added&limit=1`);
    const next = await client.get<ChangeEvent[]>(
      `/v1/events?id=${idOf(210)}&types=permit_added&limit=1&cursor=${pages.body.page?.next_cursor}`,
    );
    assert.deepEqual(
      [...(pages.body.result ?? []), ...(next.body.result ?? [])],
      events.body.result?.slice(0, 2),
    );
  });

  test('they move with their parcel, and wait when it is gone', async () => {
    const around = async () => (await layer<PermitsValue>('permits', 385)).value?.count_500m ?? 0;
    const all = await around();
    await loadParcels(NUMBERS.filter((number) => number !== 386));
    assert.equal(await around(), all - 1);
    await loadParcels(NUMBERS);
    assert.equal(await around(), all);
  });

  test('a load that lost most of the register is refused', async () => {
    await using dataset = openDataset(data);
    const path = join(root, 'wynik_mazowieckie.csv');
    writeFileSync(path, rwdzText(PERMITS.slice(0, 10)));
    const recipe = RECIPES.find(({ source }) => source === 'rwdz');
    assert.ok(recipe);
    const outcome = await ingestFile(recipe, path, dataset.options());
    assert.ok(outcome.outcome === 'failed');
    assert.match(outcome.reason, /--allow-loss/);
  });
});

describe('prices', () => {
  test('are not known before they are loaded', async () => {
    const { body } = await layer<PricesValue>('prices', 210);
    assert.equal(body.result?.answer.coverage, 'not_covered');
    assert.equal(body.billing.rule, 'refunded_not_covered');
  });

  test('fewer than five are withheld', async () => {
    await loadPrices(sales([100, 110, 120, 130]));
    const { body, value } = await layer<PricesValue>('prices', 210);
    assert.equal(body.result?.answer.coverage, 'covered_no_data');
    assert.deepEqual(value, {
      comparables_count: 4,
      median_pln_m2: null,
      p25_pln_m2: null,
      p75_pln_m2: null,
      window_months: 36,
      radius_m: 5_000,
    });
  });

  test('five give quartiles, and the change is told', async () => {
    await loadPrices(sales([100, 110, 120, 130, 140]));
    const { body, value } = await layer<PricesValue>('prices', 210);
    assert.equal(body.result?.answer.coverage, 'covered');
    assert.deepEqual(value, {
      comparables_count: 5,
      median_pln_m2: 120,
      p25_pln_m2: 110,
      p75_pln_m2: 130,
      window_months: 12,
      radius_m: 500,
    });
    const far = await layer<PricesValue>('prices', 1);
    assert.equal(far.value?.radius_m, 1_000);
    const { body: told } = await client.get<ChangeEvent[]>(`/v1/events?id=${idOf(210)}&types=prices_changed`);
    assert.deepEqual(
      told.result?.map(({ before: was, after: is }) => [was, is]),
      [
        [
          { comparables_count: 4, median_pln_m2: null },
          { comparables_count: 5, median_pln_m2: 120 },
        ],
      ],
    );
  });

  test('the window moves with the newest month of the powiat, not with the day', async () => {
    // A share is no comparable, but its month is one that the powiat has published.
    const newest = { ...sales([999], '2026-10')[0], tran_lokalny_id_iip: 'newest', nier_udzial: '1/2' };
    const windowOf = async () => (await layer<PricesValue>('prices', 210)).value?.window_months;
    await loadPrices([...sales([100, 110, 120, 130, 140]), newest]);
    assert.equal(await windowOf(), 12);
    await loadPrices([...sales([100, 110, 120, 130, 140], '2025-05'), newest]);
    assert.equal(await windowOf(), 24);
  });
});

test('no name, address or parcel of a sale is in any byte that is kept', async () => {
  const canaries = [...PRICE_CANARIES, 'Kanarek', 'Kanarka', 'Kanarkowa'];
  const kept = readdirSync(data, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  assert.ok(kept.length > 0);
  for (const entry of kept) {
    const bytes = readFileSync(join(entry.parentPath, entry.name));
    for (const canary of canaries) assert.ok(!bytes.includes(canary), `${entry.name} holds ${canary}`);
  }
  const { text } = await client.get(`/v1/parcel?id=${idOf(210)}`);
  for (const canary of canaries) assert.ok(!text.includes(canary));
});
