import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import type { MultiPolygon, Polygon, Position, Ring } from '../src/domain/geometry/types.ts';
import { worldOf as filesOf } from '../test/sample.ts';
import { CANARY_PRICE_ADDRESS, CANARY_PRICE_PLN, PERMIT_CANARIES, PRICE_CANARIES } from './canaries.ts';
import {
  FAULTY_BUILDINGS,
  FAULTY_HAZARD_AREAS,
  FAULTY_LANDSLIDES,
  FAULTY_PERMIT,
  FAULTY_PROTECTED,
  FAULTY_ROADS,
  FAULTY_SALE,
  FAULTY_SURVEY_UNIT,
} from './faults.ts';
import { layLand } from './land.ts';
import { type Parcel, parcelsOf } from './parcels.ts';
import { CANARY_SALE, SHOWCASE } from './planted.ts';
import {
  boundsOf,
  edgesOf,
  inMetres,
  isWithin,
  type ReadFeature,
  type ReadRow,
  readArchive,
  readArchiveBytes,
  readFeatures,
  readGeoJson,
  readGeoPackage,
  readShapefile,
  readXmlFile,
  shareWithin,
  textOf,
} from './read-files.fixture.ts';

type Showcase = keyof typeof SHOWCASE;

interface Protected {
  readonly layer: string;
  readonly cells: Record<string, string>;
  readonly rings: Position[][];
}

interface EsriResult {
  layerId: number;
  attributes: Record<string, string | number | null>;
  geometry?: { rings: [number, number][][] };
}

/** Everything the world says beside planning, read from its files. */
interface World {
  readonly parcels: ReadonlyMap<string, Parcel>;
  readonly flood: ReadFeature[];
  readonly reach: Polygon[];
  readonly landslides: EsriResult[];
  readonly mapped: EsriResult[];
  readonly protected: Protected[];
  readonly buildings: Record<'egib' | 'egib1438', ReadRow[]>;
  readonly bdot10k: Record<'OT_SKJZ_L' | 'OT_SKDR_L' | 'OT_BUBD_A', ReadFeature[]>;
  readonly permits: { header: string[]; rows: string[][] }[];
  readonly sales: Record<'1418' | '1438', ReadRow[]>;
}

const SIZES = [1_000, 3_000, 20_000];
const worlds = new Map<number, World>();
const worldOf = (size: number): World => worlds.get(size) ?? assert.fail(`no world of ${size}`);

before(async () => {
  for (const size of SIZES) worlds.set(size, await readWorld(size));
});

