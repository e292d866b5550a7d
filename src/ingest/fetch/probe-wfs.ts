// A WFS held against what its reader expects: capabilities, schema and one feature of each type, the feature read by the very
// recipe that would load it and placed by the polygon of the unit that its id names.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { KNOWN_SYSTEMS, systemOf } from '../../domain/geometry/projection.ts';
import { FormatError } from '../formats/format-error.ts';
import { openGml } from '../formats/gml.ts';
import { readElements, textOf, type XmlElement } from '../formats/xml.ts';
import { tellUnasked } from '../named-unit.ts';
import type { WfsEndpoint } from './endpoints.ts';
import type { Answered } from './polite-request.ts';
import { answerOf, type ProbeTarget, type ProbeTools, type ServiceFinding } from './probe-answer.ts';
import { localName, pageUrl, requestUrl, type WfsQuery } from './wfs.ts';

type WfsTarget = ProbeTarget & { readonly endpoint: WfsEndpoint };

export async function probeWfs(target: WfsTarget, tools: ProbeTools): Promise<ServiceFinding[]> {
  /** By local name, as the service calls them: prefixes differ from server to server. */
  const called = new Map<string, string>();
  const findings = await probeCapabilities(target, tools, called);
  if (findings.some(({ about, is }) => about === 'capabilities' && is === 'fails')) return findings;
  for (const [archive, types] of Object.entries(target.endpoint.archives)) {
    const pages: string[] = [];
    let isAsked = true;
    const published = types.filter((name) => !target.endpoint.own_prefixes || called.has(localName(name)));
    for (const type of published.map((name) => called.get(localName(name)) ?? name)) {
      findings.push(...(await probeSchema(type, target, tools)));
      const { found, path, is_asked } = await probeFeature(type, target, tools);
      findings.push(...found);
      if (path === null) continue;
      pages.push(path);
      isAsked &&= is_asked;
    }
    findings.push(...(await probeRows(archive, pages, target, tools, isAsked)));
    if (pages.length === 0 && !target.recipe.may_be_empty && findings.every(({ is }) => is !== 'fails'))
      findings.push({ about: archive, is: 'fails', says: 'no feature of any of its types: nothing to load' });
  }
  return findings;
}

async function probeCapabilities(
  { url, endpoint }: WfsTarget,
  tools: ProbeTools,
  called: Map<string, string>,
): Promise<ServiceFinding[]> {
  const about = 'capabilities';
  const answer = await answerOf(about, requestUrl(url, { request: 'GetCapabilities' }), tools);
  if ('is' in answer) return [answer];
  let root: XmlElement | null = null;
  let paging: string | null = null;
  try {
    for await (const element of readElements(bytesOf(answer), (name, ancestors) =>
      ancestors.length === 0 ? 'start' : name === 'FeatureType' || name === 'Constraint',
    )) {
      root ??= element;
      const name = element.name === 'FeatureType' ? textOf(element, 'Name') : null;
      if (name !== null) called.set(localName(name), name);
      if (element.attributes.name === 'ImplementsResultPaging') paging = textOf(element, 'DefaultValue');
    }
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return [{ about, is: 'fails', says: `found ${error.problem.found}; expected ${error.problem.expected}` }];
  }
  if (root?.name !== 'WFS_Capabilities') {
    const hint = 'is this the address of a WFS?';
    return [{ about, is: 'fails', says: `<${root?.name}> instead of capabilities`, hint }];
  }
  const version = root.attributes.version ?? 'unknown';
  const wanted = Object.values(endpoint.archives).flat().map(localName);
  const missing = wanted.filter((type) => !called.has(type));
  const isLoadable = endpoint.own_prefixes && !missing.includes(wanted[0] ?? '');
  return [
    version.startsWith('2.')
      ? { about: 'version', is: 'ok', says: `WFS ${version}` }
      : { about: 'version', is: 'differs', says: `WFS ${version}; 2.0.0 is asked for` },
    missing.length === 0
      ? { about: 'types', is: 'ok', says: `all ${wanted.length}` }
      : {
          about: 'types',
          is: isLoadable ? 'differs' : 'fails',
          says: `no ${missing.join(', ')}`,
          hint: `the service has ${[...called.values()].slice(0, 12).join(', ')}; give another address with --url, or load files by hand`,
        },
    ...(paging !== null && /false/i.test(paging)
      ? [{ about: 'paging', is: 'differs', says: 'the service says that it has no pages' } as const]
      : []),
  ];
}

