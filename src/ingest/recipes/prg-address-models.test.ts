// What the first reading of a file of addresses keeps: a voivodeship's has more than a gigabyte.

import assert from 'node:assert/strict';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { collectLinked, type Directory } from './prg-address-models.ts';

test('what points link to is kept, and nothing else of the file', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'miedza-addresses-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const path = join(folder, '14_mazowieckie.gml');
  const filler = `<prg:AD_PunktAdresowy><prg:note>${'x'.repeat(64 << 10)}</prg:note></prg:AD_PunktAdresowy>`;
  const street = (at: number) =>
    `<prg:AD_UlicaPlac gml:id="PL.PZGIK.200.${at}.ulica-with-a-long-id"><prg:nazwaPelna>ulica Wielka Ogrodowa ${at}</prg:nazwaPelna></prg:AD_UlicaPlac>`;
  const file = openSync(path, 'w');
  writeSync(file, '<c xmlns:prg="urn:p" xmlns:gml="urn:g">');
  for (let at = 0; at < 400; at += 1) writeSync(file, street(at) + filler);
  writeSync(file, '</c>');
  closeSync(file);
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  const directory: Directory = { localities: new Map(), streets: new Map(), gminy: new Map() };
  collect();
  const before = process.memoryUsage().heapUsed;
  await collectLinked(path, directory);
  collect();
  const held = process.memoryUsage().heapUsed - before;
  assert.equal(directory.streets.size, 400);
  assert.ok(held < 6_000_000, `${held} bytes held of a file of 26 MB`);
});
