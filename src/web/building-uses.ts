// What somebody means to build, as the interface knows it: the words of contract/answers.ts, held to it by their type, without
// the library of its schemas.

import type { BuildingUse } from '../contract/answers.ts';

export type PageUse = BuildingUse;

const ALL: Readonly<Record<BuildingUse, true>> = {
  any: true,
  house: true,
  multi_family: true,
  farmstead: true,
  services: true,
  production: true,
};

export const PAGE_USES = Object.keys(ALL) as BuildingUse[];
