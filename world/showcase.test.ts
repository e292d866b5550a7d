import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { fromWgs84, toWgs84 } from '../src/domain/geometry/projection.ts';
import type { MultiPolygon, Polygon, Position } from '../src/domain/geometry/types.ts';
import { ZONES, zoneOf } from '../src/domain/law/zones.ts';
import { worldOf as filesOf } from '../test/sample.ts';
import { CADASTRE_CANARIES } from './canaries.ts';
import { rowsOf } from './egib-row.ts';
import { FAULTY_ADDRESSES, FAULTY_ZONES } from './faults.ts';
import { type Land, layLand, obrebyOf } from './land.ts';
import { outlineOf } from './outline.ts';
import { type Parcel, parcelsOf } from './parcels.ts';
import { SHOWCASE } from './planted.ts';
import {
  edgesOf,
  type GeoJsonFeature,
  inMetres,
  isWithin,
  linkOf,
  pairs,
  type ReadFeature,
  readArchive,
  readFeatures,
  readGeoJson,
  readXmlFile,
  shareWithin,
  textOf,
} from './read-files.fixture.ts';

type Showcase = keyof typeof SHOWCASE;

/** Everything the world says, read from its files. */
interface World {
  readonly land: Land;
  readonly parcels: ReadonlyMap<string, Parcel>;
  readonly pog: Record<'akty' | 'strefy' | 'ouz' | 'dokumenty', ReadFeature[]>;
  readonly mpzp: ReadFeature[];
  readonly fallback: GeoJsonFeature[];
  readonly designations: GeoJsonFeature[];
  readonly addresses: ReadFeature[];
  readonly extract: ReadFeature[];
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

    for (const [name, symbols, fromShare, toShare] of [
      ['pog_in_force_sj_inside_ouz', ['SJ'], 1, 1],
      ['pog_sw_inside_ouz', ['SW'], 1, 1],
      ['pog_sz_inside_ouz', ['SZ'], 1, 1],
      ['pog_su_inside_ouz', ['SU'], 1, 1],
      ['pog_so_outside_ouz', ['SO'], 0, 0],
      ['outside_ouz', ['SU'], 0, 0],
      ['partly_ouz', ['SJ', null], 0.03, 0.97],
      ['two_zones', [null, null], 0, 0.97],
      ['forest', ['SJ'], 1, 1],
      ['class_iii', ['SW'], 1, 1],
      ['class_iii_part', ['SJ'], 1, 1],
    ] as const) {
      test(`general plan: ${name} lies in ${symbols.length} zones, ${fromShare} to ${toShare} in OUZ`, () => {
        const { pog } = worldOf(size);
        const zones = pog.strefy.filter(
          (zone) => !isFaulty(zone) && shareOf(size, name, polygonOf(zone)) > 0.02,
        );
        const found = new Set(zones.map((zone) => textOf(zone, 'symbol') ?? ''));
        for (const symbol of symbols) if (symbol !== null) assert.ok(found.has(symbol), [...found].join());
        if (symbols.length === 1) assert.equal(found.size, 1);
        else assert.ok(found.size >= 2, [...found].join());
        assert.deepEqual(new Set(zones.map(planOf)), new Set(['PL.ZIPPZP.9803/141803-POG/1POG']));
        const share = shareWithin(geometryOf(size, name), pog.ouz.map(polygonOf));
        assert.ok(share >= fromShare && share <= toShare, `${share} in OUZ`);
      });
    }

