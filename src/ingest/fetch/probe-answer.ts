// What probing has in common for every kind of service: what is asked, with what, what is found, and when an answer is none.

import type { PlaceCheck } from '../place-check.ts';
import type { Recipe } from '../recipe.ts';
import type { Endpoint } from './endpoints.ts';
import type { Answered, Ask } from './polite-request.ts';

/** 'ok' is as expected, 'differs' is not but loads, 'fails' would not load. */
export interface ServiceFinding {
  readonly about: string;
  readonly is: 'ok' | 'differs' | 'fails';
  readonly says: string;
  readonly hint?: string;
}

export interface ProbeTarget {
  readonly recipe: Recipe;
  readonly endpoint: Endpoint;
  readonly url: string;
  /** The powiat, or '' for a source that is fetched once for all. */
  readonly teryt: string;
}

export interface ProbeTools {
  readonly ask: Ask;
  /** A folder for the answers, which readers want as files; gone afterwards. */
  readonly folder: string;
  /** For each service anew. */
  readonly places: () => PlaceCheck;
  readonly served: readonly string[];
}

/** An answer that is there and no error of the server; else the finding that says so. */
export async function answerOf(
  about: string,
  url: string,
  { ask }: ProbeTools,
  options?: Parameters<Ask>[1],
): Promise<Answered | ServiceFinding> {
  let answer: Answered;
  try {
    answer = await ask(url, options);
  } catch (error) {
    const hint =
      'is the address right, and may this machine reach it (HTTPS_PROXY with NODE_USE_ENV_PROXY=1)?';
    return { about, is: 'fails', says: (error as Error).message, hint };
  }
  if (answer.status === 200 || answer.status === 206) {
    if (!/^\W*<(!doctype\s+)?html/i.test(answer.body.toString('latin1', 0, 512))) return answer;
    const hint = 'the service shows a page for people: it may be down, moved, or refuse programs';
    return { about, is: 'fails', says: 'a web page instead of data', hint };
  }
  const hint = hintOnStatus(answer.status);
  return { about, is: 'fails', says: `HTTP ${answer.status}`, ...(hint === undefined ? {} : { hint }) };
}

function hintOnStatus(status: number): string | undefined {
  if (status === 404 || status === 410)
    return 'the address has moved: give the new one with --url SOURCE=URL';
  if (status === 401 || status === 403) return 'the service wants a key or refuses this machine';
  if (status === 429 || status === 503) return 'the service is busy: ask again later';
  return status >= 500 ? 'the service failed by itself: ask again later' : undefined;
}
