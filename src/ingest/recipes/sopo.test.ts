import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FormatError } from '../formats/format-error.ts';
import { sopo } from './sopo.ts';
import { evidenceIn, PRJ_2180, readArchive, square } from './test-areas.ts';
import { readFiles } from './test-load.ts';

const spatialReference = { wkid: 2180, latestWkid: 2180 };
const rings = (x: number) => [square(x, 480_000)];

const result = (layerId: number, layerName: string, attributes: object, x = 640_000) => ({
  layerId,
  layerName,
  attributes,
  geometryType: 'esriGeometryPolygon',
  geometry: { rings: rings(x), spatialReference },
});
const identify = (...results: object[]) => JSON.stringify({ results });
const query = (...features: object[]) => JSON.stringify({ spatialReference, features });
const number = (id: string | number) => ({ OBJECTID: '1', NUMER_IDENTYFIKACYJNY: id });

describe('answers of identify', () => {
  const LAYERS: [id: number, name: string, role: string | null, kinds: string[]][] = [
    [14, 'osuwisko', 'landslide', []],
    [14, 'SOPO – osuwiska', 'landslide', []],
    [12, 'teren zagrożony', 'landslide_threat', []],
    [12, 'SOPO – tereny zagrożone', 'landslide_threat', []],
    [13, 'strefa aktywności osuwiska', null, []],
    [9, 'rumosze i blokowiska', null, []],
    [10, 'zagłębienie wewnątrzosuwiskowe', null, []],
    [11, 'zbiornik/podmokłość osuwiskowa', null, []],
    [14, 'layer of another name', 'landslide', []],
    [0, 'osuwiska', 'landslide', []],
    [3, 'punkty dokumentacyjne', null, ['unknown_layer']],
  ];
  for (const [id, name, role, kinds] of LAYERS) {
    it(`layer ${id} "${name}": ${role ?? 'not read'}`, async () => {
      const made = await readFiles(sopo, { 'sopo-obszary.json': identify(result(id, name, number('7'))) });
      assert.deepEqual(
        evidenceIn(made).map((row) => [row.role, row.key, row.place, row.m2]),
        role === null ? [] : [[role, '7', `${role}/`, 10_000]],
      );
      assert.deepEqual([made.kinds, made.scopes], [kinds, role === null ? [] : [`${role}/`]]);
    });
  }

  it('areas of a layer that nobody knows may be landslides: those that came are not the whole', async () => {
    const known = result(14, 'osuwisko', number('7'));
    const made = await readFiles(sopo, {
      'sopo-obszary.json': identify(known, result(99, 'nowa warstwa', number('8'), 641_000)),
    });
    assert.deepEqual(made.kinds, ['unknown_layer']);
    assert.match(made.issues[0]?.message ?? '', /nowa warstwa \(99\) is not read; read are landslides/);
    assert.deepEqual(made.claims, ['left_out:landslide', 'left_out:landslide_threat']);
  });

  it('landslides of two layers are read, and told', async () => {
    const slides = [14, 99, 99].map((id, at) =>
      result(id, 'osuwisko', number(id + at), 640_000 + at * 1_000),
    );
    const made = await readFiles(sopo, { 'sopo-obszary.json': identify(...slides) });
    assert.deepEqual([made.rows.length, made.kinds, made.claims], [3, ['several_layers'], []]);
    assert.match(made.issues[0]?.message ?? '', /^layer 99 is called osuwisko like layer 14/);
  });

  it('a zone of activity stands for its landslide where that is not in the load', async () => {
    const zone = (of: string, x: number) =>
      result(13, 'strefa aktywności', { OSUWISKO_NUMER_IDENTYFIKACYJNY: of }, x);
    const slide = result(14, 'osuwisko', number('7'));
    const made = await readFiles(sopo, {
      'sopo-obszary.json': identify(zone('8', 641_000), slide, zone('7', 640_000)),
    });
    assert.deepEqual(
      evidenceIn(made).map((row) => [row.role, row.key]),
      [
        ['landslide', '7'],
        ['landslide', '8'],
      ],
    );
    assert.deepEqual(made.kinds, ['missing_landslide']);
  });

  it('a landslide that cannot be placed leaves the others short of the whole', async () => {
    const { geometry: _, ...undrawn } = result(14, 'osuwisko', number('8'));
    const made = await readFiles(sopo, {
      'sopo-obszary.json': identify(result(14, 'osuwisko', number('7')), undrawn),
    });
    assert.deepEqual([made.kinds, made.claims], [['empty_geometry'], ['left_out:landslide']]);
  });

  it('a landslide in two tiles is one, one in two parts keeps both', async () => {
    const made = await readFiles(
      sopo,
      {
        'osuwiska-0001.json': identify(
          result(14, 'osuwisko', number(7)),
          result(14, 'osuwisko', number(8), 641_000),
        ),
        'osuwiska-0002.json': identify(
          result(14, 'osuwisko', number(7)),
          result(14, 'osuwisko', number(7), 642_000),
        ),
        'tereny_zagrozone-0001.json': identify(),
      },
      'sopo.zip',
    );
    assert.deepEqual(
      evidenceIn(made).map(({ key, attributes }) => [key, attributes.number]),
      [
        ['7', '7'],
        ['8', '8'],
        ['7#2', '7'],
      ],
    );
    // No threatened area came: there is none any more.
    assert.deepEqual([made.kinds, made.scopes], [['empty_layer'], ['landslide/', 'landslide_threat/']]);
  });

  it('names of columns as people read them', async () => {
    const attributes = { 'Numer identyfikacyjny': '785', 'Stopień aktywności': 'Null' };
    const made = await readFiles(sopo, { 'sopo-obszary.json': identify(result(14, 'osuwisko', attributes)) });
    assert.deepEqual(evidenceIn(made)[0]?.key, '785');
  });

  const FAULTS: [name: string, result: object, kind: string][] = [
    ['no number', result(14, 'osuwisko', {}), 'bad_id'],
    ['no geometry', { ...result(14, 'osuwisko', number(7)), geometry: undefined }, 'empty_geometry'],
    [
      'no system',
      { ...result(14, 'osuwisko', number(7)), geometry: { rings: rings(640_000) } },
      'unreadable_geometry',
    ],
    [
      'a point',
      { ...result(14, 'osuwisko', number(7)), geometry: { x: 640_000, y: 480_000, spatialReference } },
      'wrong_geometry',
    ],
    ['Berlin', result(14, 'osuwisko', number(7), 20_000), 'outside_poland'],
  ];
  for (const [name, item, kind] of FAULTS) {
    it(`an issue, and no row: ${name}`, async () => {
      const made = await readFiles(sopo, { 'sopo-obszary.json': identify(item) });
      assert.deepEqual([made.rows, made.kinds], [[], [kind]]);
    });
  }

  const BROKEN: [name: string, text: string][] = [
    [
      'an error with status 200',
      JSON.stringify({ error: { code: 500, message: 'Error performing identify' } }),
    ],
    ['a web page', '<html></html>'],
    ['half a page', identify(result(14, 'osuwisko', number(7))).slice(0, -20)],
  ];
  for (const [name, text] of BROKEN) {
    it(`refused: ${name}`, () => assert.rejects(readFiles(sopo, { 'sopo-obszary.json': text }), FormatError));
  }
});

