import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { openDataset } from '../../dataset.ts';
import { sopo } from '../recipes/sopo.ts';
import { createDownloader } from './download.ts';
import { fetchAndLoad } from './load.ts';
import { START, serve, temporaryFolder, testClock } from './test-server.fixture.ts';

test('an answer that dates nothing is of the day it was fetched, in Warsaw', async (t) => {
  const spatialReference = { wkid: 2180 };
  const rings = [
    [
      [640_000, 480_000],
      [640_000, 480_100],
      [640_100, 480_100],
      [640_000, 480_000],
    ],
  ];
  const feature = { attributes: { NUMER_IDENTYFIKACYJNY: '14-1' }, geometry: { rings } };
  const answer = JSON.stringify({ spatialReference, features: [feature] });
  const { url } = await serve(t, (_request, response) => response.end(answer));
  const data = temporaryFolder(t);
  await using dataset = openDataset(data);
  const now = () => new Date(START + 20.5 * 3_600_000);
  const outcomes = await fetchAndLoad(
    {
      recipe: sopo,
      endpoint: { kind: 'file', url, each: 'once', name: 'sopo-osuwiska-mazowieckie.json' },
      url,
      teryt: '',
    },
    {
      ...dataset.options({ now }),
      download: createDownloader(testClock()),
      fetchedFolder: join(data, 'fetched'),
    },
  );
  assert.deepEqual(
    outcomes.map(({ outcome }) => outcome),
    ['published'],
  );
  const [state] = await dataset.writer.states();
  assert.deepEqual([state?.source, state?.as_of], ['sopo', '2026-11-03']);
});
