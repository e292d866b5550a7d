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
import { LAYER_KEYS, LAYERS, type LayerKey } from '../contract/layers.ts';
import { COVERAGES, Coverage } from '../contract/sources.ts';
import { DISCLAIMER } from '../domain/assess/verdict.ts';
import type { Backend } from './backend.ts';

const LAYER_MEANINGS: { readonly [L in LayerKey]: string } = {
  planning: 'General plan, local plan, zoning decision and the planning status of the gmina, together.',
  flood: 'Flood hazard maps: whether the ten-, hundred- or five-hundred-year flood reaches the parcel.',
  landslide: 'Recorded landslides and areas threatened by mass movement (SOPO).',
  protected: 'Forms of nature protection the parcel lies in (GDOŚ).',
  buildings: 'Buildings standing on the parcel.',
  road_access: 'Access to a public road: an adjacent road parcel, or a road within 30 m.',
  permits: 'Building permits and notifications within 500 m (RWDZ); never an investor.',
  prices: 'Aggregated prices of comparable plots; withheld below five transactions.',
  soil: 'Soil classes and land use with their shares (EGiB).',
  address: 'Address points on the parcel (PRG).',
  pog: 'The general plan of the gmina (plan ogólny): zone, parameters, infill area. Part of planning.',
  mpzp: 'The local spatial plan (miejscowy plan): status and designation. Part of planning.',
  wz: 'Whether a zoning decision (warunki zabudowy) can be issued today. Part of planning.',
};

interface Row {
  readonly resource: Resource;
  read(backend: Backend): string | Promise<string>;
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
    read: () => JSON.stringify({ coverage: coverageMeanings(), layers: LAYER_KEYS.map(describeLayer) }),
  },
  {
    resource: {
      uri: 'miedza://glossary',
      name: 'glossary',
      title: 'Glossary',
      description: 'Polish terms and abbreviations of land, planning and registers, explained in English.',
      mimeType: 'text/markdown',
    },
    read: () => readFileSync(new URL('../../docs/glossary.md', import.meta.url), 'utf8'),
  },
  {
    resource: {
      uri: 'miedza://disclaimer',
      name: 'disclaimer',
      title: 'Disclaimer',
      description: 'What a verdict is and is not; to be shown with every build check.',
      mimeType: 'text/plain',
    },
    read: () => DISCLAIMER,
  },
];

const coverageMeanings = () => ({ states: COVERAGES, meaning: Coverage.description });

const describeLayer = (key: LayerKey) => ({
  key,
  meaning: LAYER_MEANINGS[key],
  value: z.toJSONSchema(LAYERS[key].shape.value),
});

export const RESOURCE_LIST: readonly Resource[] = ROWS.map(({ resource }) => resource);

export async function readResource(uri: string, backend: Backend) {
  const row = ROWS.find(({ resource }) => resource.uri === uri);
  if (!row) throw new ResourceNotFoundError(uri);
  const { mimeType } = row.resource;
  return { contents: [{ uri, ...(mimeType ? { mimeType } : {}), text: await row.read(backend) }] };
}
