// What is planned where: general plans (POG) with their zones and infill areas (OUZ), and local plans (MPZP) with their
// designations. Dates and steps of procedure are chosen so that on 15 November 2026 every status occurs. Draws areas on
// the board; knows no file format.

import type { PlanProcess } from '../src/domain/law/plan-status.ts';
import type { ZoneSymbol } from '../src/domain/law/zones.ts';
import { type Cell, cellsOf, joinCells } from './cells.ts';
import { EARLIER_GENERAL_PLANS, EARLIER_LOCAL_PLANS, EARLIER_SYMBOLS, EARLIER_ZONING } from './editions.ts';
import { type Land, type Obreb, obrebyOf, originOf } from './land.ts';
import type { CellRow } from './lot-kinds.ts';
import { modelOf } from './regions.ts';
import type { Rectangle } from './shapes.ts';

/** Days and step of procedure of a plan. */
export interface Procedure {
  readonly process: PlanProcess;
  readonly begun_on: string;
  readonly adopted_on: string | null;
  /** Drafts carry it too. */
  readonly effective_from: string;
  readonly repealed_on: string | null;
}

export interface GeneralPlan extends Procedure {
  /** `named`: the act names infill areas that the answer does not hold. `none`: the plan has none. */
  readonly infill: 'published' | 'named' | 'none';
}

/** Who plans: the number of the dataset in the registry, the council as it signs, and its made-up site. */
export interface Planner {
  readonly registry: string;
  readonly council: string;
  readonly site: string;
}

export const PLANNERS: Readonly<Record<string, Planner>> = {
  '1418032': {
    registry: 'PL.ZIPPZP.9803',
    council: 'RADY GMINY LESZNOWOLA',
    site: 'https://bip.lesznowola.example',
  },
  '1418043': {
    registry: 'PL.ZIPPZP.9804',
    council: 'RADY MIEJSKIEJ W PIASECZNIE',
    site: 'https://bip.piaseczno.example',
  },
  '1438011': {
    registry: 'PL.ZIPPZP.9811',
    council: 'RADY MIASTA ŻYRARDOWA',
    site: 'https://bip.zyrardow.example',
  },
  '1438032': {
    registry: 'PL.ZIPPZP.9813',
    council: 'RADY GMINY PUSZCZA MARIAŃSKA',
    site: 'https://bip.puszcza-marianska.example',
  },
  '1438053': {
    registry: 'PL.ZIPPZP.9815',
    council: 'RADY MIEJSKIEJ W WISKITKACH',
    site: 'https://bip.wiskitki.example',
  },
};

/** By gmina, as the registry has them now. Puszcza Mariańska is not there: see FALLBACK_PLANS. */
const GENERAL_PLANS: Readonly<Record<string, GeneralPlan>> = {
  '1418032': {
    process: 'legalForce',
    begun_on: '2024-03-28',
    adopted_on: '2026-06-25',
    effective_from: '2026-08-01',
    repealed_on: null,
    infill: 'published',
  },
  '1418043': {
    process: 'legalForce',
    begun_on: '2024-05-22',
    adopted_on: '2026-10-28',
    effective_from: '2026-12-01',
    repealed_on: null,
    infill: 'named',
  },
  '1438011': {
    process: 'obsolete',
    begun_on: '2024-02-29',
    adopted_on: '2025-11-27',
    effective_from: '2026-01-01',
    repealed_on: '2026-06-30',
    infill: 'none',
  },
  // A draft, although its date has passed.
  '1438053': {
    process: 'elaboration',
    begun_on: '2024-09-12',
    adopted_on: null,
    effective_from: '2026-03-01',
    repealed_on: null,
    infill: 'none',
  },
};

/** The general plans that the registry has of a powiat and those that are copies of it, by gmina of the powiat. */
export function generalPlansOf({ edition }: Land, powiat: string): [gmina: string, GeneralPlan][] {
  return Object.entries(GENERAL_PLANS)
    .filter(([gmina]) => gmina.startsWith(modelOf(powiat)))
    .map(([gmina, plan]) => [
      powiat + gmina.slice(4),
      { ...plan, ...(edition === 'earlier' ? EARLIER_GENERAL_PLANS[gmina] : {}) },
    ]);
}

