import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { FormatError } from './format-error.ts';
import { type GmlFeature, gmlGeometryOf, openGml } from './gml.ts';
import type { ByteSource } from './text-source.ts';
import { childOf, textOf } from './xml.ts';

const SAMPLES = new URL('../../../../shared/data/', import.meta.url);
const samples = { skip: !existsSync(SAMPLES) && 'official samples absent' };

function sample(path: string): string {
  return fileURLToPath(new URL(path, SAMPLES));
}

async function* bytes(text: string | Uint8Array): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

async function readAll(source: ByteSource): Promise<GmlFeature[]> {
  return Array.fromAsync((await openGml(source)).features);
}

function read(text: string | Uint8Array): Promise<GmlFeature[]> {
  return readAll(bytes(text));
}

function refusal(message: RegExp) {
  return (error: unknown) => {
    assert.ok(error instanceof FormatError);
    assert.match(error.message, message);
    return true;
  };
}

describe('features of every version', () => {
  const DOCUMENTS: [string, string, string[]][] = [
    [
      'GML 2, WFS 1.0',
      `<wfs:FeatureCollection xmlns:wfs="w" xmlns:gml="g"><gml:boundedBy><gml:Box/></gml:boundedBy>
       <gml:featureMember><ms:dzialki xmlns:ms="m" fid="d.1"/></gml:featureMember></wfs:FeatureCollection>`,
      ['dzialki d.1'],
    ],
    [
      'GML 3.1, WFS 1.1',
      `<FeatureCollection xmlns:gml="g"><gml:featureMembers><a gml:id="1"/><b gml:id="2"/></gml:featureMembers>
       </FeatureCollection>`,
      ['a 1', 'b 2'],
    ],
    [
      'GML 3.2, WFS 2.0 with collections in members and additional objects',
      `<wfs:FeatureCollection xmlns:wfs="w" xmlns:gml="g">
         <wfs:member><wfs:FeatureCollection><wfs:member><a gml:id="1"><member><x/></member></a></wfs:member>
         </wfs:FeatureCollection></wfs:member>
         <wfs:member><wfs:Tuple><wfs:member><b/></wfs:member><wfs:member><c/></wfs:member></wfs:Tuple></wfs:member>
         <wfs:additionalObjects><wfs:SimpleFeatureCollection><wfs:member><d gml:id="4"/></wfs:member>
         </wfs:SimpleFeatureCollection></wfs:additionalObjects>
       </wfs:FeatureCollection>`,
      ['a 1', 'b null', 'c null', 'd 4'],
    ],
    [
      'an INSPIRE data set',
      `<base:SpatialDataSet xmlns:base="b"><base:identifier/><base:member><a/></base:member></base:SpatialDataSet>`,
      ['a null'],
    ],
    ['an empty collection', '<wfs:FeatureCollection xmlns:wfs="w" numberReturned="0"/>', []],
  ];
  for (const [name, document, expected] of DOCUMENTS) {
    it(`reads ${name}`, async () => {
      const features = await read(document);
      assert.deepEqual(
        features.map(({ type, id }) => `${type} ${id}`),
        expected,
      );
    });
  }

  it('gives the attributes of the collection first', async () => {
    const { collection, features } = await openGml(
      bytes('<FeatureCollection timeStamp="2026-07-30T13:29:39Z" numberMatched="unknown"/>'),
    );
    assert.deepEqual(collection, { timeStamp: '2026-07-30T13:29:39Z', numberMatched: 'unknown' });
    assert.deepEqual(await Array.fromAsync(features), []);
  });
});

