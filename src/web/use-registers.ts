// The registers that this server reads, with day, share and the address of their terms, in the language of the page. Asked for once
// by whatever shows a source; without them sources are shown without links to their terms.

import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Source } from '../contract/sources.ts';
import { api } from './api.ts';
import { type PageLanguage, state } from './url-state.ts';

const read = signal<ReadonlyMap<string, Source>>(new Map());
let asked: PageLanguage | null = null;

async function readRegisters(lang: PageLanguage): Promise<void> {
  if (asked === lang) return;
  asked = lang;
  try {
    const answer = await api.sources({ lang });
    if (answer.status === 'ok' && asked === lang)
      read.value = new Map(answer.result.map((one) => [one.id, one]));
  } catch (error) {
    asked = null;
    console.warn('the sources cannot be read:', error);
  }
}

/** By their ids; none before they are known. */
export function useRegisters(): ReadonlyMap<string, Source> {
  const { lang } = state.value;
  useEffect(() => {
    void readRegisters(lang);
  }, [lang]);
  return read.value;
}
