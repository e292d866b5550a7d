// Whose events belong to a parcel or a gmina, for whoever reads them and for whoever is told of them.

import { loadSubject } from '../../domain/publish/event-rows.ts';
import { gminaTerytOf } from '../../domain/record.ts';
import type { EventSelection } from '../../store/reads.ts';
import type { Context } from '../snapshot/context.ts';

type Loaded = Pick<Context, 'corpus'>;

/** Its own, those of its gmina, and those of the registers that hold the place. */
export function subjectsOfParcel({ corpus }: Loaded, id: string): string[] {
  const gmina_teryt = gminaTerytOf(id, corpus.admin);
  return [id, gmina_teryt, ...loadsAt({ corpus }, id, gmina_teryt)];
}

/** Its own, those of everything in it, and those of its registers. */
export function subjectsOfGmina(
  { corpus }: Loaded,
  teryt: string,
): Pick<EventSelection, 'subjects' | 'places'> {
  // Districts of a city have units of their own.
  const units = corpus.admin.obrebyOf(teryt).map((obreb) => obreb.id.slice(0, 6));
  return {
    subjects: loadsAt({ corpus }, teryt),
    places: [...new Set([teryt.slice(0, 6), ...units])],
  };
}

function loadsAt({ corpus }: Loaded, ...places: string[]): string[] {
  const loads = places.flatMap((place) => corpus.loadsAt(place));
  return [...new Set(loads.map(({ source, scope }) => loadSubject(source, scope)))];
}
