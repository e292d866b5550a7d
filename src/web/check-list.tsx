// The eight checks: result, detail, and behind a fold the legal basis and the source.

import type { CheckItem } from '../contract/answers.ts';
import { SourceLine } from './source-line.tsx';
import { ResultIcon } from './verdict-view.tsx';
import { pageWords } from './words.ts';

export function CheckList({ checks, isOpen = false }: { checks: readonly CheckItem[]; isOpen?: boolean }) {
  const told = pageWords.value.checks;
  return (
    <section aria-labelledby="checks-title">
      <h2 id="checks-title">{told.title}</h2>
      <ul class="checks">
        {checks.map(({ id, result, detail, basis, source }) => (
          <li key={id} class={`check check-${result}`}>
            <details open={isOpen || result === 'fail'}>
              <summary>
                <ResultIcon of={result} />
                <span class="check-name">{told[id]}</span>
                <span class="check-result">{pageWords.value.results[result]}</span>
              </summary>
              <div class="check-more">
                {detail && <p>{detail}</p>}
                {basis && (
                  <p class="basis">
                    <b>{told.basis}:</b> {basis}
                  </p>
                )}
                <SourceLine source={source} />
              </div>
            </details>
          </li>
        ))}
      </ul>
    </section>
  );
}