for (const size of SIZES) {
  describe(`a world of ${size}`, () => {
    test('has a parcel for every showcase', () => {
      const missing = Object.entries(SHOWCASE).filter(([, id]) => !worldOf(size).parcels.has(id));
      assert.deepEqual(missing, []);
    });

    for (const [name, q10, q100, q500, reach] of [
      ['flood_q10', 'some', 'some', 'some', 'some'],
      ['flood_q100', 'none', 'some', 'some', 'some'],
      ['flood_q500_only', 'none', 'none', 'some', 'some'],
      ['flood_mapped_dry', 'none', 'none', 'none', 'all'],
      ['flood_unmapped', 'none', 'none', 'none', 'none'],
    ] as const) {
      test(`flood: ${name} has ${q10} of Q10, ${q100} of Q100, ${q500} of Q500, ${reach} of the reach`, () => {
        const { reach: reaches } = worldOf(size);
        const found = [10, 100, 500].map((years) => howMuch(size, name, zonesOf(size, years)));
        assert.deepEqual(
          [...found, howMuch(size, name, reaches)].map(atLeastSome),
          [q10, q100, q500, reach].map(atLeastSome),
        );
        if (reach === 'all') assert.equal(howMuch(size, name, reaches), 'all');
      });
    }

    test('flood: each zone lies in the next, and the reach goes furthest', () => {
      const { reach } = worldOf(size);
      const nested = [zonesOf(size, 10), zonesOf(size, 100), zonesOf(size, 500), reach];
      for (const [index, inner] of nested.slice(0, -1).entries()) {
        const outer = nested[index + 1] ?? [];
        const vertices = inner.flat(2).filter((_, at) => at % 20 === 0);
        const outside = vertices.filter((vertex) => !outer.some((polygon) => isWithin([polygon], vertex)));
        // Where a river leaves the land, all zones end on one line.
        for (const vertex of outside) assert.ok(distance_m([[[vertex]]], outer.flat()) < 1, String(vertex));
      }
      assert.ok(zonesOf(size, 100).some(([ring = []]) => ring.length > 2_000));
    });

    for (const [name, landslides, threats, isMapped] of [
      ['landslide', 1, 0, true],
      ['landslide_threat', 0, 1, true],
      ['landslide_mapped_none', 0, 0, true],
      ['landslide_unmapped', 0, 0, false],
    ] as const) {
      test(`landslides: ${name} has ${landslides} landslides and ${threats} threats`, () => {
        const { landslides: all, mapped } = worldOf(size);
        const count = (layer: number) =>
          all.filter(({ layerId, geometry }) => layerId === layer && meets(size, name, geometry?.rings))
            .length;
        assert.deepEqual([count(14), count(12)], [landslides, threats]);
        const finished = mapped.filter(({ attributes }) => attributes.ROK_ZAKONCZENIA !== null);
        assert.equal(howMuch(size, name, finished.map(polygonOfEsri)), isMapped ? 'all' : 'none');
      });
    }

    for (const [name, layers, amount] of [
      ['protected_park_narodowy', ['ParkiNarodowe'], 'all'],
      ['protected_rezerwat', ['Rezerwaty'], 'all'],
      ['protected_buffer_only', ['Rezerwaty - otulina'], 'all'],
      ['protected_park_krajobrazowy', ['ParkiKrajobrazowe'], 'all'],
      ['protected_obszar_chronionego_krajobrazu', ['ObszaryChronionegoKrajobrazu'], 'some'],
      ['protected_natura2000_oso', ['ObszarySpecjalnejOchrony PLB149900'], 'all'],
      ['protected_natura2000_soo', ['SpecjalneObszaryOchrony PLH149900'], 'all'],
      [
        'protected_natura2000',
        ['ObszarySpecjalnejOchrony PLB149900', 'SpecjalneObszaryOchrony PLH149900'],
        'all',
      ],
      ['protected_uzytek_ekologiczny', ['ParkiKrajobrazowe', 'UzytkiEkologiczne'], 'all'],
      [
        'protected_zespol_przyrodniczo_krajobrazowy',
        ['ParkiKrajobrazowe', 'ZespolyPrzyrodniczoKrajobrazowe'],
        'all',
      ],
      ['protected_stanowisko_dokumentacyjne', ['StanowiskaDokumentacyjne'], 'all'],
      ['protected_pomnik', ['PomnikiPrzyrodyPunktowe'], 'some'],
      ['protected_pomnik_area', ['PomnikiPrzyrodyPowierzchniowe'], 'some'],
      ['protected_none', [], 'none'],
    ] as const) {
      test(`protection: ${name} lies in ${layers.join(' and ') || 'nothing'}`, () => {
        const found = worldOf(size).protected.filter(({ rings }) => meets(size, name, rings));
        const labels = found.map(({ layer, cells: { nazwa = '', kod = '' } }) =>
          [layer, nazwa.endsWith(' - otulina') ? '- otulina' : kod].filter((part) => part !== '').join(' '),
        );
        assert.deepEqual(labels.sort(), [...layers].sort());
        if (amount === 'all') {
          for (const { rings } of found) assert.equal(howMuch(size, name, [rings]), 'all');
        }
      });
    }

    test('buildings: one, two, none, one that only touches, and those of BDOT10k alone', () => {
      const { buildings, bdot10k } = worldOf(size);
      const countOn = (name: Showcase) =>
        buildings.egib.filter(({ geometry }) => meets(size, name, geometry[0])).length;
      assert.equal(countOn('building_one'), 1);
      assert.equal(countOn('building_two'), 2);
      assert.equal(countOn('building_none'), 0);
      assert.equal(countOn('building_touching'), 0);
      assert.equal(countOn('all_covered'), 1);
      const boundary = new Set(
        edgesOf(geometryOf(size, 'building_touching')[0]?.[0] ?? []).map(([from, to]) => `${to} ${from}`),
      );
      const walls = buildings.egib.flatMap(({ geometry }) => geometry.flat().flatMap(edgesOf));
      assert.equal(
        walls.filter(([from, to]) => boundary.has(`${from} ${to}`)).length,
        1,
        'a wall on the border',
      );
      assert.deepEqual(buildings.egib1438, []);
      const known = bdot10k.OT_BUBD_A.filter(({ rings }) => meets(size, 'building_bdot10k', rings));
      assert.equal(known.length, 1);
    });

    test('buildings: on three plots of five, some across a boundary, of every kind', () => {
      const { buildings, parcels, bdot10k } = worldOf(size);
      const plots = [...parcels.values()].filter(({ kind, id }) => kind === 'plot' && id.startsWith('1418'));
      const ids = buildings.egib.map(({ values }) => String(values.id_budynku));
      const share = buildings.egib.length / plots.length;
      assert.ok(share > 0.5 && share < 0.75, `${share} buildings a plot`);
      const known = new Set(ids);
      assert.equal(known.size, ids.length);
      const strict = /^\d{6}_[1245]\.\d{4}(\.AR_\d+)?(\.\d+(\/\d+)?)?\.\d+_BUD$/;
      assert.equal(ids.filter((id) => !strict.test(id)).length, 1, 'one faulty id');
      if (size < 3_000) return;
      const kinds = new Set(buildings.egib.map(({ values }) => values.rodzaj));
      assert.deepEqual([...kinds].sort(), [...'bghikmpstz']);
      const straddling = buildings.egib.filter(({ values, geometry }) => {
        const parcel = parcels.get(/^(.*)\.\d+_BUD$/.exec(String(values.id_budynku))?.[1] ?? '');
        return parcel && geometry.flat(2).some((corner) => !isWithin(parcel.geometry, corner));
      });
      assert.ok(
        straddling.length > 2 && straddling.length < buildings.egib.length / 20,
        `${straddling.length}`,
      );
      const inBoth = bdot10k.OT_BUBD_A.filter(({ texts }) =>
        known.has(texts.get('identyfikatorEGiB')?.[0] ?? ''),
      );
      assert.equal(inBoth.length, ids.length);
    });

    test('roads: beside a public road, near one, on an internal one only, far from any', () => {
      const isPublic = (road: ReadFeature) => textOf(road, 'kategoriaZarzadzania') !== 'wewnętrzna';
      const roads = worldOf(size).bdot10k.OT_SKJZ_L.filter((road) => (road.rings[0]?.length ?? 0) > 1);
      const look = (name: Showcase) => {
        const adjoining = neighboursOf(size, name).filter(({ kind }) => kind === 'road');
        const along = (wanted: (road: ReadFeature) => boolean) =>
          adjoining.some(({ geometry }) =>
            roads.some((road) => wanted(road) && isWithin(geometry, road.rings[0]?.[1] ?? [0, 0])),
          );
        const axes = roads.filter(isPublic).map(({ rings }) => rings[0] ?? []);
        return {
          onPublic: along(isPublic),
          onInternal: along((road) => !isPublic(road)),
          publicRoad_m: distance_m(geometryOf(size, name), axes),
        };
      };
      assert.ok(look('road_adjacent').onPublic);
      assert.ok(look('all_covered').onPublic);
      const near = look('road_within_30m');
      assert.ok(!near.onPublic && near.publicRoad_m <= 30, JSON.stringify(near));
      const internal = look('road_internal_only');
      assert.ok(
        !internal.onPublic && internal.onInternal && internal.publicRoad_m > 30,
        JSON.stringify(internal),
      );
      const far = look('road_far');
      assert.ok(!far.onPublic && far.publicRoad_m > 30, JSON.stringify(far));
    });

    test('roads: an axis along every road parcel, of every category', () => {
      const { bdot10k, parcels } = worldOf(size);
      const roads = bdot10k.OT_SKJZ_L;
      const ofRoads = [...parcels.values()].filter(({ kind }) => kind === 'road');
      assert.equal(roads.length, ofRoads.length + Object.keys(FAULTY_ROADS).length);
      assert.deepEqual(
        new Set(roads.flatMap((road) => textOf(road, 'kategoriaZarzadzania') ?? [])),
        new Set(['krajowa', 'wojewódzka', 'powiatowa', 'gminna', 'wewnętrzna']),
      );
      assert.ok(bdot10k.OT_SKDR_L.length > 0 && bdot10k.OT_SKDR_L.length < roads.length);
    });

    test('permits: many around the example, one where all is covered, none in Puszcza Mariańska', () => {
      const within = (name: Showcase) =>
        permitParcels(size).filter(
          ({ geometry }) => distance_m(geometryOf(size, name), geometry.flat()) <= 500,
        ).length;
      assert.ok(within('permits_many') >= 8);
      assert.ok(within('all_covered') >= 1);
      assert.equal(within('permits_none'), 0);
    });

    test('sales: enough to compare around the example, three in all of powiat 1438', () => {
      const { sales } = worldOf(size);
      const near = (name: Showcase) =>
        comparables([...sales['1418'], ...sales['1438']]).filter(
          ({ geometry }) => distance_m(geometryOf(size, name), geometry.flat()) <= 5_000,
        ).length;
      assert.ok(near('prices_many') >= 8);
      assert.ok(near('all_covered') >= 5);
      assert.equal(near('prices_few'), 3);
      assert.ok(sales['1438'].length > 10);
    });

    test('every layer is covered at one parcel', () => {
      const { landslides } = worldOf(size);
      assert.notEqual(howMuch(size, 'all_covered', zonesOf(size, 100)), 'none');
      assert.ok(
        landslides.some(
          ({ layerId, geometry }) => layerId === 14 && meets(size, 'all_covered', geometry?.rings),
        ),
      );
    });
  });
}

