// Probing against a local server that plays the dialects and the faults of the services.

import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, describe, it, type TestContext } from 'node:test';
import { load } from '../../test/ingest/load-file.ts';
import { buildSampleData, temporaryFolder } from '../../test/sample.ts';
import { openDataset } from '../dataset.ts';
import { toWgs84 } from '../domain/geometry/projection.ts';
import { createDownloader } from '../ingest/fetch/download.ts';
import { type Answer, START, serve, testClock } from '../ingest/fetch/test-server.fixture.ts';
import { appObject, collection, link, square, status } from '../ingest/recipes/test-plans.ts';
import { runFetch } from './ingest-fetch.ts';
import { runProbe } from './ingest-probe.ts';

const root = temporaryFolder();
/** Boundaries of the sample, nothing else; and a point in powiat 1418. */
const data = join(root, 'data');
let centre: readonly [number, number];

before(async () => {
  const { files } = await buildSampleData(1_000, { only: /^PRG_/ });
  const prg = join(root, 'prg');
  cpSync(files, prg, { recursive: true, filter: (path) => path === files || /PRG_/.test(path) });
  await load(prg, data);
  await using dataset = openDataset(data);
  const [gmina] = await dataset.writer.boundaries('gmina', ['1418032']);
  const ring = gmina?.geometry[0]?.[0] ?? [];
  const sum = ring.reduce(([x, y], [a, b]) => [x + a, y + b] as const, [0, 0] as const);
  centre = [sum[0] / ring.length, sum[1] / ring.length];
});

/** How a server speaks. */
interface Dialect {
  readonly prefix?: string;
  readonly version?: string;
  readonly types?: readonly string[];
  readonly geometry?: string;
  readonly srsName?: string;
  readonly order?: 'en' | 'ne';
  readonly degrees?: boolean;
  readonly encoding?: string;
  readonly ignoresStartIndex?: boolean;
  readonly numberMatched?: string;
  readonly timeStamp?: string;
  readonly schema?: 'none';
  /** How a polygon is written: within another element, with heights, or as in GML 2 (WFS 1.0). */
  readonly form?: 'wrapped' | 'heights' | 'gml2';
  /** As services before WFS 2.0: neither count nor startIndex is known, nor is anything counted as in 2.0. */
  readonly allAtOnce?: boolean;
  readonly empty?: boolean;
  /** The units that its ids name. */
  readonly unit?: string;
  /** In place of answers to a request of this name. */
  readonly instead?: Readonly<Record<string, Answer>>;
}

const URN = 'urn:ogc:def:crs:EPSG::2180';

