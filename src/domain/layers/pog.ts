// General plan (plan ogólny): facts from zones and infill areas, and the answer for a day (spec §2.7; status by art. 13
// u.p.z.p., see law/plan-status.ts). Drafts are answered and labelled; a repealed plan alone is a real "none".

import type { Language } from '../../contract/language.ts';
import type { LayerAnswer, PogValue, ZoneParameters } from '../../contract/layers.ts';
import type { Corpus } from '../corpus/corpus.ts';
import { describeLack, heldPartsOf } from '../corpus/held-parts.ts';
import type { SourceId } from '../corpus/registers.ts';
import { extentOf, type Part, type ToldParts } from '../law/parts.ts';
import { inOuz, NEARLY_ALL_PCT, SLIVER_PCT, toHundredths } from '../law/shares.ts';
import { areAllSet, limitsOf } from '../law/zone-limits.ts';
import { zoneOf } from '../law/zones.ts';
import { POG_ZONE } from '../sentences/general-plan-sentences.ts';
import { POG_NOTES } from '../sentences/note-sentences.ts';
import { registerName } from '../sentences/register-names.ts';
import { covered, coveredNoData, notComputed, notCovered } from './answer.ts';
import { type Overlap, type ParcelGround, sharesOf, type Vicinity } from './facts.ts';
import {
  type ChosenPlan,
  choosePlan,
  isSweepAlone,
  POG_REGISTERS,
  type PogFact,
  type PogLimits,
  planAnswering,
  planOfRegister,
  pogFactOf,
  pogSourceOf,
} from './general-plan.ts';
import type { FactLayerDefinition } from './layer-definition.ts';
import { unitedArea } from './overlap-share.ts';
import { toldPartsOf } from './parts-of-parcel.ts';
import { gminaName, type Subject } from './subject.ts';

const EVIDENCE = { pog_zone: 0, pog_ouz: 0 };

export function collectPog(
  parcel: ParcelGround,
  around: Pick<Vicinity, 'overlaps' | 'divide'>,
): PogFact[] | null {
  const byPlan = Map.groupBy(around.overlaps, ({ source, attributes }) =>
    JSON.stringify([source, attributes.plan]),
  );
  const facts: PogFact[] = [];
  for (const [key, items] of byPlan) {
    const [source, plan]: [SourceId, string] = JSON.parse(key);
    const ofRole = (role: keyof typeof EVIDENCE) => items.filter((item) => item.role === role);
    const [ouz_pct = 0] = sharesOf([unitedArea(ofRole('pog_ouz'), around)], parcel.area_m2);
    const zones = measureZones(mergeZones(ofRole('pog_zone')), around);
    const shares = sharesOf(
      zones.map((zone) => zone.area_m2),
      parcel.area_m2,
    );
    facts.push({
      source,
      plan,
      ouz_pct,
      zones: zones
        .map(({ symbol, limits, name }, at): PogFact['zones'][number] => {
          const share = shares[at] ?? 0;
          const own = name !== null && name !== zoneOf(symbol)?.name ? name : undefined;
          return own === undefined ? [symbol, share, limits] : [symbol, share, limits, own];
        })
        .filter(([, share]) => share > 0)
        .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)),
    });
  }
  const told = facts.filter((fact) => fact.zones.length > 0 || fact.ouz_pct > 0);
  return told.length === 0 ? null : told.sort((a, b) => (a.plan < b.plan ? -1 : 1));
}

interface DrawnZone {
  readonly symbol: string;
  readonly name: string | null;
  readonly limits: PogLimits;
  readonly drawn: Overlap[];
}

/** Zones of the same symbol and limits are one to the reader, however many polygons the plan draws. */
function mergeZones(items: readonly Overlap[]): DrawnZone[] {
  const merged = new Map<string, DrawnZone>();
  for (const item of items) {
    const { attributes } = item;
    const symbol = String(attributes.symbol);
    const parameters = attributes.parameters as ZoneParameters | null;
    const limits: PogLimits = [
      parameters?.max_height_m ?? null,
      parameters?.max_coverage_pct ?? null,
      parameters?.min_biologically_active_pct ?? null,
      parameters?.max_intensity ?? null,
    ];
    const key = JSON.stringify([symbol, limits]);
    const known = merged.get(key);
    if (known) known.drawn.push(item);
    else merged.set(key, { symbol, name: (attributes.name as string | null) ?? null, limits, drawn: [item] });
  }
  return [...merged.values()];
}

