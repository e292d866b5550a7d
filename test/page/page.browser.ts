// The page as a person uses it, in a real browser: what each part of it must do, by keyboard and pointer.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import type { CheckResult } from '../../src/contract/answers.ts';
import type { PlanningPart } from '../../src/contract/planning-parts.ts';
import { VOIVODESHIPS } from '../../src/domain/places/voivodeships.ts';
import { VOIVODESHIP_NAMES } from '../../src/web/voivodeship-names.ts';
import { brightnessOf, judgeAccess, mapIsReady, openStage, type Stage, skip } from './browser.ts';

const EXAMPLE = '141803_2.0009.123/4';
/**
 * A browser logs every 404 as an error, and no page can keep it from that. What is not found is 404 by the contract, for this client as for
 * any other; to ask twice or by another way to keep the console clean would cost each reader a request.
 */
const MISSING = /404/;
const PANEL = `/?lang=en&id=${encodeURIComponent(EXAMPLE)}`;

let stage: Stage;
/** A text that several parcels fit, and a neighbour of the example, in the world as it is. */
let ambiguous = '';
let neighbour = '';
/** A parcel with a part to build on and one that is closed. */
let mixed: CheckedParts;
before(async () => {
  if (skip) return;
  stage = await openStage();
  for (let number = 1; ambiguous === '' && number < 200; number += 1) {
    const q = `dz. ${number} gmina Lesznowola`;
    const { body } = await stage.ask(`/v1/resolve?q=${encodeURIComponent(q)}`);
    if (body.status === 'ambiguous' && (body.candidates?.length ?? 0) > 2) ambiguous = q;
  }
  const { body } = await stage.ask<{ id: string }[]>(`/v1/search?id=${EXAMPLE}&radius_m=0`);
  neighbour = body.result?.find(({ id }) => id !== EXAMPLE)?.id ?? '';
  assert.ok(ambiguous !== '' && neighbour !== '');
  mixed = await findMixed();
});
after(() => stage?.close());

interface CheckedParts {
  readonly id: string;
  readonly parts: readonly PlanningPart[];
}

async function findMixed(): Promise<CheckedParts> {
  const { body } = await stage.ask<{ id: string }[]>('/v1/search?bbox=20.92,52.045,20.945,52.06&limit=1000');
  for (const { id } of body.result ?? []) {
    const check = await stage.ask<{ parts: PlanningPart[] }>(`/v1/check?id=${encodeURIComponent(id)}`);
    const parts = check.body.result?.parts ?? [];
    const isLarge = (state: PlanningPart['building']) =>
      parts.some(({ building, share_pct }) => building === state && share_pct > 20);
    if (isLarge('open') && isLarge('closed')) return { id, parts };
  }
  throw new Error('the sample world has no parcel here with a part to build on and one that is closed');
}

test('type, take a suggestion by keyboard, choose a parcel, read the panel', { skip }, async () => {
  await stage.visit('/?lang=en', async (page) => {
    const box = page.getByRole('combobox', { name: 'Parcel, address or place' });
    await box.fill('Wola Mro');
    await page.getByRole('option', { name: /Wola Mrokowska, obręb/ }).waitFor();
    await box.press('ArrowDown');
    await box.press('Enter');
    assert.match(await box.inputValue(), /Wola Mrokowska/);
    // The place is shown, with what there is to choose from.
    await page.getByRole('heading', { name: 'Which parcel there?' }).waitFor();
    await page.locator('.near button').first().waitFor();
    await box.pressSequentially('123/4');
    const parcel = page.getByRole('option', { name: /123\/4/ }).first();
    await parcel.waitFor();
    await parcel.click();
    await page.getByRole('heading', { level: 1, name: /^123\/4/ }).waitFor();
    assert.match(page.url(), /id=141803_2\.0009\.123%2F4/);
    const verdict = page.getByRole('region', { name: 'Can one build here?' });
    assert.match(await verdict.innerText(), /With conditions/);
    assert.equal(await page.locator('.check').count(), 8);
    assert.equal(await page.locator('.card').count(), 10);
    await page.getByText('Hundred-year flood').click();
    assert.match(await page.locator('.check-unknown .check-more').first().innerText(), /Legal basis/);
    assert.match(await page.locator('.parts .key').innerText(), /SJ.*plans allow building.*\d m²/s);
  });
});