/** The cadastre of a powiat: ten parcels and ten buildings. */
function cadastre(dialect: Dialect): Answer {
  const {
    prefix = 'ms',
    version = '2.0.0',
    types = ['dzialki', 'budynki'],
    geometry = 'geom',
    srsName = URN,
    order = 'ne',
    unit = '141803_2',
    encoding = 'UTF-8',
    numberMatched = '10',
    timeStamp = '2026-11-02T03:00:00Z',
  } = dialect;
  const posList = (at: number) => {
    const [x, y] = [centre[0] + at * 20, centre[1]];
    const corners = [
      [x, y],
      [x, y + 10],
      [x + 10, y + 10],
      [x + 10, y],
      [x, y],
    ] as const;
    const [between, height] =
      dialect.form === 'gml2' ? [',', ''] : [' ', dialect.form === 'heights' ? ' 0' : ''];
    return corners
      .map(([e, n]) => (dialect.degrees ? toWgs84(2180, [e, n]) : ([e, n] as const)))
      .map((pair) => `${(order === 'en' ? pair : pair.toReversed()).join(between)}${height}`)
      .join(' ');
  };
  const polygon = (at: number) => {
    if (dialect.form === 'gml2')
      return `<gml:Polygon srsName="${srsName}"><gml:outerBoundaryIs><gml:LinearRing><gml:coordinates>${posList(at)}</gml:coordinates></gml:LinearRing></gml:outerBoundaryIs></gml:Polygon>`;
    const dimension = dialect.form === 'heights' ? ' srsDimension="3"' : '';
    const written = `<gml:Polygon srsName="${srsName}"${dimension}><gml:exterior><gml:LinearRing><gml:posList>${posList(at)}</gml:posList></gml:LinearRing></gml:exterior></gml:Polygon>`;
    return dialect.form === 'wrapped'
      ? `<${prefix}:SHAPE><gml:MultiSurface srsName="${srsName}"><gml:surfaceMember>${written}</gml:surfaceMember></gml:MultiSurface></${prefix}:SHAPE>`
      : written;
  };
  const feature = (type: string, at: number) => {
    const id =
      type === 'dzialki'
        ? `<${prefix}:ID_DZIALKI>${unit}.0009.${at + 1}</${prefix}:ID_DZIALKI>`
        : `<${prefix}:ID_BUDYNKU>${unit}.0009.${at + 1}.1_BUD</${prefix}:ID_BUDYNKU>`;
    return `<wfs:member><${prefix}:${type} gml:id="${type}.${at}">${id}<${prefix}:${geometry}>${polygon(at)}</${prefix}:${geometry}></${prefix}:${type}></wfs:member>`;
  };
  return (request, response) => {
    const query = new URL(request.url ?? '', 'http://localhost').searchParams;
    const asked = query.get('request') ?? '';
    const instead = dialect.instead?.[asked];
    if (instead) return instead(request, response);
    if (asked === 'GetCapabilities') {
      const listed = types
        .map((type) => `<FeatureType><Name>${prefix}:${type}</Name></FeatureType>`)
        .join('');
      return response.end(
        `<wfs:WFS_Capabilities xmlns:wfs="w" version="${version}"><FeatureTypeList>${listed}</FeatureTypeList></wfs:WFS_Capabilities>`,
      );
    }
    if (asked === 'DescribeFeatureType') {
      if (dialect.schema === 'none') return response.writeHead(500).end();
      return response.end(
        `<xsd:schema xmlns:xsd="x"><xsd:element name="${geometry}" type="gml:SurfacePropertyType"/></xsd:schema>`,
      );
    }
    const type = query.get('typeNames')?.replace(/^.*:/, '') ?? '';
    if (dialect.allAtOnce) {
      const all = Array.from({ length: 10 }, (_, at) => feature(type, at)).join('');
      return response.end(
        `<wfs:FeatureCollection xmlns:wfs="w" xmlns:gml="g" xmlns:${prefix}="p" timeStamp="${timeStamp}" numberOfFeatures="10">${all.replaceAll('wfs:member>', 'gml:featureMember>')}</wfs:FeatureCollection>`,
      );
    }
    const start = dialect.ignoresStartIndex ? 0 : Number(query.get('startIndex'));
    const members = dialect.empty || start >= 10 ? '' : feature(type, start);
    const text = `<?xml version="1.0" encoding="${encoding}"?><wfs:FeatureCollection xmlns:wfs="w" xmlns:gml="g" xmlns:${prefix}="p"
      timeStamp="${timeStamp}" numberMatched="${numberMatched}" numberReturned="${members === '' ? 0 : 1}">${members}</wfs:FeatureCollection>`;
    return response.end(text);
  };
}

interface Told {
  readonly code: number;
  readonly verdict: string;
  readonly text: string;
  readonly requests: number;
  readonly slept: number;
}

async function probeAt(
  t: TestContext,
  answer: Answer,
  { source = 'egib', path = '/wfs', into = data }: { source?: string; path?: string; into?: string } = {},
): Promise<Told> {
  const server = await serve(t, answer);
  let text = '';
  let slept = 0;
  const settings = {
    network: {
      fetch,
      now: () => 0,
      sleep: async () => {
        slept += 1;
      },
    },
    print: (words: string) => {
      text += words;
    },
  };
  const words = [
    'probe',
    source,
    '--partition',
    '1418',
    '--url',
    `${source}=${server.url}${path}`,
    '--data',
    into,
  ];
  const code = await runProbe([...words, '--json'], settings);
  const [{ verdict, findings }] = JSON.parse(text);
  const told = findings.map(
    (one: { about: string; is: string; says: string }) => `${one.is} ${one.about}: ${one.says}`,
  );
  return { code, verdict, text: told.join('\n'), requests: server.requests.length, slept };
}

