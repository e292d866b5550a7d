// Parcels of a text by number and place, and gminy where it has no number.

import type { Candidate } from '../contract/answers.ts';
import { obrebOf, sheetOf } from '../domain/parcel-id.ts';
import { type Ground, gminyOf, groundsOf, weighNumber, weighRest } from '../domain/text/rank.ts';
import type { NumberReading, TextReading } from '../domain/text/readings.ts';
import { type Applied, start } from '../domain/text/rules.ts';
import type { LocatedParcel } from '../store/store.ts';
import { gminaCandidate, parcelCandidate, type Weighed, weighed } from './candidates.ts';
import type { Context } from './context.ts';

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
    const base = parcelCandidate(context, parcel.id, parcel);
    const obreb = corpus.admin.obreby.get(base.obreb_id ?? '') ?? null;
    const applied = [
      start(ground.start, words(ground, base, here.length > 1)),
      ...ground.applied,
      ...weighNumber(number, base.obreb_id ?? '', sheetOf(parcel.id)?.toString() ?? null),
      ...weighRest(reading, { gmina: ground.gmina, obreb }, [ground.span]),
    ];
    return weighed({ ...base, needs_obreb }, applied);
  });
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
  const applied: Applied[] = [
    start(ground.start, `Parcel ${number.number} ${where}, which is not loaded.`),
    ...ground.applied,
    // Where nothing is loaded, nothing is known against the obręb and the sheet that the text gives.
    ...weighNumber(number, obreb?.id ?? `.${number.obreb}`, number.sheet),
    ...weighRest(reading, { gmina, obreb }, [ground.span]),
  ];
  const known = { obreb_id: obreb?.id ?? null, obreb_name: obreb?.name ?? null };
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
    ]),
  );
}
