// Whether the answers of services in a load are whole. A service sends pages, and says so: by the number of features that it
// holds, by a link to the next page, or by sending the number alone. What a page lacks would be told as "there is none", so
// pages are refused unless all of them are in the load (formats §1.3). Knows no register.

import { createHash, type Hash } from 'node:crypto';
import { basename } from 'node:path';
import { FormatError } from './formats/format-error.ts';
import { openGeoJson } from './formats/geojson.ts';
import { openGml } from './formats/gml.ts';
import { readElements, type XmlElement } from './formats/xml.ts';

/** What an answer says of itself. */
interface Claim {
  readonly path: string;
  /** Features that the service holds of what was asked; null where it does not say. */
  readonly matched: number | null;
  /** Features in the answer; null where it does not say. */
  readonly returned: number | null;
  /** Address of the next page. */
  readonly next: string | null;
  readonly is_exception: boolean;
}

/** A page, and what is in it. */
interface Page extends Claim {
  readonly type: string;
  readonly count: number;
  /** Of features that have one. */
  readonly ids: readonly string[];
  /** Of all that it says: the same page twice is one. */
  readonly digest: string;
}

/** Refuses what is not whole. Null, or in words that more came than the service counts: nobody knows then what it counted. */
export async function requireWhole(paths: readonly string[], name: string): Promise<string | null> {
  const claims: Claim[] = [];
  for (const path of paths) claims.push(...(await readClaim(path)));
  // The last page of a chain of links has none itself.
  const isChained = claims.some(({ matched, next }) => matched === null && next !== null);
  const pages: Page[] = [];
  for (const claim of claims) {
    if (mayBePage(claim) || (isChained && claim.matched === null)) pages.push(await readPage(claim));
  }
  // Where pages are missing, an exception among the answers is the better reason.
  for (const { path, is_exception } of claims) if (is_exception) await openGml(path);
  const distinct = [...new Map(pages.map((page) => [page.digest, page])).values()];
  /** Totals of which all is there. */
  const complete = new Set(claims.filter((claim) => !mayBePage(claim)).map(({ matched }) => matched));
  const groups = Map.groupBy(
    distinct.filter(({ count }) => count > 0),
    ({ type, matched }) => `${type} ${matched}`,
  );
  const tooMany = claims.filter(({ matched, returned }) => matched !== null && (returned ?? 0) > matched);
  const over = tooMany.map(({ path, matched, returned }) => overcount(basename(path), returned, matched));
  for (const group of groups.values()) {
    const [{ matched } = { matched: null }] = group;
    const held = matched === null ? countHeld(group) : countDistinct(group);
    const isReached = matched === null ? isGapless(group) : held >= matched;
    if (!isReached || !isEnded(group, distinct)) throw refusal(group, held, matched, name);
    complete.add(matched);
    if (matched !== null && held > matched) over.push(overcount(name, held, matched));
  }
  // A page without features ends the others; alone it is a count, or a page before others.
  for (const page of distinct) {
    const isLeading = page.matched === null && page.next !== null && groups.size === 0;
    const isCount = page.matched !== null && !complete.has(page.matched);
    if (page.count === 0 && (isLeading || isCount)) throw refusal([page], 0, page.matched, name);
  }
  const [first, ...others] = over;
  if (first === undefined) return null;
  return others.length === 0 ? first : `${first} (and ${others.length} more such answers)`;
}

const overcount = (file: string, held: number | null, matched: number | null): string =>
  `${file} holds ${held} features where the service counts ${matched} (numberMatched): whether they are all is not known`;

/**
 * Whether a file without a feature says that there is none: an answer by its count of 0, which a service that failed or was asked
 * the wrong thing does not send; a table or a shapefile by being whole without a row.
 */
export async function isToldEmpty(path: string): Promise<boolean> {
  if (!isXml(path)) return true;
  const { collection, features } = await openGml(path);
  await features.return(undefined);
  // WFS 1.1 counts in numberOfFeatures alone.
  return toCount(collection.numberMatched ?? collection.numberOfFeatures) === 0;
}

const mayBePage = ({ matched, returned, next }: Claim): boolean =>
  next !== null || (matched !== null && matched > (returned ?? 0));

/** What pages say that they hold. */
const countHeld = (group: readonly Page[]): number =>
  group.reduce((sum, page) => sum + (page.returned ?? page.count), 0);

/** Ids tell what several pages repeat. Rows without ids count as they come: registers do hold the same row twice. */
function countDistinct(group: readonly Page[]): number {
  const ids = group.flatMap((page) => page.ids);
  return countHeld(group) - ids.length + new Set(ids).size;
}

/** The last page has no link to another; or the one that is linked to is there, and empty. */
const isEnded = (group: readonly Page[], all: readonly Page[]): boolean =>
  group.some(({ next }) => next === null) ||
  all.some(({ path, count }) => count === 0 && group.some((page) => areOfOneType(page.path, path)));

/** An empty page does not say of which type it is; its name does, where each type has its own: Akt-0001.xml, Akt-0002.xml. */
const areOfOneType = (a: string, b: string): boolean => stemOf(a) === stemOf(b);