describe('a dialect that loads', () => {
  const DIALECTS: [name: string, Dialect, RegExp][] = [
    ['MapServer', {}, /geometry in geom, urn:ogc:def:crs:EPSG::2180 \(northing first\)/],
    [
      'geoportal2.pl',
      { prefix: 'ewns', geometry: 'geometria', srsName: 'urn:ogc:def:crs:EPSG::4326', degrees: true },
      /geometry in geometria, urn:ogc:def:crs:EPSG::4326/,
    ],
    [
      'GeoServer of Warsaw',
      {
        prefix: 'wfs1',
        geometry: 'GEOMETRY',
        srsName: 'http://www.opengis.net/gml/srs/epsg.xml#4326',
        degrees: true,
        order: 'en',
      },
      /geometry in GEOMETRY, .*epsg\.xml#4326 \(easting first\)/,
    ],
    [
      'epodgik, longitude first',
      { srsName: 'EPSG:4326', degrees: true, order: 'en' },
      /EPSG:4326 \(axes by the habit of the service\)/,
    ],
    ['epodgik, latitude first', { srsName: 'EPSG:4326', degrees: true }, /geometry in geom, EPSG:4326/],
    [
      'a geometry that is wrapped once more',
      { form: 'wrapped', geometry: 'Geometria' },
      /geometry in Geometria/,
    ],
    ['a geometry with heights', { form: 'heights' }, /geometry in geom/],
    ['without a total', { numberMatched: 'unknown' }, /pages, a number of features that it does not tell/],
  ];
  for (const [name, dialect, expected] of DIALECTS) {
    it(name, async (t) => {
      const { code, verdict, text, requests, slept } = await probeAt(t, (...call) =>
        cadastre(dialect)(...call),
      );
      assert.deepEqual([code, verdict], [0, 'loads'], text);
      assert.match(text, expected);
      assert.match(text, /ok rows: 2 read/);
      assert.deepEqual(
        [requests, slept],
        [7, 6],
        'one request at a time, with a pause before each but the first',
      );
    });
  }
});

describe('a difference that loads', () => {
  const CASES: [name: string, Dialect, RegExp][] = [
    ['an older version', { version: '1.1.0' }, /differs version: WFS 1\.1\.0; 2\.0\.0 is asked for/],
    [
      'WFS 1.1, all at once',
      { version: '1.1.0', allAtOnce: true },
      /differs dzialki: all 10 features at once, without pages[\s\S]*ok rows: 20 read/,
    ],
    [
      'WFS 1.0, easting first under any name',
      { version: '1.0.0', allAtOnce: true, form: 'gml2', order: 'en', srsName: 'EPSG:2180' },
      /differs version: WFS 1\.0\.0[\s\S]*ok rows: 20 read/,
    ],
    ['no schema', { schema: 'none' }, /differs schema of dzialki: HTTP 500/],
    ['no date', { timeStamp: '' }, /differs dzialki: no timeStamp/],
    ['another encoding', { encoding: 'ISO-8859-2' }, /differs dzialki: encoding ISO-8859-2/],
  ];
  for (const [name, dialect, expected] of CASES) {
    it(name, async (t) => {
      const { code, verdict, text } = await probeAt(t, (...call) => cadastre(dialect)(...call));
      assert.deepEqual([code, verdict], [0, 'differs'], text);
      assert.match(text, expected);
    });
  }

  it('without boundaries it says that places were not checked', async (t) => {
    const { verdict, text } = await probeAt(t, (...call) => cadastre({})(...call), {
      into: join(root, 'none'),
    });
    assert.equal(verdict, 'differs');
    assert.match(text, /differs place: .*no boundary of 1418 is loaded/);
  });
});

describe('what probe says of the service of a powiat, fetch does', () => {
  const CASES: [name: string, Dialect, code: number, said: RegExp][] = [
    ['loads', { prefix: 'ewns' }, 0, /egib-1418\.gml\.zip +published +20 /],
    ['loads without buildings', { types: ['dzialki'] }, 0, /no building came with the parcels/],
    ['no parcels', { types: ['budynki'] }, 1, /the service has no type dzialki; found ms:budynki/],
    ['of another powiat', { unit: '146501_8' }, 1, /powiat 1418 was asked for, and rows of 1465 came/],
  ];
  for (const [name, dialect, code, said] of CASES) {
    it(name, async (t) => {
      const answer: Answer = (...call) => cadastre(dialect)(...call);
      const probed = await probeAt(t, answer);
      assert.equal(probed.code, code, probed.text);
      const server = await serve(t, answer);
      const into = join(mkdtempSync(join(root, 'fetched-')), 'data');
      cpSync(data, into, { recursive: true });
      let text = '';
      const url = `egib=${server.url}/wfs`;
      const words = ['fetch', 'egib', '--partition', '1418', '--url', url, '--data', into];
      const fetched = await runFetch(words, {
        now: () => new Date(START),
        download: createDownloader(testClock()),
        print: (printed) => {
          text += printed;
        },
      });
      assert.equal(fetched, code, text);
      assert.match(text, said);
    });
  }
});

