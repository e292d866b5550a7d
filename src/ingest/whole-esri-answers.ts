// ArcGIS sends a page where there is more than it sends at once, and tells it by a flag; identify, which asks for a place, just
// stops. Taken for the whole, either would say that there is nothing where the rest lies.

import { basename } from 'node:path';
import { type EsriAnswer, readEsriAnswer } from './formats/esri-json.ts';
import { FormatError } from './formats/format-error.ts';

/** identify is limited to this many by default, and does not say when it cuts (formats §5). */
export const MOST_IDENTIFIED = 1_000;

/** Pages of one layer have its name and a number: sopo_stan-0001.json, sopo_stan-0002.json. */
const layerIn = (path: string): string =>
  basename(path)
    .toLowerCase()
    .replaceAll(/[\d\W_]+/g, '');

export async function requireWholeEsri(paths: readonly string[]): Promise<void> {
  const answers: { readonly path: string; readonly answer: EsriAnswer }[] = [];
  for (const path of paths.filter((one) => /\.json$/i.test(one))) {
    const answer = await readAnswer(path);
    if (answer !== null) answers.push({ path, answer });
  }
  for (const { path, answer } of answers) {
    const count = answer.features.length;
    if (answer.isIdentified && (answer.isCut || count >= MOST_IDENTIFIED))
      throw refusal(
        path,
        `${count} results of identify, as many as it sends`,
        'smaller boxes, in one archive',
      );
  }
  for (const pages of Map.groupBy(answers, ({ path }) => layerIn(path)).values()) {
    const [first] = pages;
    if (first && pages.every(({ answer }) => answer.isCut)) {
      const count = pages.reduce((sum, { answer }) => sum + answer.features.length, 0);
      const found = `${count} features and exceededTransferLimit: a page, not the whole`;
      throw refusal(first.path, found, 'all features in one answer, or all pages in one archive');
    }
  }
}

/** Null for what is no such answer. Faults are for the reader to find, who knows which files it needs. */
async function readAnswer(path: string): Promise<EsriAnswer | null> {
  try {
    return await readEsriAnswer(path);
  } catch (error) {
    if (error instanceof FormatError) return null;
    throw error;
  }
}

const refusal = (path: string, found: string, expected: string): FormatError =>
  new FormatError({ file: basename(path), position: null, found, expected });
