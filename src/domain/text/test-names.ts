// A handful of names for the tests of reading and weighing text: homonyms, a town with its rural area, a street.

import { Corpus } from '../corpus/corpus.ts';
import type { SourceId } from '../corpus/registers.ts';
import { AdminDirectory } from '../places/admin-units.ts';
import { NameIndex } from './name-index.ts';

export const LESZNOWOLA = '1418032';
export const PIASECZNO = '1418043';
export const WISKITKI = '1438053';

export const admin = new AdminDirectory(
  [
    { code: '14', name: 'MAZOWIECKIE', kind: 'województwo' },
    { code: '1418', name: 'piaseczyński', kind: 'powiat' },
    { code: '1438', name: 'żyrardowski', kind: 'powiat' },
    { code: LESZNOWOLA, name: 'Lesznowola', kind: 'gmina wiejska' },
    { code: PIASECZNO, name: 'Piaseczno', kind: 'gmina miejsko-wiejska' },
    { code: WISKITKI, name: 'Wiskitki', kind: 'gmina miejsko-wiejska' },
  ],
  [
    { id: '141803_2.0005', name: 'Nowa Wola' },
    { id: '141803_2.0009', name: 'Wola Mrokowska' },
    { id: '141804_4.0001', name: '0001' },
    { id: '141804_5.0004', name: 'Kamionka' },
    { id: '143805_5.0003', name: 'Kamionka' },
    { id: '143805_5.0004', name: null },
  ],
);

export const names = new NameIndex(admin);
names.addLocality({ name: 'Piaseczno', gmina: PIASECZNO });
names.addLocality({ name: 'Kamionka', gmina: WISKITKI });
names.addLocality({ name: 'Bobrowiec', gmina: PIASECZNO });
for (const street of ['Polna', '3 Maja']) names.addStreet(street);

const corpusOf = (...sources: readonly SourceId[]) =>
  new Corpus({
    version: 1,
    admin,
    states: sources.map((source) => ({
      source,
      scope: '1418',
      as_of: null,
      last_success_at: '2026-11-01T03:00:00Z',
      observed_since: '2026-11-01T03:00:00Z',
      file_sha256: '',
      rows: 1,
      synthetic: false,
      publishes: [],
    })),
    plans: [],
    mpzp_cover: [],
    computed: [],
  });

/** Of which powiat piaseczyński is loaded, without its addresses. */
export const corpus = corpusOf('egib');
export const corpusWithAddresses = corpusOf('egib', 'prg_addresses');
