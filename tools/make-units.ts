// node tools/make-units.ts TERC.xml: writes src/domain/places/units-table.ts, the codes and names of all voivodeships,
// powiaty and gminy, from the official register (TERC of GUS, full file in XML). Run by hand when units have changed.

import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { TercUnit } from '../src/domain/places/admin-units.ts';
import { terc } from '../src/ingest/recipes/terc.ts';

const TABLE = fileURLToPath(new URL('../src/domain/places/units-table.ts', import.meta.url));

const [path] = process.argv.slice(2);
if (path === undefined) throw new Error('name the file of TERC: node tools/make-units.ts TERC_Urzedowy.xml');

const units: TercUnit[] = [];
const reading = terc.read([path], path, []);
let next = await reading.next();
for (; !next.done; next = await reading.next()) {
  if ('row' in next.value && next.value.row.kind === 'terc') units.push(next.value.row.row);
}
const { as_of } = next.value;

const powiaty = units.filter(({ code }) => code.length === 4);
/** Whole gminy, and the districts of Warsaw; towns and rural areas of urban-rural gminy go by their gmina. */
const isListed = ({ code }: TercUnit) => /^\d{6}[1238]$/.test(code);
const lines = powiaty.map(({ code, name }) => {
  const own = units.filter((unit) => unit.code.startsWith(code) && isListed(unit));
  return [`${code}${name}`, ...own.map((unit) => unit.code.slice(4) + unit.name)].join('|');
});

writeFileSync(
  TABLE,
  `// Codes and names of all powiaty, gminy and districts of Warsaw, one line a powiat: its code and name, then of each gmina
// the last three digits and the name. Voivodeships: voivodeships.ts. Made by tools/make-units.ts; not edited by hand.
// Source: GUS, rejestr TERYT (TERC), state of the register ${as_of}.

export const UNITS_AS_OF = '${as_of}';

export const UNITS_TABLE = \`
${lines.join('\n')}
\`;
`,
);
process.stdout.write(
  `${powiaty.length} powiaty, ${units.filter(isListed).length} gminy and districts, ${as_of}\n`,
);
