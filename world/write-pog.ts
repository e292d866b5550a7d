// Writes the general plans of a powiat as an archive of answers of Rejestr Urbanistyczny: acts, two pages of zones,
// infill areas and documents. Adds the faulty zones of faults.ts: a few square metres beside sound ones.

import { join } from 'node:path';
import type { Polygon } from '../src/domain/geometry/types.ts';
import { ZONES, type ZoneSymbol } from '../src/domain/law/zones.ts';
import { fold } from '../src/domain/text/fold.ts';
import { writeArchive } from './archive.ts';
import { EARLIER_HEIGHTS_M } from './editions.ts';
import { FAULTY_ZONES } from './faults.ts';
import { type Land, obrebyOf } from './land.ts';
import { bowTieAt, outlineOf, outlineOfArea, squareAt } from './outline.ts';
import {
  type GeneralPlan,
  generalPlansOf,
  infillAreasOf,
  namespaceOf,
  PLANNERS,
  type PlanArea,
  zonesOf,
} from './planning.ts';
import { modelOf } from './regions.ts';
import {
  type Act,
  addressOf,
  CODELISTS,
  writeAct,
  writeAnswer,
  writeDocuments,
  writeObject,
  writeStatus,
  writeSurface,
} from './registry-answer.ts';

const PREFIX = 'app-pog';
const PLAN_ID = '1POG';
const PAGES = 2;
const ONTOLOGY = 'https://www.gov.pl/static/zagospodarowanieprzestrzenne/ontology/KPT#KPT-MPZP-';

/** What every zone allows, and what each allows besides (annex 1 to Dz.U. 2023 poz. 2758; only the first of each). */
const COMMON_PROFILE = [
  ['K', 'teren komunikacji'],
  ['ZD', 'teren ogrodów działkowych'],
  ['I', 'teren infrastruktury technicznej'],
] as const;
const PROFILES: Readonly<Record<ZoneSymbol, readonly [code: string, name: string] | null>> = {
  SW: ['MW', 'teren zabudowy mieszkaniowej wielorodzinnej'],
  SJ: ['MN', 'teren zabudowy mieszkaniowej jednorodzinnej'],
  SZ: ['RZM', 'teren zabudowy zagrodowej'],
  SU: ['U', 'teren usług'],
  SH: ['H', 'teren handlu wielkopowierzchniowego'],
  SP: ['P', 'teren produkcji'],
  SR: ['RZP', 'teren produkcji w gospodarstwach rolnych'],
  SI: null,
  SN: ['ZP', 'teren zieleni urządzonej'],
  SC: ['C', 'teren cmentarza'],
  SG: ['G', 'teren górnictwa i wydobycia'],
  SO: ['RN', 'teren rolnictwa z zakazem zabudowy'],
  SK: ['KDG', 'teren drogi głównej'],
};

/** Intensity, coverage in %, height in m, bio-active ground in %: set where the law asks for it, absent elsewhere. */
export const ZONE_LIMITS: Readonly<Record<ZoneSymbol, readonly (number | null)[]>> = {
  SW: [1.8, 60, 18, 30],
  SJ: [0.8, 40, 12, 40],
  SZ: [0.6, 40, 12, 50],
  SU: [1.2, 50, 15, 30],
  SH: [1.5, 60, 15, 30],
  SP: [1.6, 60, 20, 20],
  SR: [0.8, 50, 15, 30],
  SI: [null, null, null, 20],
  SN: [null, null, null, 60],
  SC: [null, null, null, 40],
  SG: [null, null, null, null],
  SO: [null, null, null, null],
  SK: [null, null, null, null],
};
const LIMIT_TAGS = [
  'maksNadziemnaIntensywnoscZabudowy',
  'maksUdzialPowierzchniZabudowy',
  'maksWysokoscZabudowy',
  'minUdzialPowierzchniBiologicznieCzynnej',
] as const;