/** Services without a schema still load: features say what they hold. */
async function probeSchema(
  type: string,
  { url, endpoint }: WfsTarget,
  tools: ProbeTools,
): Promise<ServiceFinding[]> {
  const about = `schema of ${localName(type)}`;
  const namespaces = Object.entries(endpoint.namespaces).map(([prefix, uri]) => `xmlns(${prefix},${uri})`);
  const parameters = { request: 'DescribeFeatureType', typeNames: type, namespaces: namespaces.join(',') };
  const answer = await answerOf(about, requestUrl(url, parameters), tools);
  if ('is' in answer) return [{ ...answer, is: 'differs' }];
  const properties: string[] = [];
  const geometries: string[] = [];
  try {
    for await (const { attributes } of readElements(
      bytesOf(answer),
      (name) => name === 'element' && 'start',
    )) {
      if (attributes.name === undefined) continue;
      properties.push(attributes.name);
      if (/gml:\w*(Geometry|Surface|Curve|Point|Polygon|Line)\w*PropertyType/.test(attributes.type ?? ''))
        geometries.push(attributes.name);
    }
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
  }
  if (properties.length === 0) return [{ about, is: 'differs', says: 'no schema that could be read' }];
  const says = `${properties.length} elements; geometry in ${geometries.join(', ') || 'none that is named so'}`;
  return [{ about, is: 'ok', says }];
}

interface ProbedFeature {
  readonly found: ServiceFinding[];
  /** Where the answer lies; null where there is nothing to read. */
  readonly path: string | null;
  /** Of the place that was asked for, or of any, where there was nothing. */
  readonly is_asked: boolean;
}

async function probeFeature(type: string, target: WfsTarget, tools: ProbeTools): Promise<ProbedFeature> {
  const { endpoint, url, teryt } = target;
  const { like, box, ...plain } = endpoint;
  const about = localName(type);
  const query: WfsQuery = { ...plain, url, type, page: 1 };
  const narrowed: WfsQuery = {
    ...query,
    ...(like && { like: { ...like, pattern: like.pattern.replaceAll('{teryt}', teryt) } }),
    ...(box && { box }),
  };
  const first = await readFeature(about, narrowed, 0, tools);
  if ('is' in first) return { found: [first], path: null, is_asked: true };
  // Nothing here says nothing of how the service answers.
  const isEmpty = first.ids.length === 0;
  const read = isEmpty ? await readFeature(about, query, 0, tools) : first;
  if ('is' in read) return { found: [read], path: null, is_asked: !isEmpty };
  const found: ServiceFinding[] = [];
  if (isEmpty)
    found.push({ about, is: 'differs', says: `no feature where it was asked for${teryt && ` (${teryt})`}` });
  if (read.ids.length === 0) {
    const matched = Number(read.collection.numberMatched);
    const none: ServiceFinding =
      matched > 0
        ? { about, is: 'fails', says: `a count of ${matched} features, and none of them` }
        : { about, is: 'differs', says: 'no feature at all' };
    return { found: [none], path: null, is_asked: false };
  }
  found.push(
    ...judgeFeature(about, type, read),
    ...(await probePaging(about, isEmpty ? query : narrowed, read, tools)),
  );
  const path = join(tools.folder, `${about}-0001.xml`);
  mkdirSync(tools.folder, { recursive: true });
  writeFileSync(path, read.body);
  return { found, path, is_asked: !isEmpty };
}

interface ReadFeature extends Answered {
  readonly collection: Readonly<Record<string, string>>;
  readonly type: string;
  readonly ids: readonly string[];
  readonly geometry: { readonly property: string; readonly srsName: string | null } | null;
}

