// The page in Polish: whatever it says, seen or read aloud, is Polish. Its own words, those of answers, and those of the map library.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { mapIsReady, openStage, type Stage, skip, wordsOf } from './browser.ts';

const EXAMPLE = encodeURIComponent('141803_2.0009.123/4');

let stage: Stage;
before(async () => {
  if (!skip) stage = await openStage();
});
after(() => stage?.close());

/** Words of English sentences that Polish has not. */
const ENGLISH = [
  ...[
    'the',
    'and',
    'of',
    'is',
    'are',
    'not',
    'with',
    'for',
    'this',
    'that',
    'from',
    'has',
    'was',
    'which',
    'can',
    'cannot',
  ],
  ...[
    'parcel',
    'parcels',
    'area',
    'source',
    'loaded',
    'unknown',
    'fresh',
    'map',
    'layers',
    'zoom',
    'plan of',
    'building',
  ],
  ...[
    'found',
    'nothing',
    'file',
    'choose',
    'toggle',
    'attribution',
    'sample',
    'none',
    'draft',
    'adopted',
    'force',
  ],
];
const ENGLISH_WORD = new RegExp(`(?<![\\p{L}])(?:${ENGLISH.join('|')})(?![\\p{L}])`, 'giu');
/** A code where a word should be: in_force, covered_no_data. */
const CODE = /(?<![\p{L}\d_.])[a-z]+_[a-z_]+(?![\p{L}\d_])/gu;

/** Addresses are no words, and the way to the other language is in it. */
async function englishOf(page: Page): Promise<string[]> {
  const text = (await wordsOf(page)).replace(/https?:\S+/g, '').replace(/^English$/gm, '');
  return [...text.matchAll(ENGLISH_WORD), ...text.matchAll(CODE)].map(
    ({ 0: word, index }) => `${word}: ${text.slice(Math.max(0, index - 40), index + 40)}`,
  );
}

const settled = (selector: string) => (page: Page) => page.locator(selector).first().waitFor();

interface State {
  readonly path: string;
  readonly ready: (page: Page) => Promise<void>;
}

const STATES: Readonly<Record<string, State>> = {
  start: { path: '/?lang=pl', ready: settled('.examples button') },
  'panel with every fold open': {
    path: `/?lang=pl&id=${EXAMPLE}&on=zones,ouz,flood,landslides,coverage`,
    ready: async (page) => {
      await mapIsReady(page);
      await page.locator('#events-title').waitFor();
      await page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })");
      await page.getByRole('button', { name: 'Warstwy mapy' }).click();
      await page.locator('option[value="pog"]').waitFor({ state: 'attached' });
      await page.getByRole('button', { name: 'Zmierz' }).click();
    },
  },
  candidates: {
    path: `/?lang=pl&q=${encodeURIComponent('dz. 123 Lesznowola')}`,
    ready: settled('.candidates li, .parcel, .outcome'),
  },
  gmina: { path: '/?lang=pl&q=Lesznowola', ready: settled('.near button') },
  'not found': { path: '/?lang=pl&id=141803_2.0009.99999', ready: settled('.outcome') },
  'nothing of that name': { path: '/?lang=pl&q=nic+takiego+99999', ready: settled('.outcome') },
  'not covered': {
    path: '/?lang=pl&point=50.06,19.94',
    ready: async (page) => page.getByText(/wczytano \d+ z \d+/).waitFor(),
  },
  'not readable': { path: '/?lang=pl&q=%3F', ready: settled('.outcome') },
  'comparison of none': { path: '/?lang=pl&view=compare', ready: settled('.compare .lead') },
  comparison: {
    path: `/?lang=pl&view=compare&compare=${EXAMPLE},141803_2.0009.4`,
    ready: async (page) => page.getByRole('columnheader').nth(1).waitFor(),
  },
  list: {
    path: '/?lang=pl&view=list',
    ready: async (page) => {
      const lines = [
        'dz. 123/4 Wola Mrokowska',
        'dz. 123 Lesznowola',
        'nic takiego 99999',
        '50.06, 19.94',
        '?',
      ];
      await page.locator('textarea').fill(lines.join('\n'));
      await page.getByRole('button', { name: 'Sprawdź wszystkie' }).click();
      await page.getByRole('button', { name: 'Pobierz CSV' }).waitFor();
    },
  },
  report: { path: `/?lang=pl&view=report&id=${EXAMPLE}`, ready: settled('.ground path') },
  'report of none': { path: '/?lang=pl&view=report', ready: settled('.lead') },
};

for (const [name, { path, ready }] of Object.entries(STATES)) {
  test(`nothing is in English: ${name}`, { skip }, async () => {
    await stage.visit(
      path,
      async (page) => {
        await ready(page);
        assert.deepEqual(await englishOf(page), []);
      },
      // A reader whose browser prefers English has chosen Polish.
      { locale: 'en-GB', expected_errors: /40[04]/ },
    );
  });
}

test('an English page is English in a Polish browser', { skip }, async () => {
  await stage.visit(
    `/?lang=en&id=${EXAMPLE}`,
    async (page) => {
      await page.locator('#events-title').waitFor();
      assert.match(await page.locator('.summary').innerText(), /\bthe\b/);
      assert.match(await page.locator('.disclaimer').innerText(), /not legal advice/i);
    },
    { locale: 'pl-PL' },
  );
});

test('the scan finds English where there is some', { skip }, async () => {
  await stage.visit(`/?lang=en&id=${EXAMPLE}`, async (page) => {
    await page.locator('.card').last().waitFor();
    assert.ok((await englishOf(page)).length > 20);
  });
});
