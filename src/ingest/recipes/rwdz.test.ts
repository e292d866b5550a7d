import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import type { PermitRow } from '../../domain/publish/staged-rows.ts';
import { FormatError } from '../formats/format-error.ts';
import { rwdz } from './rwdz.ts';
import { readReference } from './rwdz-reference.ts';
import { type Made, readFiles, readPaths } from './test-load.ts';

const SAMPLE = fileURLToPath(
  new URL('../../../../shared/data/permits/rwdz_cpk_redacted_hash.csv', import.meta.url),
);

const CURRENT =
  'numer_urzad;numer_gunb;nazwa_organu;adres_organu;data_wplywu_wniosku;numer_decyzji_urzedu;data_wydania_decyzji;nazwa_inwestor;wojewodztwo;miasto;terc;cecha;cecha;ulica;ulica_dalej;nr_domu;rodzaj_inwestycji;kategoria;nazwa_zamierzenia_bud;nazwa_zam_budowlanego;kubatura;projektant_nazwisko;projektant_imie;projektant_numer_uprawnien;jednosta_numer_ew;obreb_numer;numer_dzialki;numer_arkusza_dzialki;jednostka_stara_numeracja_z_wniosku;stara_numeracja_obreb_z_wnioskiu;stara_numeracja_dzialka_z_wniosku'.split(
    ';',
  );
const WITHOUT_NUMBER = CURRENT.filter((name) => name !== 'numer_gunb');
const WITH_NAMES = WITHOUT_NUMBER.flatMap((name) =>
  name === 'nazwa_inwestor' ? ['nazwisko_inwestora', 'imie_inwestora', name] : [name],
);
const NOTIFICATIONS =
  'numer_ewidencyjny_system;numer_ewidencyjny_urzad;data_wplywu_wniosku_do_urzedu;nazwa_organu;wojewodztwo_objekt;obiekt_kod_pocztowy;miasto;terc;cecha;cecha;ulica;ulica_dalej;nr_domu;kategoria;nazwa_zam_budowlanego;rodzaj_zam_budowlanego;kubatura;stan;jednostki_numer;obreb_numer;numer_dzialki;numer_arkusza_dzialki;nazwisko_projektanta;imie_projektanta;projektant_numer_uprawnien;projektant_pozostali'.split(
    ';',
  );

/** In every column that names people, places they live at or says something freely. */
const CANARY = 'Kanarek Zenobiusz';
const FORBIDDEN =
  /inwestor|projektant|^adres|^miasto$|^ulica|^nr_domu$|^nazwa_zam_budowlanego$|^cecha$|kod_pocztowy|^stan$/;

const DECISION: Record<string, string> = {
  numer_urzad: 'AB.6740.1.2025',
  numer_gunb: 'ST-MZ-OZ/WNIOSEK/35448/2025',
  nazwa_organu: 'Starosta Piaseczyński',
  data_wplywu_wniosku: '2025-03-01 00:00:00',
  numer_decyzji_urzedu: '12/2025',
  data_wydania_decyzji: '2025-04-02 00:00:00',
  wojewodztwo: 'mazowieckie',
  terc: '1418032',
  rodzaj_inwestycji: 'Budynek mieszkalny jednorodzinny',
  kategoria: 'I',
  nazwa_zamierzenia_bud: 'budowa nowego/nowych obiektów budowlanych',
  jednosta_numer_ew: '141803_2',
  obreb_numer: '9',
  numer_dzialki: '9/8',
};
const NOTIFICATION: Record<string, string> = {
  numer_ewidencyjny_system: 'ST-MZ-OZ/ZGLOSZENIE/77/2024',
  numer_ewidencyjny_urzad: 'AB.6743.7.2024',
  data_wplywu_wniosku_do_urzedu: '2024-05-06 00:00:00',
  nazwa_organu: 'Starosta Piaseczyński',
  wojewodztwo_objekt: 'mazowieckie',
  kategoria: 'III',
  rodzaj_zam_budowlanego: 'Budowa, o której mowa w art. 29 ust. 1',
  jednostki_numer: '141803_2',
  obreb_numer: '0009',
  numer_dzialki: '10',
};

type Form = { header: readonly string[]; separator?: string; quoted?: boolean };

