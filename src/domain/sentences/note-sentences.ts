// Notes of the planning layers, one entry a sentence. English.

import { pct } from '../law/shares.ts';
import { counted, inBrackets, listed, type Measure, shareAndSize, since, unstopped } from './measures.ts';

interface NamedPlan {
  readonly name: string;
  readonly effective_from: string | null;
}

const named = (plans: readonly NamedPlan[]): string => plans.map(({ name }) => unstopped(name)).join('; ');
const dated = (plans: readonly NamedPlan[]): string =>
  plans
    .map(({ name, effective_from }) => `${unstopped(name)}${inBrackets(since(effective_from).trim())}`)
    .join('; ');

export const MPZP_NOTES = {
  notHeld: () => 'Local-plan data (Rejestr Urbanistyczny) are not held for this place; nothing is inferred.',
  notComputed: () => 'Local plans are held; which of them lie here is not yet worked out.',
  noneOfGmina: (gmina: string) =>
    `Rejestr Urbanistyczny holds no local plan of ${gmina}; nothing is inferred from that.`,
  noneEntered: (gmina: string) =>
    `Rejestr Urbanistyczny holds no local plan of ${gmina} that is in force or adopted; nothing is inferred from that.`,
  withoutPlace: (plan: string) =>
    `The outline of a local plan of the gmina (${unstopped(plan)}) is not held: whether it lies here is not known.`,
  actMissing: (gmina: string) =>
    `Of a local plan of ${gmina} the act is not held, only areas that belong to it: whether it lies here is not known.`,
  noAct: (plans: readonly string[]) =>
    `Designations of ${plans.join(', ')} lie here, and no act of it is held: whether it is in force is not known.`,
  none: (source: string, mayLack: boolean) =>
    `No local plan lies on this parcel in ${source}${mayLack ? ', as entered by the gmina; the register may still be incomplete' : ''}.`,
  noneByGmina: () =>
    "No local plan lies on this parcel in the gmina's own publication, which claims to be complete.",
  in_force: (plans: readonly NamedPlan[]) => {
    const [only, ...more] = plans;
    if (only !== undefined && more.length === 0)
      return `Local plan in force${since(only.effective_from)}: ${unstopped(only.name)}.`;
    return `${plans.length} local plans in force: ${dated(plans)}. Where they meet, the later one counts.`;
  },
  adopted: (plans: readonly NamedPlan[], day: string) => {
    const effective_from = plans[0]?.effective_from ?? null;
    if (effective_from !== null && effective_from <= day)
      return `Local plan adopted: ${named(plans)}. The register names ${effective_from} as its first day and does not list it as in force.`;
    return `Local plan adopted, in force from ${effective_from ?? 'a day not published'}: ${named(plans)}.`;
  },
  draft: (plans: readonly NamedPlan[]) => `Local plan in preparation: ${named(plans)}.`,
  notDesignated: () => 'Its designation for this parcel is not published in machine-readable form.',
  designations: (designated: readonly (readonly [symbol: string | null, ground: Measure])[]) =>
    `Designations here: ${designated.map(([symbol, ground]) => `${symbol ?? 'not published'} ${shareAndSize(ground)}`).join(', ')}.`,
} as const;

export const LANDSLIDE_NOTES = {
  onParcel: (landslides: number, threatened_areas: number) => {
    const found = [
      ...(landslides > 0 ? [counted(landslides, 'landslide')] : []),
      ...(threatened_areas > 0 ? [counted(threatened_areas, 'area threatened', 'areas threatened')] : []),
    ];
    return `On the parcel: ${listed(found)}${threatened_areas > 0 ? ' by mass movements' : ''}. Drawn at 1:10 000.`;
  },
} as const;

export const POG_NOTES = {
  noneInProcedure: (gmina: string, source: string) =>
    `No general plan of ${gmina} is in force or in procedure in ${source}.`,
  draft: (name: string) => `Draft of the general plan (${unstopped(name)}): no legal effect yet.`,
  adopted: (name: string, effective_from: string | null, day: string) => {
    const plan = `General plan adopted (${unstopped(name)})`;
    if (effective_from !== null && effective_from <= day)
      return `${plan}: the register names ${effective_from} as its first day and does not list it as in force; no legal effect before it does.`;
    return `${plan}, in force from ${effective_from ?? 'a day not published'}: no legal effect before.`;
  },
  in_force: (name: string, effective_from: string | null) =>
    `General plan in force${since(effective_from)} (${unstopped(name)}).`,
  noZone: () => 'No zone of it is published for this parcel.',
  zones: (zones: readonly (readonly [symbol: string, share_pct: number])[]) =>
    `The parcel lies in ${zones.length} zones: ${listed(zones.map(([symbol, share]) => `${symbol} ${pct(share)}`))}.`,
  partOutsideZones: (share_pct: number) => `No zone of it is published for ${pct(share_pct)} of the parcel.`,
  ouzNotPublished: () => 'Its infill areas (OUZ) are not published in this source.',
  furtherOuz: () => 'Whether it has further infill areas (OUZ) is not published in this source.',
  notHeld: () =>
    'General-plan data (Rejestr Urbanistyczny) are not held for this place; nothing is inferred.',
  notComputed: () => 'The general plan is held; its zones are not yet worked out here.',
  noneOfGmina: (gmina: string) =>
    `Rejestr Urbanistyczny holds no general plan of ${gmina}, in force or in procedure; nothing is inferred from that.`,
  ouzPart: (share_pct: number) => `${pct(share_pct)} of the parcel lies in an infill area (OUZ).`,
  limits: (limits: readonly (readonly [zone: string, limits: string])[]) =>
    `Limits: ${limits.map(([zone, text]) => `${zone} ${text}`).join('; ')}.`,
  furtherPlan: () => 'A further plan is in procedure.',
  sweepAlone: (told: string) =>
    `A third-party sweep tells: ${told} The registry (Rejestr Urbanistyczny) is not held for this place and may tell otherwise; nothing is inferred.`,
  fallback: () =>
    'From a third-party sweep: the registry holds nothing of this gmina that is in force or in procedure.',
} as const;
