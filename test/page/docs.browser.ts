// /docs in a real browser: the guide, and the reference that RapiDoc draws under a policy without inline styles.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { judgeAccess, openStage, type Stage, skip } from './browser.ts';

let stage: Stage;
before(async () => {
  if (!skip) stage = await openStage();
});
after(() => stage?.close());

test('the guide has no serious fault of access, and its contents lead to its parts', { skip }, async () => {
  await stage.visit('/docs', async (page) => {
    await judgeAccess(page, '/docs');
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize({ width: 360, height: 740 });
    await judgeAccess(page, '/docs on a phone in the dark');
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole('link', { name: 'Billing' }).click();
    assert.match(page.url(), /#billing$/);
  });
});

test('the reference shows every operation, and an operation can be tried', { skip }, async () => {
  await stage.visit('/docs/reference', async (page) => {
    await page.getByText('Miedza: Polish land parcels').first().waitFor();
    await judgeAccess(page, '/docs/reference');
    await page.getByPlaceholder('api-token').fill('test-key');
    await page.getByRole('button', { name: /^set$/i }).click();
    for (const [operation, path] of [
      ['get-/v1/resolve', '/v1/resolve'],
      ['post-/v1/parcel/batch', '/v1/parcel/batch'],
      ['post-/v1/search', '/v1/search'],
    ] as const) {
      const [response] = await Promise.all([
        page.waitForResponse((one) => new URL(one.url()).pathname === path),
        page.locator(`[id="${operation}"]`).getByRole('button', { name: /^try$/i }).click(),
      ]);
      assert.equal(response.status(), 200, operation);
    }
  });
});