describe('a fault', () => {
  const firstPageAlone: Answer = (request, response) => {
    const isFirst = /startIndex=0/.test(request.url ?? '');
    return cadastre({ numberMatched: '60', empty: !isFirst })(request, response);
  };
  const exception =
    '<ows:ExceptionReport xmlns:ows="o"><ows:Exception exceptionCode="x"><ows:ExceptionText>No such type</ows:ExceptionText></ows:Exception></ows:ExceptionReport>';
  const CASES: [name: string, Dialect, RegExp][] = [
    ['swapped axes', { order: 'en' }, /fails rows: outside_unit: it reaches more than 500 m out of 141803/],
    [
      'nothing there',
      { empty: true, numberMatched: '0' },
      /differs dzialki: no feature at all[\s\S]*fails .*nothing to load/,
    ],
    [
      'a count alone',
      { empty: true, numberMatched: '10' },
      /fails dzialki: a count of 10 features, and none/,
    ],
    ['a type that is not there', { types: ['budynki'] }, /fails types: no dzialki/],
    [
      'an unknown system',
      { srsName: 'urn:ogc:def:crs:EPSG::3857' },
      /in the unknown system urn:ogc:def:crs:EPSG::3857/,
    ],
    [
      'pages that end before their number',
      { numberMatched: '60', instead: { GetFeature: firstPageAlone } },
      /fails dzialki: 60 features, and the second page is empty/,
    ],
    [
      'the service of another powiat',
      { unit: '146501_8' },
      /fails rows: powiat 1418 was asked for, and rows of 1465 came/,
    ],
    ['startIndex ignored', { ignoresStartIndex: true }, /fails dzialki: the second page repeats the first/],
    [
      'an exception with status 200',
      { instead: { GetFeature: (_, response) => response.end(exception) } },
      /fails dzialki: found .*No such type/,
    ],
    [
      'a web page',
      { instead: { GetCapabilities: (_, response) => response.end('<!DOCTYPE html><html>przerwa</html>') } },
      /fails capabilities: a web page instead of data/,
    ],
    [
      'another service',
      { instead: { GetCapabilities: (_, response) => response.end('<WMS_Capabilities/>') } },
      /fails capabilities: <WMS_Capabilities> instead of capabilities/,
    ],
    [
      'not found',
      { instead: { GetCapabilities: (_, response) => response.writeHead(404).end() } },
      /HTTP 404/,
    ],
    ['cut off', { instead: { GetCapabilities: (request) => request.destroy() } }, /no connection/],
    [
      'half an answer',
      {
        instead: {
          GetFeature: (_, response) => response.end('<wfs:FeatureCollection xmlns:wfs="w"><wfs:member>'),
        },
      },
      /fails dzialki: found/,
    ],
  ];
  for (const [name, dialect, expected] of CASES) {
    it(name, async (t) => {
      const { code, verdict, text } = await probeAt(t, (...call) => cadastre(dialect)(...call));
      assert.deepEqual([code, verdict], [1, 'would not load'], text);
      assert.match(text, expected);
    });
  }
});

describe('a file', () => {
  const zip = Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(2_000)]);
  const ranged: Answer = (request, response) => {
    assert.equal(request.headers.range, 'bytes=0-511', 'the head alone');
    const headers = {
      'last-modified': 'Mon, 02 Nov 2026 03:00:00 GMT',
      'content-range': `bytes 0-511/${zip.length}`,
    };
    response.writeHead(206, headers).end(zip.subarray(0, 512));
  };
  const CASES: [name: string, Answer, verdict: string, RegExp][] = [
    ['as expected', ranged, 'loads', /ok file: a zip archive, 2,004 bytes\nok date: of 2026-11-02/],
    [
      'without ranges and date',
      (_, response) => response.end(zip),
      'differs',
      /no Last-Modified[\s\S]*no ranges/,
    ],
    [
      'of another form',
      (_, response) => response.end('SQLite format 3\0…'),
      'would not load',
      /a GeoPackage instead of a zip archive/,
    ],
    ['a web page', (_, response) => response.end('<html>'), 'would not load', /a web page instead of data/],
    ['empty', (_, response) => response.end(), 'would not load', /an empty file/],
    ['refused', (_, response) => response.writeHead(403).end(), 'would not load', /HTTP 403/],
  ];
  for (const [name, answer, verdict, expected] of CASES) {
    it(name, async (t) => {
      const told = await probeAt(t, answer, { path: '/{teryt}.gpkg.zip' });
      assert.deepEqual([told.verdict, told.code], [verdict, verdict === 'would not load' ? 1 : 0], told.text);
      assert.match(told.text, expected);
    });
  }
});

