// npm run screenshots: renews the pictures of the page under docs/img, from the sample world as `npm start` makes it, in the Chromium of
// the system. Eight states, and the panel at the head of the README. The phone is dark and Polish.

import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { openApp } from '../src/app.ts';
import { buildSample } from '../src/commands/sample.ts';
import { temporaryFolder } from '../test/sample.ts';

const IMAGES = fileURLToPath(new URL('../docs/img', import.meta.url));
const EXAMPLE = encodeURIComponent('141803_2.0009.123/4');
/** Four parts, on two of which one can build. */
const MIXED = encodeURIComponent('141803_2.0006.109/3');
const CHROMIUM = '/usr/bin/chromium';

interface Shot {
  readonly path: string;
  readonly prepare?: (page: Page) => Promise<void>;
  readonly options?: BrowserContextOptions;
}

const isDrawn = async (page: Page) => {
  await page.locator('.map[data-ready]').waitFor();
  await page.waitForTimeout(4_000);
};
const openLegend = async (page: Page) => {
  await isDrawn(page);
  await page.getByRole('button', { name: 'Map layers' }).click();
};

const SHOTS: Readonly<Record<string, Shot>> = {
  panel: { path: `/?lang=en&id=${EXAMPLE}`, prepare: isDrawn },
  start: { path: '/?lang=en', prepare: isDrawn },
  candidates: { path: '/?lang=en&q=dz.%20123%20Lesznowola', prepare: isDrawn },
  overlays: {
    path: '/?lang=en&on=ouz,mpzp,flood,protected,landslides,buildings,permits',
    prepare: openLegend,
  },
  compare: {
    path: `/?lang=en&view=compare&compare=${EXAMPLE},${MIXED},141803_2.0009.4`,
    prepare: (page) => page.getByRole('columnheader').nth(2).waitFor(),
  },
  list: {
    path: '/?lang=en&view=list',
    prepare: async (page) => {
      const lines = ['dz. 123/4 Wola Mrokowska', '141803_2.0009.4', 'dz. 123 Lesznowola', 'Ustrzyki Dolne 5'];
      await page.getByRole('textbox', { name: 'Parcels, one a line' }).fill(lines.join('\n'));
      await page.getByRole('button', { name: 'Check all' }).click();
      await page.getByRole('button', { name: 'Download CSV' }).waitFor();
    },
  },
  report: {
    path: `/?lang=en&view=report&id=${MIXED}`,
    prepare: async (page) => {
      await page.locator('.ground path').first().waitFor();
      await page.locator('.parts-drawing').waitFor();
    },
    options: { viewport: { width: 860, height: 1_100 } },
  },
  coverage: {
    path: '/?lang=en&on=coverage&at=52.05,20.98,10.5',
    prepare: openLegend,
  },
  phone: {
    path: `/?lang=pl&id=${EXAMPLE}`,
    prepare: isDrawn,
    options: { viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
  },
};

const data = temporaryFolder();
await buildSample(data);
const app = openApp({
  data,
  api_key: null,
  signup_url: '/docs#keys',
  log: pino({ level: 'silent' }),
  page: true,
});
const url = await app.server.listen({ host: '127.0.0.1', port: 0 });
const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
mkdirSync(IMAGES, { recursive: true });
for (const [name, { path, prepare, options }] of Object.entries(SHOTS)) {
  const context = await browser.newContext({
    viewport: { width: 1_160, height: 730 },
    reducedMotion: 'reduce',
    ...options,
  });
  const page = await context.newPage();
  await page.goto(url + path);
  await prepare?.(page);
  await page.waitForTimeout(500);
  const file = join(IMAGES, `${name}.png`);
  await page.screenshot({ path: file });
  process.stdout.write(`${name}.png ${Math.round(statSync(file).size / 1_000)} kB\n`);
  await context.close();
}
await browser.close();
await app.close();