function csv({ header, separator = ';', quoted = false }: Form, rows: Record<string, string>[]): string {
  const line = (cells: readonly string[]) =>
    `${cells.map((cell) => (quoted ? `"${cell.replaceAll('"', '""')}"` : cell)).join(separator)}\r\n`;
  const cells = (row: Record<string, string>) =>
    header.map((name) => row[name] ?? (FORBIDDEN.test(name) ? CANARY : ''));
  return [header, ...rows.map(cells)].map(line).join('');
}

const read = (
  rows: Record<string, string>[],
  form: Form = { header: CURRENT },
  name = 'wynik_mazowieckie.csv',
): Promise<Made> => readFiles(rwdz, { [name]: csv(form, rows) });

const PERMIT: PermitRow = {
  permit_id: 'ST-MZ-OZ/WNIOSEK/35448/2025',
  place: '14',
  parcels: ['141803_2.0009.9/8'],
  kind: 'budowa nowego/nowych obiektów budowlanych',
  decision_date: '2025-04-02',
  object_category: 'I',
};

function assertNoCanary(made: Made): void {
  assert.doesNotMatch(JSON.stringify([made.staged, made.issues]), /Kanarek|Zenobiusz/);
}

describe('layouts', () => {
  const DIGEST = /^[0-9a-f]{20}$/;
  const FORMS: [name: string, form: Form, hasNumber: boolean][] = [
    ['31 columns with ;', { header: CURRENT }, true],
    ['31 columns with ; and quotes', { header: CURRENT, quoted: true }, true],
    ['31 columns with #', { header: CURRENT, separator: '#' }, true],
    ['30 columns with #', { header: WITHOUT_NUMBER, separator: '#' }, false],
    ['names of investors with #', { header: WITH_NAMES, separator: '#' }, false],
    ['corrected spellings', { header: CURRENT.map((name) => name.replace('wnioskiu', 'wniosku')) }, true],
  ];
  for (const [name, form, hasNumber] of FORMS) {
    it(name, async () => {
      const made = await read([DECISION], form);
      const [row] = made.rows as PermitRow[];
      assert.deepEqual({ ...row, permit_id: PERMIT.permit_id }, PERMIT);
      if (hasNumber) assert.equal(row?.permit_id, PERMIT.permit_id);
      else assert.match(row?.permit_id ?? '', DIGEST);
      assert.deepEqual([made.as_of, made.scopes, made.kinds], ['2025-04-02', ['14'], []]);
      assertNoCanary(made);
    });
  }

  it('a byte order mark', async () => {
    const made = await readFiles(rwdz, {
      'wynik_mazowieckie.csv': `\ufeff${csv({ header: CURRENT, quoted: true }, [DECISION])}`,
    });
    assert.deepEqual(made.rows, [PERMIT]);
  });

  it('notifications are a part of the register for themselves', async () => {
    const elsewhere = { ...NOTIFICATION, wojewodztwo_objekt: 'łódzkie', jednostki_numer: 'none' };
    const name = 'wynik_zgloszenia_2022_up.csv';
    const made = await read([elsewhere, NOTIFICATION], { header: NOTIFICATIONS, separator: '#' }, name);
    assert.deepEqual(made.rows, [
      {
        permit_id: 'ST-MZ-OZ/ZGLOSZENIE/77/2024',
        place: 'notifications_2022_up',
        parcels: ['141803_2.0009.10'],
        kind: 'zgłoszenie: budowa nowego/nowych obiektów budowlanych',
        decision_date: null,
        object_category: 'III',
      },
    ]);
    assert.deepEqual([made.as_of, made.scopes, made.kinds], ['2024-05-06', ['notifications_2022_up'], []]);
    assertNoCanary(made);
  });

  it('a file of one powiat, and one whose name says nothing', async () => {
    assert.deepEqual((await read([DECISION], undefined, 'rwdz-1418.csv')).scopes, ['1418']);
    const other = { ...DECISION, numer_gunb: 'A/WNIOSEK/1/2020', jednosta_numer_ew: '142801_1' };
    const made = await read([DECISION, other], undefined, 'rwdz.csv');
    assert.deepEqual(made.scopes, ['1418', '1428']);
    assert.deepEqual(
      (made.rows as PermitRow[]).map(({ place }) => place),
      ['1418', '1428'],
    );
  });
});