async function readFeature(
  about: string,
  query: WfsQuery,
  start: number,
  tools: ProbeTools,
): Promise<ReadFeature | ServiceFinding> {
  const answer = await answerOf(about, pageUrl(query, start), tools);
  if ('is' in answer) return answer;
  try {
    const { collection, features } = await openGml(bytesOf(answer));
    const read = await Array.fromAsync(features);
    const [feature] = read;
    const ids = read.map(({ id, element }) => id ?? JSON.stringify(element).slice(0, 2_000));
    return {
      ...answer,
      collection,
      ids,
      type: feature?.type ?? '',
      geometry: feature ? geometryOf(feature.element) : null,
    };
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    const says = `found ${error.problem.found}; expected ${error.problem.expected}`;
    return {
      about,
      is: 'fails',
      says,
      hint: 'services send their errors with status 200; the words are theirs',
    };
  }
}

/** The first property that holds a GML geometry, whatever it is called. */
function geometryOf(feature: XmlElement): ReadFeature['geometry'] {
  const shapes =
    /^(Point|MultiPoint|LineString|Curve|MultiCurve|MultiLineString|Polygon|Surface|MultiSurface|MultiPolygon|MultiGeometry)$/;
  const find = (element: XmlElement): XmlElement | null => {
    for (const child of element.children) {
      if (shapes.test(child.name)) return child;
      const within = find(child);
      if (within) return within;
    }
    return null;
  };
  for (const property of feature.children) {
    const shape = find(property);
    if (shape) return { property: property.name, srsName: srsNameIn(shape) };
  }
  return null;
}

function srsNameIn(element: XmlElement): string | null {
  if (element.attributes.srsName !== undefined) return element.attributes.srsName;
  for (const child of element.children) {
    const name = srsNameIn(child);
    if (name !== null) return name;
  }
  return null;
}

const AXES = { xy: 'easting first', yx: 'northing first' } as const;