/** Ground that a plan draws in two zones is in neither: which of them counts is not known (law §3.4). */
function measureZones(zones: readonly DrawnZone[], { divide }: Pick<Vicinity, 'divide'>) {
  const areas_m2 = zones.map(() => 0);
  for (const { within, m2 } of divide(zones.map(({ drawn }) => drawn))) {
    const [first, ...more] = within;
    if (first === undefined || more.some((at) => zones[at]?.symbol !== zones[first]?.symbol)) continue;
    areas_m2[first] = (areas_m2[first] ?? 0) + m2;
  }
  return zones.map((zone, at) => ({ ...zone, area_m2: areas_m2[at] ?? 0 }));
}

export const EMPTY_POG: PogValue = { status: 'none', effective_from: null, zone_symbol: null, zones: [] };

export function answerPog(subject: Subject, corpus: Corpus, day: string): LayerAnswer<'pog'> {
  const sourceId = pogSourceOf(corpus, subject.gmina6, day);
  if (sourceId === null) {
    const source = corpus.sourceAt('pog', subject.gmina6);
    const held = corpus.stateAt('pog', subject.gmina6) !== undefined;
    const note = held
      ? POG_NOTES.noneOfGmina[corpus.language](gminaName(subject))
      : POG_NOTES.notHeld[corpus.language];
    return notCovered(source, note);
  }
  return answerPogFrom(sourceId, subject, corpus, day);
}

/** By one register alone that holds plans of the gmina, be it the one that answers or not. */
export function answerPogFrom(
  sourceId: SourceId,
  subject: Subject,
  corpus: Corpus,
  day: string,
): LayerAnswer<'pog'> {
  const source = corpus.sourceAt(sourceId, subject.gmina6);
  if (!corpus.isComputed('pog', subject.place)) {
    return notComputed(source, POG_NOTES.notComputed[corpus.language]);
  }
  const chosen = planOfRegister(corpus, sourceId, subject.gmina6, day);
  const isAlone = isSweepAlone(corpus, sourceId, subject.gmina6);
  if (!chosen) {
    if (isAlone) return notCovered(source, POG_NOTES.notHeld[corpus.language]);
    return coveredNoData(
      source,
      EMPTY_POG,
      POG_NOTES.noneInProcedure[corpus.language](gminaName(subject), registerName(source, corpus.language)),
    );
  }
  const fact = pogFactOf(subject, chosen.plan);
  const isAnswering = chosen.plan === planAnswering(subject, corpus, day);
  const parts = isAnswering ? toldPartsOf(subject, corpus, day) : null;
  const value = describePlan(chosen, fact, parts);
  const { language } = corpus;
  const ground = groundIn(value, fact, parts?.counted ?? null);
  const note = noteOf(chosen, value, ground, source.fallback, day, language);
  if (isAlone) return notCovered(source, POG_NOTES.sweepAlone[language](note));
  return covered(source, value, source.fallback ? `${note} ${POG_NOTES.fallback[language]}` : note);
}

function describePlan(
  { plan, status }: ChosenPlan,
  fact: PogFact | undefined,
  parts: ToldParts | null,
): PogValue {
  const drawn = fact?.zones ?? [];
  const zones = drawn.map(([symbol, share_pct, limits, name], at) => ({
    symbol,
    name: name ?? zoneOf(symbol)?.name ?? null,
    share_pct: parts === null ? share_pct : toldShare(drawn, at, parts.drawn),
    parameters: {
      max_height_m: limits[0],
      max_coverage_pct: limits[1],
      min_biologically_active_pct: limits[2],
      max_intensity: limits[3],
      min_new_plot_area_m2: null,
    },
  }));
  const dominant = dominantOf(zones, (plan.lacks_zones ?? 0) > 0);
  return {
    status,
    // A draft may carry a date; it means nothing before adoption (spec §2.7: null for draft and none).
    effective_from: status === 'draft' ? null : plan.effective_from,
    zone_symbol: dominant,
    zone_name: zones.find(({ symbol }) => symbol === dominant)?.name ?? null,
    zones,
    in_ouz: inOuz(fact?.ouz_pct ?? 0, heldPartsOf(plan).all_ouz),
    plan_id: plan.plan_id,
    adopted_on: plan.adopted_on,
    resolution_url: plan.resolution_url,
  };
}