    test('general plans: adopted, draft, none, only in the fallback', () => {
      const { pog, fallback } = worldOf(size);
      const acts = new Map(pog.akty.map((act) => [idOf(act), act]));
      const actAt = (name: Showcase) => {
        const act = pog.akty.filter((candidate) => shareOf(size, name, polygonOf(candidate)) === 1);
        assert.ok(act.length <= 1);
        return act[0] && ['status', 'obowiazujeOd'].map((part) => lastPart(act[0], part));
      };
      assert.equal(acts.size, 4);
      assert.deepEqual(actAt('pog_in_force_sj_inside_ouz'), ['legalForce', '2026-08-01']);
      assert.deepEqual(actAt('pog_adopted'), ['legalForce', '2026-12-01']);
      assert.deepEqual(actAt('pog_draft'), ['elaboration', '2026-03-01']);
      assert.deepEqual(actAt('pog_none'), ['obsolete', '2026-01-01']);
      assert.equal(actAt('pog_fallback_only'), undefined);
      const swept = fallback.filter((zone) => shareOf(size, 'pog_fallback_only', inMetres(zone)) === 1);
      assert.deepEqual(
        swept.map(({ properties: { gmina, symbol, status } }) => [gmina, symbol, status]),
        [['1438032', 'SJ', 'in_force']],
      );
      const ignored = fallback.filter(({ properties }) => properties.gmina === '1418043');
      assert.ok(ignored.length > 0 && ignored.every(({ properties }) => properties.symbol === 'SC'));
      const registry = pog.strefy.filter((zone) => idOf(zone).includes('/141804-'));
      assert.ok(shareOf(size, 'pog_adopted', ...registry.map(polygonOf)) === 1);
      const none = pog.strefy.filter((zone) => shareOf(size, 'pog_adopted', polygonOf(zone)) > 0.02);
      assert.ok(none.every((zone) => textOf(zone, 'symbol') !== 'SC'));
    });

    for (const [name, plan, symbols, atLeast, atMost] of [
      ['mpzp_1mn', '7MPZP legalForce 2018-06-20', ['1MN'], 1, 1],
      ['mpzp_2mn_u', '7MPZP legalForce 2018-06-20', ['2MN/U'], 1, 1],
      ['mpzp_two_symbols', '7MPZP legalForce 2018-06-20', ['', ''], 0.5, 1],
      ['mpzp_partial', '7MPZP legalForce 2018-06-20', [''], 0.03, 0.97],
      ['mpzp_3zl', '1MPZP legalForce 2014-03-15', ['3ZL'], 1, 1],
      ['mpzp_5kdd', '1MPZP legalForce 2014-03-15', ['5KDD'], 1, 1],
      ['mpzp_no_symbol', '8MPZP legalForce 2012-12-01', [], 1, 1],
      ['mpzp_draft', '5MPZP elaboration 2026-09-01', [], 1, 1],
      ['mpzp_adopted_later', '6MPZP legalForce 2027-01-15', [], 1, 1],
      ['mpzp_adoption', '3MPZP adoption 2026-12-20', [], 1, 1],
      ['mpzp_obsolete', '4MPZP obsolete 2013-01-10', [], 1, 1],
      ['mpzp_none_here', null, [], 0, 0],
      ['mpzp_none_in_gmina', null, [], 0, 0],
      ['pog_in_force_sj_inside_ouz', null, [], 0, 0],
    ] as const) {
      test(`local plan: ${name} is under ${plan ?? 'none'} with ${symbols.join(' and ') || 'no symbol'}`, () => {
        const { mpzp, designations } = worldOf(size);
        const plans = mpzp.filter((act) => shareOf(size, name, polygonOf(act)) > 0.02);
        assert.deepEqual(
          plans.map((act) =>
            [textOf(act, 'lokalnyId'), lastPart(act, 'status'), textOf(act, 'obowiazujeOd')].join(' '),
          ),
          plan === null ? [] : [plan],
        );
        const share = shareOf(size, name, ...plans.map(polygonOf));
        assert.ok(share >= atLeast && share <= atMost, String(share));
        const its = designations.filter((area) => shareOf(size, name, inMetres(area)) > 0.02);
        assert.ok(its.length >= symbols.length && (symbols.length > 0 || its.length === 0));
        for (const symbol of symbols) {
          if (symbol !== '')
            assert.deepEqual(
              its.map(({ properties }) => properties.symbol),
              [symbol],
            );
        }
        for (const { properties } of its) assert.equal(properties.plan_id, plans[0] && idOf(plans[0]));
      });
    }

    test('addresses: one, two, none, on a road, in a street that is not there, without a street', () => {
      const { addresses } = worldOf(size);
      const points = addresses.filter(({ type }) => type === 'AD_PunktAdresowy');
      const streets = new Set(
        addresses.filter(({ type }) => type === 'AD_UlicaPlac').map(({ gmlId }) => gmlId),
      );
      const pointsOn = (name: Showcase) =>
        points.filter((point) => isWithin(geometryOf(size, name), placeOf(point)));
      const streetOf = (name: Showcase) => {
        const [point] = pointsOn(name);
        const link = point && linkOf(point, 'ulica2');
        return link === null || link === undefined
          ? 'none'
          : streets.has(link.slice(1))
            ? 'known'
            : 'unknown';
      };
      for (const [name, count, street] of [
        ['address_one', 1, 'known'],
        ['address_two', 2, 'known'],
        ['address_none', 0, 'none'],
        ['address_on_road', 1, 'known'],
        ['address_unknown_street', 1, 'unknown'],
        ['address_without_street', 1, 'none'],
      ] as const) {
        assert.equal(pointsOn(name).length, count, name);
        assert.equal(streetOf(name), street, name);
      }
      assert.equal(worldOf(size).parcels.get(SHOWCASE.address_on_road)?.kind, 'road');
    });