test('what several parcels fit is asked back, in a list and on the map', { skip }, async () => {
  await stage.visit(`/?lang=en&q=${encodeURIComponent(ambiguous)}`, async (page) => {
    await page.getByRole('heading', { name: 'Which one do you mean?' }).waitFor();
    const candidates = page.locator('.candidates li');
    assert.ok((await candidates.count()) > 2);
    await mapIsReady(page);
    await candidates.first().getByRole('button').click();
    await page.locator('.parcel h1').waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'Which one do you mean?' }).waitFor();
  });
});

test('what is not there, and what is not loaded, is said kindly, with a way on', { skip }, async () => {
  await stage.visit(
    '/?lang=en&id=141803_2.0009.99999',
    async (page) => {
      await page.getByRole('heading', { name: 'Nothing of that name here' }).waitFor();
      await page.getByRole('button', { name: EXAMPLE }).click();
      await page.getByRole('heading', { level: 1, name: /^123\/4/ }).waitFor();
    },
    { expected_errors: MISSING },
  );
  await stage.visit('/?lang=en&point=50.06,19.94', async (page) => {
    await page.getByRole('heading', { name: 'This place is not loaded here' }).waitFor();
    assert.match(await page.locator('.outcome').innerText(), /says nothing about the parcel itself/);
  });
  assert.deepEqual(VOIVODESHIP_NAMES, Object.fromEntries(VOIVODESHIPS));
  await stage.visit('/?lang=pl&q=Warszawa&use=dom', async (page) => {
    const title = 'To miejsce nie jest tu wczytane';
    await page.getByRole('heading', { name: title }).waitFor();
    assert.equal(await page.locator('.sr-only[role=status]').first().innerText(), title);
    await page.getByText(/^Na tym serwerze wczytano \d+ z \d+ powiatów \(mazowieckie\)\.$/).waitFor();
    await page.getByText('Tego w odnośniku nie zrozumiano i pominięto: use=dom.').waitFor();
  });
});

