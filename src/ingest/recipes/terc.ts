// TERC, the register of territorial units (GUS): the full XML file. Codes are strings with leading zeros.

import { FormatError } from '../formats/format-error.ts';
import { readElements, textOf } from '../formats/xml.ts';
import { type FileFacts, issueAt, type ReadItem, type Recipe } from '../recipe.ts';

export const terc: Recipe = {
  source: 'terc',
  claims: /^TERC.*\.xml(\.zip)?$/i,
  reads: 'TERC of GUS, full file in XML',
  read: readTerc,
};

async function* readTerc(path: string): AsyncGenerator<ReadItem, FileFacts> {
  let as_of: string | null = null;
  let isTerc = false;
  for await (const element of readElements(
    path,
    (name) => name === 'row' || (name === 'catalog' && 'start'),
  )) {
    if (element.name === 'catalog') {
      isTerc = element.attributes.name === 'TERC';
      as_of = element.attributes.date ?? null;
      continue;
    }
    const position = `line ${element.line}`;
    const part = (name: string) => textOf(element, name) ?? '';
    const code = part('WOJ') + part('POW') + part('GMI') + part('RODZ');
    const name = part('NAZWA');
    if (!/^\d{2}(\d{2}(\d{3})?)?$/.test(code) || name === '') {
      yield issueAt(
        position,
        'bad_unit',
        'a unit needs a code of 2, 4 or 7 digits and a name',
        'WOJ POW GMI RODZ',
        code,
      );
      continue;
    }
    // Some variants of the file call the column NAZDOD.
    const kind = textOf(element, 'NAZWA_DOD') ?? part('NAZDOD');
    yield { row: { kind: 'terc', row: { code, name, kind } }, position };
  }
  if (!isTerc) {
    throw new FormatError({
      file: path,
      position: null,
      found: 'no catalog of that name',
      expected: '<catalog name="TERC">',
    });
  }
  return { as_of, scopes: [''] };
}
