// How each kind of row stands in the dataset and in the staged tables: its key, what makes two rows of one key the same, and
// the text that scopes select it by. One row a kind, so that comparing is one statement for all.

import type { RowKind } from '../../domain/publish/compare.ts';

interface KindColumns {
  /** Whether served rows stand in partitions. */
  readonly isParted: boolean;
  /** Joins a staged row n with the served row m of the same key; the source is $1. */
  readonly isSameKey: string;
  /** Of the row m or n. Equal text: the same row. Kinds that are always written anew need none. */
  readonly hash: (alias: string) => string;
  /** Of the served row m: what a scope is a beginning of. */
  readonly place: string;
  /** Which served rows belong to the source $1. */
  readonly isOfSource: string;
}

const none = () => "''";
const ANY_SOURCE = '$1::text IS NOT NULL';

export const KIND_COLUMNS: { readonly [K in RowKind]: KindColumns } = {
  parcels: {
    isParted: true,
    isSameKey: 'm.part = n.part AND m.id = n.id',
    hash: (alias) => `${alias}.hash`,
    place: 'm.id',
    isOfSource: ANY_SOURCE,
  },
  boundaries: {
    isParted: false,
    isSameKey: 'm.code = n.code',
    hash: none,
    place: "(m.level || '/' || m.code)",
    isOfSource: ANY_SOURCE,
  },
  terc: {
    isParted: false,
    isSameKey: 'm.code = n.code',
    hash: none,
    place: 'm.code',
    isOfSource: ANY_SOURCE,
  },
  plans: {
    isParted: false,
    isSameKey: 'm.source = $1 AND m.plan_id = n.plan_id',
    hash: none,
    place: 'm.gmina6',
    isOfSource: 'm.source = $1',
  },
  evidence: {
    isParted: true,
    isSameKey:
      'm.source = $1 AND m.part = n.part AND (m.role, m.key, m.place, m.piece) = (n.role, n.key, n.place, n.piece)',
    hash: (alias) => `${alias}.hash`,
    place: 'm.place',
    isOfSource: 'm.source = $1',
  },
  permits: {
    isParted: false,
    isSameKey: '(m.place, m.permit_id, m.parcel_id) = (n.place, n.permit_id, n.parcel_id)',
    hash: (alias) =>
      `json_build_array(${alias}.kind, ${alias}.decision_date, ${alias}.object_category)::text`,
    place: 'm.place',
    isOfSource: ANY_SOURCE,
  },
};