test('what is near to what was not found is named, and leads there', { skip }, async () => {
  for (const [asked, heading, name] of [
    ['q=dz.+123/9+Wola+Mrokowska', 'Near in the same place', /^123\//],
    ['id=141803_2.0009.99999', 'Near in the same place', /^\d/],
    ['id=141803_2.0099.1', 'Near in the same place', /obręb|0\d{3}/],
    ['q=asdfqwerzxcv', 'Loaded here, for example', /0\d{3}/],
  ] as const)
    await stage.visit(
      `/?lang=en&${asked}`,
      async (page) => {
        const section = page.getByRole('region', { name: heading });
        await section.getByRole('button', { name }).first().click();
        await page.locator('.parcel h1').or(page.getByText('Which parcel there?')).first().waitFor();
      },
      { expected_errors: MISSING },
    );
});

test('two numbers that are no point of Poland are told what a point is', { skip }, async () => {
  await stage.visit(
    '/?lang=en&q=60,5',
    (page) => page.getByText('A point is latitude and longitude in Poland').waitFor(),
    { expected_errors: MISSING },
  );
});

test('a gmina, a street and a locality move the map and offer what is there', { skip }, async () => {
  const { body } = await stage.ask<{ kind: string; q: string }[]>('/v1/suggest?q=ul.+Sos&limit=1');
  const street = body.result?.[0]?.q ?? '';
  for (const [q, kind] of [
    ['gmina Lesznowola', 'Precincts'],
    ['Wola Mrokowska', 'Parcels'],
    [street, 'Houses'],
  ] as const)
    await stage.visit(
      '/?lang=en',
      async (page) => {
        await mapIsReady(page);
        const canvas = page.locator('.map canvas');
        const before = await canvas.screenshot();
        const box = page.getByRole('combobox', { name: 'Parcel, address or place' });
        await box.fill(q);
        await box.press('Enter');
        await page.locator('.near').getByRole('heading', { name: kind }).waitFor();
        await page.waitForTimeout(1_500);
        assert.notDeepEqual(await canvas.screenshot(), before, `${q} moves the map`);
        await page.locator('.near button').first().focus();
        await page.keyboard.press('Enter');
        await page.waitForURL((url) => url.searchParams.get('q') !== q);
      },
      { expected_errors: MISSING },
    );
});

test('a click before the tiles are there asks by its point', { skip }, async () => {
  await stage.visit(
    '/?lang=en',
    async (page) => {
      await page.locator('.map canvas').waitFor();
      await page.waitForTimeout(1_000);
      await page.locator('.map').click({ position: { x: 300, y: 300 } });
      await page.waitForURL(/point=52\.\d+%2C20\.\d+/);
    },
    // Tiles that never come.
    { blocked: /\/tiles\// },
  );
});

test('a click on the map chooses the parcel there', { skip }, async () => {
  await stage.visit(PANEL, async (page) => {
    await mapIsReady(page);
    const map = page.locator('.map');
    const { width = 0, height = 0 } = (await map.boundingBox()) ?? {};
    await map.click({ position: { x: width / 2, y: height / 2 - 230 } });
    await page.waitForURL((url) => url.searchParams.get('id') !== EXAMPLE);
    await page.locator('.parcel .ids').waitFor();
    const id = new URL(page.url()).searchParams.get('id');
    assert.match(id ?? '', /^141803_2\./);
    await page
      .getByText(id ?? '', { exact: true })
      .first()
      .waitFor();
  });
});

test('neighbours can be chosen without the map', { skip }, async () => {
  await stage.visit(PANEL, async (page) => {
    const next = page.getByTitle(neighbour, { exact: true });
    await next.focus();
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.searchParams.get('id') === neighbour);
  });
});

test('overlays are switched on and off, and the link knows', { skip }, async () => {
  await stage.visit('/?lang=en', async (page) => {
    await mapIsReady(page);
    const canvas = page.locator('.map canvas');
    const before = await canvas.screenshot();
    await page.getByRole('button', { name: 'Map layers' }).click();
    await page.getByLabel('Zones of the general plan').uncheck();
    await page.waitForTimeout(1_000);
    assert.notDeepEqual(await canvas.screenshot(), before, 'the zones are gone');
    for (const name of [
      'Flood hazard',
      'Infill areas (OUZ)',
      'Local plans',
      'Nature protection',
      'Landslides',
    ])
      await page.getByLabel(name, { exact: true }).check();
    assert.equal(new URL(page.url()).searchParams.get('on'), 'ouz,mpzp,flood,protected,landslides,buildings');
    await page.reload();
    await page.getByRole('button', { name: 'Map layers' }).click();
    assert.ok(await page.getByLabel('Flood hazard').isChecked());
    assert.ok(!(await page.getByLabel('Zones of the general plan').isChecked()));
  });
});

test('what is loaded, and how old it is, is a layer of the map, register by register', { skip }, async () => {
  await stage.visit('/?lang=en&on=coverage', async (page) => {
    await mapIsReady(page);
    const canvas = page.locator('.map canvas');
    const before = await canvas.screenshot();
    await page.getByRole('button', { name: 'Map layers' }).click();
    await page.getByText('not loaded: not known').waitFor();
    const choice = page.getByLabel('Source');
    await choice.locator('option[value="pog"]').waitFor({ state: 'attached' });
    await choice.selectOption('pog');
    await page.waitForURL(/of=pog/);
    assert.match(
      await page.locator('.legend .source').innerText(),
      /^newest data of \d.+ · [\d.]+ % of the area known here is loaded · terms: No restrictions/,
    );
    await page.waitForTimeout(1_000);
    assert.notDeepEqual(await canvas.screenshot(), before);
  });
});

test('the layers panel closes by Escape, shows the legend of what is switched on, and says what needs a closer look', {
  skip,
}, async () => {
  await stage.visit('/?lang=en&at=52.05,20.93,11', async (page) => {
    await mapIsReady(page);
    const opener = page.getByRole('button', { name: 'Map layers' });
    await opener.click();
    await page.getByText('Seen from closer: zoom in.').first().waitFor();
    await page.getByLabel('What is loaded, how old').check();
    const legend = page.getByText('not loaded: not known');
    const [body, row] = [await page.locator('.legend-body').boundingBox(), await legend.boundingBox()];
    assert.ok(body && row && row.y + row.height <= body.y + body.height, 'the legend is in view');
    await page.keyboard.press('Escape');
    await legend.waitFor({ state: 'hidden' });
    assert.equal(await page.evaluate<string>('document.activeElement.textContent'), 'Map layers');
  });
});

test('whose data the map shows stands on it at the start', { skip }, async () => {
  await stage.visit('/?lang=en', async (page) => {
    await mapIsReady(page);
    const credits = page.locator('.credits p');
    assert.match(await credits.innerText(), /GUGiK/);
    assert.ok(
      ((await page.locator('.credits').boundingBox())?.height ?? 999) < 110,
      'it leaves the map room',
    );
  });
  await stage.visit(
    '/?lang=en',
    async (page) => {
      await page.getByText('Whose data the map shows').waitFor();
      assert.ok(!(await page.locator('.credits p').isVisible()));
      await page.getByText('Whose data the map shows').click();
      assert.match(await page.locator('.credits p').innerText(), /GUGiK/);
    },
    { viewport: { width: 360, height: 740 } },
  );
});

test('a dark page has a dark map, which stays where it was; the link knows where', { skip }, async () => {
  await stage.visit('/?lang=en&on=buildings', async (page) => {
    await mapIsReady(page);
    const canvas = page.locator('.map canvas');
    await page.getByRole('button', { name: 'Closer' }).click();
    await page.waitForURL((url) => url.searchParams.has('at'));
    const at = new URL(page.url()).searchParams.get('at');
    const light = await brightnessOf(page, await canvas.screenshot());
    await page.getByRole('button', { name: 'Light or dark' }).click();
    await page.locator('html[data-theme="dark"]').waitFor();
    await mapIsReady(page);
    const dark = await brightnessOf(page, await canvas.screenshot());
    assert.ok(light > 170 && dark < 85, `${light} and ${dark}`);
    assert.equal(new URL(page.url()).searchParams.get('at'), at);
    await page.reload();
    await mapIsReady(page);
    assert.equal(new URL(page.url()).searchParams.get('at'), at);
    const again = await brightnessOf(page, await canvas.screenshot());
    assert.ok(Math.abs(again - dark) < 10, `${again} after a reload, ${dark} before`);
  });
});

test('parts of a parcel are drawn, listed with square metres and told whether one can build there', {
  skip,
}, async () => {
  const { id, parts } = mixed;
  const address = `/?lang=en&id=${encodeURIComponent(id)}`;
  const metres = parts.map(({ area_m2 }) => `${Math.round(area_m2).toLocaleString('en-GB')} m²`);
  await stage.visit(address, async (page) => {
    await page.locator('.parts-drawing path').nth(2).waitFor();
    const rows = await page.locator('.parts .key li').allInnerTexts();
    assert.equal(rows.length, parts.length);
    for (const [at, row] of rows.entries()) {
      assert.ok(row.includes(metres[at] ?? '-'), row);
      assert.ok(row.includes(`${parts[at]?.share_pct} %`), row);
      assert.match(
        row,
        { open: /plans allow building/, closed: /closed to new building/, unknown: /not known/ }[
          parts[at]?.building ?? 'open'
        ],
      );
    }
    assert.deepEqual(
      (await page.locator('.parts-drawing text').allTextContents()).every((symbol) =>
        parts.some(({ zone_symbol }) => zone_symbol === symbol),
      ),
      true,
    );
    await page.locator('.chips button').first().waitFor();
    await judgeAccess(page, 'parts');
  });
  await stage.visit(`/?lang=en&view=compare&compare=${encodeURIComponent(id)}`, async (page) => {
    const cell = page.getByRole('row', { name: /^Parts of the parcel/ });
    for (const one of metres) assert.ok((await cell.innerText()).includes(one), one);
  });
  await stage.visit(`${address}&view=report`, async (page) => {
    await page.locator('.ground path').first().waitFor();
    await page.locator('.parts-drawing path').nth(2).waitFor();
    const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true });
    assert.ok((pdf.toString('latin1').match(/\/Type\s*\/Page\b/g) ?? []).length <= 2);
  });
});