test('the finely drawn flood zone does not cross itself', () => {
  const [[ring = []] = []] = zonesOf(1_000, 100);
  assert.ok(ring.length > 2_000 && !crossesItself(ring));
});

test('permits: both layouts, every way to name parcels, canaries in their columns and in free text', () => {
  const [current, older] = worldOf(20_000).permits;
  assert.ok(current && older);
  assert.deepEqual([current.header.length, older.header.length], [31, 30]);
  assert.deepEqual(
    current.header.filter((name) => name !== 'numer_gunb'),
    older.header,
  );
  const cell = (file: typeof current, name: string) =>
    file.rows.map((row) => row[file.header.indexOf(name)] ?? '');
  const complete = { ...current, rows: current.rows.filter((row) => row.length === 31) };
  for (const file of [complete, older]) {
    assert.ok(file.rows.length > 100);
    assert.deepEqual(new Set(cell(file, 'nazwa_inwestor')), new Set([PERMIT_CANARIES[0]]));
    assert.deepEqual(new Set(cell(file, 'projektant_nazwisko')), new Set([PERMIT_CANARIES[1]]));
    assert.deepEqual(new Set(cell(file, 'projektant_numer_uprawnien')), new Set([PERMIT_CANARIES[2]]));
    assert.ok(cell(file, 'nazwa_zam_budowlanego').some((text) => text.includes(PERMIT_CANARIES[0] ?? '?')));
    for (const form of [/^\d+(\/\d+)?$/, /, /, /^dz\. nr .* i /, /\(część\)/])
      assert.ok(
        cell(file, 'numer_dzialki').some((text) => form.test(text)),
        String(form),
      );
    assert.ok(cell(file, 'jednosta_numer_ew').includes('143805_2'));
    const days = cell(file, 'data_wydania_decyzji');
    assert.ok(days.every((day) => /^20(1[6-9]|2[0-6])-\d\d-\d\d 00:00:00$/.test(day)));
    assert.ok(days.every((day) => day < '2022' === (file === older)));
  }
  const sheets = [...cell(complete, 'numer_arkusza_dzialki'), ...cell(older, 'numer_arkusza_dzialki')];
  assert.ok(sheets.some((sheet) => /^AR_00\d$/.test(sheet)) && sheets.some((sheet) => /^\d$/.test(sheet)));
  const numbers = [...cell(complete, 'numer_dzialki'), ...cell(older, 'numer_dzialki')];
  const unreadable = numbers.filter(
    (text) => !/^(dz\. nr )?\d+(\/(\d+|a|b))?(, | i | \(część\)|$)/.test(text),
  );
  assert.ok(unreadable.length > numbers.length * 0.06 && unreadable.length < numbers.length * 0.14);
});