/** As parts tell it, rounded with the shares of all ground: of several limits of one zone the largest takes up the difference. */
function toldShare(zones: PogFact['zones'], at: number, parts: readonly Part[]): number {
  const [symbol, share_pct] = zones[at] ?? ['', 0];
  const isLargest = zones.findIndex((zone) => zone[0] === symbol) === at;
  const ground = parts.filter(({ zone }) => zone === symbol);
  if (!isLargest || ground.length === 0) return share_pct;
  const others_pct = zones.reduce(
    (sum, zone, other) => (zone[0] === symbol && other !== at ? sum + zone[1] : sum),
    0,
  );
  return toHundredths(extentOf(ground).share_pct - others_pct);
}

/** Null where the ground without a zone is larger, and zones of the plan are missing: the one that did not come may lie there. */
function dominantOf(zones: PogValue['zones'], areSomeMissing: boolean): string | null {
  const shares = sharesBySymbol(zones);
  const [largest] = shares;
  if (largest === undefined) return null;
  const unzoned_pct = 100 - shares.reduce((sum, [, share_pct]) => sum + share_pct, 0);
  return areSomeMissing && unzoned_pct > largest[1] ? null : largest[0];
}

/** Zones of one symbol with different limits are one symbol; the largest first. Ground without a zone is left out. */
function sharesBySymbol(
  zones: readonly { readonly symbol: string | null; readonly share_pct: number }[],
): [symbol: string, share_pct: number][] {
  const shares = new Map<string, number>();
  for (const { symbol, share_pct } of zones)
    if (symbol !== null) shares.set(symbol, (shares.get(symbol) ?? 0) + share_pct);
  return [...shares].sort((a, b) => b[1] - a[1]);
}

/** How much of the parcel lies in which zone, the most first, and in infill areas. */
interface ZonedGround {
  readonly zones: readonly (readonly [symbol: string, share_pct: number])[];
  readonly ouz_pct: number;
}

/** By the parts that count, which the checks tell; null where nothing divides the parcel. */
function groundIn(value: PogValue, fact: PogFact | undefined, parts: readonly Part[] | null): ZonedGround {
  const ouz_pct = fact?.ouz_pct ?? 0;
  if (parts === null) return { zones: sharesBySymbol(value.zones), ouz_pct };
  const zones = parts.map(({ zone, share_pct }) => ({ symbol: zone, share_pct }));
  return {
    zones: sharesBySymbol(zones),
    ouz_pct: extentOf(parts.filter(({ in_ouz }) => in_ouz)).share_pct || ouz_pct,
  };
}

function noteOf(
  { plan, status, is_one_of_several }: ChosenPlan,
  value: PogValue,
  { zones, ouz_pct }: ZonedGround,
  fallback: boolean,
  day: string,
  language: Language,
): string {
  // An id that only the sweep knows names nothing to anybody.
  const name = plan.title ?? (fallback ? null : plan.plan_id);
  const sentences = [
    status === 'draft'
      ? POG_NOTES.draft[language](name)
      : status === 'adopted'
        ? POG_NOTES.adopted[language](name, plan.effective_from, day)
        : POG_NOTES.in_force[language](name, plan.effective_from),
  ];
  const bare_pct = 100 - zones.reduce((sum, [, share_pct]) => sum + share_pct, 0);
  if (zones.length === 0) sentences.push(POG_NOTES.noZone[language]);
  else if (zones.length > 1) sentences.push(POG_NOTES.zones[language](zones));
  if (zones.length > 0 && bare_pct >= SLIVER_PCT)
    sentences.push(POG_NOTES.partOutsideZones[language](bare_pct));
  const lack = describeLack(plan, language);
  if (lack.zones !== null && bare_pct >= SLIVER_PCT) sentences.push(lack.zones);
  if (lack.ouz !== null) sentences.push(lack.ouz);
  else if (value.in_ouz === null) sentences.push(POG_NOTES.ouzNotPublished[language]);
  else if (plan.lacks_ouz === null) sentences.push(POG_NOTES.furtherOuz[language]);
  if (ouz_pct >= SLIVER_PCT && ouz_pct < NEARLY_ALL_PCT) sentences.push(POG_NOTES.ouzPart[language](ouz_pct));
  const unsaid = zones.flatMap(([symbol]) => limitsUnsaid(symbol, value, fallback, language));
  if (unsaid.length > 0) sentences.push(POG_ZONE.missingLimits[language](unsaid));
  if (is_one_of_several) sentences.push(POG_NOTES.furtherPlan[language]);
  return sentences.join(' ');
}