test('distances are measured on the map', { skip }, async () => {
  await stage.visit('/?lang=en', async (page) => {
    await mapIsReady(page);
    await page.getByRole('button', { name: 'Measure' }).click();
    const map = page.locator('.map');
    for (const [x, y] of [
      [300, 400],
      [400, 400],
      [400, 500],
    ] as const)
      await map.click({ position: { x, y } });
    assert.match(await page.locator('.measured').innerText(), /^[\d.,]+ k?m, [\d.,]+ (m²|ha)$/);
    await page.keyboard.press('Escape');
    assert.equal(await page.locator('.measured').count(), 0);
    assert.ok(!page.url().includes('id='), 'a click while measuring chooses nothing');
  });
});

test('parcels are compared side by side', { skip }, async () => {
  await stage.visit(PANEL, async (page) => {
    await page.getByRole('button', { name: 'Add to comparison' }).click();
    await page.getByRole('button', { name: 'Compare (1)' }).click();
    const box = page.getByRole('combobox', { name: 'Add a parcel' });
    await box.fill(neighbour);
    await box.press('Enter');
    await page.getByRole('columnheader').nth(1).waitFor();
    assert.equal(await page.getByRole('columnheader').count(), 2);
    assert.equal(await page.getByRole('row').count(), 1 + 4 + 8 + 1);
    await page.getByRole('button', { name: `Remove ${EXAMPLE}` }).click();
    assert.equal(await page.getByRole('columnheader').count(), 1);
    await judgeAccess(page, 'compare');
  });
});

