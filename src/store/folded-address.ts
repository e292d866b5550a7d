// An address as people type it, of the attributes of its row of evidence: folded names, no street as ''.

import { foldHouseNumber, foldName } from '../domain/text/fold.ts';

export function foldAddress(attributes: string): [locality: string, street: string, number: string] {
  const { locality, street, house_number } = JSON.parse(attributes);
  return [foldName(String(locality)), foldName(street ?? ''), foldHouseNumber(String(house_number))];
}
