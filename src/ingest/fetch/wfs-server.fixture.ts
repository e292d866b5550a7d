// A small WFS 2.0 for the tests of this folder, on its own HTTP server: filters, pages and misbehaves as told.

import type { TestContext } from 'node:test';
import { type Answer, serve, type TestServer } from './test-server.fixture.ts';

export interface TestFeature {
  readonly type: string;
  readonly id: string;
  /** What the filter looks at. */
  readonly property: string;
}

export interface WfsHabits {
  /** The service's own limit of a page, whatever is asked. */
  readonly limit?: number;
  readonly numberMatched?: 'known' | 'unknown';
  readonly ignoresStartIndex?: boolean;
  readonly withoutIds?: boolean;
  /** In place of the answer to the nth request, counted from 1. */
  readonly instead?: Readonly<Record<number, Answer>>;
}

export async function serveWfs(
  t: TestContext,
  features: readonly TestFeature[],
  habits: WfsHabits = {},
): Promise<TestServer> {
  let asked = 0;
  return serve(t, (request, response) => {
    asked += 1;
    const instead = habits.instead?.[asked];
    if (instead) return instead(request, response);
    const query = new URL(request.url ?? '', 'http://localhost').searchParams;
    const pattern = /<fes:Literal>(.*)<\/fes:Literal>/.exec(query.get('filter') ?? '')?.[1] ?? '%';
    const wanted = new RegExp(`^${pattern.split('%').map(RegExp.escape).join('.*')}$`);
    const matching = features.filter(
      ({ type, property }) => type === query.get('typeNames')?.replace(/^.*:/, '') && wanted.test(property),
    );
    // Ten is the page of the registry when nothing is asked for.
    const count = Math.min(Number(query.get('count') ?? 10), habits.limit ?? Number.POSITIVE_INFINITY);
    const from = habits.ignoresStartIndex ? 0 : Number(query.get('startIndex') ?? 0);
    const page = matching.slice(from, from + count);
    const members = page.map(({ type, id, property }) => {
      const attribute = habits.withoutIds ? '' : ` gml:id="${id}"`;
      return `<wfs:member><app:${type}${attribute}><app:id>${id}</app:id><app:property>${property}</app:property></app:${type}></wfs:member>`;
    });
    const matched = habits.numberMatched === 'unknown' ? 'unknown' : matching.length;
    response.setHeader('content-type', 'text/xml').end(
      `<?xml version="1.0" encoding="UTF-8"?>
<wfs:FeatureCollection xmlns:wfs="http://www.opengis.net/wfs/2.0" xmlns:gml="http://www.opengis.net/gml/3.2" xmlns:app="urn:app"
  numberMatched="${matched}" numberReturned="${page.length}" timeStamp="2026-11-02T03:00:00Z">
${members.join('\n')}
</wfs:FeatureCollection>`,
    );
  });
}
