// What a zone or a designation is for, and whether a building of a wanted use fits it (law §9.3). Zones of general plans and
// symbols of local plans are read into the same kinds of ground. Only basic profiles count: additional ones are not served.

import type { BuildingUse } from '../../contract/answers.ts';

/** What may be built, from the widest to none. */
export type BuildingClass = 'residential' | 'farmstead' | 'other_building' | 'no_building';

/** pass: it is what the ground is for; warn: with a restriction that is named; fail: not there. */
export type Fit = 'pass' | 'warn' | 'fail';

type Fits = { readonly [U in Exclude<BuildingUse, 'any'>]: Fit };

interface Ground {
  readonly class: BuildingClass;
  readonly fits: Fits;
}

const NOWHERE: Fits = {
  house: 'fail',
  multi_family: 'fail',
  farmstead: 'fail',
  services: 'fail',
  production: 'fail',
};

const ground = (class_: BuildingClass, fits: Partial<Fits>): Ground => ({
  class: class_,
  fits: { ...NOWHERE, ...fits },
});

export const GROUNDS = {
  single_family: ground('residential', { house: 'pass', services: 'warn' }),
  /** Housing of either kind: M, MU. */
  housing: ground('residential', { house: 'pass', multi_family: 'warn', services: 'warn' }),
  /** Zone SW: the gmina may have added single-family houses. */
  multi_family_zone: ground('residential', { house: 'warn', multi_family: 'pass', services: 'warn' }),
  multi_family: ground('residential', { multi_family: 'pass', services: 'warn' }),
  farmstead: ground('farmstead', { farmstead: 'pass' }),
  services: ground('other_building', { services: 'pass' }),
  large_retail: ground('other_building', { services: 'warn' }),
  production: ground('other_building', { services: 'warn', production: 'pass' }),
  farm_production: ground('other_building', { farmstead: 'warn', production: 'warn' }),
  infrastructure: ground('other_building', { production: 'warn' }),
  holiday_homes: ground('other_building', { house: 'warn' }),
  none: ground('no_building', {}),
} as const satisfies Record<string, Ground>;

export type GroundKind = keyof typeof GROUNDS;

/** Without a wanted use, housing is what is asked for, and other buildings are a restriction. */
const FIT_OF_CLASS: { readonly [C in BuildingClass]: Fit } = {
  residential: 'pass',
  farmstead: 'warn',
  other_building: 'warn',
  no_building: 'fail',
};

export function fitOf(kind: GroundKind, use: BuildingUse): Fit {
  const { class: class_, fits }: Ground = GROUNDS[kind];
  return use === 'any' ? FIT_OF_CLASS[class_] : fits[use];
}
