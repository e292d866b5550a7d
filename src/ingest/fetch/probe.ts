// How a configured service differs from what its reader expects, before anything is loaded: a few small requests, a list of
// findings, one verdict. Reads only; what services are and how they are asked is endpoints.ts.

import { extname } from 'node:path';
import type { ArcgisEndpoint, FileEndpoint } from './endpoints.ts';
import type { Answered } from './polite-request.ts';
import { answerOf, type ProbeTarget, type ProbeTools, type ServiceFinding } from './probe-answer.ts';
import { probeWfs } from './probe-wfs.ts';

export async function probe(target: ProbeTarget, tools: ProbeTools): Promise<ServiceFinding[]> {
  const { endpoint } = target;
  switch (endpoint.kind) {
    case 'wfs':
      return probeWfs({ ...target, endpoint }, tools);
    case 'file':
      return probeFile(endpoint, target, tools);
    case 'arcgis':
      return probeArcgis(endpoint, target, tools);
  }
}

const BEGINNINGS: readonly {
  readonly form: string;
  readonly ending: RegExp;
  readonly is: (head: Buffer) => boolean;
}[] = [
  { form: 'a zip archive', ending: /^\.zip$/, is: (head) => head.toString('latin1', 0, 4) === 'PK\x03\x04' },
  {
    form: 'a GeoPackage',
    ending: /^\.gpkg$/,
    is: (head) => head.toString('latin1', 0, 15) === 'SQLite format 3',
  },
  { form: 'GeoParquet', ending: /^\.parquet$/, is: (head) => head.toString('latin1', 0, 4) === 'PAR1' },
  { form: 'XML', ending: /^\.(xml|gml)$/, is: (head) => /^\W*</.test(head.toString('utf8', 0, 64)) },
];
const HEAD_BYTES = 512;

/** The head alone: whole files are large, and their rows are judged when they are loaded. */
async function probeFile(
  { name }: FileEndpoint,
  { url, teryt }: ProbeTarget,
  tools: ProbeTools,
): Promise<ServiceFinding[]> {
  const answer = await answerOf('file', url.replaceAll('{teryt}', teryt), tools, { head_bytes: HEAD_BYTES });
  if ('is' in answer) return [answer];
  const { body, headers, status } = answer;
  const ending = extname(name.replaceAll('{ext}', extname(new URL(url).pathname))).toLowerCase();
  const wanted = BEGINNINGS.find((one) => one.ending.test(ending));
  const found = BEGINNINGS.find((one) => one.is(body));
  const size = /\/(\d+)$/.exec(headers.get('content-range') ?? '')?.[1] ?? headers.get('content-length');
  const findings: ServiceFinding[] = [];
  if (body.length === 0) findings.push({ about: 'file', is: 'fails', says: 'an empty file' });
  else if (wanted && !wanted.is(body)) {
    const says = `${found?.form ?? `bytes that begin "${body.toString('latin1', 0, 12).replaceAll(/[^ -~]/g, '.')}"`} instead of ${wanted.form}`;
    findings.push({
      about: 'file',
      is: 'fails',
      says,
      hint: 'the publisher may have changed the form of its files',
    });
  } else {
    const bytes = size === null || size === undefined ? '' : `, ${Number(size).toLocaleString('en')} bytes`;
    findings.push({ about: 'file', is: 'ok', says: `${found?.form ?? 'a file'}${bytes}` });
  }
  const modified = headers.get('last-modified');
  findings.push(
    modified
      ? { about: 'date', is: 'ok', says: `of ${new Date(modified).toISOString().slice(0, 10)}` }
      : { about: 'date', is: 'differs', says: 'no Last-Modified: every refresh fetches the whole file' },
  );
  if (status !== 206)
    findings.push({
      about: 'resume',
      is: 'differs',
      says: 'no ranges: a transfer that breaks off starts anew',
    });
  return findings;
}

async function probeArcgis(
  { archives }: ArcgisEndpoint,
  { url }: ProbeTarget,
  tools: ProbeTools,
): Promise<ServiceFinding[]> {
  const findings: ServiceFinding[] = [];
  for (const { name, service, layer, ask } of Object.values(archives).flat()) {
    const answer = await answerOf(name, `${url}/${service}/${layer}?f=json`, tools);
    findings.push('is' in answer ? answer : judgeLayer(name, ask, answer));
  }
  return findings;
}

function judgeLayer(about: string, ask: 'query' | 'identify', { body }: Answered): ServiceFinding {
  let described: {
    error?: { message?: string };
    name?: string;
    capabilities?: string;
    geometryType?: string;
  };
  try {
    described = JSON.parse(body.toString());
  } catch {
    return { about, is: 'fails', says: 'no JSON', hint: 'is this an ArcGIS REST service?' };
  }
  if (described.error)
    return { about, is: 'fails', says: `the service says "${described.error.message ?? 'error'}"` };
  const { geometryType = 'none', capabilities = '' } = described;
  if (geometryType !== 'esriGeometryPolygon')
    return {
      about,
      is: 'fails',
      says: `geometry ${geometryType} instead of polygons`,
      hint: 'the numbers of layers may have changed',
    };
  if (ask === 'query' && !/query/i.test(capabilities))
    return { about, is: 'fails', says: `layer "${described.name}" cannot be queried (${capabilities})` };
  return { about, is: 'ok', says: `layer "${described.name}"` };
}