describe('a permit', () => {
  it('is one row for its parcels, wherever its rows say them', async () => {
    const second = { ...DECISION, numer_dzialki: '9/9 część', kategoria: '' };
    const other = { ...DECISION, numer_gunb: 'ST-MZ-OZ/WNIOSEK/1/2025', numer_dzialki: '1' };
    const made = await read([
      { ...DECISION, kategoria: '' },
      second,
      { ...DECISION, kategoria: 'II' },
      other,
    ]);
    assert.deepEqual(made.rows, [
      {
        ...PERMIT,
        parcels: ['141803_2.0009.9/8', '141803_2.0009.9/9'],
        object_category: 'II',
      },
      { ...PERMIT, permit_id: 'ST-MZ-OZ/WNIOSEK/1/2025', parcels: ['141803_2.0009.1'] },
    ]);
    assert.deepEqual(made.positions, ['line 2', 'line 5']);
  });

  it('without a number is the case of an office on a day', async () => {
    const bare = { ...DECISION, numer_gunb: '' };
    const ids = async (rows: Record<string, string>[]) =>
      ((await read(rows)).rows as PermitRow[]).map(({ permit_id }) => permit_id);
    assert.equal((await ids([bare, { ...bare, numer_dzialki: '1' }])).length, 1);
    for (const change of [
      { numer_urzad: 'AB.6740.2.2025' },
      { nazwa_organu: 'Starosta Grójecki' },
      { data_wydania_decyzji: '2025-04-03 00:00:00' },
    ]) {
      assert.equal(new Set(await ids([bare, { ...bare, ...change }])).size, 2);
    }
    const made = await read([{ ...bare, numer_urzad: '', numer_decyzji_urzedu: '' }]);
    assert.deepEqual([made.rows, made.kinds], [[], ['missing_number']]);
  });

  const KINDS: [works: string, object: string, kind: string][] = [
    ['Rozbiórka istniejącego obiektu budowlanego', '', 'rozbiórka istniejącego obiektu budowlanego'],
    ['nadbudowa, rozbudowa', '', 'nadbudowa obiektu budowlanego'],
    ['', 'budynek mieszkalny jednorodzinny', 'Budynek mieszkalny jednorodzinny'],
    [`dom dla ${CANARY}`, `dla ${CANARY}`, 'application/decision recorded'],
    ['constructor', 'toString', 'application/decision recorded'],
  ];
  for (const [works, object, kind] of KINDS) {
    it(`"${works}", "${object}" is ${kind}`, async () => {
      const made = await read([{ ...DECISION, nazwa_zamierzenia_bud: works, rodzaj_inwestycji: object }]);
      assert.equal((made.rows[0] as PermitRow).kind, kind);
      assertNoCanary(made);
    });
  }

  const CATEGORIES: [written: string, category: string | null, kinds: string[]][] = [
    ['XXX', 'XXX', []],
    ['xxviii', 'XXVIII', []],
    ['', null, []],
    ['XXXI', null, ['bad_category']],
    ['IIII', null, ['bad_category']],
    [CANARY, null, ['bad_category']],
  ];
  for (const [written, category, kinds] of CATEGORIES) {
    it(`category "${written}"`, async () => {
      const made = await read([{ ...DECISION, kategoria: written }]);
      assert.deepEqual([(made.rows[0] as PermitRow).object_category, made.kinds], [category, kinds]);
      assertNoCanary(made);
    });
  }

  const DATES: [written: string, date: string | null, as_of: string, kinds: string[]][] = [
    ['', null, '2025-03-01', []],
    ['2025-02-30 00:00:00', null, '2025-03-01', ['bad_date']],
    ['2203-01-01 00:00:00', null, '2025-03-01', ['bad_date']],
    ['0205-01-01 00:00:00', null, '2025-03-01', ['bad_date']],
    [CANARY, null, '2025-03-01', ['bad_date']],
  ];
  for (const [written, date, as_of, kinds] of DATES) {
    it(`decided on "${written}"`, async () => {
      const made = await read([{ ...DECISION, data_wydania_decyzji: written }]);
      assert.deepEqual(
        [(made.rows[0] as PermitRow).decision_date, made.as_of, made.kinds],
        [date, as_of, kinds],
      );
      assertNoCanary(made);
    });
  }
});