/** By gmina, as a third party has them. What it says of Piaseczno must not count: the registry holds that plan. */
export const FALLBACK_PLANS = {
  '1438032': { adopted_on: '2026-06-18', effective_from: '2026-07-15', symbol: null },
  '1418043': { adopted_on: '2026-04-15', effective_from: '2026-06-01', symbol: 'SC' },
} as const satisfies Record<
  string,
  { adopted_on: string; effective_from: string; symbol: ZoneSymbol | null }
>;

/** What lies in each cell. */
type Pattern<S> = Readonly<Record<CellRow, readonly S[]>>;

/** The zones of an obręb by cells; neighbouring obręby take turns. The rows above may be missing in a small world. */
const ZONE_PATTERNS: readonly Pattern<ZoneSymbol>[] = [
  { below: ['SO', 'SN', 'SR'], 'built-up': ['SJ', 'SJ', 'SU'], above: ['SO', 'SO', 'SK'] },
  { below: ['SG', 'SO', 'SI'], 'built-up': ['SW', 'SU', 'SP'], above: ['SN', 'SO', 'SC'] },
  { below: ['SO', 'SR', 'SC'], 'built-up': ['SJ', 'SW', 'SO'], above: ['SN', 'SO', 'SO'] },
  { below: ['SK', 'SO', 'SN'], 'built-up': ['SZ', 'SJ', 'SH'], above: ['SR', 'SO', 'SI'] },
];

/** The infill area of an obręb covers the first two built-up cells. */
const INFILL_PLACES = 2;

export interface PlanArea {
  readonly obreb: Obreb;
  readonly area: Rectangle;
  /** Number and symbol: 12SJ, 3OUZ, 1MN. */
  readonly label: string;
  readonly symbol: string;
}

/** The zones of a general plan tile its gmina. */
export function zonesOf(land: Land, gmina: string): (PlanArea & { symbol: ZoneSymbol })[] {
  let number = 0;
  return obrebyOf(land, gmina).flatMap((obreb) => {
    const pattern = ZONE_PATTERNS[(Number(obreb.id.slice(-4)) - 1) % ZONE_PATTERNS.length];
    return cellsOf(land.seed, obreb).map((cell) => {
      const symbol = zoneBefore(land, obreb, cell) ?? pattern?.[cell.row][cell.place] ?? 'SO';
      number += 1;
      return { obreb, area: cell, label: `${number}${symbol}`, symbol };
    });
  });
}

/** Another zone that the earlier edition had there. */
function zoneBefore(land: Land, obreb: Obreb, { row, place }: Cell): ZoneSymbol | null {
  const { zone } = EARLIER_ZONING;
  return wasZonedOtherwise(land, obreb) && row === 'built-up' && place === zone.place ? zone.symbol : null;
}

const wasZonedOtherwise = ({ edition }: Land, obreb: Obreb): boolean =>
  edition === 'earlier' && originOf(obreb) === EARLIER_ZONING.obreb;

export function infillAreasOf(land: Land, gmina: string): PlanArea[] {
  return obrebyOf(land, gmina).map((obreb, index) => {
    const places = wasZonedOtherwise(land, obreb) ? EARLIER_ZONING.infill_places : INFILL_PLACES;
    const cells = cellsOf(land.seed, obreb).filter(({ row, place }) => row === 'built-up' && place < places);
    return { obreb, area: joinCells(cells), label: `${index + 1}OUZ`, symbol: 'OUZ' };
  });
}

export interface LocalPlan extends Procedure {
  /** The cells it covers along the built-up bands, in all rows. */
  readonly places: readonly number[];
  /** What a gmina that publishes symbols has; the registry never has them. */
  readonly designations: Pattern<string> | null;
}

const inForce = (effective_from: string, places: readonly number[] = [0, 1, 2]): LocalPlan => ({
  process: 'legalForce',
  begun_on: '2008-02-28',
  adopted_on: '2010-10-28',
  effective_from,
  repealed_on: null,
  places,
  designations: null,
});

/**
 * By the obręb of the map; its pieces in a larger world have plans of their own. The second of an obręb lies on top of the
 * first: an amendment, which counts by its later day, or one of the same day, so that neither does. Puszcza Mariańska has
 * none at all.
 */
