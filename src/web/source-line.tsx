// Where an answer comes from, in one line: attribution as the publisher asks for it, with the day of the data.

import type { SourceRef } from '../contract/sources.ts';
import { pageWords, showDay } from './words.ts';

export function SourceLine({ source }: { source: SourceRef }) {
  const { checks } = pageWords.value;
  return (
    <p class="source">
      {source.url === null ? (
        source.attribution
      ) : (
        <a href={source.url} rel="noreferrer noopener" target="_blank">
          {source.attribution}
        </a>
      )}
      {' · '}
      {source.as_of === null ? checks.no_day : checks.as_of(showDay(source.as_of))}
    </p>
  );
}