export async function writePog(folder: string, land: Land, powiat: string): Promise<string> {
  const file = join(folder, `pog-${powiat}.zip`);
  const { edition } = land;
  const plans = generalPlansOf(land, powiat);
  const acts = plans.map(([gmina, plan]) => actOf(land, gmina, plan));
  const zones = plans.flatMap(([gmina, plan]) => zonesOf(land, gmina).map((zone) => ({ gmina, plan, zone })));
  const infill = plans
    .filter(([, plan]) => plan.infill === 'published')
    .flatMap(([gmina, plan]) => infillAreasOf(land, gmina).map((area) => ({ gmina, plan, area })));
  const documents = acts.flatMap((act) => writeDocuments(PREFIX, act));
  const faulty = powiat === '1418' ? [...writeFaultyZones(land)] : [];
  const matched = zones.length + faulty.length;
  const pageOf = (page: number) => {
    const size = Math.ceil(zones.length / PAGES);
    const its = zones.slice(page * size, (page + 1) * size);
    const more = page === PAGES - 1 ? faulty : [];
    const members = its.values().map(({ gmina, plan, zone }) => writeZone(land, gmina, plan, zone));
    return writeAnswer(PREFIX, edition, concatenate(members, more), its.length + more.length, matched);
  };
  await writeArchive(file, {
    'akty.xml': writeAnswer(
      PREFIX,
      edition,
      acts.values().map((act) => writeAct(PREFIX, act)),
      acts.length,
    ),
    'strefy-1.xml': pageOf(0),
    'strefy-2.xml': pageOf(1),
    'ouz.xml': writeAnswer(
      PREFIX,
      edition,
      infill.values().map(({ gmina, plan, area }) => writeInfillArea(land, gmina, plan, area)),
      infill.length,
    ),
    'dokumenty.xml': writeAnswer(PREFIX, edition, documents, documents.length),
  });
  return file;
}

function actOf(land: Land, gmina: string, plan: GeneralPlan): Act {
  const planner = PLANNERS[modelOf(gmina)];
  const [first] = obrebyOf(land, gmina);
  if (planner === undefined || first === undefined) throw new Error(`nobody plans in ${gmina}`);
  return {
    ...plan,
    namespace: namespaceOf(gmina, 'POG'),
    localId: PLAN_ID,
    title: `Plan ogólny gminy ${first.unit.gmina.name}`,
    type: ['planOgolnyGminy', 'plan ogólny gminy'],
    planner,
    outline: outlineOf(land, obrebyOf(land, gmina)),
    zones: zonesOf(land, gmina).map(({ label }) => `${PLAN_ID}-${label}`),
    regulations:
      plan.infill === 'none' ? [] : infillAreasOf(land, gmina).map(({ label }) => `${PLAN_ID}-${label}`),
  };
}

function writeZone(
  land: Land,
  gmina: string,
  plan: GeneralPlan,
  zone: PlanArea & { symbol: ZoneSymbol },
): string {
  const [polygon = []] = outlineOfArea(land, zone.obreb.anchor, zone.area);
  const { symbol, label } = zone;
  const height_m = land.edition === 'earlier' ? EARLIER_HEIGHTS_M[symbol] : undefined;
  return writeZoneObject({ gmina, plan, symbol, label, kind: symbol, polygon, height_m });
}

interface ZoneContent {
  readonly gmina: string;
  readonly plan: GeneralPlan;
  /** As written; `kind` is what the zone is. */
  readonly symbol: string;
  readonly kind: ZoneSymbol;
  readonly label: string;
  readonly polygon: Polygon;
  readonly planId?: string;
  /** In place of the usual one. */
  readonly height_m?: number | undefined;
}

function writeZoneObject(content: ZoneContent): string {
  const { gmina, plan, symbol, kind, label, polygon, planId, height_m } = content;
  const { name } = ZONES[kind];
  const code = fold(name).replaceAll(/ (\w)/g, (_, letter: string) => letter.toUpperCase());
  const profile = [PROFILES[kind], ...COMMON_PROFILE].flatMap((entry) => (entry === null ? [] : [entry]));
  const limits = LIMIT_TAGS.flatMap((tag, index) => {
    const isHeight = tag === 'maksWysokoscZabudowy';
    const limit = (isHeight ? height_m : undefined) ?? ZONE_LIMITS[kind][index] ?? null;
    const unit = isHeight ? ' uom="m"' : '';
    return limit === null ? [] : [`<${PREFIX}:${tag}${unit}>${limit.toFixed(1)}</${PREFIX}:${tag}>`];
  });
  const properties = [
    writeRegulation(gmina, plan, label, symbol, polygon, planId),
    `<${PREFIX}:nazwa xlink:href="${CODELISTS}/RodzajStrefyPlanistycznejKod/${code}" xlink:title="${name}"/>`,
    ...profile.map(
      ([terrain, title]) =>
        `<${PREFIX}:profilPodstawowy xlink:href="${ONTOLOGY}${terrain}" xlink:title="${title}"/>`,
    ),
    ...limits,
  ];
  const id = { namespace: namespaceOf(gmina, 'POG'), localId: `${PLAN_ID}-${label}` };
  return writeObject(PREFIX, 'StrefaPlanistyczna', id, plan.effective_from, properties.join(''));
}