test('sales: of every kind, with canaries in every row; one alone has the canary address and price', () => {
  const { sales } = worldOf(20_000);
  const rows = [...sales['1418'], ...sales['1438']];
  const texts = rows.map(({ values }) => Object.values(values).join(' '));
  assert.ok(rows.length > 300);
  for (const canary of PRICE_CANARIES.slice(0, 4)) assert.ok(texts.every((text) => text.includes(canary)));
  const priced = rows.filter(({ values }) => values.tran_cena_brutto === CANARY_PRICE_PLN);
  assert.deepEqual(
    priced.map(({ values }) => [values.dzi_id_dzialki, values.dzi_adres]),
    [[CANARY_SALE, CANARY_PRICE_ADDRESS]],
  );
  assert.equal(texts.filter((text) => text.includes(CANARY_PRICE_ADDRESS)).length, 1);
  const of = (name: string) => new Set(rows.map(({ values }) => values[name]));
  assert.deepEqual(of('tran_rodzaj_trans'), new Set(['wolnyRynek', 'sprzedazPrzetargowa']));
  assert.deepEqual(of('nier_udzial'), new Set(['1/1', '1/2']));
  const versions = Map.groupBy(
    rows,
    ({ values }) => `${values.tran_lokalny_id_iip} ${values.dzi_id_dzialki}`,
  );
  assert.ok([...versions.values()].some((its) => its.length === 2));
  const areas = (unit: string) =>
    rows
      .filter(({ values }) => String(values.dzi_id_dzialki).startsWith(unit))
      .map(({ values }) => Number(values.dzi_pow_ewid));
  assert.ok(Math.max(...areas('141803_2')) < 20, 'hectares');
  assert.ok(Math.max(...areas('141804_5')) > 100, 'square metres');
});

