// What an assistant may read beside the tools: the registers, the layers and what their answers mean, the glossary, the
// disclaimer. The registers come from the pipeline, for their dates change; the rest is fixed.

import { readFileSync } from 'node:fs';
import {
  ProtocolError,
  ProtocolErrorCode,
  type Resource,
  ResourceNotFoundError,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { LAYER_KEYS, LAYER_ROWS, type LayerKey } from '../contract/layers.ts';
import { COVERAGES, Coverage } from '../contract/sources.ts';
import { DISCLAIMER } from '../domain/assess/verdict.ts';
import type { Backend } from './backend.ts';

interface Row {
  readonly resource: Resource;
  read(backend: Backend): string | Promise<string>;
}

/** Anybody may ask for it as often as they like: it is made once. */
function once(make: () => string): () => string {
  let made: string | null = null;
  return () => {
    made ??= make();
    return made;
  };
}

const ROWS: readonly Row[] = [
  {
    resource: {
      uri: 'miedza://sources',
      name: 'sources',
      title: 'Source catalogue',
      description: 'The registers behind the answers, with licence, attribution, date and freshness.',
      mimeType: 'application/json',
    },
    async read(backend) {
      const { text, is_error } = await backend.readSources();
      if (!is_error) return text;
      const { error } = JSON.parse(text) as { error: { message: string; hint: string } };
      throw new ProtocolError(ProtocolErrorCode.InvalidRequest, `${error.message}. ${error.hint}`);
    },
  },
  {
    resource: {
      uri: 'miedza://layers',
      name: 'layers',
      title: 'Layers and their meanings',
      description:
        'Each layer key, what it answers and the schema of its value; the four states of coverage.',
      mimeType: 'application/json',
    },
    read: once(() => JSON.stringify({ coverage: coverageMeanings(), layers: LAYER_KEYS.map(describeLayer) })),
  },
  {
    resource: {
      uri: 'miedza://glossary',
      name: 'glossary',
      title: 'Glossary',
      description: 'Polish terms and abbreviations of land, planning and registers, explained in English.',
      mimeType: 'text/markdown',
    },
    read: once(() => readFileSync(new URL('../../docs/glossary.md', import.meta.url), 'utf8')),
  },
  {
    resource: {
      uri: 'miedza://disclaimer',
      name: 'disclaimer',
      title: 'Disclaimer',
      description: 'What a verdict is and is not; to be shown with every build check.',
      mimeType: 'text/plain',
    },
    read: () => DISCLAIMER.en,
  },
];

const coverageMeanings = () => ({ states: COVERAGES, meaning: Coverage.description });

const describeLayer = (key: LayerKey) => ({
  key,
  meaning: LAYER_ROWS[key].meaning,
  value: z.toJSONSchema(LAYER_ROWS[key].answer.shape.value),
});

export const RESOURCE_LIST: readonly Resource[] = ROWS.map(({ resource }) => resource);

export async function readResource(uri: string, backend: Backend) {
  const row = ROWS.find(({ resource }) => resource.uri === uri);
  if (!row) throw new ResourceNotFoundError(uri);
  const { mimeType } = row.resource;
  return { contents: [{ uri, ...(mimeType ? { mimeType } : {}), text: await row.read(backend) }] };
}