describe('the mapped extent', () => {
  const unit = (attributes: object, x = 640_000) => ({ attributes, geometry: { rings: rings(x) } });
  const UNITS: [name: string, attributes: object, isMapped: boolean][] = [
    ['finished', { TERYT: '141803', STAN: 'kartowanie zakończone' }, true],
    ['in the works', { TERYT: '141804', STAN: 'w trakcie' }, false],
    ['with its year', { POWIAT: 'płocki', GMINA: 'Słupno', ROK_ZAKONCZENIA: 2019 }, true],
    ['without its year', { POWIAT: 'płocki', GMINA: 'Słupno', ROK_ZAKONCZENIA: null }, false],
    ['that says nothing of its state', { OBJECTID: 7 }, true],
  ];
  for (const [name, attributes, isMapped] of UNITS) {
    it(`a unit ${name}`, async () => {
      const made = await readFiles(sopo, { 'sopo-stan.json': query(unit(attributes)) });
      assert.deepEqual(
        evidenceIn(made).map(({ role, place }) => [role, place]),
        isMapped ? [['landslide_mapped', 'landslide_mapped/']] : [],
      );
      assert.deepEqual(made.kinds, isMapped ? [] : ['not_finished']);
    });
  }

  it('leaves the landslides alone', async () => {
    const made = await readFiles(sopo, { 'sopo-stan.json': query(unit({ OBJECTID: 1 })) });
    assert.deepEqual(made.scopes, ['landslide_mapped/']);
  });

  it('an answer of one layer whose file does not name it is not guessed', async () => {
    const made = await readFiles(sopo, { 'sopo-1.json': query(unit(number(7))) });
    assert.deepEqual([made.rows, made.kinds], [[], ['unknown_layer']]);
  });
});

it('shapefiles, by their names', async () => {
  const content = (name: string) => ({
    name,
    type: 5,
    shapes: [[square(640_000, 480_000)]],
    columns: [{ name: 'NUMER_IDEN', type: 'C', length: 10 }],
    rows: [['14-7']],
    prj: PRJ_2180,
  });
  const names = ['osuwiska', 'tereny_zagrozone', 'strefy_aktywnosci', 'sopo_stan'];
  const made = await readArchive(sopo, 'sopo-2026-10-05.zip', names.map(content));
  assert.deepEqual(
    evidenceIn(made).map(({ role, key }) => [role, key]),
    [
      ['landslide', '14-7'],
      ['landslide_mapped', 'unit'],
      ['landslide_threat', '14-7'],
    ],
  );
  assert.equal(made.as_of, '2026-10-05');
});

it('claims its files and no others', () => {
  const names = ['sopo-obszary.json', 'sopo-stan.json', 'sopo.zip', 'SOPO_osuwiska.shp'];
  assert.deepEqual(
    [...names, 'gdos.zip', 'sopo.txt', 'mzp-sopo.zip'].filter((name) => sopo.claims.test(name)),
    names,
  );
});