test('the faulty rows of every source are in their places', () => {
  const world = worldOf(3_000);
  const hazard = (id: string) =>
    world.flood.find((area) => textOf(area, 'localId') === id) ?? assert.fail(id);
  assert.ok(crossesItself(hazard(FAULTY_HAZARD_AREAS.self_crossing).rings[0] ?? []));
  assert.match(textOf(hazard(FAULTY_HAZARD_AREAS.unknown_class), 'qualitativeLikelihood') ?? '', /Q 5%/);

  const landslide = (id: string) =>
    world.landslides.find(({ attributes }) => attributes.NUMER_IDENTYFIKACYJNY === id) ?? assert.fail(id);
  const unit = world.mapped.find(({ attributes }) => attributes.TERYT === FAULTY_SURVEY_UNIT);
  assert.deepEqual([unit?.attributes.ROK_ZAKONCZENIA, unit?.geometry], [2020, undefined]);
  assert.ok(crossesItself(landslide(FAULTY_LANDSLIDES.self_crossing).geometry?.rings[0] ?? []));

  const area = (code: string) =>
    world.protected.find(({ cells }) => cells.kodinspire === code) ?? assert.fail(code);
  assert.match(area(FAULTY_PROTECTED.odd_name).cells.nazwa ?? '', /^Bagno [\u0080-\u009f]{4} Dolne$/);
  assert.ok(crossesItself(area(FAULTY_PROTECTED.self_crossing).rings[0] ?? []));

  const building = (start: string) =>
    world.buildings.egib.find(({ values }) => String(values.id_budynku).startsWith(start)) ??
    assert.fail(start);
  assert.ok(crossesItself(building(`${FAULTY_BUILDINGS.self_crossing}.`).geometry[0]?.[0] ?? []));
  assert.equal(building('141803_2.0002..').values.id_budynku, '141803_2.0002..BUD');

  const road = (id: string) =>
    world.bdot10k.OT_SKJZ_L.find((candidate) => textOf(candidate, 'lokalnyId') === id) ?? assert.fail(id);
  assert.equal(textOf(road(FAULTY_ROADS.no_category), 'kategoriaZarzadzania'), null);
  assert.equal(textOf(road(FAULTY_ROADS.no_existence), 'kategoriaIstnienia'), null);

  const [permits] = world.permits;
  assert.deepEqual(
    permits?.rows.filter((row) => row.length !== 31).map((row) => [row.length, row[1]]),
    [[9, FAULTY_PERMIT]],
  );

  const sale = world.sales['1418'].find(({ values }) => values.tran_lokalny_id_iip === FAULTY_SALE);
  assert.equal(sale?.values.dzi_pow_ewid, 0);
  const [from, to, back] = sale?.geometry[0]?.[0] ?? [];
  assert.ok(String(from) === String(back) && String(from) !== String(to), 'there and back again');
});

