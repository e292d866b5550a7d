// Writes TERC, the register of territorial units, in the layout of the official full file (GUS). The units and their
// codes are true; only a part of the country is there.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { GMINY, POWIATY, VOIVODESHIPS } from './places.ts';

const VALID_ON = '2026-01-01';
const WARSAW_POWIAT = '1465';
const WARSAW_GMINA = '1465011';
/** Codes of cities with powiat rights start here. */
const FIRST_CITY_POWIAT = 61;

const GMINA_KINDS: Readonly<Record<string, string>> = {
  1: 'gmina miejska',
  2: 'gmina wiejska',
  3: 'gmina miejsko-wiejska',
  4: 'miasto',
  5: 'obszar wiejski',
  8: 'dzielnica',
  9: 'delegatura',
};

type Named = readonly (readonly [code: string, name: string])[];

export async function writeTerc(
  folder: string,
  powiaty: Named = POWIATY,
  gminy: Named = GMINY,
): Promise<string> {
  const file = join(folder, `TERC_Urzedowy_${VALID_ON}.xml`);
  const units = [...VOIVODESHIPS, ...powiaty, ...gminy.flatMap(([code, name]) => withParts(code, name))];
  const rows = units.sort(([a], [b]) => (a < b ? -1 : 1)).map(([code, name]) => writeRow(code, name));
  await writeFile(
    file,
    `<?xml version="1.0" encoding="utf-8"?>
<!-- Sample data: a part of the register, put together for tests. -->
<teryt>
  <catalog name="TERC" type="ALL" date="${VALID_ON}">
${rows.join('\n')}
  </catalog>
</teryt>`,
  );
  return file;
}

/** An urban-rural gmina has two more rows: its town and its rural part. */
function withParts(code: string, name: string): [code: string, name: string][] {
  const kinds = code.endsWith('3') ? ['3', '4', '5'] : [code.slice(6)];
  return kinds.map((kind) => [code.slice(0, 6) + kind, name]);
}

function writeRow(code: string, name: string): string {
  const fields: [tag: string, value: string][] = [
    ['WOJ', code.slice(0, 2)],
    ['POW', code.slice(2, 4)],
    ['GMI', code.slice(4, 6)],
    ['RODZ', code.slice(6)],
    ['NAZWA', name],
    ['NAZWA_DOD', kindOf(code)],
    ['STAN_NA', VALID_ON],
  ];
  const lines = fields.map(([tag, value]) => (value === '' ? `<${tag} />` : `<${tag}>${value}</${tag}>`));
  return ['    <row>', ...lines.map((line) => `      ${line}`), '    </row>'].join('\n');
}

function kindOf(code: string): string {
  if (code.length === 2) return 'województwo';
  if (code === WARSAW_POWIAT) return 'miasto stołeczne, na prawach powiatu';
  if (code === WARSAW_GMINA) return 'gmina miejska, miasto stołeczne';
  if (code.length === 4)
    return Number(code.slice(2)) < FIRST_CITY_POWIAT ? 'powiat' : 'miasto na prawach powiatu';
  return GMINA_KINDS[code.slice(6)] ?? '';
}