const LOCAL_PLANS: Readonly<Record<string, readonly LocalPlan[]>> = {
  '141803_2.0001': [
    {
      ...inForce('2014-03-15'),
      designations: {
        below: ['1MN', '2U', '6ZP'],
        'built-up': ['4R', '3ZL', '5KDD'],
        above: ['7MN', '8R', '9ZL'],
      },
    },
    {
      ...inForce('2024-02-09', [0]),
      begun_on: '2021-09-30',
      adopted_on: '2023-12-14',
      designations: { below: ['11MN'], 'built-up': ['14MN'], above: ['17MN'] },
    },
  ],
  '141803_2.0004': [{ ...inForce('2013-01-10'), process: 'obsolete', repealed_on: '2024-05-31' }],
  '141803_2.0005': [
    { ...inForce('2026-09-01'), process: 'elaboration', begun_on: '2025-04-24', adopted_on: null },
  ],
  '141803_2.0006': [{ ...inForce('2027-01-15'), begun_on: '2025-01-30', adopted_on: '2026-10-29' }],
  '141803_2.0007': [
    {
      ...inForce('2018-06-20', [0, 1]),
      designations: {
        below: ['3ZL', '4R'],
        'built-up': ['1MN', '2MN/U'],
        above: ['5KDD', '6ZP'],
      },
    },
  ],
  '141803_2.0008': [inForce('2012-12-01')],
  '141804_4.0001': [inForce('2016-08-05')],
  '141804_5.0003': [
    {
      ...inForce('2026-12-20'),
      process: 'adoption',
      begun_on: '2025-03-12',
      adopted_on: '2026-11-04',
    },
  ],
  '143801_1.0003': [inForce('2015-07-17')],
  '143805_5.0004': [inForce('2011-11-11'), inForce('2011-11-11', [2])],
};

export interface PlannedGround {
  readonly obreb: Obreb;
  readonly plan: LocalPlan;
  /** 7MPZP, and 7MPZP-2 for the second plan of the obręb. */
  readonly localId: string;
  readonly area: Rectangle;
}

export function localPlansOf(land: Land, code: string): PlannedGround[] {
  return obrebyOf(land, code).flatMap((obreb) => {
    const origin = originOf(obreb);
    const before = land.edition === 'earlier' ? EARLIER_LOCAL_PLANS[origin] : {};
    return (LOCAL_PLANS[origin] ?? []).map((plan, index) => {
      const cells = cellsOf(land.seed, obreb).filter(({ place }) => plan.places.includes(place));
      const localId = index === 0 ? localPlanId(obreb) : `${localPlanId(obreb)}-${index + 1}`;
      return { obreb, plan: { ...plan, ...before }, localId, area: joinCells(cells) };
    });
  });
}

/** The designations tile the plans that have them; `plan` is the local id of theirs. */
export function designationsOf(land: Land, gmina: string): (PlanArea & { plan: string })[] {
  return localPlansOf(land, gmina).flatMap(({ obreb, localId, plan: { places, designations } }) => {
    if (designations === null) return [];
    const before = land.edition === 'earlier' ? EARLIER_SYMBOLS[originOf(obreb)] : {};
    return cellsOf(land.seed, obreb)
      .filter(({ place }) => places.includes(place))
      .map((cell) => {
        const now = designations[cell.row][cell.place] ?? '';
        const label = before?.[now] ?? now;
        return { obreb, area: cell, label, symbol: label, plan: localId };
      });
  });
}

/** The first two parts of the id of a dataset: PL.ZIPPZP.9803/141803-POG. */
export function namespaceOf(gmina: string, kind: 'POG' | 'MPZP'): string {
  return `${PLANNERS[modelOf(gmina)]?.registry}/${gmina.slice(0, 6)}-${kind}`;
}

/** A local plan bears the number of its obręb; where a gmina has two units, that of the town goes before it. */
function localPlanId({ id, unit }: Obreb): string {
  const number = Number(id.slice(-4));
  return unit.code.endsWith('_4') ? `M${number}MPZP` : `${number}MPZP`;
}