test('of a link what can be compared is, and of the rest it is said why not', { skip }, async () => {
  const ids = [EXAMPLE, 'bogus', '141803_2.0009.99999', '141803_2.0009.4', '141803_2.0009.5', neighbour];
  await stage.visit(
    `/?lang=en&view=compare&use=farmstead&compare=${encodeURIComponent(ids.join())}`,
    async (page) => {
      await page.getByRole('columnheader').first().waitFor();
      const told = await page.getByRole('alert').allInnerTexts();
      assert.deepEqual(
        told.map((one) => one.slice(0, 24)),
        ['More than five are in th', 'bogus: id: "bogus" is no', '141803_2.0009.99999: the'],
      );
      assert.ok(told[0]?.includes(neighbour));
      assert.equal(await page.getByLabel('I want to build').inputValue(), 'farmstead');
      await page.getByRole('button', { name: 'Remove bogus' }).click();
      await page.getByRole('button', { name: `Remove ${neighbour}` }).waitFor();
    },
    { expected_errors: /40[04]/ },
  );
});

test('a list becomes a table with problems on top, and files of it', { skip }, async () => {
  await stage.visit(
    '/?lang=en&view=list',
    async (page) => {
      const csv = `nr;q\n1;"dz. 123/4 Wola Mrokowska"\n2;${ambiguous}\n3;nic takiego 99999\n4;Warszawa\n`;
      await page
        .locator('input[type=file]')
        .setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
      const text = page.getByRole('textbox', { name: 'Parcels, one a line' });
      await page.waitForFunction("document.querySelector('textarea').value.includes('Lesznowola')");
      assert.equal(await text.inputValue(), csv);
      await page.getByRole('button', { name: 'Check all' }).click();
      const download = page.getByRole('button', { name: 'Download CSV' });
      await download.waitFor();
      const verdicts = await page.locator('tbody tr td:nth-child(3)').allInnerTexts();
      assert.deepEqual(
        verdicts.map((one) => one.trim()),
        ['not certain', 'not found', 'not loaded', 'With conditions'],
      );
      assert.match(
        await page.getByRole('row', { name: /Warszawa/ }).innerText(),
        /Warszawa \(1465\) is not loaded/,
      );
      assert.match(await page.getByRole('row', { name: /123\/4 Wola/ }).innerText(), / m² \(official/);
      const [file] = await Promise.all([page.waitForEvent('download'), download.click()]);
      const lines = readFileSync(await file.path(), 'utf8').split('\r\n');
      assert.match(lines[0] ?? '', /^line,asked,status,verdict,id/);
      assert.match(lines[4] ?? '', /^2,dz\. 123\/4 Wola Mrokowska,ok,conditional,141803_2\.0009\.123\/4/);
      const [shapes] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Download GeoJSON' }).click(),
      ]);
      const { features } = JSON.parse(readFileSync(await shapes.path(), 'utf8'));
      assert.deepEqual(
        features.map(({ geometry }: { geometry: { type: string } | null }) => geometry?.type ?? null),
        [null, null, null, 'MultiPolygon'],
      );
      await judgeAccess(page, 'list');
      // Who looks at one of them comes back to all.
      await page.getByRole('button', { name: EXAMPLE }).click();
      await page.getByRole('heading', { name: /Wola Mrokowska/ }).waitFor();
      await page.goBack();
      assert.equal(await page.locator('tbody tr').count(), 4);
      await page.getByRole('textbox', { name: 'Parcels, one a line' }).fill('Lp;Nr działki\n1;123/4');
      await page.getByRole('button', { name: 'Check all' }).click();
      await page.getByText('None of the columns is named q').waitFor();
    },
    { expected_errors: MISSING },
  );
});