describe('answers that are no features', () => {
  const REFUSED: [string, string, RegExp][] = [
    [
      'an OWS exception',
      `<ows:ExceptionReport xmlns:ows="o"><ows:Exception exceptionCode="InvalidParameterValue" locator="typeName">
       <ows:ExceptionText>Unknown  type
       X</ows:ExceptionText></ows:Exception></ows:ExceptionReport>`,
      /ExceptionReport "InvalidParameterValue typeName Unknown type X"/,
    ],
    [
      'an OGC exception',
      '<ServiceExceptionReport><ServiceException code="E1">brak</ServiceException></ServiceExceptionReport>',
      /"E1 brak"/,
    ],
    ['a bare exception', '<ServiceException>padło</ServiceException>', /"padło"/],
    [
      'a service that failed while it wrote',
      `<FeatureCollection><member><a/></member><truncatedResponse><ExceptionReport><Exception>
       <ExceptionText>out of memory</ExceptionText></Exception></ExceptionReport></truncatedResponse></FeatureCollection>`,
      /out of memory/,
    ],
    [
      'fewer features than it says',
      '<FeatureCollection numberMatched="3" numberReturned="3"><member><a/></member></FeatureCollection>',
      /1 of 3 features \(numberReturned 3\): some are lost/,
    ],
    ['a count alone', '<FeatureCollection numberOfFeatures="3"/>', /0 of 3 features .*: hits only/],
    ['a web page', '<!DOCTYPE html><html><body>503</body></html>', /found <html>; expected a GML feature/],
    ['a web page that is no XML', '<!DOCTYPE html><html><br></html>', /well-formed/],
    ['other XML', '<teryt><catalog/></teryt>', /found <teryt>/],
    ['plain text', '-1 brak wyników', /well-formed/],
    ['nothing', '', /root element/],
  ];
  for (const [name, document, message] of REFUSED) {
    it(`refuses ${name}`, () => assert.rejects(read(document), refusal(message)));
  }
});

/** The geometry property of one feature. */
async function property(gml: string) {
  const [feature] = await read(
    `<FeatureCollection xmlns:gml="g" xmlns:xlink="x"><member><f>\n${gml}</f></member></FeatureCollection>`,
  );
  assert.ok(feature);
  return feature.element;
}

async function geometry(gml: string, axis: 'xy' | 'yx' = 'xy') {
  return gmlGeometryOf(await property(gml), axis)?.geometry;
}

const ring = (list: string) => `<LinearRing><posList>${list}</posList></LinearRing>`;
const SQUARE = ring('0 0 4 0 4 4 0 4 0 0');
const POLYGON = `<Polygon><exterior>${SQUARE}</exterior></Polygon>`;
const SQUARE_POSITIONS = [
  [0, 0],
  [4, 0],
  [4, 4],
  [0, 4],
  [0, 0],
];

