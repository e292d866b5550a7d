// Whether a file is what is served, so that it need not be loaded again. One that was loaded before the boundaries of its
// powiaty was never held against them: once they are there it is loaded again, which checks it (formats §0.2).

import type { SourceId, SourceState } from '../domain/corpus/registers.ts';
import { readScope } from '../domain/corpus/scope.ts';
import { uncheckedPowiaty } from '../domain/corpus/unchecked-places.ts';
import type { DatasetWriter } from '../store/writer.ts';

type Served = Pick<DatasetWriter, 'states' | 'boundaries' | 'isPublished'>;

/** `place` is what was asked for, where something was: a file of another place is not it, though it is served. */
export async function isServedAsChecked(
  writer: Served,
  source: SourceId,
  sha256: string,
  place = '',
): Promise<boolean> {
  if (!(await writer.isPublished(source, sha256))) return false;
  const loads = (await writer.states()).filter(
    (state) => state.source === source && state.file_sha256 === sha256,
  );
  if (loads.length > 0 && !loads.some(({ scope }) => readScope(scope).place.startsWith(place))) return false;
  return (await powiatyToCheck(writer, loads)).length === 0;
}

/** Of the powiaty whose rows were not checked, those whose boundary is loaded by now. */
export async function powiatyToCheck(
  writer: Pick<DatasetWriter, 'boundaries'>,
  loads: readonly SourceState[],
): Promise<string[]> {
  const unchecked = [...new Set(loads.flatMap(uncheckedPowiaty))];
  if (unchecked.length === 0) return [];
  return (await writer.boundaries('powiat', unchecked)).map(({ code }) => code).sort();
}

/** A line for each source and powiat that was loaded before its boundary: what is to be done about it. */
export async function describeUnchecked(
  writer: Pick<DatasetWriter, 'states' | 'boundaries'>,
): Promise<string[]> {
  const loads = await writer.states();
  const ready = new Set(await powiatyToCheck(writer, loads));
  const lines = loads.flatMap((state) =>
    uncheckedPowiaty(state).map((powiat) => {
      const next = ready.has(powiat)
        ? 'its boundary is loaded by now: load the file again'
        : 'load its boundary (A02_Granice_powiatow), then the file again';
      return `${state.source}: whether rows of powiat ${powiat} lie where their ids say was not checked; ${next}`;
    }),
  );
  return [...new Set(lines)].sort();
}