async function readWorld(size: number): Promise<World> {
  const folder = await filesOf(size);
  const land = layLand(1, size);
  const at = (name: string) => join(folder, name);
  const json = async (name: string) => JSON.parse(await readFile(at(name), 'utf8'));
  const bdot10k = await Promise.all(['1418', '1438'].map((powiat) => readArchive(at(`${powiat}_GML.zip`))));
  const objects = (name: string) =>
    bdot10k.flatMap((archive) =>
      [...archive].filter(([file]) => file.endsWith(`__${name}.xml`)).flatMap(([, xml]) => readFeatures(xml)),
    );
  const gdos = await readArchiveBytes(at('gdos.zip'));
  const layers = [...gdos.keys()].filter((name) => name.endsWith('.shp')).map((name) => name.slice(0, -4));
  const table = (powiat: string) =>
    readGeoPackage(at(`${powiat}_transakcje_ceny.gpkg.zip`), 'transakcje_dzialki');
  const permits = await readArchive(at('wynik_mazowieckie.zip'));
  return {
    parcels: new Map(
      land.obreby.flatMap((obreb) => parcelsOf(land, obreb).map((parcel) => [parcel.id, parcel])),
    ),
    flood: await readXmlFile(at('mzp-flood.gml')),
    reach: (await readGeoJson(at('mzp-zasieg.geojson'))).map(inMetres),
    landslides: (await json('sopo-obszary-2026-11-08.json')).results,
    mapped: (await json('sopo-stan-2026-11-08.json')).features,
    protected: layers.flatMap((layer) => {
      const file = (ending: string) => gdos.get(`${layer}.${ending}`) ?? assert.fail(`${layer}.${ending}`);
      assert.match(file('prj').toString(), /2180/);
      const rows = readShapefile(file('shp'), file('dbf'));
      assert.equal(file('shx').length, 100 + 8 * rows.length);
      return rows.map((row) => ({ layer: layer.replace(/(Polygon|Point)$/, ''), ...row }));
    }),
    buildings: {
      egib: await readGeoPackage(at('1418.gpkg.zip'), 'budynki'),
      egib1438: await readGeoPackage(at('1438.gpkg.zip'), 'budynki'),
    },
    bdot10k: {
      OT_SKJZ_L: objects('OT_SKJZ_L'),
      OT_SKDR_L: objects('OT_SKDR_L'),
      OT_BUBD_A: objects('OT_BUBD_A'),
    },
    permits: [...permits.values()].map(readTable),
    sales: { '1418': await table('1418'), '1438': await table('1438') },
  };
}

/** Every row ends its line: no cell of the sample holds a separator or a line break. */
function readTable(text: string): { header: string[]; rows: string[][] } {
  const lines = text
    .replace(/^\uFEFF/, '')
    .split('\r\n')
    .slice(0, -1);
  const separator = lines[0]?.includes('#') ? '#' : ';';
  const [header = [], ...rows] = lines.map((line) =>
    line.split(separator).map((cell) => cell.replace(/^"(.*)"$/, '$1')),
  );
  return { header, rows };
}

function geometryOf(size: number, name: Showcase): MultiPolygon {
  return worldOf(size).parcels.get(SHOWCASE[name])?.geometry ?? assert.fail(SHOWCASE[name]);
}

function howMuch(size: number, name: Showcase, areas: readonly Polygon[]): 'all' | 'some' | 'none' {
  const share = shareWithin(geometryOf(size, name), areas);
  return share === 1 ? 'all' : share > 0 ? 'some' : 'none';
}

const atLeastSome = (amount: 'all' | 'some' | 'none') => (amount === 'none' ? 'none' : 'some');

/** Whether rings (or a point) have ground in common with a parcel: a corner or a grid point of one lies in the other. */
function meets(size: number, name: Showcase, rings: Polygon | undefined): boolean {
  if (rings === undefined) return false;
  const parcel = geometryOf(size, name);
  const [west, south, east, north] = boundsOf(parcel);
  const isNear = rings.flat().some(([x, y]) => x > west && x < east && y > south && y < north);
  const isInside =
    isNear && rings.flat().some((corner) => isWithin(parcel, corner) && !isCorner(parcel, corner));
  return isInside || shareWithin(parcel, [rings]) > 0;
}

