// Editions of one powiat's cadastre that can be told apart in every answer. Each marks all its parcels in three ways that
// reach an answer by different roads: the last digit of the recorded area in m² (the parcel's row), the land use (facts worked out at ingest) and
// the day of the file (what is held in memory of the sources). An answer with two marks mixes two publishes.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { editBulk } from '../ingest/bulk-file.ts';
import { temporaryFolder } from '../sample.ts';

const POWIAT = '1418';

const EDITIONS = [
  { last_digit: 1, symbol: 'RIIIa', day: '2026-11-09' },
  { last_digit: 2, symbol: 'RIVa', day: '2026-11-10' },
  { last_digit: 3, symbol: 'PsIV', day: '2026-11-11' },
] as const;

/** The bulk file of an edition, made from that of the world. */
export async function makeEdition(files: string, number: number): Promise<string> {
  const edition = EDITIONS[number];
  if (!edition) throw new Error(`there is no edition ${number}`);
  const folder = join(temporaryFolder(), `edition-${number}`);
  mkdirSync(folder);
  return editBulk(files, folder, POWIAT, (db) => {
    // Areas in hectares; those that the world has spoilt on purpose are left out.
    db.prepare(
      `UPDATE dzialki SET klasouzytki_egib = ?1, czas_pozyskania = ?2,
         pole_ewidencyjne = iif(pole_ewidencyjne GLOB '[0-9]*.[0-9][0-9][0-9][0-9]',
           substr(pole_ewidencyjne, 1, length(pole_ewidencyjne) - 1) || ?3, NULL)`,
    ).run(edition.symbol, `${edition.day} 03:12:44`, String(edition.last_digit));
  });
}

/** What marks were met in a body, by the edition they belong to; -1 for a value that no edition has. */
export function editionsIn(value: unknown, met = new Set<number>()): Set<number> {
  if (Array.isArray(value)) for (const item of value) editionsIn(item, met);
  else if (value !== null && typeof value === 'object') {
    const members = value as Record<string, unknown>;
    const area_m2 = members.official_m2 ?? members.area_official_m2;
    if (typeof area_m2 === 'number')
      met.add(EDITIONS.findIndex(({ last_digit }) => last_digit === area_m2 % 10));
    if (members.id === 'egib') met.add(EDITIONS.findIndex((edition) => edition.day === members.as_of));
    if (Array.isArray(members.classes))
      for (const { symbol } of members.classes)
        met.add(EDITIONS.findIndex((edition) => edition.symbol === symbol));
    for (const member of Object.values(members)) editionsIn(member, met);
  }
  return met;
}