test('a long list can be stopped: what is checked by then stays, and nothing more is asked', {
  skip,
}, async () => {
  await stage.visit(
    '/?lang=en&view=list',
    async (page) => {
      let asked = 0;
      await page.route(/\/v1\/check/, async (route) => {
        asked += 1;
        // As slow as a server far away.
        await new Promise((later) => setTimeout(later, 40));
        await route.continue().catch(() => undefined);
      });
      const lines = Array.from({ length: 1_001 }, (_, at) => `141803_2.0009.${at + 1}`);
      await page.getByRole('textbox', { name: 'Parcels, one a line' }).fill(lines.join('\n'));
      await page.getByRole('button', { name: 'Check all' }).click();
      await page.getByText('The list is longer than 1000').waitFor();
      await page.locator('tbody tr').nth(5).waitFor();
      await page.getByRole('button', { name: 'Stop' }).click();
      await page.getByRole('button', { name: 'Download CSV' }).waitFor();
      const [rows, then] = [await page.locator('tbody tr').count(), asked];
      assert.ok(rows > 5 && rows < 1_000, `${rows}`);
      await page.waitForTimeout(500);
      assert.equal(asked, then);
      assert.equal(await page.locator('tbody tr').count(), rows);
    },
    { expected_errors: MISSING },
  );
});

test('Polish and English, by a button and by the link', { skip }, async () => {
  await stage.visit('/?lang=en', async (page) => {
    await page.getByRole('button', { name: 'Polski' }).click();
    await page.getByRole('heading', { name: 'Zobacz działkę' }).waitFor();
    assert.equal(await page.locator('html').getAttribute('lang'), 'pl');
    assert.equal(new URL(page.url()).searchParams.get('lang'), 'pl');
    await page.reload();
    await page.getByRole('heading', { name: 'Zobacz działkę' }).waitFor();
    await page.getByRole('button', { name: 'English' }).click();
    await page.getByRole('heading', { name: 'Look at a parcel' }).waitFor();
  });
});

test('a link holds everything; back and forward go through what was looked at', { skip }, async () => {
  await stage.visit(`${PANEL}&use=production&on=flood`, async (page) => {
    await page.getByRole('heading', { level: 1, name: /^123\/4/ }).waitFor();
    assert.equal(await page.getByLabel('I want to build').inputValue(), 'production');
    await page.getByLabel('I want to build').selectOption('house');
    await page.waitForURL(/use=house/);
    await page.goBack();
    await page.waitForURL(/use=production/);
    await page.getByRole('heading', { level: 1, name: /^123\/4/ }).waitFor();
  });
});

