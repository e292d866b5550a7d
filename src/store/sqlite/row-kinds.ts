// How each kind of row stands in the dataset and in the staged file: its key, what makes two rows of one key the same, and
// the text that scopes select it by. One row a kind, so that comparing is one statement for all.

import type { RowKind } from '../../domain/publish/compare.ts';

interface KindColumns {
  /** Joins a staged row n with the served row m of the same key. */
  readonly isSameKey: string;
  /** Of the row m or n. Equal text: the same row. Kinds that are always written anew need none. */
  readonly hash: (alias: string) => string;
  /** Of the served row m: what a scope is a beginning of. */
  readonly place: string;
  /** Which served rows belong to the source ?1. */
  readonly isOfSource: string;
  /** The role and piece of evidence. */
  readonly piece: string;
}

const none = () => "''";
const whole = "'' AS role, 0 AS piece";

export const COLUMNS_OF: { readonly [K in RowKind]: KindColumns } = {
  parcels: {
    isSameKey: 'm.id = n.id',
    hash: (alias) => `${alias}.hash`,
    place: 'm.id',
    isOfSource: 'true',
    piece: whole,
  },
  boundaries: {
    isSameKey: 'm.code = n.code',
    hash: none,
    place: "m.level || '/' || m.code",
    isOfSource: 'true',
    piece: whole,
  },
  terc: { isSameKey: 'm.code = n.code', hash: none, place: 'm.code', isOfSource: 'true', piece: whole },
  plans: {
    isSameKey: 'm.source = ?1 AND m.plan_id = n.plan_id',
    hash: none,
    place: 'm.gmina6',
    isOfSource: 'm.source = ?1',
    piece: whole,
  },
  evidence: {
    isSameKey: 'm.source = ?1 AND (m.role, m.key, m.place, m.piece) = (n.role, n.key, n.place, n.piece)',
    hash: (alias) => `${alias}.hash`,
    place: 'm.place',
    isOfSource: 'm.source = ?1',
    piece: 'm.role, m.piece',
  },
  permits: {
    isSameKey: '(m.place, m.permit_id, m.parcel_id) = (n.place, n.permit_id, n.parcel_id)',
    hash: (alias) => `json_array(${alias}.kind, ${alias}.decision_date, ${alias}.object_category)`,
    place: 'm.place',
    isOfSource: 'true',
    piece: whole,
  },
};