    test('soil: as text in the bulk file, as contours in the extract', () => {
      const { extract, parcels } = worldOf(size);
      const landUse = (name: Showcase) => {
        const parcel = parcels.get(SHOWCASE[name]);
        return parcel && rowsOf(layLand(1, size), parcel, 0)[0]?.klasouzytki_egib;
      };
      assert.equal(landUse('forest'), 'LsIV');
      assert.equal(landUse('class_iii'), 'RIIIa');
      assert.match(landUse('class_iii_part') ?? '', /^RIIIb 0\.\d{4}; PsIV 0\.\d{4}$/);
      assert.equal(landUse('soil_mixed_without_areas'), 'RIIIb, B');
      assert.equal(landUse('soil_not_published'), 'None');
      const contours = extract.filter(({ type }) => type === 'EGB_KonturKlasyfikacyjny');
      const soilOf = (name: Showcase) =>
        contours
          .filter((contour) => shareOf(size, name, fromZone7(contour)) > 0.02)
          .map((contour) => `${textOf(contour, 'OZU')}${textOf(contour, 'OZK')}`)
          .sort();
      assert.deepEqual(soilOf('soil_two_contours'), ['PsIV', 'RIIIa']);
      assert.deepEqual(soilOf('soil_one_contour'), ['RIIIa']);
      assert.deepEqual(soilOf('soil_no_contour'), []);
    });

    test('the zones of every general plan tile its gmina, and carry what the law asks for', () => {
      const { pog, land } = worldOf(size);
      for (const gmina of ['1418032', '1418043', '1438011', '1438053']) {
        const zones = pog.strefy.filter(
          (zone) => idOf(zone).includes(`/${gmina.slice(0, 6)}-`) && !isFaulty(zone),
        );
        const edges = new Set<string>();
        for (const [from, to] of zones.flatMap((zone) => zone.rings.flatMap(edgesOf))) {
          assert.ok(!edges.has(`${from} ${to}`), `${gmina}: ${from} ${to} is used twice from one side`);
          edges.add(`${from} ${to}`);
        }
        const outer = [...edges].filter((edge) => !edges.has(edge.split(' ').reverse().join(' '))).sort();
        const border = outlineOf(land, obrebyOf(land, gmina)).flat().flatMap(edgesOf);
        assert.deepEqual(outer, border.map(([from, to]) => `${from} ${to}`).sort());
        const labels = zones.map((zone) => textOf(zone, 'oznaczenie') ?? '');
        assert.equal(new Set(labels).size, labels.length);
        for (const zone of zones) {
          assert.match(textOf(zone, 'oznaczenie') ?? '', new RegExp(`^\\d+${textOf(zone, 'symbol')}$`));
          const limits = {
            max_height_m: 'maksWysokoscZabudowy',
            min_biologically_active_pct: 'minUdzialPowierzchniBiologicznieCzynnej',
          };
          for (const [limit, tag] of Object.entries(limits)) {
            const isAsked = zoneOf(textOf(zone, 'symbol'))?.obligatory.some((name) => name === limit);
            assert.equal(textOf(zone, tag) !== null, isAsked, idOf(zone));
          }
        }
      }
      const inLesznowola = pog.strefy.filter((zone) => planOf(zone).includes('141803') && !isFaulty(zone));
      assert.deepEqual(
        new Set(inLesznowola.map((zone) => textOf(zone, 'symbol') ?? '')),
        new Set(Object.keys(ZONES)),
      );
    });
  });
}

