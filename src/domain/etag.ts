// Strong entity tags (contract §6): other bytes of a result give another tag, equal ones the same, whenever they are made.

import { hash } from 'node:crypto';
import { CONTRACT_VERSION } from '../contract/limits.ts';

/**
 * Tags tell versions of one answer apart; nobody gains by making two of ours alike. Where the processor has no instructions for it,
 * SHA-256 takes 69 µs of a record's 13 kB, SHA-1 29: a tenth less for a first answer.
 */
const digestOf = (data: string | Uint8Array, characters: number) =>
  hash('sha1', data, 'base64url').slice(0, characters);

const CONTRACT = digestOf(CONTRACT_VERSION, 4);

/** `of` names the body that holds the result, and whatever it depends on beside the result. */
export const tagOf = (of: string, result: Uint8Array): string => `"${of}${CONTRACT}${digestOf(result, 23)}"`;

/** If-None-Match: a list, `*`, or weak forms of our tags. */
export function matchesEtag(header: string, etag: string): boolean {
  if (header === etag || header.trim() === '*') return true;
  return header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
