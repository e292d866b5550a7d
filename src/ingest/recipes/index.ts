// RECIPES: what can be loaded, in the order a folder is loaded: units before boundaries before parcels.

import type { Recipe } from '../recipe.ts';
import { bdot10k } from './bdot10k.ts';
import { egib } from './egib.ts';
import { flood } from './flood.ts';
import { gdos } from './gdos.ts';
import { mpzp } from './mpzp.ts';
import { mpzpSymbols } from './mpzp-symbols.ts';
import { pog } from './pog.ts';
import { pogFallback } from './pog-fallback.ts';
import { prg } from './prg.ts';
import { prgAddresses } from './prg-addresses.ts';
import { rcn } from './rcn.ts';
import { rwdz } from './rwdz.ts';
import { sopo } from './sopo.ts';
import { terc } from './terc.ts';

export const RECIPES: readonly Recipe[] = [
  terc,
  prg,
  egib,
  prgAddresses,
  pog,
  pogFallback,
  mpzp,
  mpzpSymbols,
  flood,
  sopo,
  gdos,
  bdot10k,
  rwdz,
  rcn,
];