test('links: every zone and infill area is named by its act; only the infill areas of Piaseczno are not there', () => {
  const { pog } = worldOf(3_000);
  const known = new Set([...pog.strefy, ...pog.ouz, ...pog.dokumenty, ...pog.akty].map(addressIn));
  const dangling = [...pog.akty, ...pog.dokumenty].flatMap(({ links }) =>
    [...links]
      .filter(([name]) => !/^(typPlanu|poziomHierarchii|status)$/.test(name))
      .flatMap(([, targets]) => targets.filter((target) => !known.has(target))),
  );
  assert.ok(dangling.length > 0);
  assert.ok(
    dangling.every((target) => /ObszarUzupelnieniaZabudowy\/.*\/141804-POG\/1POG-\d+OUZ$/.test(target)),
  );
  assert.ok(pog.ouz.every((area) => planOf(area).includes('141803')));
  assert.equal(pog.akty.flatMap(({ links }) => links.get('wydzielenie') ?? []).length, pog.strefy.length - 3);
  const adopted = pog.dokumenty.find((document) => textOf(document, 'lokalnyId') === '1POG-uchwala');
  assert.equal(adopted && textOf(adopted, 'Date'), '2026-06-25');
  assert.match((adopted && textOf(adopted, 'lacze')) ?? '', /^https:\/\/bip\.lesznowola\.example\//);
});

test('the faulty zones and addresses are in their places', () => {
  const { pog, addresses } = worldOf(3_000);
  const zone = (id: string) => pog.strefy.find((candidate) => idOf(candidate) === id) ?? assert.fail(id);
  assert.equal(textOf(zone(FAULTY_ZONES.wrong_symbol), 'symbol'), 'SX');
  const [[from, to], , [from2, to2]] = zone(FAULTY_ZONES.self_crossing).rings.flatMap(edgesOf) as [
    [Position, Position],
    unknown,
    [Position, Position],
  ];
  assert.ok(crosses(from, to, from2, to2));
  const plans = new Set(pog.akty.map(idOf));
  assert.deepEqual(pog.strefy.filter((candidate) => !plans.has(planOf(candidate))).map(idOf), [
    FAULTY_ZONES.unknown_plan,
  ]);
  const address = (id: string) =>
    addresses.find((candidate) => textOf(candidate, 'lokalnyId') === id) ?? assert.fail(id);
  assert.equal(textOf(address(FAULTY_ADDRESSES.no_house_number), 'numerPorzadkowy'), null);
  assert.ok(placeOf(address(FAULTY_ADDRESSES.outside_poland))[0] < 171_786);
});

test('addresses: two fifths of the plots, numbers of every form, and all links but one lead somewhere', () => {
  const { addresses, land } = worldOf(3_000);
  const ids = new Set(addresses.map(({ gmlId }) => `#${gmlId}`));
  assert.equal(ids.size, addresses.length);
  const targets = addresses.flatMap(({ links }) => [...links.values()].flat());
  assert.equal(targets.filter((target) => !ids.has(target)).length, 1);
  const points = addresses.filter(({ type }) => type === 'AD_PunktAdresowy');
  const plots = land.obreby.flatMap((obreb) => parcelsOf(land, obreb)).filter(({ kind }) => kind === 'plot');
  assert.ok(points.length > plots.length * 0.35 && points.length < plots.length * 0.55);
  const numbers = points.flatMap((point) => textOf(point, 'numerPorzadkowy') ?? []);
  for (const form of [/^\d+$/, /^\d+A$/, /^\d+\/\d+$/])
    assert.ok(numbers.some((number) => form.test(number)));
  assert.ok(points.every((point) => /^(05-5\d\d|96-3\d\d)$/.test(textOf(point, 'kodPocztowy') ?? '')));
  const localities = addresses.filter(({ type }) => type === 'AD_Miejscowosc');
  assert.equal(localities.filter((locality) => textOf(locality, 'nazwa') === 'Żyrardów').length, 1);
  assert.equal(localities.length, 30);
});

test('the extract has the parcels of its obręb where the bulk file has them, and canaries', async () => {
  const { extract, land } = worldOf(3_000);
  const text = await readFile(join(await filesOf(3_000), 'egib-143801_1.0002.gml'), 'utf8');
  assert.ok(CADASTRE_CANARIES.every((canary) => text.includes(canary)));
  assert.match(text, /<egb:EGB_OsobaFizyczna/);
  const [obreb] = obrebyOf(land, '143801_1').slice(1);
  const parcels = obreb ? parcelsOf(land, obreb) : [];
  const read = new Map(
    extract
      .filter(({ type }) => type === 'EGB_DzialkaEwidencyjna')
      .map((its) => [textOf(its, 'idDzialki'), its]),
  );
  assert.deepEqual(
    [...read.keys()],
    parcels.map(({ id }) => id),
  );
  for (const { id, geometry } of parcels) {
    const positions = read.get(id)?.rings.flat() ?? [];
    const same = geometry.flat(2).every(([x, y], index) => {
      const [north = 0, east = 0] = positions[index] ?? [];
      const [backX, backY] = fromWgs84(2180, toWgs84(2178, [east, north]));
      return Math.abs(backX - x) < 0.002 && Math.abs(backY - y) < 0.002;
    });
    assert.ok(same && positions.length === geometry.flat(2).length, id);
  }
});

async function readWorld(size: number): Promise<World> {
  const folder = await filesOf(size);
  const land = layLand(1, size);
  const wanted = new Set<string>(Object.values(SHOWCASE));
  const obreby = land.obreby.filter(({ id }) => [...wanted].some((parcel) => parcel.startsWith(`${id}.`)));
  const parcels = obreby.flatMap((obreb) => parcelsOf(land, obreb)).filter(({ id }) => wanted.has(id));
  const archives = async (name: string) =>
    await Promise.all(['1418', '1438'].map((powiat) => readArchive(join(folder, `${name}-${powiat}.zip`))));
  const pog = await archives('pog');
  const features = (...names: string[]) =>
    pog.flatMap((archive) => names.flatMap((name) => readFeatures(archive.get(name) ?? assert.fail(name))));
  return {
    land,
    parcels: new Map(parcels.map((parcel) => [parcel.id, parcel])),
    pog: {
      akty: features('akty.xml'),
      strefy: features('strefy-1.xml', 'strefy-2.xml'),
      ouz: features('ouz.xml'),
      dokumenty: features('dokumenty.xml'),
    },
    mpzp: (await archives('mpzp')).flatMap((archive) => readFeatures(archive.get('akty.xml') ?? '')),
    fallback: await readGeoJson(join(folder, 'pog_fallback-2026-10.geojson')),
    designations: await readGeoJson(join(folder, 'mpzp-141803.geojson')),
    addresses: await readXmlFile(join(folder, '14_mazowieckie_08.11.2026_adresy.gml')),
    extract: await readXmlFile(join(folder, 'egib-143801_1.0002.gml')),
  };
}

function geometryOf(size: number, name: Showcase): MultiPolygon {
  return worldOf(size).parcels.get(SHOWCASE[name])?.geometry ?? assert.fail(SHOWCASE[name]);
}

function shareOf(size: number, name: Showcase, ...areas: Polygon[]): number {
  return shareWithin(geometryOf(size, name), areas);
}

/** The registry writes east before north: the rings are what they are in the land. */
function polygonOf({ rings }: ReadFeature): Polygon {
  return rings;
}

function fromZone7({ rings }: ReadFeature): Polygon {
  return rings.map((ring) => ring.map(([north, east]) => fromWgs84(2180, toWgs84(2178, [east, north]))));
}

function idOf(feature: ReadFeature): string {
  return `${textOf(feature, 'przestrzenNazw')}/${textOf(feature, 'lokalnyId')}`;
}

function addressIn(feature: ReadFeature): string {
  return `https://www.gov.pl/zagospodarowanieprzestrzenne/app/${feature.type}/${idOf(feature)}`;
}

function planOf(feature: ReadFeature): string {
  return linkOf(feature, 'plan')?.split('/AktPlanowaniaPrzestrzennego/')[1] ?? '';
}

function lastPart(feature: ReadFeature | undefined, name: string): string | undefined {
  return feature && (linkOf(feature, name)?.split('/').at(-1) ?? textOf(feature, name) ?? undefined);
}

function isFaulty(zone: ReadFeature): boolean {
  return Object.values<string>(FAULTY_ZONES).includes(idOf(zone));
}

function placeOf(point: ReadFeature): Position {
  return pairs(textOf(point, 'pos') ?? '')[0] ?? assert.fail('a point has no position');
}

function crosses(a: Position, b: Position, c: Position, d: Position): boolean {
  const side = ([ax, ay]: Position, [bx, by]: Position, [x, y]: Position) =>
    Math.sign((bx - ax) * (y - ay) - (by - ay) * (x - ax));
  return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;
}
