// BASIS: the provisions a result can rest on, as cited to the user. The keys are those of the rule tables.
// Acts are cited by their original promulgation "as amended": such a citation never goes stale.

import { bilingual, type Language } from '../../contract/language.ts';

export const BASIS = {
  B1: bilingual(
    'art. 4 ust. 1–2 and art. 59 ust. 1 u.p.z.p. (Dz.U. 2003 nr 80 poz. 717, as amended)',
    'art. 4 ust. 1–2 i art. 59 ust. 1 u.p.z.p. (Dz.U. 2003 nr 80 poz. 717 ze zm.)',
  ),
  B2: bilingual(
    'art. 59 ust. 3 and art. 65 ust. 1 of the Act of 7 July 2023 amending u.p.z.p. (Dz.U. 2023 poz. 1688, as amended, last by Dz.U. 2026 poz. 781)',
    'art. 59 ust. 3 i art. 65 ust. 1 ustawy z dnia 7 lipca 2023 r. o zmianie u.p.z.p. (Dz.U. 2023 poz. 1688 ze zm., ostatnio Dz.U. 2026 poz. 781)',
  ),
  B3: bilingual(
    'art. 61 ust. 1 pkt 1a and art. 13a ust. 5 pkt 2 u.p.z.p. (Dz.U. 2003 nr 80 poz. 717, as amended)',
    'art. 61 ust. 1 pkt 1a i art. 13a ust. 5 pkt 2 u.p.z.p. (Dz.U. 2003 nr 80 poz. 717 ze zm.)',
  ),
  B4: bilingual(
    'art. 61 ust. 1 pkt 4 u.p.z.p.; art. 7 ust. 1–2 u.o.g.r.l. (Dz.U. 1995 nr 16 poz. 78, as amended)',
    'art. 61 ust. 1 pkt 4 u.p.z.p.; art. 7 ust. 1–2 u.o.g.r.l. (Dz.U. 1995 nr 16 poz. 78 ze zm.)',
  ),
  B5: bilingual(
    'art. 15 ust. 1 pkt 1 u.o.p. (Dz.U. 2004 nr 92 poz. 880, as amended); art. 61 ust. 1 pkt 5 u.p.z.p.',
    'art. 15 ust. 1 pkt 1 u.o.p. (Dz.U. 2004 nr 92 poz. 880 ze zm.); art. 61 ust. 1 pkt 5 u.p.z.p.',
  ),
  B6: bilingual(
    'art. 59 ust. 2 of the Act of 7 July 2023 (Dz.U. 2023 poz. 1688, as amended)',
    'art. 59 ust. 2 ustawy z dnia 7 lipca 2023 r. (Dz.U. 2023 poz. 1688 ze zm.)',
  ),
  B7: bilingual(
    'art. 13a ust. 5–6 u.p.z.p.; art. 35 ust. 1 pkt 1 lit. a Prawo budowlane (Dz.U. 1994 nr 89 poz. 414, as amended)',
    'art. 13a ust. 5–6 u.p.z.p.; art. 35 ust. 1 pkt 1 lit. a Prawa budowlanego (Dz.U. 1994 nr 89 poz. 414 ze zm.)',
  ),
  B8: bilingual(
    'art. 13c ust. 2, art. 13e ust. 2, art. 54 ust. 2 pkt 1 lit. a with art. 64 ust. 1 u.p.z.p.; annex 1 to the regulation of 8 December 2023 (Dz.U. 2023 poz. 2758, as amended by Dz.U. 2024 poz. 1775)',
    'art. 13c ust. 2, art. 13e ust. 2, art. 54 ust. 2 pkt 1 lit. a w zw. z art. 64 ust. 1 u.p.z.p.; załącznik nr 1 do rozporządzenia z dnia 8 grudnia 2023 r. (Dz.U. 2023 poz. 2758, zm. Dz.U. 2024 poz. 1775)',
  ),
  B9: bilingual('art. 29 ust. 1 u.p.z.p.', 'art. 29 ust. 1 u.p.z.p.'),
  B10: bilingual(
    'art. 62 ust. 1 and art. 65 ust. 1 pkt 2 u.p.z.p.',
    'art. 62 ust. 1 i art. 65 ust. 1 pkt 2 u.p.z.p.',
  ),
  B11: bilingual(
    'art. 4 ust. 1, art. 14 ust. 8, art. 15 ust. 2 pkt 1 u.p.z.p.; art. 67 ust. 1 of the Act of 7 July 2023',
    'art. 4 ust. 1, art. 14 ust. 8, art. 15 ust. 2 pkt 1 u.p.z.p.; art. 67 ust. 1 ustawy z dnia 7 lipca 2023 r.',
  ),
  B12: bilingual(
    'art. 15 ust. 2 pkt 9 u.p.z.p.; art. 35 ust. 1 pkt 1 lit. a Prawo budowlane',
    'art. 15 ust. 2 pkt 9 u.p.z.p.; art. 35 ust. 1 pkt 1 lit. a Prawa budowlanego',
  ),
  B13: bilingual('art. 15 ust. 2 pkt 6 u.p.z.p.', 'art. 15 ust. 2 pkt 6 u.p.z.p.'),
  B14: bilingual(
    'art. 54 ust. 2 pkt 1 lit. b with art. 64 ust. 1, art. 61 ust. 7 u.p.z.p.; regulation of 15 July 2024 (Dz.U. 2024 poz. 1116)',
    'art. 54 ust. 2 pkt 1 lit. b w zw. z art. 64 ust. 1, art. 61 ust. 7 u.p.z.p.; rozporządzenie z dnia 15 lipca 2024 r. (Dz.U. 2024 poz. 1116)',
  ),
  B15: bilingual(
    'art. 16 pkt 34, art. 166 ust. 2 and 10, art. 390 ust. 1 pkt 1 lit. b Prawo wodne (Dz.U. 2017 poz. 1566, as amended)',
    'art. 16 pkt 34, art. 166 ust. 2 i 10, art. 390 ust. 1 pkt 1 lit. b Prawa wodnego (Dz.U. 2017 poz. 1566 ze zm.)',
  ),
  B16: bilingual(
    'art. 16 pkt 34 and art. 169 ust. 2 pkt 1 Prawo wodne',
    'art. 16 pkt 34 i art. 169 ust. 2 pkt 1 Prawa wodnego',
  ),
  B17: bilingual(
    'art. 110a ust. 1 Prawo ochrony środowiska (Dz.U. 2001 nr 62 poz. 627, as amended); art. 53 ust. 4 pkt 5a with art. 64 ust. 1 u.p.z.p.',
    'art. 110a ust. 1 Prawa ochrony środowiska (Dz.U. 2001 nr 62 poz. 627 ze zm.); art. 53 ust. 4 pkt 5a w zw. z art. 64 ust. 1 u.p.z.p.',
  ),
  B18: bilingual(
    'art. 15 ust. 1 pkt 1 and ust. 2 pkt 5 u.o.p.; art. 53 ust. 4 pkt 7 u.p.z.p.',
    'art. 15 ust. 1 pkt 1 i ust. 2 pkt 5 u.o.p.; art. 53 ust. 4 pkt 7 u.p.z.p.',
  ),
  B19: bilingual(
    'art. 33 ust. 1 and 3 u.o.p.; art. 53 ust. 4 pkt 8 u.p.z.p.',
    'art. 33 ust. 1 i 3 u.o.p.; art. 53 ust. 4 pkt 8 u.p.z.p.',
  ),
  B20: bilingual(
    'art. 16 ust. 3 and art. 17 u.o.p.; art. 53 ust. 4 pkt 8 u.p.z.p.',
    'art. 16 ust. 3 i art. 17 u.o.p.; art. 53 ust. 4 pkt 8 u.p.z.p.',
  ),
  B21: bilingual(
    'art. 24 u.o.p.; art. 53 ust. 4 pkt 8 u.p.z.p.',
    'art. 24 u.o.p.; art. 53 ust. 4 pkt 8 u.p.z.p.',
  ),
  B22: bilingual(
    'art. 44 ust. 2 and art. 45 ust. 1 u.o.p.; art. 53 ust. 4 pkt 8 u.p.z.p.',
    'art. 44 ust. 2 i art. 45 ust. 1 u.o.p.; art. 53 ust. 4 pkt 8 u.p.z.p.',
  ),
  B23: bilingual('art. 6 ust. 1 u.o.p.', 'art. 6 ust. 1 u.o.p.'),
  B24: bilingual(
    'art. 2 pkt 14 and art. 61 ust. 1 pkt 2 u.p.z.p.; art. 29 ust. 1 u.d.p. (Dz.U. 1985 nr 14 poz. 60, as amended)',
    'art. 2 pkt 14 i art. 61 ust. 1 pkt 2 u.p.z.p.; art. 29 ust. 1 u.d.p. (Dz.U. 1985 nr 14 poz. 60 ze zm.)',
  ),
} as const;

export type BasisKey = keyof typeof BASIS;

/** The citation of one or more provisions, each once: two rows may name the same one. */
export function cite(keys: readonly BasisKey[], language: Language): string {
  const [only, ...more] = keys;
  if (only !== undefined && more.length === 0) return BASIS[only][language];
  return [...new Set(keys.flatMap((key) => BASIS[key][language].split('; ')))].join('; ');
}