test('cards tell all they count, with names and units, and promise no more than the chosen use gets', {
  skip,
}, async () => {
  const { body } = await stage.ask<CheckResult>(`/v1/check?id=${encodeURIComponent(EXAMPLE)}`);
  const permits = body.result?.record.layers.permits?.value;
  assert.ok(permits && permits.count_500m > 5);
  await stage.visit(`${PANEL}&use=farmstead`, async (page) => {
    const card = (name: string) =>
      page.locator('.card', { has: page.getByRole('heading', { name, exact: true }) });
    const list = card('Permits within 500 m');
    await list.getByText(/^Show \d+ more$/).click();
    assert.equal(await list.locator('li:visible').count(), permits.recent?.length);
    assert.match(await list.innerText(), new RegExp(`^${permits.count_500m} entries`, 'm'));
    assert.match(
      await card('Road access').innerText(),
      /The parcel borders on a road parcel; the nearest public road runs [\d.]+ k?m away/,
    );
    assert.match(await card('Prices nearby').innerText(), /p25 \d+, median \d+, p75 \d+ zł\/m²/);
    const licence = card('Prices nearby').getByRole('link', { name: 'CC BY 4.0' });
    assert.equal(await licence.getAttribute('href'), 'https://creativecommons.org/licenses/by/4.0/');
    assert.equal(await page.locator('.card .licence').count(), await page.locator('.card').count());
    assert.match(await card('Planning').innerText(), /can be applied for, for what the zone allows/);
    const verdict = page.getByRole('region', { name: 'Can one build here?' });
    assert.match(await verdict.innerText(), /\bNo\b/);
    // Sales too few to tell a price are not none, and a road that is near is no access yet.
    await page.route(/\/v1\/check/, async (route) => {
      const answer = await (await route.fetch()).json();
      const { prices, road_access } = answer.result.record.layers;
      Object.assign(prices, { coverage: 'covered_no_data', value: { comparables_count: 3 } });
      road_access.value.via = 'bdot_road_within_30m';
      await route.fulfill({ json: answer });
    });
    await page.reload();
    await card('Prices nearby').getByText('too few sales to tell a price').waitFor();
    await card('Road access').getByText('what lies between is not checked').first().waitFor();
    assert.doesNotMatch(await card('Road access').innerText(), /There is access/);
  });
});

test('the panel gives link, curl, JSON and GeoJSON', { skip }, async () => {
  await stage.visit(
    PANEL,
    async (page) => {
      await page.getByRole('button', { name: 'Copy as curl' }).click();
      await page.getByRole('button', { name: 'Copied' }).waitFor();
      const copied = await page.evaluate<string>('navigator.clipboard.readText()');
      assert.match(
        copied,
        /^curl -s -H 'X-Api-Key: YOUR_KEY' 'http:.*\/v1\/check\?id=141803_2\.0009\.123%2F4&lang=en'$/,
      );
      const button = page.getByRole('button', { name: 'GeoJSON' });
      await page.waitForFunction(
        "[...document.querySelectorAll('button')].some((one) => one.textContent === 'GeoJSON' && !one.disabled)",
      );
      const [file] = await Promise.all([page.waitForEvent('download'), button.click()]);
      const feature = JSON.parse(readFileSync(await file.path(), 'utf8'));
      assert.deepEqual([feature.id, feature.geometry.type], [EXAMPLE, 'MultiPolygon']);
    },
    { permissions: ['clipboard-read', 'clipboard-write'] },
  );
});

