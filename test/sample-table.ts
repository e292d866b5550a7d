// The table "One parcel for each" of world/README.md, and what it promises of a running server that serves the sample world.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { Client } from './client.ts';

export interface TableRow {
  readonly shows: string;
  readonly parcel: string;
  /** The path after /v1/. */
  readonly ask: string;
  readonly answers: readonly Expected[];
}

interface Expected {
  readonly path: string;
  readonly sign: '=' | '~';
  readonly text: string;
}

const README = new URL('../world/README.md', import.meta.url);

export function readTable(): TableRow[] {
  const [, section = ''] = readFileSync(README, 'utf8').split('## One parcel for each\n');
  const lines = (section.split('\n## ')[0] ?? '').split('\n').filter((line) => line.startsWith('|'));
  return lines.slice(2).map((line) => {
    const [shows = '', parcel = '', ask = '', answers = ''] = line
      .split('|')
      .map((cell) => cell.trim())
      .slice(1);
    return {
      shows,
      parcel: quoted(parcel)[0] ?? '',
      ask: quoted(ask)[0] ?? '',
      answers: quoted(answers).map(parseExpected),
    };
  });
}

const quoted = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text);

function parseExpected(text: string): Expected {
  const [, path = '', sign, wanted = ''] = /^(\S+) ([=~]) (.+)$/.exec(text) ?? [];
  assert.ok(sign === '=' || sign === '~', `"${text}" is no "member = value" or "member ~ text"`);
  return { path, sign, text: wanted };
}

/** Asks one row: null, or what is said instead. An event may be any of those told of its type. */
export async function faultOf(
  client: Pick<Client, 'get'>,
  { parcel, ask, answers }: TableRow,
): Promise<string | null> {
  const type = ask === 'events' ? `&types=${answers[0]?.text}` : '';
  const { body } = await client.get<object>(`/v1/${ask}?id=${encodeURIComponent(parcel)}${type}`);
  const about = body.result ?? body.error ?? {};
  const told: unknown[] = Array.isArray(about) ? about : [about];
  const matches = (one: unknown) => answers.every((expected) => holds(valueAt(one, expected.path), expected));
  return told.some(matches) ? null : `${ask} of ${parcel}: ${JSON.stringify(told).slice(0, 600)}`;
}

function holds(value: unknown, { sign, text }: Expected): boolean {
  if (value === undefined) return false;
  const written = typeof value === 'string' ? value : JSON.stringify(value);
  return sign === '=' ? written === text : written.includes(text);
}

/** A member by its name; of a list the one with that id. */
function valueAt(from: unknown, path: string): unknown {
  return path.split('.').reduce((at: unknown, name) => {
    if (Array.isArray(at)) return at.find((one) => one.id === name);
    return typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[name] : undefined;
  }, from);
}
