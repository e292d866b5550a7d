import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { terc } from './terc.ts';
import { readFiles, readPaths } from './test-load.ts';

const SAMPLE = new URL('../../../../shared/data/teryt/TERC_Urzedowy_2025-11-18.xml', import.meta.url);
const sample = { skip: !existsSync(SAMPLE) && 'official samples absent' };

const HEADER = 'WOJ;POW;GMI;RODZ;NAZWA;NAZWA_DOD;STAN_NA';
const CSV = `\uFEFF${HEADER}\r
14;;;;MAZOWIECKIE;województwo;2026-01-01\r
14;18;;;piaseczyński;powiat;2026-01-01\r
14;18;04;3;Piaseczno;gmina miejsko-wiejska;2026-01-01\r
`;
const XML = `<?xml version="1.0" encoding="UTF-8"?><teryt><catalog name="TERC" type="all" date="2026-01-01">
<row><WOJ>14</WOJ><POW/><GMI/><RODZ/><NAZWA>MAZOWIECKIE</NAZWA><NAZWA_DOD>województwo</NAZWA_DOD></row>
<row><WOJ>14</WOJ><POW>18</POW><GMI/><RODZ/><NAZWA>piaseczyński</NAZWA><NAZWA_DOD>powiat</NAZWA_DOD></row>
<row><WOJ>14</WOJ><POW>18</POW><GMI>04</GMI><RODZ>3</RODZ><NAZWA>Piaseczno</NAZWA>
<NAZDOD>gmina miejsko-wiejska</NAZDOD></row></catalog></teryt>`;

const UNITS = [
  { code: '14', name: 'MAZOWIECKIE', kind: 'województwo' },
  { code: '1418', name: 'piaseczyński', kind: 'powiat' },
  { code: '1418043', name: 'Piaseczno', kind: 'gmina miejsko-wiejska' },
];

describe('terc', () => {
  it('claims the names GUS gives', () => {
    for (const name of [
      'TERC_Urzedowy_2025-11-18.xml',
      'TERC_Urzedowy_2025-11-18.csv',
      'TERC_Urzedowy.zip',
    ]) {
      assert.match(name, terc.claims);
    }
    assert.doesNotMatch('SIMC_Urzedowy_2025-11-18.csv', terc.claims);
  });

  for (const [form, file, text] of [
    ['CSV', 'TERC.csv', CSV],
    ['CSV with NAZDOD', 'TERC.csv', CSV.replace('NAZWA_DOD', 'NAZDOD')],
    ['XML', 'TERC.xml', XML],
  ] as const) {
    it(`reads ${form}`, async () => {
      const { rows, issues, as_of, scopes } = await readFiles(terc, { [file]: text });
      assert.deepEqual(rows, UNITS);
      assert.deepEqual(issues, []);
      assert.deepEqual({ as_of, scopes }, { as_of: '2026-01-01', scopes: [''] });
    });
  }

  it('reads the register once where an archive holds it as XML and as CSV', async () => {
    for (const files of [
      { 'TERC.csv': CSV, 'TERC.xml': XML },
      { 'TERC.xml': XML, 'TERC.csv': CSV },
    ]) {
      const { rows, issues } = await readFiles(terc, files, 'TERC.zip');
      assert.deepEqual(rows, UNITS);
      assert.deepEqual(
        issues.map(({ kind, message }) => [kind, message]),
        [['passed_over', 'TERC.csv, the same register as TERC.xml']],
      );
    }
  });

  it('names bad rows by their line and reads on', async () => {
    const text = `${HEADER}\n14;1;;;x;powiat;2026-01-01\n14;18;;;;powiat;2026-01-01\n14;18\n14;;;;y;z;2026-01-01\n`;
    const { rows, issues } = await readFiles(terc, { 'TERC.csv': text });
    assert.equal(rows.length, 1);
    assert.deepEqual(
      issues.map(({ position, kind, value }) => [position, kind, value]),
      [
        ['line 2', 'bad_unit', '141'],
        ['line 3', 'bad_unit', '1418'],
        ['line 4', 'bad_row', '14;18'],
      ],
    );
  });

  it('refuses other registers and archives without one', async () => {
    const simc = 'WOJ;POW;GMI;RODZ_GMI;RM;MZ;NAZWA;SYM;SYMPOD;STAN_NA\n';
    await assert.rejects(readFiles(terc, { 'TERC.csv': simc }), /also RODZ$/);
    const other = XML.replace('"TERC"', '"SIMC"');
    await assert.rejects(readFiles(terc, { 'TERC.xml': other }), /expected <catalog name="TERC">/);
    const papers = { 'a.pdf': '', 'b.txt': '' };
    await assert.rejects(readFiles(terc, papers, 'TERC.zip'), /TERC\.zip: found the files a\.pdf, b\.txt/);
  });

  it('reads the official file', sample, async () => {
    const { rows, issues, scopes } = await readPaths(
      terc,
      [fileURLToPath(SAMPLE)],
      'TERC_Urzedowy_2025-11-18.xml',
    );
    assert.equal(rows.length, 4348);
    assert.deepEqual(issues, []);
    assert.deepEqual(scopes, ['']);
  });
});