test('the report prints on at most two pages, with the map in it', { skip }, async () => {
  await stage.visit(`${PANEL}&view=report`, async (page) => {
    await page.locator('.ground path').first().waitFor();
    assert.ok((await page.locator('.ground path').count()) > 20);
    assert.match(await page.locator('.ground').innerHTML(), /123\/4/);
    assert.match(
      await page.locator('.report header').innerText(),
      /Area [\d,]+ m² \(official(?:; measured on the map: [\d,]+ m²)?\)/,
    );
    const sources = await page.locator('.report-sources li').allInnerTexts();
    for (const source of sources)
      assert.match(source, /^[A-Z][^:]+: .+ · (?:as of|day not given).* · terms: ./);
    assert.equal(new Set(sources).size, sources.length);
    await judgeAccess(page, 'report');
    const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true });
    const pages = pdf.toString('latin1').match(/\/Type\s*\/Page\b/g) ?? [];
    assert.ok(pages.length >= 1 && pages.length <= 2, `${pages.length} pages`);
    await page.evaluate("document.querySelector('.ground').remove()");
    const without = await page.pdf({ preferCSSPageSize: true, printBackground: true });
    assert.ok(
      pdf.length - without.length > 1_000,
      `the map is ${pdf.length - without.length} bytes of the PDF`,
    );
  });
});

test('without WebGL there is the map as a drawing, and it can be clicked', { skip }, async () => {
  const init = `const own = HTMLCanvasElement.prototype.getContext;
    HTMLCanvasElement.prototype.getContext = function (kind, ...more) {
      return kind.startsWith('webgl') ? null : own.call(this, kind, ...more);
    };`;
  await stage.visit(
    PANEL,
    async (page) => {
      await page.locator('.map-still .ground path').first().waitFor();
      await page.getByText('This browser draws no WebGL map').waitFor();
      await page.locator('.ground text', { hasText: '123/5' }).click();
      await page.waitForTimeout(300);
      await judgeAccess(page, 'no WebGL');
      const box = page.getByRole('combobox', { name: 'Parcel, address or place' });
      await box.fill(ambiguous);
      await box.press('Enter');
      await page.getByRole('heading', { name: 'Which one do you mean?' }).waitFor();
      const candidates = await page.locator('.candidates li').count();
      await page
        .locator('.ground circle')
        .nth(candidates - 1)
        .waitFor();
    },
    { init },
  );
});

for (const [what, path] of [
  ['the start', '/?lang=en'],
  ['the panel', PANEL],
] as const) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`${what} has no serious fault of accessibility, ${colorScheme}`, { skip }, async () => {
      await stage.visit(
        path,
        async (page) => {
          await mapIsReady(page);
          if (path === PANEL) {
            await page.locator('.card').last().waitFor();
            for (const fold of await page.locator('.check summary').all()) await fold.click();
          }
          await page.getByRole('button', { name: 'Map layers' }).click();
          await judgeAccess(page, what);
        },
        { colorScheme },
      );
    });
  }
}

for (const width of [320, 360, 400])
  test(`at ${width} px nothing is wider than the screen, and whatever is pressed is 24 px each way`, {
    skip,
  }, async () => {
    for (const [path, ready] of [
      [PANEL.replace('lang=en', 'lang=pl'), '.chips button'],
      [`/?lang=pl&view=compare&compare=${encodeURIComponent(EXAMPLE)},141803_2.0009.4`, 'thead th'],
      ['/?lang=pl&view=list', 'textarea'],
      ['/?lang=pl&id=141803_2.0009.99999', '.near button'],
    ] as const)
      await stage.visit(
        path,
        async (page) => {
          await page.locator(ready).first().waitFor();
          if (path.includes('id=') && !path.includes('99999'))
            await page.getByRole('button', { name: 'Warstwy mapy' }).click();
          const seen = await page.evaluate<{ width: number; small: string[] }>(`({
            width: document.documentElement.scrollWidth,
            small: [...document.querySelectorAll('button, a, select, summary, label, [role=option]')]
              .map((one) => [one, one.getBoundingClientRect()])
              .filter(([one, { width, height }]) => width > 0 && !one.matches('.skip, .sr-only') && (width < 24 || height < 24))
              .map(([one, { width, height }]) => one.outerHTML.slice(0, 90) + ' ' + width + 'x' + height),
          })`);
          assert.ok(seen.width <= width, `${path}: ${seen.width} px`);
          assert.deepEqual(seen.small, [], path);
        },
        { viewport: { width, height: 740 }, hasTouch: true, expected_errors: MISSING },
      );
  });