describe('gmlGeometryOf', () => {
  const LINE = [
    [0, 0],
    [4, 0],
    [4, 3],
  ];
  const READ: [string, string, unknown][] = [
    ['a Point', '<g><Point><pos>1 2</pos></Point></g>', { type: 'Point', coordinates: [1, 2] }],
    [
      'a Point with height',
      '<Point srsDimension="3"><pos>1 2 3</pos></Point>',
      { type: 'Point', coordinates: [1, 2] },
    ],
    [
      'a GML 2 Point',
      '<Point><coordinates>1,2</coordinates></Point>',
      { type: 'Point', coordinates: [1, 2] },
    ],
    [
      'a GML 2 coord',
      '<Point><coord><X>1</X><Y>2</Y></coord></Point>',
      { type: 'Point', coordinates: [1, 2] },
    ],
    [
      'a MultiPoint of one',
      '<MultiPoint><pointMember><Point><pos>1 2</pos></Point></pointMember></MultiPoint>',
      { type: 'Point', coordinates: [1, 2] },
    ],
    [
      'a LineString',
      '<LineString><posList>0 0 4 0 4 3</posList></LineString>',
      { type: 'MultiLineString', coordinates: [LINE] },
    ],
    [
      'a LineString of pos and pointProperty',
      '<LineString><pos>0 0</pos><pointProperty><Point><pos>4 0</pos></Point></pointProperty><pos>4 3</pos></LineString>',
      { type: 'MultiLineString', coordinates: [LINE] },
    ],
    [
      'a posList with heights',
      '<LineString><posList srsDimension="3">0 0 9 4 0 9 4 3 9</posList></LineString>',
      { type: 'MultiLineString', coordinates: [LINE] },
    ],
    [
      'a dimension given by an ancestor',
      '<MultiCurve srsDimension="3"><curveMember><LineString><posList>0 0 9 4 0 9 4 3 9</posList></LineString></curveMember></MultiCurve>',
      { type: 'MultiLineString', coordinates: [LINE] },
    ],
    [
      'coordinates with their own signs',
      '<LineString><coordinates cs=" " ts=";" decimal=",">0,0 0;4,0 0; 4 3,0</coordinates></LineString>',
      { type: 'MultiLineString', coordinates: [LINE] },
    ],
    [
      'a Curve of two segments',
      `<Curve><segments><LineStringSegment><posList>0 0 4 0</posList></LineStringSegment>
       <LineStringSegment><posList>4 0 4 3</posList></LineStringSegment></segments></Curve>`,
      { type: 'MultiLineString', coordinates: [LINE] },
    ],
    [
      'a CompositeCurve with a curve turned round',
      `<CompositeCurve><curveMember><LineString><posList>0 0 4 0</posList></LineString></curveMember>
       <curveMember><OrientableCurve orientation="-"><baseCurve><LineString><posList>4 3 4 0</posList></LineString>
       </baseCurve></OrientableCurve></curveMember></CompositeCurve>`,
      { type: 'MultiLineString', coordinates: [LINE] },
    ],
    [
      'a GML 2 MultiLineString',
      `<MultiLineString><lineStringMember><LineString><coordinates>0,0 4,0
       4,3</coordinates></LineString></lineStringMember><lineStringMember><LineString><coordinates>1,1 2,2</coordinates>
       </LineString></lineStringMember></MultiLineString>`,
      {
        type: 'MultiLineString',
        coordinates: [
          LINE,
          [
            [1, 1],
            [2, 2],
          ],
        ],
      },
    ],
    ['a Polygon', POLYGON, { type: 'MultiPolygon', coordinates: [[SQUARE_POSITIONS]] }],
    [
      'a GML 2 Polygon with a hole',
      `<Polygon><outerBoundaryIs><LinearRing><coordinates>0,0 4,0 4,4 0,4 0,0</coordinates></LinearRing></outerBoundaryIs>
       <innerBoundaryIs><LinearRing><coordinates>1,1 1,2 2,2 1,1</coordinates></LinearRing></innerBoundaryIs></Polygon>`,
      {
        type: 'MultiPolygon',
        coordinates: [
          [
            SQUARE_POSITIONS,
            [
              [1, 1],
              [1, 2],
              [2, 2],
              [1, 1],
            ],
          ],
        ],
      },
    ],
    [
      'a Surface of patches',
      `<Surface><patches><PolygonPatch><exterior>${SQUARE}</exterior></PolygonPatch>
       <PolygonPatch><exterior>${SQUARE}</exterior></PolygonPatch></patches></Surface>`,
      { type: 'MultiPolygon', coordinates: [[SQUARE_POSITIONS], [SQUARE_POSITIONS]] },
    ],
    [
      'a MultiSurface of everything',
      `<MultiSurface><surfaceMember>${POLYGON}</surfaceMember><surfaceMembers>${POLYGON}
       <CompositeSurface><surfaceMember>${POLYGON}</surfaceMember></CompositeSurface></surfaceMembers></MultiSurface>`,
      { type: 'MultiPolygon', coordinates: [[SQUARE_POSITIONS], [SQUARE_POSITIONS], [SQUARE_POSITIONS]] },
    ],
    [
      'a Ring of curve members',
      `<Polygon><exterior><Ring><curveMember><LineString><posList>0 0 4 0 4 4</posList></LineString></curveMember>
       <curveMember><Curve><segments><LineStringSegment><posList>4 4 0 4 0.004 0</posList></LineStringSegment></segments>
       </Curve></curveMember></Ring></exterior></Polygon>`,
      { type: 'MultiPolygon', coordinates: [[SQUARE_POSITIONS]] },
    ],
    [
      'the geometry and not the envelope',
      `<boundedBy><Envelope srsName="e"><lowerCorner>9 9</lowerCorner></Envelope></boundedBy><g>${POLYGON}</g>`,
      { type: 'MultiPolygon', coordinates: [[SQUARE_POSITIONS]] },
    ],
    ['no geometry', '<name>x</name><boundedBy><Envelope><pos>1 1</pos></Envelope></boundedBy>', undefined],
  ];
  for (const [name, gml, expected] of READ) {
    it(`reads ${name}`, async () => assert.deepEqual(await geometry(gml), expected));
  }

  it('puts x first whatever the file does', async () => {
    assert.deepEqual(await geometry('<Point><pos>5724155.71 8430735.81</pos></Point>', 'yx'), {
      type: 'Point',
      coordinates: [8430735.81, 5724155.71],
    });
  });

  it('takes srsName from the geometry, its nearest ancestor or a part', async () => {
    const cases: [string, string | null][] = [
      ['<g srsName="far"><Point srsName="near"><pos srsName="part">1 2</pos></Point></g>', 'near'],
      ['<g srsName="far"><Point><pos srsName="part">1 2</pos></Point></g>', 'far'],
      ['<g><Point><pos srsName="part">1 2</pos></Point></g>', 'part'],
      ['<boundedBy srsName="envelope"/><g><Point><pos>1 2</pos></Point></g>', null],
    ];
    for (const [gml, expected] of cases) {
      assert.equal(gmlGeometryOf(await property(gml), 'xy')?.srsName, expected);
    }
  });

  it('linearises arcs and circles wherever curves may stand', async () => {
    const arc = '<Arc><posList>10 0 0 10 -10 0</posList></Arc>';
    const back = '<LineStringSegment><posList>-10 0 10 0</posList></LineStringSegment>';
    const rings: [string, number][] = [
      [`<Curve><segments>${arc}${back}</segments></Curve>`, Math.PI * 50],
      [
        `<Curve><segments><ArcString><posList>10 0 0 10 -10 0 0 -10 10 0</posList></ArcString></segments></Curve>`,
        Math.PI * 100,
      ],
      [
        `<Curve><segments><Circle><posList>10 0 0 10 -10 0</posList></Circle></segments></Curve>`,
        Math.PI * 100,
      ],
      [
        `<Curve><segments><CircleByCenterPoint><pos>3 4</pos><radius uom="m">10</radius></CircleByCenterPoint></segments></Curve>`,
        Math.PI * 100,
      ],
    ];
    for (const [curve, area] of rings) {
      const found = await geometry(
        `<Polygon><exterior><Ring><curveMember>${curve}</curveMember></Ring></exterior></Polygon>`,
      );
      assert.equal(found?.type, 'MultiPolygon');
      const [outline = []] = found.coordinates[0] ?? [];
      const measured = outline.slice(1).reduce((sum, [x, y], i) => {
        const [px, py] = outline[i] ?? [x, y];
        return sum + (px * y - x * py) / 2;
      }, 0);
      assert.ok(measured < area && measured > area * 0.998, `${measured} of ${area}`);
    }
  });

  const REFUSED: [string, string, RegExp][] = [
    [
      'a word for a number',
      '<Point><pos>1 x2</pos></Point>',
      /line 2: found "x2" in <pos>; expected a finite number/,
    ],
    ['a decimal comma', '<Point><pos>1,5 2</pos></Point>', /"1,5"/],
    ['a number beyond all bounds', '<Point><pos>1e999 2</pos></Point>', /"1e999"/],
    [
      'an odd count',
      '<LineString><posList>1 2 3</posList></LineString>',
      /3 numbers in <posList>; expected 2 for/,
    ],
    [
      'an odd count in 3D',
      '<LineString><posList srsDimension="3">1 2 3 4</posList></LineString>',
      /expected 3 for/,
    ],
    [
      'a strange dimension',
      '<LineString><posList srsDimension="4">1 2 3 4</posList></LineString>',
      /dimension 4/,
    ],
    ['an empty point', '<Point><pos/></Point>', /0 numbers/],
    ['a point without coordinates', '<Point/>', /without coordinates/],
    ['a line of one point', '<LineString><posList>1 2</posList></LineString>', /line of one point/],
    ['a ring of three', `<Polygon><exterior>${ring('0 0 1 1 0 0')}</exterior></Polygon>`, /ring of 3 points/],
    [
      'an open ring',
      `<Polygon><exterior>${ring('0 0 1 0 1 1 0 1')}</exterior></Polygon>`,
      /ends at 0 1; expected its start, 0 0/,
    ],
    ['a polygon without outline', '<Polygon><interior/></Polygon>', /0 parts in <Polygon>/],
    ['an empty MultiSurface', '<MultiSurface/>', /without parts/],
    [
      'a member kept elsewhere',
      `<MultiSurface><surfaceMember>${POLYGON}</surfaceMember><surfaceMember xlink:href="#p2"/></MultiSurface>`,
      /a reference to #p2/,
    ],
    [
      'segments apart',
      `<Curve><segments><LineStringSegment><posList>0 0 1 0</posList></LineStringSegment>
       <LineStringSegment><posList>2 0 3 0</posList></LineStringSegment></segments></Curve>`,
      /begins at 2 0; expected the last end, 1 0/,
    ],
    [
      'an arc of two points',
      '<Curve><segments><Arc><posList>0 0 1 1</posList></Arc></segments></Curve>',
      /2 points in <Arc>/,
    ],
    [
      'an arc back on itself',
      '<Curve><segments><Arc><posList>0 0 2 0 1 0</posList></Arc></segments></Curve>',
      /no circle fits/,
    ],
    [
      'a circle without radius',
      '<Curve><segments><CircleByCenterPoint><pos>0 0</pos></CircleByCenterPoint></segments></Curve>',
      /0 parts in <CircleByCenterPoint>/,
    ],
    [
      'a spline',
      '<Curve><segments><BSpline><posList>0 0 1 1</posList></BSpline></segments></Curve>',
      /<BSpline>/,
    ],
    [
      'several points',
      '<MultiPoint><pointMember><Point><pos>1 2</pos></Point></pointMember><pointMember><Point><pos>1 3</pos></Point></pointMember></MultiPoint>',
      /2 parts in <MultiPoint>/,
    ],
    [
      'a mixture',
      `<MultiGeometry><geometryMember>${POLYGON}</geometryMember></MultiGeometry>`,
      /<MultiGeometry>/,
    ],
  ];
  for (const [name, gml, message] of REFUSED) {
    it(`refuses ${name}`, async () => {
      const element = await property(gml);
      assert.throws(() => gmlGeometryOf(element, 'xy'), refusal(message));
    });
  }

  it('reads outlines larger than what a call can take as arguments', async () => {
    const positions = Array.from({ length: 200_000 }, (_, i) => `${i} ${i % 7}`).join(' ');
    const found = await geometry(
      `<Curve><segments><LineStringSegment><posList>${positions}</posList></LineStringSegment></segments></Curve>`,
    );
    assert.equal(found?.type === 'MultiLineString' && found.coordinates[0]?.length, 200_000);
  });
});

