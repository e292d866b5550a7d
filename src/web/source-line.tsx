// Where an answer comes from, in one line: attribution as the publisher asks for it, the day of the data, and the terms.

import type { SourceRef } from '../contract/sources.ts';
import { useRegisters } from './use-registers.ts';
import { pageWords, showDay } from './words.ts';

export function SourceLine({ source }: { source: SourceRef }) {
  return (
    <p class="source">
      <SourceText source={source} />
    </p>
  );
}

export function SourceText({ source }: { source: SourceRef }) {
  const { checks } = pageWords.value;
  return (
    <>
      <Linked to={source.url} text={source.attribution} />
      {' · '}
      {source.as_of === null ? checks.no_day : checks.as_of(showDay(source.as_of))}
      {' · '}
      <Terms of={source} />
    </>
  );
}

/** The licence as it is named, and linked where its text has an address. */
export function Terms({ of: { id, licence } }: { of: Pick<SourceRef, 'id' | 'licence'> }) {
  const address = useRegisters().get(id)?.licence_url ?? null;
  return (
    <span class="licence">
      {pageWords.value.checks.licence}: <Linked to={address} text={licence} rel="license" />
    </span>
  );
}

function Linked({ to, text, rel = '' }: { to: string | null; text: string; rel?: string }) {
  return to === null ? (
    <span>{text}</span>
  ) : (
    <a href={to} rel={`noreferrer noopener ${rel}`.trim()} target="_blank">
      {text}
    </a>
  );
}
