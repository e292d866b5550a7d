// What an assistant may read beside the tools: the registers, the layers and what their answers mean, the glossary, the
// disclaimer. The registers come from the pipeline, for their dates change; the rest is fixed.

import { readFileSync } from 'node:fs';
import {
  ProtocolError,
  ProtocolErrorCode,
  type Resource,
  ResourceNotFoundError,
  type ResourceTemplateType,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { LAYER_KEYS, LAYER_ROWS, type LayerKey } from '../contract/layers.ts';
import { TOOLS } from '../contract/operations.ts';
import { COVERAGES, Coverage } from '../contract/sources.ts';
import { DISCLAIMER } from '../domain/assess/verdict.ts';
import type { Backend, ReadOperation } from './backend.ts';
import { CARD_RESOURCE, readCard } from './parcel-card.ts';
import { outputSchemaOf, schemaUri } from './tools.ts';

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
    read: (backend) => readEnvelope(backend, 'sources', {}),
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
  { resource: CARD_RESOURCE, read: once(readCard) },
];

async function readEnvelope(
  backend: Backend,
  operation: ReadOperation,
  input: Readonly<Record<string, string>>,
): Promise<string> {
  const { text, is_error } = await backend.read(operation, input);
  if (!is_error) return text;
  const { error } = JSON.parse(text) as { error: { message: string; hint: string } };
  throw new ProtocolError(ProtocolErrorCode.InvalidRequest, `${error.message}. ${error.hint}`);
}

interface TemplateRow {
  readonly template: ResourceTemplateType;
  /** Null for what the template does not name. */
  read(uri: string, backend: Backend): Promise<string> | string | null;
}

const TEMPLATES: readonly TemplateRow[] = [
  {
    template: {
      uriTemplate: 'miedza://gminy/{teryt}/planning',
      name: 'gmina-planning',
      title: 'Planning of a gmina',
      description:
        'General-plan status, local-plan coverage and the zoning-decision regime of a gmina by its 7-digit TERYT code. Costs 1 request.',
      mimeType: 'application/json',
    },
    read(uri, backend) {
      const [, teryt] = /^miedza:\/\/gminy\/([^/]+)\/planning$/.exec(uri) ?? [];
      return teryt === undefined ? null : readEnvelope(backend, 'gmina_planning_by_code', { teryt });
    },
  },
  {
    template: {
      uriTemplate: schemaUri('{tool}'),
      name: 'output-schema',
      title: 'Output schema of a tool',
      description: `The whole JSON Schema of the envelope that a tool gives: ${TOOLS.join(', ')}.`,
      mimeType: 'application/schema+json',
    },
    read(uri) {
      const tool = TOOLS.find((name) => schemaUri(name) === uri);
      return tool ? JSON.stringify(outputSchemaOf(tool)) : null;
    },
  },
];

export const TEMPLATE_LIST: readonly ResourceTemplateType[] = TEMPLATES.map(({ template }) => template);

const coverageMeanings = () => ({ states: COVERAGES, meaning: Coverage.description });

const describeLayer = (key: LayerKey) => ({
  key,
  meaning: LAYER_ROWS[key].meaning,
  value: z.toJSONSchema(LAYER_ROWS[key].answer.shape.value),
});

export const RESOURCE_LIST: readonly Resource[] = ROWS.map(({ resource }) => resource);

export async function readResource(uri: string, backend: Backend) {
  const row = ROWS.find(({ resource }) => resource.uri === uri);
  if (row) return contentsOf(uri, row.resource, await row.read(backend));
  for (const { template, read } of TEMPLATES) {
    const text = await read(uri, backend);
    if (text !== null) return contentsOf(uri, template, text);
  }
  throw new ResourceNotFoundError(uri);
}

function contentsOf(uri: string, { mimeType, _meta }: Pick<Resource, 'mimeType' | '_meta'>, text: string) {
  return { contents: [{ uri, ...(mimeType ? { mimeType } : {}), ...(_meta ? { _meta } : {}), text }] };
}
