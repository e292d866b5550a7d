// A parcel as a candidate, for tests of ranking and settling.

import type { Candidate } from '../../contract/answers.ts';

export const candidate = (confidence: number, number = 1): Candidate => ({
  kind: 'parcel',
  id: `141803_2.0009.${number}`,
  gmina_teryt: '1418032',
  gmina_name: 'Lesznowola',
  powiat_name: 'piaseczyński',
  voivodeship: '14',
  obreb_id: '141803_2.0009',
  obreb_name: 'Wola Mrokowska',
  number: String(number),
  address: null,
  centroid: null,
  held: true,
  needs_obreb: false,
  confidence,
  match_reason: '',
});
