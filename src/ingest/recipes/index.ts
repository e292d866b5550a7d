// RECIPES: what can be loaded, in the order a folder is loaded: units before boundaries before parcels.

import type { Recipe } from '../recipe.ts';
import { egib } from './egib.ts';
import { prg } from './prg.ts';
import { terc } from './terc.ts';

export const RECIPES: readonly Recipe[] = [terc, prg, egib];
