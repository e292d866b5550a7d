// Parcels of a text by number and place, and gminy where it has no number.

import type { Candidate } from '../../contract/answers.ts';
import { obrebOf, printParcelId, sheetOf } from '../../domain/places/parcel-id.ts';
import { weighLeftOut } from '../../domain/text/left-out.ts';
import { type Ground, gminyOf, groundsOf, weighNumber, weighRest } from '../../domain/text/rank.ts';
import type { NumberReading, TextReading } from '../../domain/text/readings.ts';
import { type Applied, start } from '../../domain/text/rules.ts';
import type { LocatedParcel } from '../../store/reads.ts';
import type { Context } from '../snapshot/context.ts';
import { gminaCandidate, parcelCandidate, type Weighed, weighed } from './candidates.ts';

export async function findParcels(context: Context, reading: TextReading): Promise<Weighed[]> {
  const { corpus, reads } = context;
  const grounds = groundsOf(reading, corpus.admin).map(
    (ground): HeldGround => ({
      ...ground,
      held: new Set(ground.obreby.map(({ id }) => id).filter((id) => corpus.holds(id))),
    }),
  );
  const obreb_ids = [...new Set(grounds.flatMap(({ held }) => [...held]))];
  const all: Weighed[] = [];
  for (const number of reading.numbers) {
    const parcels = await reads.parcelsByNumber(obreb_ids, number.number);
    for (const ground of grounds) all.push(...parcelsOn(context, reading, number, ground, parcels));
  }
  return all;
}

/** A ground with the ids of those of its obręby that are loaded. */
type HeldGround = Ground & { readonly held: ReadonlySet<string> };

/** Of the parcels with the number, those that lie on the ground. */
function parcelsOn(
  context: Context,
  reading: TextReading,
  number: NumberReading,
  ground: HeldGround,
  parcels: readonly LocatedParcel[],
): Weighed[] {
  const { corpus } = context;
  if (ground.held.size === 0)
    return corpus.holdsPartition(ground.gmina.powiat) ? [] : [notLoaded(context, reading, number, ground)];
  const here = parcels.filter(({ id }) => ground.held.has(obrebOf(id)));
  const needs_obreb = ground.obreb === null && new Set(here.map(({ id }) => obrebOf(id))).size > 1;
  return here.map((parcel) => {
    const base = { ...parcelCandidate(context, parcel.id, parcel), needs_obreb };
    return weighParcel(context, reading, number, ground, base, here.length > 1);
  });
}

function weighParcel(
  context: Context,
  reading: TextReading,
  number: NumberReading,
  ground: Ground,
  base: Parameters<typeof weighed>[0],
  areSeveral: boolean,
): Weighed {
  const obreb_id = base.obreb_id ?? '';
  const obreb = context.corpus.admin.obreby.get(obreb_id) ?? null;
  return weighed(base, [
    start(ground.start, words(ground, base, areSeveral)),
    ...ground.applied,
    ...weighNumber(number, obreb_id, sheetOf(base.id ?? '')?.toString() ?? null),
    ...weighRest(reading, { gmina: ground.gmina, obreb }, [ground.span]),
    ...weighLeftOut(reading, number, base),
  ]);
}

/**
 * The parcels that a text speaks of where it names their obręb and none is there (any more). A name that is the gmina's
 * too does not say which obręb.
 */
export function absentParcels(context: Context, reading: TextReading): Weighed[] {
  const { admin } = context.corpus;
  const grounds = groundsOf(reading, admin);
  const isWhole = (span: Ground['span']) => grounds.some((other) => other.span === span && !other.obreb);
  return reading.numbers.flatMap((number) =>
    grounds.flatMap((ground) => {
      if (!ground.obreb || !context.corpus.holds(ground.obreb.id) || isWhole(ground.span)) return [];
      const id = printParcelId(ground.obreb.id, number.sheet, number.number);
      return [weighParcel(context, reading, number, ground, parcelCandidate(context, id, null), false)];
    }),
  );
}

function words(
  ground: Ground,
  { number, obreb_id, obreb_name }: Pick<Candidate, 'number' | 'obreb_id' | 'obreb_name'>,
  areSeveral: boolean,
): string {
  const gmina = `gmina ${ground.gmina.name}`;
  if (ground.start === 'obreb_name_and_number') return `Parcel ${number} in obręb ${obreb_name}, ${gmina}.`;
  if (ground.start === 'obreb_number_and_number') {
    const code = ground.obreb?.id.split('.')[1];
    return `Parcel ${number} in obręb ${code} (${obreb_name ?? 'no name'}), ${gmina}.`;
  }
  const where = ground.start === 'locality_and_number' ? `${gmina}, where ${ground.span?.typed} lies` : gmina;
  return areSeveral
    ? `Parcel ${number} of ${where}, here in obręb ${obreb_name ?? obreb_id}.`
    : `The only parcel ${number} of ${where}; the obręb was not given.`;
}

function notLoaded(context: Context, reading: TextReading, number: NumberReading, ground: Ground): Weighed {
  const { gmina, obreb } = ground;
  const where = obreb
    ? `in obręb ${obreb.name ?? obreb.id}, gmina ${gmina.name}`
    : `somewhere in gmina ${gmina.name}`;
  const known = { obreb_id: obreb?.id ?? null, obreb_name: obreb?.name ?? null };
  const applied: Applied[] = [
    start(ground.start, `Parcel ${number.number} ${where}, which is not loaded.`),
    ...ground.applied,
    // Where nothing is loaded, nothing is known against the obręb and the sheet that the text gives.
    ...weighNumber(number, obreb?.id ?? `.${number.obreb}`, number.sheet),
    ...weighRest(reading, { gmina, obreb }, [ground.span]),
    ...weighLeftOut(reading, number, { gmina_teryt: gmina.teryt, ...known }),
  ];
  return weighed(
    { ...gminaCandidate(context, gmina), ...known, kind: 'parcel', number: number.number, held: false },
    applied,
  );
}

/** For a text without a number. */
export function findGminy(context: Context, reading: TextReading): Weighed[] {
  return gminyOf(reading).map(({ gmina, span, applied }) =>
    weighed(gminaCandidate(context, gmina), [
      ...applied,
      ...weighRest(reading, { gmina, obreb: null }, [span]),
      ...weighLeftOut(reading, null, { gmina_teryt: gmina.teryt, obreb_id: null }),
    ]),
  );
}
