import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { FormatError } from './formats/format-error.ts';
import { requireWhole } from './whole-answers.ts';
import { requireWholeEsri } from './whole-esri-answers.ts';

type Attributes = Readonly<Record<string, string | number>>;

/** Features are their ids; one of the type given, with an attribute gml:id unless they are nameless. */
function answer(attributes: Attributes, features: readonly string[], type = 'dzialki', nameless = false) {
  const words = Object.entries(attributes).map(([name, value]) => `${name}="${value}"`);
  const members = features.map(
    (id) =>
      `<wfs:member><ms:${type}${nameless ? '' : ` gml:id="${id}"`}><ms:ID>${id}</ms:ID></ms:${type}></wfs:member>`,
  );
  return `<wfs:FeatureCollection xmlns:wfs="w" xmlns:ms="m" xmlns:gml="g" ${words.join(' ')}>${members.join('')}</wfs:FeatureCollection>`;
}

const counted = (matched: number | string, returned: number) => ({
  numberMatched: matched,
  numberReturned: returned,
});
const next = (start: number) => ({ next: `http://x.test/wfs?startIndex=${start}&amp;count=2` });

async function reasonOf(files: Readonly<Record<string, string>>): Promise<string | null> {
  const folder = mkdtempSync(join(tmpdir(), 'pages-'));
  try {
    const paths = Object.entries(files).map(([name, text]) => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    });
    await requireWhole(paths, 'load.zip');
    await requireWholeEsri(paths);
    return null;
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return error.message;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe('an answer of a service', () => {
  const TABLE: [name: string, files: Record<string, string>, reason: RegExp | null][] = [
    ['that holds all', { 'a.xml': answer(counted(2, 2), ['1', '2']) }, null],
    ['without numbers', { 'a.xml': answer({}, ['1', '2']) }, null],
    ['of an unknown total', { 'a.xml': answer(counted('unknown', 2), ['1', '2']) }, null],
    ['that is empty', { 'a.xml': answer(counted(0, 0), []) }, null],
    [
      'that is empty and leads to another page',
      { 'a.xml': answer({ ...counted('unknown', 0), ...next(10) }, []) },
      /found 0 of a number not told features \(numberMatched unknown, numberReturned 0, a link to the next page\)/,
    ],
    [
      'whose last page is there, and empty',
      { 'akty-1.xml': answer(next(2), ['1', '2']), 'akty-2.xml': answer({}, []) },
      null,
    ],
    [
      'whose next page is not, beside an empty answer of another type',
      { 'akty-1.xml': answer(next(2), ['1', '2']), 'dokumenty-1.xml': answer({}, []) },
      /a link to the next page/,
    ],
    [
      'that is a page names both numbers',
      { 'a.xml': answer(counted(14, 1), ['1']) },
      /^a\.xml: found 1 of 14 features \(numberMatched 14, numberReturned 1\): a page, not the whole; expected all/,
    ],
    [
      'that does not say how many it sends is counted',
      { 'a.xml': answer({ numberMatched: 3 }, ['1', '2']) },
      /found 2 of 3 features/,
    ],
    ['of the same kind that holds all', { 'a.xml': answer({ numberMatched: 2 }, ['1', '2']) }, null],
    [
      'of hits only',
      { 'a.xml': answer(counted(12, 0), []) },
      /found 0 of 12 features \(numberMatched 12, numberReturned 0\)/,
    ],
    [
      'that links to the next page',
      { 'a.gml': answer({ ...counted('unknown', 2), ...next(2) }, ['1', '2']) },
      /found 2 of a number not told features \(numberMatched unknown, numberReturned 2, a link to the next page\)/,
    ],
    [
      'that links to the next page though it counts as whole',
      { 'a.gml': answer({ ...counted(2, 2), ...next(2) }, ['1', '2']) },
      /found 2 of 2 features .*a link to the next page/,
    ],
    [
      'in GeoJSON',
      { 'a.geojson': JSON.stringify({ type: 'FeatureCollection', features: [], totalFeatures: 5 }) },
      /found 0 of 5 features/,
    ],
    [
      'in GeoJSON with a link',
      {
        'a.json': JSON.stringify({
          type: 'FeatureCollection',
          features: [{ type: 'Feature', properties: {}, geometry: null }],
          links: [{ rel: 'next', href: 'http://x.test/?offset=1' }],
        }),
      },
      /a link to the next page/,
    ],
    [
      'and what is no answer of one',
      { 'notes.xml': '<metadata numberOf="5"/>', 'a.shp.xml': 'no XML', 'b.json': '{"a": 1}' },
      null,
    ],
  ];
  for (const [name, files, reason] of TABLE) {
    it(name, async () => {
      const found = await reasonOf(files);
      if (reason === null) assert.equal(found, null);
      else assert.match(found ?? 'not refused', reason);
    });
  }
});

describe('more than the service counts', () => {
  const remarkOf = async (files: Readonly<Record<string, string>>) => {
    const folder = mkdtempSync(join(tmpdir(), 'pages-'));
    try {
      for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
      return await requireWhole(
        Object.keys(files).map((name) => join(folder, name)),
        'load.zip',
      );
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  };
  const pages = (matched: number) => ({
    'a-1.xml': answer(counted(matched, 2), ['1', '2']),
    'a-2.xml': answer(counted(matched, 2), ['3', '4']),
  });

  it('is told with both numbers', async () => {
    assert.match(
      (await remarkOf({ 'a.xml': answer(counted(0, 2), ['1', '2']) })) ?? '',
      /^a\.xml holds 2 features where the service counts 0 /,
    );
    assert.match((await remarkOf(pages(3))) ?? '', /^load\.zip holds 4 features where the service counts 3 /);
    assert.match((await remarkOf(pages(1))) ?? '', /counts 1 .*\(and 1 more such answers\)$/);
    assert.equal(await remarkOf(pages(4)), null);
  });

  it('is not what pages repeat: those are short of the whole', async () => {
    const repeating = { ...pages(4), 'a-2.xml': answer(counted(4, 2), ['2', '3']) };
    await assert.rejects(remarkOf(repeating), /found 3 of 4 features .*1 repeated/);
  });
});

describe('pages in one archive', () => {
  const page = (ids: readonly string[], matched: number | string = 5, more: Attributes = {}) =>
    answer({ ...counted(matched, ids.length), ...more }, ids);
  const TABLE: [name: string, files: Record<string, string>, reason: RegExp | null][] = [
    [
      'that reach the number',
      { 'a.xml': page(['1', '2']), 'b.xml': page(['3', '4']), 'c.xml': page(['5']) },
      null,
    ],
    [
      'that do not',
      { 'a.xml': page(['1', '2']), 'b.xml': page(['3', '4']) },
      /^load\.zip: found 4 of 5 features \(numberMatched 5, 2 pages\)/,
    ],
    [
      'of which one is there twice',
      { 'a.xml': page(['1', '2']), 'b.xml': page(['1', '2']), 'c.xml': page(['5']) },
      /found 3 of 5/,
    ],
    [
      'that repeat a feature',
      { 'a.xml': page(['1', '2']), 'b.xml': page(['2', '3']), 'c.xml': page(['4']) },
      /found 4 of 5/,
    ],
    [
      'without ids, one of them twice',
      {
        'a.xml': answer(counted(4, 2), ['1', '2'], 'dzialki', true),
        'b.xml': answer(counted(4, 2), ['1', '2'], 'dzialki', true),
      },
      /found 2 of 4/,
    ],
    [
      'and an empty one behind them',
      { 'a.xml': page(['1', '2'], 2), 'b.xml': answer(counted(2, 0), []) },
      null,
    ],
    [
      'each of another type',
      { 'a.xml': answer(counted(3, 2), ['1', '2']), 'b.xml': answer(counted(3, 1), ['3'], 'budynki') },
      /found 2 of 3/,
    ],
    [
      'beside a whole answer of another type',
      {
        'a.xml': page(['1', '2'], 3),
        'b.xml': page(['3'], 3),
        'c.xml': answer(counted(1, 1), ['9'], 'budynki'),
      },
      null,
    ],
    [
      'that are linked from the first to the last',
      { 'b.xml': page(['3'], 'unknown'), 'a.xml': page(['1', '2'], 'unknown', next(2)) },
      null,
    ],
    [
      'that are linked, with one missing between them',
      { 'a.xml': page(['3', '4'], 'unknown', next(4)), 'b.xml': page(['5'], 'unknown') },
      /a page, not the whole/,
    ],
    [
      'that are linked, with an exception in place of the last',
      {
        'a.xml': page(['1', '2'], 3),
        'b.xml':
          '<ows:ExceptionReport xmlns:ows="o"><ows:ExceptionText>no memory</ows:ExceptionText></ows:ExceptionReport>',
      },
      /ExceptionReport "no memory"/,
    ],
  ];
  for (const [name, files, reason] of TABLE) {
    it(name, async () => {
      const found = await reasonOf(files);
      if (reason === null) assert.equal(found, null);
      else assert.match(found ?? 'not refused', reason);
    });
  }
});

describe('an answer of ArcGIS', () => {
  const feature = { attributes: { OBJECTID: 1 } };
  const layer = (exceededTransferLimit: boolean) =>
    JSON.stringify({ features: [feature], exceededTransferLimit });
  const results = (length: number) => JSON.stringify({ results: Array.from({ length }, () => feature) });
  const TABLE: [name: string, files: Record<string, string>, reason: RegExp | null][] = [
    ['that is whole', { 'sopo-stan.json': layer(false) }, null],
    [
      'that says that there is more',
      { 'sopo-stan.json': layer(true) },
      /^sopo-stan\.json: found 1 features and exceededTransferLimit: a page, not the whole; expected all/,
    ],
    ['with the page behind it', { 'stan-1.json': layer(true), 'stan-2.json': layer(false) }, null],
    [
      'beside a whole one of another layer',
      { 'stan.json': layer(true), 'osuwiska.json': layer(false) },
      /a page/,
    ],
    ['of a place', { 'osuwiska.json': results(999) }, null],
    [
      'of a place with as many as it sends',
      { 'osuwiska.json': results(1_000) },
      /found 1000 results of identify/,
    ],
    [
      'in GeoJSON',
      {
        'a.geojson': JSON.stringify({ type: 'FeatureCollection', features: [], exceededTransferLimit: true }),
      },
      /a page, not the whole|a link to the next page/,
    ],
  ];
  for (const [name, files, reason] of TABLE) {
    it(name, async () => {
      const found = await reasonOf(files);
      if (reason === null) assert.equal(found, null);
      else assert.match(found ?? 'not refused', reason);
    });
  }
});