describe('layers of ArcGIS', () => {
  const CASES: [name: string, object, verdict: string, RegExp][] = [
    [
      'as expected',
      { name: 'osuwisko', geometryType: 'esriGeometryPolygon', capabilities: 'Map,Query,Data' },
      'loads',
      /layer "osuwisko"/,
    ],
    [
      'of other numbers',
      { name: 'punkty', geometryType: 'esriGeometryPoint' },
      'would not load',
      /esriGeometryPoint instead of polygons/,
    ],
    [
      'that fail with status 200',
      { error: { code: 400, message: 'Invalid URL' } },
      'would not load',
      /says "Invalid URL"/,
    ],
  ];
  for (const [name, answer, verdict, expected] of CASES) {
    it(name, async (t) => {
      const told = await probeAt(t, (_, response) => response.end(JSON.stringify(answer)), {
        source: 'sopo',
        path: '/rest',
      });
      assert.equal(told.verdict, verdict, told.text);
      assert.match(told.text, expected);
    });
  }
});

it('one zone of a general plan that names others is no amendment', async (t) => {
  const named = (label: string) =>
    link('wydzielenie', `StrefaPlanistyczna/PL.ZIPPZP.1234/141803-POG/1POG-${label}`);
  const PLAN_TYPE = 'TypAktuPlanowaniaPrzestrzennegoKod/planOgolnyGminy';
  const ring = square(0);
  const objects: Readonly<Record<string, string>> = {
    AktPlanowaniaPrzestrzennego:
      ['1SJ', '2SJ', '3SJ'].map(named).join('') + link('typPlanu', PLAN_TYPE) + status('legalForce'),
    StrefaPlanistyczna: `<app:symbol>SJ</app:symbol>${link('plan', 'PL.ZIPPZP.1234/141803-POG/1POG')}`,
    ObszarUzupelnieniaZabudowy: link('plan', 'PL.ZIPPZP.1234/141803-POG/1POG'),
    DokumentFormalny: '',
  };
  const { verdict, text } = await probeAt(
    t,
    (request, response) => {
      const query = new URL(request.url ?? '', 'http://localhost').searchParams;
      const types = Object.keys(objects).map((type) => `<FeatureType><Name>app:${type}</Name></FeatureType>`);
      const type = query.get('typeNames')?.replace(/^.*:/, '') ?? '';
      const local = type === 'AktPlanowaniaPrzestrzennego' ? '1POG' : `1POG-1${type.slice(0, 2)}`;
      const feature = appObject({ type, local, inside: objects[type] ?? '', ring });
      if (query.get('request') === 'GetCapabilities')
        response.end(`<WFS_Capabilities version="2.0.0">${types.join('')}</WFS_Capabilities>`);
      else response.end(collection([feature], 'numberMatched="1" timeStamp="2026-10-01T10:00:00Z"'));
    },
    { source: 'pog', into: join(root, 'none') },
  );
  assert.equal(verdict, 'differs', text);
  assert.match(text, /ok rows: \d read/);
  assert.doesNotMatch(text, /fails|of the 3 zones/);
});

it('prints a table with a verdict and a hint for each service; what has no address is loaded by hand', async () => {
  let text = '';
  const network = {
    fetch: async () => {
      throw new TypeError('fetch failed', { cause: new Error('getaddrinfo ENOTFOUND') });
    },
    now: () => 0,
    sleep: async () => undefined,
  };
  const code = await runProbe(['probe', '--data', join(root, 'none')], {
    network,
    print: (words) => (text += words),
  });
  assert.equal(code, 1);
  assert.match(text, /^source +powiat +service +verdict/);
  assert.match(text, /^egib +1418 +opendata\.geoportal\.gov\.pl +would not load/m);
  assert.match(text, /^terc +by hand/m);
  assert.match(
    text,
    /^gdos: FAILS: capabilities: no connection \(getaddrinfo ENOTFOUND\)\n {2}hint: is the address right/m,
  );
  await assert.rejects(
    runProbe(['probe', 'weather'], { network, print: () => undefined }),
    /"weather" is not a source/,
  );
});

it('says which service it asks while it goes on, and leaves nothing behind', async (t) => {
  const server = await serve(t, (...call) => cadastre({})(...call));
  const told: string[] = [];
  const network = { fetch, now: () => 0, sleep: async () => undefined };
  const words = ['probe', 'egib', '--url', `egib=${server.url}/wfs`, '--data', data];
  const before = readdirSync(data);
  await runProbe(words, { network, print: () => undefined, tell: (text) => told.push(text) });
  assert.deepEqual(told, [`  asking egib at ${new URL(server.url).host} …\n`]);
  assert.deepEqual(readdirSync(data), before, 'no work folder');
  assert.ok(!existsSync(join(tmpdir(), `miedza-probe-${process.pid}`)));
});