describe('references', () => {
  const CASES: [
    unit: string,
    obreb: string,
    sheet: string,
    parcel: string,
    ids: string[],
    isWhole?: false,
  ][] = [
    ['142808_2', '0011', '', '69/4', ['142808_2.0011.69/4']],
    ['142808_2', '11', '', '69/4', ['142808_2.0011.69/4']],
    ['1428082', '11', '', '69/4', ['142808_2.0011.69/4']],
    ['142808_2', '142808_2.0011', '', '69/4', ['142808_2.0011.69/4']],
    ['142808_2', '0011 Maurycew', '', '69/4', ['142808_2.0011.69/4']],
    ['143805_3', '25', '', '3', ['143805_2.0025.3']],
    ['142808_2', '1', 'AR_001', '5', ['142808_2.0001.AR_1.5']],
    ['142808_2', '1', 'AR_10', '5', ['142808_2.0001.AR_10.5']],
    ['142808_2', '1', '01', '5', ['142808_2.0001.AR_1.5']],
    ['142808_2', '1', '-', '5', ['142808_2.0001.5']],
    ['142808_2', '1', '', '9/8, 9/9', ['142808_2.0001.9/8', '142808_2.0001.9/9']],
    ['142808_2', '1', '', '9/8;9/9 część', ['142808_2.0001.9/8', '142808_2.0001.9/9']],
    ['142808_2', '1', '', 'dz. nr 45 i 46 (cz.)', ['142808_2.0001.45', '142808_2.0001.46']],
    ['142808_2', '1', '', 'cz.12 / 3', ['142808_2.0001.12/3']],
    ['142808_2', '1', '', '5, 5', ['142808_2.0001.5']],
    ['', '', '', '142808_2.0011.69/4', ['142808_2.0011.69/4']],
    ['142808_2', '1', '', '5, przy lesie', ['142808_2.0001.5'], false],
    ['142808_2', '1', '', '', [], false],
    ['142808_2', '', '', '5', [], false],
    ['142808_2', '20506', '', '5', [], false],
    ['142808', '1', '', '5', [], false],
    ['', '1', '', '5', [], false],
    ['132808_2', '1', '', '5', [], false],
    ['142808_2', '1', 'mapa', '5', [], false],
  ];
  for (const [unit, obreb, sheet, parcel, ids, isWhole = true] of CASES) {
    it(`${unit} | ${obreb} | ${sheet} | ${parcel}`, () => {
      assert.deepEqual(readReference({ unit, obreb, sheet, parcel }), { ids, isWhole });
    });
  }

  it('any text gives ids or none, never a fault', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), fc.string(), (unit, obreb, sheet, parcel) => {
        const { ids } = readReference({ unit, obreb, sheet, parcel });
        for (const id of ids) assert.match(id, /^\d{6}_[124589]\.\d{4}(\.AR_\d+)?\.\d+(\/\w+)?$/);
      }),
    );
  });

  it('old numbers stand in where the new ones cannot be read', async () => {
    const old = {
      jednostka_stara_numeracja_z_wniosku: '143805_2',
      stara_numeracja_obreb_z_wnioskiu: '25',
      stara_numeracja_dzialka_z_wniosku: '3',
    };
    const made = await read([
      { ...DECISION, ...old, numer_dzialki: '' },
      { ...DECISION, ...old },
    ]);
    assert.deepEqual((made.rows[0] as PermitRow).parcels, ['143805_2.0025.3', '141803_2.0009.9/8']);
    assert.deepEqual(made.kinds, []);
  });

  it('what cannot be read is counted, and its text is not repeated', async () => {
    const unread = { ...DECISION, numer_dzialki: `u ${CANARY}` };
    const made = await read([unread, DECISION, unread, DECISION]);
    assert.deepEqual(made.rows, [PERMIT]);
    assert.deepEqual(made.kinds, ['unlocated_reference', 'unlocated_reference', 'unlocated_reference_share']);
    assert.deepEqual(
      made.issues.map(({ position, value }) => [position, value]),
      [
        ['line 2', null],
        ['line 4', null],
        ['whole file', null],
      ],
    );
    assert.equal(made.issues.at(-1)?.message, '2 of 4 rows (50 %)');
    assertNoCanary(made);
  });
});