/** Which null it is, where a limit is null. */
function limitsUnsaid(
  symbol: string,
  { zones }: PogValue,
  fallback: boolean,
  language: Language,
): [string, string][] {
  const parameters = zones.find((zone) => zone.symbol === symbol)?.parameters;
  if (parameters === undefined || areAllSet(parameters)) return [];
  return [[symbol, limitsOf(symbol, zones, fallback, language)]];
}

/** Each zone whose limits are there no more, by itself; and the largest, where that is another zone. */
function zoneByZone(before: PogValue, after: PogValue): (readonly [before: PogValue, after: PogValue])[] {
  const symbols = new Set(before.zones.map(({ symbol }) => symbol)).intersection(
    new Set(after.zones.map(({ symbol }) => symbol)),
  );
  // A zone may have several limits on a parcel: those that stay did not change.
  const stays = (zone_symbol: string) => {
    const limits = JSON.stringify(limitsOfZone({ ...before, zone_symbol }));
    return after.zones.some(
      ({ symbol, parameters }) => symbol === zone_symbol && JSON.stringify(parameters) === limits,
    );
  };
  const pairs = [...symbols]
    .filter((symbol) => !stays(symbol))
    .map(
      (zone_symbol) =>
        [
          { ...before, zone_symbol },
          { ...after, zone_symbol },
        ] as const,
    );
  const [was, is] = [before, after].map(({ zones }) => zones[0]?.symbol ?? null);
  if (was === undefined || is === undefined || was === is) return pairs;
  return [
    [
      { ...before, zone_symbol: was },
      { ...after, zone_symbol: is },
    ],
    ...pairs,
  ];
}

const limitsOfZone = ({ zone_symbol, zones }: PogValue): ZoneParameters | null =>
  zones.find(({ symbol }) => symbol === zone_symbol)?.parameters ?? null;

export const pogLayer = {
  key: 'pog',
  answered_from: POG_REGISTERS,
  evidence: EVIDENCE,
  collect: collectPog,
  follows_from: ['pog', 'mpzp', 'ground'],
  answer: answerPog,
  events: [
    {
      event: 'pog_zone_changed',
      tell: ({ zone_symbol, zone_name, zones }) => ({
        zone_symbol,
        zone_name,
        zones: zones.map(({ symbol, share_pct }) => ({ symbol, share_pct })),
      }),
    },
    {
      event: 'pog_parameters_changed',
      tell: (value) => ({ zone_symbol: value.zone_symbol, parameters: limitsOfZone(value) }),
      // Another zone with the same limits is told as another zone.
      by: limitsOfZone,
      each: zoneByZone,
      always: ['zone_symbol'],
    },
    { event: 'ouz_changed', tell: ({ in_ouz }) => ({ in_ouz: in_ouz ?? null }) },
  ],
  coverageInGmina: (source, gmina6, corpus, day) => {
    const plans = corpus.plansOf(source, gmina6);
    if (plans.length === 0 || isSweepAlone(corpus, source, gmina6)) return 'not_covered';
    return choosePlan(plans, day) ? 'covered' : 'covered_no_data';
  },
  coverageBeside: (source, subject, corpus, day) =>
    corpus.plansOf(source, subject.gmina6).length === 0
      ? 'not_covered'
      : answerPogFrom(source, subject, corpus, day).coverage,
} satisfies FactLayerDefinition<'pog'>;
