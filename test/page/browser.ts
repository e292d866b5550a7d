// A real Chromium on the page of a real server with the sample world. Every page is watched: what it logs as an error, and where
// its requests go. Where there is no Chromium, tests say so and are skipped.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { type Client, startClient } from '../client.ts';
import { buildSampleData } from '../sample.ts';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const found = PLACES.find((place) => existsSync(place));

/** Of every browser test: why it is skipped, or false. */
export const skip = found ? false : `there is no Chromium (${PLACES.join(', ')})`;

/** How long a page may take on a busy machine. */
const PATIENCE_MS = 30_000;

export interface Stage {
  readonly url: string;
  /** Asks the interface what the sample world holds. */
  readonly ask: Client['get'];
  /** Opens a path in a window of its own and runs the test; then the page must have logged no error and stayed at home. */
  visit(path: string, test: (page: Page) => Promise<void>, how?: VisitOptions): Promise<void>;
  close(): Promise<void>;
}

export interface VisitOptions extends BrowserContextOptions {
  /** Answers other than 2xx that the test asks for: browsers log them as errors. */
  readonly expected_errors?: RegExp;
  /** Requests that are never answered. */
  readonly blocked?: RegExp;
  /** Run in the page before its own script. */
  readonly init?: string;
}

export async function openStage(): Promise<Stage> {
  const { data } = await buildSampleData();
  const client: Client = await startClient(data, { page: true });
  const browser: Browser = await chromium.launch({
    executablePath: found ?? '',
    args: ['--no-sandbox'],
  });
  return {
    url: client.url,
    ask: client.get,
    async visit(path, test, { expected_errors, init, blocked, ...options } = {}) {
      const context = await browser.newContext({
        viewport: { width: 1280, height: 820 },
        acceptDownloads: true,
        reducedMotion: 'reduce',
        ...options,
      });
      context.setDefaultTimeout(PATIENCE_MS);
      if (init !== undefined) await context.addInitScript(init);
      if (blocked) await context.route(blocked, () => undefined);
      const page = await context.newPage();
      const [errors, elsewhere]: [string[], string[]] = [[], []];
      page.on('console', (message) => {
        if (message.type() === 'error' && !expected_errors?.test(message.text())) errors.push(message.text());
      });
      page.on('pageerror', (error) => errors.push(String(error)));
      page.on('request', (request) => {
        const { origin, protocol } = new URL(request.url());
        if (origin !== client.url && !['data:', 'blob:'].includes(protocol)) elsewhere.push(request.url());
      });
      try {
        await page.goto(client.url + path);
        await test(page);
        assert.deepEqual(errors, [], 'errors in the console');
        assert.deepEqual(elsewhere, [], 'requests to other origins');
      } finally {
        await context.close();
      }
    },
    async close() {
      await browser.close();
      await client.close();
    },
  };
}

/** The map is there and has drawn what it was given. */
export async function mapIsReady(page: Page): Promise<void> {
  await page.locator('.map[data-ready]').waitFor();
  await page.waitForTimeout(1_500);
}

/** How bright a picture is, 0 to 255. The page decodes it: its policy allows pictures of data. */
export function brightnessOf(page: Page, png: Buffer): Promise<number> {
  return page.evaluate<number>(`(async () => {
    const picture = new Image();
    picture.src = 'data:image/png;base64,${png.toString('base64')}';
    await picture.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [picture.width, picture.height];
    const pen = canvas.getContext('2d');
    pen.drawImage(picture, 0, 0);
    const { data } = pen.getImageData(0, 0, canvas.width, canvas.height);
    let sum = 0;
    for (let at = 0; at < data.length; at += 4) sum += data[at] + data[at + 1] + data[at + 2];
    return sum / (data.length / 4) / 3;
  })()`);
}

/** Everything that a page says to somebody: what is seen, and what is read to those who do not see it. */
export function wordsOf(page: Page): Promise<string> {
  return page.evaluate<string>(`[
    document.title,
    document.body.innerText,
    ...['aria-label', 'title', 'placeholder', 'alt'].flatMap((name) =>
      [...document.querySelectorAll('[' + name + ']')].map((one) => one.getAttribute(name))),
  ].join('\\n')`);
}

/** No serious or critical violation of accessibility. */
export async function judgeAccess(page: Page, what: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  assert.deepEqual(
    serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`),
    [],
    what,
  );
}