const stemOf = (path: string): string =>
  basename(path)
    .toLowerCase()
    .replaceAll(/[\d\W_]+/g, '');

/** Where no total is known, pages must follow each other from the first on, as far as links tell where they begin. */
function isGapless(group: readonly Page[]): boolean {
  const linked = group.filter(({ next }) => next !== null);
  const ends = linked.map(({ next, count }) => ({ count, end: startIn(next) })).sort((a, b) => a.end - b.end);
  return ends.every(({ end, count }, at) => !(end - count > (ends[at - 1]?.end ?? 0)));
}

/** Not a number where the link does not say. */
function startIn(link: string | null): number {
  return Number(/[?&]startindex=(\d+)/i.exec(link ?? '')?.[1] ?? Number.NaN);
}

function refusal(pages: readonly Page[], held: number, matched: number | null, name: string): FormatError {
  const [only, ...more] = pages;
  const file = only && more.length === 0 ? basename(only.path) : name;
  const ids = pages.flatMap((page) => page.ids);
  const repeated = ids.length - new Set(ids).size;
  const stated = [
    `numberMatched ${matched ?? 'unknown'}`,
    ...(only && more.length === 0 ? [`numberReturned ${only.returned ?? held}`] : [`${pages.length} pages`]),
    ...(repeated > 0 ? [`${repeated} repeated: pages without a fixed order miss others`] : []),
    ...(pages.every(({ next }) => next !== null) ? ['a link to the next page'] : []),
  ];
  const total = matched === null ? 'a number not told' : String(matched);
  const found = `${held} of ${total} features (${stated.join(', ')}): a page, not the whole`;
  const expected = 'all features in one answer, or all pages in one archive';
  return new FormatError({ file, position: null, found, expected });
}

/** None for what is no answer of a service. Faults are for the reader to find, who knows which files it needs. */
async function readClaim(path: string): Promise<Claim[]> {
  try {
    if (isXml(path)) return [await claimOfXml(path)];
    return isGeoJson(path) ? [await claimOfJson(path)] : [];
  } catch (error) {
    if (error instanceof FormatError) return [];
    throw error;
  }
}

const isXml = (path: string) => /(?<!\.shp)\.(xml|gml)$/i.test(path);
const isGeoJson = (path: string) => /\.(geo)?json$/i.test(path);

async function claimOfXml(path: string): Promise<Claim> {
  const elements = readElements(path, (_, ancestors) => (ancestors.length === 0 ? 'start' : false));
  const { value: root } = await elements.next();
  await elements.return(undefined);
  const { numberMatched, numberReturned, next } = root?.attributes ?? {};
  return {
    path,
    matched: toCount(numberMatched),
    returned: toCount(numberReturned),
    next: next || null,
    is_exception: /Exception/.test(root?.name ?? ''),
  };
}

/** GeoServer says totalFeatures, too; OGC API Features has links. */
async function claimOfJson(path: string): Promise<Claim> {
  const { features, members } = openGeoJson(path);
  let returned = 0;
  for await (const _ of features) returned += 1;
  const links = Array.isArray(members.links) ? members.links : [];
  const next = links.find((link) => link?.rel === 'next');
  const matched = toCount(members.numberMatched ?? members.totalFeatures);
  return {
    path,
    matched,
    returned,
    next: next === undefined ? flaggedAsCut(members) : String(next.href),
    is_exception: false,
  };
}

/** ArcGIS in GeoJSON: a flag of the collection, or of its properties. */
function flaggedAsCut({
  exceededTransferLimit,
  properties,
}: Readonly<Record<string, unknown>>): string | null {
  const ofProperties = Object(properties).exceededTransferLimit;
  return exceededTransferLimit === true || ofProperties === true ? 'exceededTransferLimit' : null;
}

/** Null for "unknown" and for nothing. */
function toCount(value: unknown): number | null {
  return /^\d+$/.test(String(value ?? '')) ? Number(value) : null;
}

async function readPage(claim: Claim): Promise<Page> {
  const hash = createHash('sha256');
  const ids: string[] = [];
  let type: string | null = null;
  let count = 0;
  if (isGeoJson(claim.path)) {
    for await (const { properties, geometry } of openGeoJson(claim.path).features) {
      count += 1;
      hash.update(JSON.stringify([properties, geometry]));
    }
  } else {
    const { features } = await openGml(claim.path);
    for await (const feature of features) {
      count += 1;
      type ??= feature.type;
      if (feature.id !== null) ids.push(feature.id);
      hashContent(feature.element, hash);
    }
  }
  return { ...claim, type: type ?? '', count, ids, digest: count === 0 ? claim.path : hash.digest('base64') };
}

/** Without ids, which some servers make up anew for every answer. */
function hashContent({ name, text, attributes, children }: XmlElement, hash: Hash): void {
  hash.update(`<${name} ${attributes.href ?? ''}>${text.trim()}`);
  for (const child of children) hashContent(child, hash);
}
