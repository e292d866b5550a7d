// Addresses whose point lies on the parcel, from the national address register.

import type { AddressValue, LayerAnswer } from '../../contract/layers.ts';
import type { Corpus } from '../corpus.ts';
import { covered, coveredNoData, notComputed, notCovered } from './answer.ts';
import type { ParcelGround, Surroundings } from './facts.ts';
import type { Subject } from './subject.ts';

export type AddressFact = readonly [
  locality: string,
  street: string | null,
  house_number: string,
  postcode: string | null,
];

export function collectAddress(
  _parcel: ParcelGround,
  { overlaps }: Pick<Surroundings, 'overlaps'>,
): AddressFact[] | null {
  const text = (value: unknown) => (typeof value === 'string' ? value : null);
  const facts = overlaps.map(
    ({ attributes }): AddressFact => [
      text(attributes.locality) ?? '',
      text(attributes.street),
      text(attributes.house_number) ?? '',
      text(attributes.postcode),
    ],
  );
  // The register holds doubled points: an address is told once.
  const told = new Map(facts.map((fact) => [fact.join('|'), fact]));
  if (told.size === 0) return null;
  return [...told].sort(([a], [b]) => byNumber(a, b)).map(([, fact]) => fact);
}

const byNumber = new Intl.Collator('pl', { numeric: true }).compare;

export function answerAddress(subject: Subject, corpus: Corpus): LayerAnswer<'address'> {
  const source = corpus.sourceAt('prg_addresses', subject.gmina6);
  if (!corpus.stateAt('prg_addresses', subject.gmina6)) {
    return notCovered(source, 'Address points are not held for this place; nothing is inferred.');
  }
  if (!corpus.isComputed('address', subject.place)) {
    return notComputed(source, 'Address points are held; which of them lie here is not yet worked out.');
  }
  if (subject.facts.address === null) {
    return coveredNoData(source, { addresses: [] }, 'No address point lies on this parcel.');
  }
  const facts: AddressFact[] = JSON.parse(subject.facts.address);
  const value: AddressValue = {
    addresses: facts.map(([locality, street, house_number, postcode]) => ({
      locality,
      street,
      house_number,
      postcode,
    })),
  };
  return covered(
    source,
    value,
    `${facts.length} address ${facts.length === 1 ? 'point lies' : 'points lie'} on this parcel.`,
  );
}
