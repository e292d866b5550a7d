// For the tests of planning recipes: small files as the registry and gminas write them, and what a recipe makes of them.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { IssueRow, PlanAreaRow, PlanRow } from '../../domain/publish/staged-rows.ts';
import type { FileFacts, Recipe } from '../recipe.ts';

export interface Made extends FileFacts {
  readonly plans: PlanRow[];
  readonly areas: PlanAreaRow[];
  readonly issues: IssueRow[];
  /** Kinds of the issues, in order. */
  readonly kinds: string[];
}

/** Reads files that exist. Issues go to `said` also when the recipe throws. */
export async function readPaths(
  recipe: Recipe,
  paths: readonly string[],
  name: string,
  said: IssueRow[] = [],
): Promise<Made> {
  const plans: PlanRow[] = [];
  const areas: PlanAreaRow[] = [];
  const reading = recipe.read(paths, name, []);
  let next = await reading.next();
  for (; !next.done; next = await reading.next()) {
    const item = next.value;
    if ('issue' in item) said.push(item.issue);
    else if (item.row.kind === 'plan') plans.push(item.row.row);
    else if (item.row.kind === 'plan_area') areas.push(item.row.row);
  }
  return { ...next.value, plans, areas, issues: said, kinds: said.map(({ kind }) => kind) };
}

/** Reads files given as their texts. */
export async function readTexts(
  recipe: Recipe,
  name: string,
  texts: Readonly<Record<string, string>>,
  said: IssueRow[] = [],
): Promise<Made> {
  const folder = mkdtempSync(join(tmpdir(), 'plans-'));
  try {
    const paths = Object.entries(texts).map(([file, text]) => {
      writeFileSync(join(folder, file), text);
      return join(folder, file);
    });
    return await readPaths(recipe, paths, name, said);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export const APP_URL = 'https://www.gov.pl/zagospodarowanieprzestrzenne/app';
export const EAST_FIRST = 'http://www.opengis.net/gml/srs/epsg.xml#2180';

/** A square of 100 m, so many places east of the south-western one. */
export const square = (place: number, width = 1): [number, number][] => {
  const [west, east] = [640_000 + place * 100, 640_000 + (place + width) * 100];
  return [
    [west, 470_000],
    [east, 470_000],
    [east, 470_100],
    [west, 470_100],
    [west, 470_000],
  ];
};

interface ObjectOptions {
  readonly type: string;
  readonly local: string;
  readonly namespace?: string;
  readonly version?: string;
  readonly inside?: string;
  readonly ring?: readonly (readonly [number, number])[];
  readonly srsName?: string;
}

export function appObject(options: ObjectOptions): string {
  const { type, local, namespace = 'PL.ZIPPZP.1234/141803-POG', version = '20260101T000000' } = options;
  const { inside = '', ring, srsName = EAST_FIRST } = options;
  const id = `${namespace.replace('/', '_')}_${local}_${version}`;
  const property = type === 'AktPlanowaniaPrzestrzennego' ? 'zasiegPrzestrzenny' : 'geometria';
  const polygon =
    ring &&
    `<app:${property}><gml:Polygon srsName="${srsName}"><gml:exterior><gml:LinearRing><gml:posList>
     ${ring.flat().join(' ')}</gml:posList></gml:LinearRing></gml:exterior></gml:Polygon></app:${property}>`;
  return `<wfs:member><app:${type} gml:id="${id}"><app:idIIP><app:Identyfikator>
    <app:przestrzenNazw>${namespace}</app:przestrzenNazw><app:lokalnyId>${local}</app:lokalnyId>
    <app:wersjaId>${version}</app:wersjaId></app:Identyfikator></app:idIIP>
    <app:poczatekWersjiObiektu>2026-01-01T00:00:00Z</app:poczatekWersjiObiektu>
    ${inside}${polygon ?? ''}</app:${type}></wfs:member>`;
}

export const link = (name: string, href: string, title = '') =>
  `<app:${name} xlink:href="${href}" xlink:title="${title}"/>`;

export const status = (process: string) =>
  link('status', `http://inspire.ec.europa.eu/codelist/ProcessStepGeneralValue/${process}`);

export function collection(
  members: readonly string[],
  attributes = 'timeStamp="2026-10-01T10:00:00Z"',
  app = '3.0',
) {
  return `<?xml version="1.0" encoding="UTF-8"?><wfs:FeatureCollection xmlns:wfs="http://www.opengis.net/wfs/2.0"
    xmlns:gml="http://www.opengis.net/gml/3.2" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:gmd="gmd" xmlns:gco="gco"
    xmlns:app="https://www.gov.pl/static/zagospodarowanieprzestrzenne/schemas/app/${app}" ${attributes}>
    ${members.join('\n')}</wfs:FeatureCollection>`;
}

export function featureCollection(
  features: readonly { ring: readonly unknown[]; properties: Readonly<Record<string, unknown>> }[],
  members: Readonly<Record<string, unknown>> = {},
): string {
  const toFeature = ({ ring, properties }: (typeof features)[number]) => ({
    type: 'Feature',
    properties,
    geometry: { type: 'Polygon', coordinates: [ring] },
  });
  return JSON.stringify({ type: 'FeatureCollection', ...members, features: features.map(toFeature) });
}