describe('broken files', () => {
  it('a row with cells too many or too few is left out', async () => {
    const text = csv({ header: CURRENT }, [DECISION]);
    const made = await readFiles(rwdz, {
      'wynik_mazowieckie.csv': `${text}${CANARY};1;2\r\n${text.split('\r\n')[1]};${CANARY}\r\n`,
    });
    assert.deepEqual([made.rows.length, made.kinds], [1, ['bad_row', 'bad_row']]);
    assertNoCanary(made);
  });

  it('cells that have slipped by one leave no name behind', async () => {
    const cells = CURRENT.map((name) => DECISION[name] ?? (FORBIDDEN.test(name) ? CANARY : ''));
    for (const slip of [1, 2, 7, 24]) {
      const row = [...cells.slice(slip), ...cells.slice(0, slip)].join(';');
      const made = await readFiles(rwdz, { 'wynik_mazowieckie.csv': `${CURRENT.join(';')}\n${row}\n` });
      assertNoCanary(made);
    }
  });

  const REFUSED: [name: string, text: string, message: RegExp][] = [
    ['nothing', '', /header/],
    ['a web page', '<html>404</html>\n', /separated by/],
    [
      'other columns',
      `nazwa;${CANARY};kategoria\n1;2;3\n`,
      /found 3 columns; expected also numer_urzad nazwa_organu/,
    ],
    ['a quote left open', `${CURRENT.join(';')}\n"${CANARY}`, /text that does not fit/],
    ['text after a quote', `${CURRENT.join(';')}\n"a\nb" ${CANARY};1\n`, /text that does not fit/],
    ['cut in a row', `${CURRENT.join(';')}\nAB;1;${CANARY}`, /text that does not fit/],
  ];
  for (const [name, text, message] of REFUSED) {
    it(name, async () => {
      const error = await readFiles(rwdz, { 'wynik_mazowieckie.csv': text }).then(
        () => assert.fail('it was read'),
        (reason: unknown) => reason,
      );
      assert.ok(error instanceof FormatError);
      assert.match(error.message, message);
      assert.doesNotMatch(error.message, /Kanarek/);
    });
  }
});

it('the official sample', { skip: existsSync(SAMPLE) ? false : 'shared/data is not here' }, async () => {
  const made = await readPaths(rwdz, [SAMPLE], 'rwdz_cpk_redacted_hash.csv');
  const permits = made.rows as PermitRow[];
  assert.equal(
    permits.flatMap(({ parcels }) => parcels).length,
    19,
    'every row names one parcel that can be read',
  );
  assert.deepEqual(made.scopes, ['1428', '1438']);
  assert.deepEqual(permits[0], {
    permit_id: permits[0]?.permit_id,
    place: '1428',
    parcels: ['142808_2.0011.69/4'],
    kind: 'rozbiórka istniejącego obiektu budowlanego',
    decision_date: '2023-09-06',
    object_category: 'VIII',
  });
  // Rows of one case: two parcels of Pawłówek in one permit.
  assert.deepEqual(permits.find(({ parcels }) => parcels.includes('142808_2.0018.47'))?.parcels, [
    '142808_2.0018.47',
    '142808_2.0018.46',
  ]);
  assert.deepEqual(made.issues, []);
  assert.doesNotMatch(JSON.stringify(made.staged), /REDACTED/);
});

describe('rows of other units', () => {
  const at = (count: number, unit: string, from = 0) =>
    Array.from({ length: count }, (_, n) => ({
      ...DECISION,
      numer_gunb: `ST-MZ-OZ/WNIOSEK/${from + n}/2025`,
      jednosta_numer_ew: unit,
    }));
  const readAs = (name: string, rows: Record<string, string>[]) =>
    readFiles(rwdz, { [name]: csv({ header: CURRENT }, rows) });

  it('one in a file that does not name its place is an issue, and its powiat is not loaded', async () => {
    const made = await readAs('rwdz.csv', [...at(20, '141803_2'), ...at(1, '142004_2', 50)]);
    assert.deepEqual([made.scopes, made.kinds, made.rows.length], [['1418'], ['other_place'], 20]);
  });

  it('of one voivodeship are what the file is of, whatever is held', async () => {
    const made = await readAs('rwdz.csv', [...at(20, '120601_2'), ...at(1, '141803_2', 50)]);
    assert.deepEqual([made.scopes, made.rows.length], [['1206'], 20]);
  });

  it('many in a file that is named after a powiat refuse it', async () => {
    const made = await readAs('rwdz_1418.csv', [...at(2, '141803_2'), ...at(20, '142004_2', 50)]);
    assert.match(made.lacking ?? '', /^20 of 22 rows are of other units than 1418/);
  });

  it('many in a file that is named after a voivodeship refuse it; one is an issue', async () => {
    const name = 'wynik_mazowieckie.csv';
    const many = await readAs(name, [...at(2, '141803_2'), ...at(20, '120601_2', 50)]);
    assert.match(many.lacking ?? '', /^20 of 22 rows are of other units than 14/);
    const one = await readAs(name, [...at(20, '141803_2'), ...at(1, '120601_2', 50)]);
    assert.deepEqual([one.lacking, one.kinds, one.scopes], [null, ['other_voivodeship'], ['14']]);
  });
});