function isCorner(parcel: MultiPolygon, [x, y]: Position): boolean {
  return parcel.flat(2).some(([cornerX, cornerY]) => cornerX === x && cornerY === y);
}

/** The service writes north before east. */
function zonesOf(size: number, years: number): Polygon[] {
  return worldOf(size)
    .flood.filter((zone) => textOf(zone, 'qualitativeLikelihood')?.includes(`raz na ${years} lat`))
    .filter((zone) => textOf(zone, 'localId') !== FAULTY_HAZARD_AREAS.self_crossing)
    .map(({ rings }) => rings.map((ring) => ring.map(([north, east]): Position => [east, north])));
}

function polygonOfEsri({ geometry }: EsriResult): Polygon {
  return geometry?.rings ?? [];
}

/** Parcels of the obręb that share an edge. */
function neighboursOf(size: number, name: Showcase): Parcel[] {
  const { parcels } = worldOf(size);
  const obreb = SHOWCASE[name].split('.').slice(0, 2).join('.');
  const edges = new Set(
    geometryOf(size, name)
      .flat()
      .flatMap(edgesOf)
      .map(([from, to]) => `${to} ${from}`),
  );
  return [...parcels.values()].filter(
    ({ id, geometry }) =>
      id.startsWith(`${obreb}.`) &&
      geometry
        .flat()
        .flatMap(edgesOf)
        .some(([from, to]) => edges.has(`${from} ${to}`)),
  );
}

/** Between the edges of a parcel and lines that do not cross it. */
function distance_m(parcel: MultiPolygon, lines: readonly Ring[]): number {
  const own = parcel.flat();
  const toSegment = ([x, y]: Position, [[x1, y1], [x2, y2]]: [Position, Position]) => {
    const [dx, dy] = [x2 - x1, y2 - y1];
    const along = Math.max(0, Math.min(1, ((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy || 1)));
    return Math.hypot(x - x1 - along * dx, y - y1 - along * dy);
  };
  const least = (points: readonly Ring[], others: readonly Ring[]) => {
    const segments = others.flatMap(edgesOf);
    return Math.min(
      ...points
        .flat()
        .map((point) =>
          segments.reduce(
            (best, segment) => Math.min(best, toSegment(point, segment)),
            Number.POSITIVE_INFINITY,
          ),
        ),
    );
  };
  return Math.min(least(own, lines), least(lines, own));
}

/** The parcels of all references that name just one in the usual way. */
function permitParcels(size: number): Parcel[] {
  const { permits, parcels } = worldOf(size);
  return permits.flatMap(({ header, rows }) =>
    rows.flatMap((row) => {
      const cell = (name: string) => row[header.indexOf(name)] ?? '';
      const sheet = cell('numer_arkusza_dzialki').replace(/^AR_0*/, '');
      const unit = cell('jednosta_numer_ew').replace('143805_2', '143805_5');
      const precinct = `${unit}.${cell('obreb_numer').padStart(4, '0')}`;
      const parcel = parcels.get(
        [precinct, ...(sheet === '' ? [] : [`AR_${sheet}`]), cell('numer_dzialki')].join('.'),
      );
      return parcel === undefined ? [] : [parcel];
    }),
  );
}

/** Sales that say something of prices: on the free market, of the whole, of one parcel. */
function comparables(rows: readonly ReadRow[]): ReadRow[] {
  const bySale = Map.groupBy(rows, ({ values }) => values.tran_lokalny_id_iip);
  return [...bySale.values()].flatMap((its) => {
    const [first] = its;
    const parcels = new Set(its.map(({ values }) => values.dzi_id_dzialki));
    const isComparable =
      first?.values.tran_rodzaj_trans === 'wolnyRynek' &&
      first.values.nier_udzial === '1/1' &&
      first.values.dzi_pow_ewid !== 0 &&
      parcels.size === 1;
    return first && isComparable ? [first] : [];
  });
}

function crossesItself(ring: Ring): boolean {
  const edges = edgesOf(ring);
  const side = ([ax, ay]: Position, [bx, by]: Position, [x, y]: Position) =>
    Math.sign((bx - ax) * (y - ay) - (by - ay) * (x - ax));
  return edges.some(([a, b], index) =>
    edges
      .slice(index + 2)
      .some(([c, d]) => side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0),
  );
}
