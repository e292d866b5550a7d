// Addresses whose point lies on the parcel, from the national address register.

import type { AddressValue } from '../../contract/layer-values.ts';
import type { LayerAnswer } from '../../contract/layers.ts';
import type { Corpus } from '../corpus/corpus.ts';
import { ADDRESS_NOTES } from '../sentences/layer-sentences.ts';
import { covered, coveredNoData, notComputed, notCovered } from './answer.ts';
import type { ParcelGround, Vicinity } from './facts.ts';
import type { FactLayerDefinition } from './layer-definition.ts';
import type { Subject } from './subject.ts';

export type AddressFact = readonly [
  locality: string,
  street: string | null,
  house_number: string,
  postcode: string | null,
];

/** What a point may lack, so that its address is not known. */
export type AddressPart = 'house number' | 'locality' | 'gmina' | 'street';

export interface AddressFacts {
  readonly addresses: readonly AddressFact[];
  /** One for each point that lies here and whose address the register does not tell whole: what is missing. */
  readonly unread: readonly string[];
}

export function collectAddress(
  _parcel: ParcelGround,
  { overlaps }: Pick<Vicinity, 'overlaps'>,
): AddressFacts | null {
  if (overlaps.length === 0) return null;
  const text = (value: unknown) => (typeof value === 'string' ? value : null);
  const { address = [], address_unread = [] } = Object.groupBy(overlaps, ({ role }) => role);
  const facts = address.map(
    ({ attributes }): AddressFact => [
      text(attributes.locality) ?? '',
      text(attributes.street),
      text(attributes.house_number) ?? '',
      text(attributes.postcode),
    ],
  );
  // The register holds doubled points: an address is told once.
  const told = new Map(facts.map((fact) => [fact.join('|'), fact]));
  return {
    addresses: [...told].sort(([a], [b]) => byNumber(a, b)).map(([, fact]) => fact),
    unread: address_unread.map(({ attributes }) => String(attributes.missing)).sort(),
  };
}

const byNumber = new Intl.Collator('pl', { numeric: true }).compare;

export function answerAddress(subject: Subject, corpus: Corpus): LayerAnswer<'address'> {
  const { language } = corpus;
  const source = corpus.sourceAt('prg_addresses', subject.gmina6);
  if (!corpus.stateAt('prg_addresses', subject.gmina6))
    return notCovered(source, ADDRESS_NOTES.notHeld[language]);
  if (!corpus.isComputed('address', subject.place))
    return notComputed(source, ADDRESS_NOTES.notComputed[language]);
  if (subject.facts.address === null)
    return coveredNoData(source, { addresses: [] }, ADDRESS_NOTES.none[language]);
  const { addresses, unread }: AddressFacts = JSON.parse(subject.facts.address);
  const parts = [...new Set(unread)];
  if (addresses.length === 0)
    return notCovered(source, ADDRESS_NOTES.onlyUnread[language](unread.length, parts));
  const value: AddressValue = {
    addresses: addresses.map(([locality, street, house_number, postcode]) => ({
      locality,
      street,
      house_number,
      postcode,
    })),
  };
  const more = unread.length === 0 ? [] : [ADDRESS_NOTES.alsoUnread[language](unread.length, parts)];
  return covered(source, value, [ADDRESS_NOTES.addresses[language](addresses.length), ...more].join(' '));
}

export const addressLayer = {
  key: 'address',
  answered_from: ['prg_addresses'],
  evidence: { address: 0, address_unread: 0 },
  collect: collectAddress,
  answer: answerAddress,
  events: [{ event: 'address_changed', tell: (value) => value }],
} satisfies FactLayerDefinition<'address'>;