function judgeFeature(about: string, type: string, read: ReadFeature): ServiceFinding[] {
  const findings: ServiceFinding[] = [];
  if (read.type !== localName(type))
    findings.push({ about, is: 'fails', says: `features are called ${read.type}, not ${localName(type)}` });
  const { geometry } = read;
  if (geometry) {
    const system = geometry.srsName === null ? null : systemOf(geometry.srsName);
    const axes = system?.axes ? AXES[system.axes] : 'axes by the habit of the service';
    findings.push(
      system || geometry.srsName === null
        ? {
            about,
            is: 'ok',
            says: `geometry in ${geometry.property}, ${geometry.srsName ?? 'no srsName'} (${axes})`,
          }
        : {
            about,
            is: 'fails',
            says: `geometry in ${geometry.property} in the unknown system ${geometry.srsName}`,
            hint: `known are ${KNOWN_SYSTEMS} in the forms of formats §0.2`,
          },
    );
  }
  const encoding = /encoding=["']([\w-]+)/i.exec(read.body.toString('latin1', 0, 200))?.[1];
  if (encoding !== undefined && !/^utf-?8$/i.test(encoding))
    findings.push({ about, is: 'differs', says: `encoding ${encoding}` });
  const { timeStamp } = read.collection;
  findings.push(
    timeStamp
      ? { about, is: 'ok', says: `of ${timeStamp.slice(0, 10)}` }
      : { about, is: 'differs', says: 'no timeStamp: the data are dated by the day they are fetched' },
  );
  return findings;
}

/** The second feature must be another than the first. */
async function probePaging(
  about: string,
  query: WfsQuery,
  first: ReadFeature,
  tools: ProbeTools,
): Promise<ServiceFinding[]> {
  const matched = first.collection.numberMatched ?? '';
  const findings: ServiceFinding[] = [];
  if (first.ids.length > 1)
    findings.push({ about, is: 'differs', says: `${first.ids.length} features where one was asked for` });
  if (matched === '1') return findings;
  const second = await readFeature(about, query, first.ids.length, tools);
  if ('is' in second) return [...findings, { ...second, says: `second page: ${second.says}` }];
  const repeats = second.ids.length > 0 && second.ids.every((id) => first.ids.includes(id));
  if (repeats && isAllAtOnce(first, second)) {
    const says = `all ${first.ids.length} features at once, without pages`;
    return [...findings, { about, is: 'differs', says }];
  }
  if (repeats) {
    const hint = 'such a service cannot be fetched in pages: load a file instead';
    return [
      ...findings,
      { about, is: 'fails', says: 'the second page repeats the first: startIndex is ignored', hint },
    ];
  }
  if (second.ids.length === 0 && Number(matched) > first.ids.length) {
    const says = `${matched} features, and the second page is empty`;
    return [
      ...findings,
      { about, is: 'fails', says, hint: 'pages end before the number that the service states' },
    ];
  }
  const came = first.ids.length + second.ids.length;
  if (/^\d+$/.test(matched) && came > Number(matched)) {
    const says = `${came} features on two pages, and a count of ${matched} (numberMatched)`;
    return [...findings, { about, is: 'differs', says }];
  }
  const total = /^\d+$/.test(matched) ? `${matched} features` : 'a number of features that it does not tell';
  return [...findings, { about, is: 'ok', says: `pages, ${total}` }];
}

/** Services before WFS 2.0 know neither count nor startIndex: they answer with everything, each time. */
const isAllAtOnce = (first: ReadFeature, second: ReadFeature): boolean =>
  first.ids.length > 1 &&
  second.ids.length === first.ids.length &&
  !(Number(first.collection.numberMatched) > first.ids.length);

/** What is wrong with a plan of which one zone alone is asked for, and nothing that a load would meet. */
const OF_ONE_FEATURE = new Set([
  'amendment_not_whole',
  'missing_zone',
  'missing_ouz',
  'unknown_plan',
  'zones_do_not_fill_plan',
]);

/** What the recipe makes of what came, as a load would; that it is not the whole (FileFacts.lacking) is no finding. */
async function probeRows(
  archive: string,
  paths: readonly string[],
  { recipe, teryt }: WfsTarget,
  tools: ProbeTools,
  isAsked: boolean,
): Promise<ServiceFinding[]> {
  if (paths.length === 0) return [];
  const about = 'rows';
  const places = tools.places();
  const outside: string[] = [];
  const issues: string[] = [];
  let rows = 0;
  let unasked: string | null = null;
  try {
    const reading = recipe.read(paths, archive.replaceAll('{teryt}', teryt), tools.served, places);
    let next = await reading.next();
    for (; !next.done; next = await reading.next()) {
      const item = 'row' in next.value ? await places.judge(next.value) : next.value;
      if ('row' in item) rows += 1;
      else if (!OF_ONE_FEATURE.has(item.issue.kind))
        (item.issue.kind === 'outside_unit' ? outside : issues).push(
          `${item.issue.kind}: ${item.issue.message}`,
        );
    }
    if (isAsked) unasked = tellUnasked(teryt, next.value.scopes);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return [{ about, is: 'fails', says: `found ${error.problem.found}; expected ${error.problem.expected}` }];
  }
  if (unasked !== null)
    return [{ about, is: 'fails', says: unasked, hint: 'is this the service of another powiat?' }];
  if (outside.length > 0) {
    const hint = places.failures()[0] ?? 'the id and the place of the feature do not agree';
    return [{ about, is: 'fails', says: outside[0] ?? '', hint }];
  }
  const [issue] = issues;
  if (rows === 0) return [{ about, is: 'fails', says: issue ?? 'the reader makes nothing of what came' }];
  const unchecked = places.unchecked();
  return [
    { about, is: 'ok', says: `${rows} read` },
    ...(issue === undefined ? [] : [{ about, is: 'differs', says: issue } as const]),
    ...(unchecked === null ? [] : [{ about: 'place', is: 'differs', says: unchecked } as const]),
  ];
}

const bytesOf = ({ body }: Answered): AsyncIterable<Uint8Array> =>
  (async function* () {
    yield body;
  })();
