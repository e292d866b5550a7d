// Prompts a user may pick in a client: the three questions people come with, put so that the model uses the right tools
// and keeps to what the answers say.

import {
  type GetPromptResult,
  type Prompt,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server';

import { BUILDING_USES } from '../contract/answers.ts';

interface Row {
  readonly prompt: Prompt;
  text(given: Readonly<Record<string, string>>): string;
}

const HONESTY =
  'If the answer is ambiguous, show me the candidates and ask which one I mean. Say what is unknown as unknown. Name the source and date of what you tell me, with its attribution.';

const ROWS: readonly Row[] = [
  {
    prompt: {
      name: 'can-i-build-here',
      title: 'Can I build here?',
      description: 'The build check of one parcel in plain words, with statutes and what is not known.',
      arguments: [
        {
          name: 'parcel',
          description: 'Parcel in any form: id, number with place, address, point.',
          required: true,
        },
        {
          name: 'use',
          description: `What is to be built: ${BUILDING_USES.filter((use) => use !== 'any').join(', ')}; any building without it.`,
          required: false,
        },
      ],
    },
    text: ({ parcel, use }) =>
      `Can I build on this parcel: ${parcel}\n\nUse the tool check with ${use ? `use=${use} and ` : ''}detail=short${use ? '' : ', and with use only where I said what I want to build'}. Begin with the summary and the verdict, then go through the checks that are not pass, each with its legal basis. End with the disclaimer. ${HONESTY}`,
  },
  {
    prompt: {
      name: 'compare-parcels',
      title: 'Compare parcels',
      description: 'Several parcels side by side: plans, hazards, access, prices.',
      arguments: [
        {
          name: 'parcels',
          description: 'The parcels, one a line or separated by semicolons.',
          required: true,
        },
      ],
    },
    text: ({ parcels }) =>
      `Compare these parcels:\n${parcels}\n\nUse the tool parcel with items (one q each) and the layers planning, flood, landslide, protected, road_access, prices; then check with detail=short for those that remain, and with use only where I said what I want to build. Make one table, a column a parcel. ${HONESTY}`,
  },
  {
    prompt: {
      name: 'what-changed-in-gmina',
      title: 'What changed in this gmina?',
      description: 'Changes of plans and registers in a gmina since a day.',
      arguments: [
        { name: 'gmina', description: 'Name of the gmina.', required: true },
        { name: 'since', description: 'Day as YYYY-MM-DD; all that is known without it.', required: false },
      ],
    },
    text: ({ gmina, since }) =>
      `What changed in gmina ${gmina}${since ? ` since ${since}` : ''}?\n\nUse the tool events with q set to the name${since ? `, since ${since}` : ''} and summary=true for the counts, then page by page with types for what matters. Group by kind of change, newest first, and say what each means for owners of land there. ${HONESTY}`,
  },
];

export const PROMPT_LIST: readonly Prompt[] = ROWS.map(({ prompt }) => prompt);

export function getPrompt(name: string, given: Readonly<Record<string, string>>): GetPromptResult {
  const row = ROWS.find(({ prompt }) => prompt.name === name);
  if (!row) {
    const names = PROMPT_LIST.map((prompt) => prompt.name).join(', ');
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      `there is no prompt "${name}"; prompts are ${names}`,
    );
  }
  const missing = row.prompt.arguments?.find(
    (argument) => argument.required && !given[argument.name]?.trim(),
  );
  if (missing) {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `argument "${missing.name}" is missing`);
  }
  const { description } = row.prompt;
  return {
    ...(description ? { description } : {}),
    messages: [{ role: 'user', content: { type: 'text', text: row.text(given) } }],
  };
}
