// Everything that is derived about a parcel for a day: the layer answers that changes are told of, and the verdict. Used
// by the check and by the comparison of two publishes, so that both always agree.

import type { LayerAnswer } from '../../contract/layers.ts';
import type { Corpus } from '../corpus/corpus.ts';
import { ANSWERS } from '../layers/index.ts';
import { gminaPlanningOn } from '../layers/planning.ts';
import { ouzShareOf } from '../layers/pog.ts';
import { formSharesOf } from '../layers/protected.ts';
import { gminaName, type Subject } from '../layers/subject.ts';
import { assessBuilding, type BuildingAssessment } from './verdict.ts';

export interface Assessment {
  readonly pog: LayerAnswer<'pog'>;
  readonly mpzp: LayerAnswer<'mpzp'>;
  readonly wz: LayerAnswer<'wz'>;
  readonly soil: LayerAnswer<'soil'>;
  readonly address: LayerAnswer<'address'>;
  readonly flood: LayerAnswer<'flood'>;
  readonly landslide: LayerAnswer<'landslide'>;
  readonly protected: LayerAnswer<'protected'>;
  readonly buildings: LayerAnswer<'buildings'>;
  readonly road_access: LayerAnswer<'road_access'>;
  readonly prices: LayerAnswer<'prices'>;
  readonly building: BuildingAssessment;
}

export function assessSubject(subject: Subject, corpus: Corpus, day: string): Assessment {
  const pog = ANSWERS.pog(subject, corpus, day);
  const mpzp = ANSWERS.mpzp(subject, corpus, day);
  const soil = ANSWERS.soil(subject, corpus, day);
  const flood = ANSWERS.flood(subject, corpus, day);
  const landslide = ANSWERS.landslide(subject, corpus, day);
  const protectedForms = ANSWERS.protected(subject, corpus, day);
  const road_access = ANSWERS.road_access(subject, corpus, day);
  const building = assessBuilding(
    {
      gmina: subject.gmina
        ? gminaPlanningOn(day, corpus, subject.gmina)
        : { gmina_name: gminaName(subject), pog_status: 'unknown', sources: [] },
      pog,
      mpzp,
      soil,
      protected: protectedForms,
      flood,
      landslide,
      road_access,
      ouz_share_pct: ouzShareOf(subject, corpus, day),
      form_shares_pct: formSharesOf(subject),
    },
    day,
  );
  return {
    pog,
    mpzp,
    soil,
    wz: ANSWERS.wz(subject, corpus, day),
    address: ANSWERS.address(subject, corpus, day),
    flood,
    landslide,
    protected: protectedForms,
    buildings: ANSWERS.buildings(subject, corpus, day),
    road_access,
    prices: ANSWERS.prices(subject, corpus, day),
    building,
  };
}