function writeInfillArea(
  land: Land,
  gmina: string,
  plan: GeneralPlan,
  { obreb, area, label }: PlanArea,
): string {
  const [polygon = []] = outlineOfArea(land, obreb.anchor, area);
  const content =
    writeRegulation(gmina, plan, label, 'OUZ', polygon) +
    `<${PREFIX}:nazwa>obszar uzupełnienia zabudowy</${PREFIX}:nazwa>`;
  const id = { namespace: namespaceOf(gmina, 'POG'), localId: `${PLAN_ID}-${label}` };
  return writeObject(PREFIX, 'ObszarUzupelnieniaZabudowy', id, plan.effective_from, content);
}

/** What zones and infill areas have in common, in the order of the schema. */
function writeRegulation(
  gmina: string,
  { effective_from, repealed_on, process }: GeneralPlan,
  label: string,
  symbol: string,
  polygon: Polygon,
  planId = PLAN_ID,
): string {
  const plan = addressOf('AktPlanowaniaPrzestrzennego', {
    namespace: namespaceOf(gmina, 'POG'),
    localId: planId,
  });
  return [
    `<${PREFIX}:oznaczenie>${label}</${PREFIX}:oznaczenie>`,
    `<${PREFIX}:symbol>${symbol}</${PREFIX}:symbol>`,
    `<${PREFIX}:poczatekWersjiObiektu>${effective_from}T01:00:00Z</${PREFIX}:poczatekWersjiObiektu>`,
    `<${PREFIX}:obowiazujeOd>${effective_from}</${PREFIX}:obowiazujeOd>`,
    repealed_on === null ? '' : `<${PREFIX}:obowiazujeDo>${repealed_on}</${PREFIX}:obowiazujeDo>`,
    writeStatus(PREFIX, process),
    `<${PREFIX}:charakterUstalenia xlink:href="https://inspire.ec.europa.eu/codelist/RegulationNatureValue/generallyBinding" xlink:title="ogólnie wiążące"/>`,
    `<${PREFIX}:geometria>${writeSurface(polygon)}</${PREFIX}:geometria>`,
    `<${PREFIX}:plan xlink:href="${plan}"/>`,
  ].join('');
}

/** At a corner of Mysiadło, on top of sound ones. */
function* writeFaultyZones(land: Land): Generator<string> {
  const gmina = '1418032';
  const [, plan] = generalPlansOf(land, gmina.slice(0, 4)).find(([code]) => code === gmina) ?? [];
  const corner = outlineOf(land, obrebyOf(land, gmina).slice(1, 2))[0]?.[0]?.[0];
  if (plan === undefined || corner === undefined) throw new Error(`${gmina} has no general plan`);
  const label = (fault: keyof typeof FAULTY_ZONES) => FAULTY_ZONES[fault].split('-').at(-1) ?? '';
  const zone = { gmina, plan, kind: 'SJ', symbol: 'SJ', polygon: [squareAt(corner)] } as const;
  yield writeZoneObject({ ...zone, label: label('wrong_symbol'), symbol: 'SX' });
  yield writeZoneObject({ ...zone, label: label('self_crossing'), polygon: [bowTieAt(corner)] });
  yield writeZoneObject({ ...zone, label: label('unknown_plan'), symbol: 'SU', kind: 'SU', planId: '9POG' });
}

function* concatenate(...lists: Iterable<string>[]): Generator<string> {
  for (const list of lists) yield* list;
}