describe('official files', samples, () => {
  const FILES: [string, 'xy' | 'yx', Record<string, number>, string | null][] = [
    [
      'app/AktPlanowaniaPrzestrzennego.gml',
      'yx',
      { AktPlanowaniaPrzestrzennego: 1 },
      'http://www.opengis.net/def/crs/EPSG/0/2176',
    ],
    [
      'app/StrefaPlanistyczna.gml',
      'yx',
      { StrefaPlanistyczna: 28 },
      'http://www.opengis.net/def/crs/EPSG/0/2176',
    ],
    [
      'registry/ru_wfs_pog_zone_3.0.xml',
      'xy',
      { StrefaPlanistyczna: 1 },
      'http://www.opengis.net/gml/srs/epsg.xml#2180',
    ],
    ['registry/ru_wfs_pog_document_3.0.xml', 'xy', { DokumentFormalny: 1 }, null],
    [
      'prg/sample_model2021.xml',
      'xy',
      { AD_Miejscowosc: 3, AD_PunktAdresowy: 3, AD_UlicaPlac: 2 },
      'EPSG:2180',
    ],
    ['flood/isok_hazardarea.xml', 'yx', { HazardArea: 1 }, 'http://www.opengis.net/def/crs/EPSG/0/2180'],
    ['bdot10k/bdot10k_OT_SKJZ_L_1261_EXCERPT.xml', 'xy', { OT_SKJZ_L: 4 }, 'EPSG:2180'],
  ];
  for (const [path, axis, expected, srsName] of FILES) {
    it(path, async () => {
      const features = await readAll(sample(path));
      const counts: Record<string, number> = {};
      for (const { type } of features) counts[type] = (counts[type] ?? 0) + 1;
      assert.deepEqual(counts, expected);
      assert.equal(gmlGeometryOf(features[0]?.element ?? assert.fail(), axis)?.srsName ?? null, srsName);
      for (const { element } of features) gmlGeometryOf(element, axis);
    });
  }

  it('EGiB: parcels with ids, lines and outlines', async () => {
    const features = await readAll(sample('egib/dane-EGiB.redacted.gml'));
    assert.equal(features.length, 378);
    const parcels = features.filter(({ type }) => type === 'EGB_DzialkaEwidencyjna');
    assert.equal(parcels.length, 47);
    const [first] = parcels;
    assert.ok(first);
    assert.equal(first.line, 21);
    assert.equal(first.id, 'PL.PZGiK.1004.EGiB_04022323-1610-8636-2530-321713075445_2024-11-14T11-31-36');
    assert.equal(textOf(first.element, 'idDzialki'), '061304_5.0012.809/1');
    const outline = gmlGeometryOf(childOf(first.element, 'geometria') ?? first.element, 'yx');
    assert.equal(outline?.srsName, 'urn:ogc:def:crs:EPSG::2179');
    assert.ok(outline.geometry.type === 'MultiPolygon');
    assert.equal(outline.geometry.coordinates[0]?.[0]?.length, 9);
    assert.deepEqual(outline.geometry.coordinates[0]?.[0]?.[0], [8430735.81, 5724155.71]);
    for (const { element } of features) gmlGeometryOf(element, 'yx');
  });

  it('flood: the collection’s own words, and holes', async () => {
    const { collection, features } = await openGml(sample('flood/isok_hazardarea.xml'));
    assert.equal(collection.numberMatched, '3');
    assert.equal(collection.timeStamp, '2026-07-30T13:29:39.530Z');
    const [area] = await Array.fromAsync(features);
    const found = gmlGeometryOf(area?.element ?? assert.fail(), 'yx')?.geometry;
    assert.equal(found?.type === 'MultiPolygon' && found.coordinates[0]?.length, 3);
  });

  it('a file cut anywhere is refused', async () => {
    const whole = readFileSync(sample('app/StrefaPlanistyczna.gml'));
    const end = whole.lastIndexOf('>');
    await fc.assert(
      fc.asyncProperty(fc.nat(end - 1), async (length) => {
        await assert.rejects(read(whole.subarray(0, length)), FormatError);
      }),
      { numRuns: 50 },
    );
  });
});
