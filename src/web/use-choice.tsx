// What somebody means to build, to be chosen: the verdicts that are shown are for it.

import { PAGE_USES } from './building-uses.ts';
import { go, type PageState, state } from './url-state.ts';
import { pageWords } from './words.ts';

export function UseChoice() {
  const { uses } = pageWords.value;
  return (
    <label class="use">
      {uses.label}{' '}
      <select
        value={state.value.use}
        onChange={(event) => go({ use: event.currentTarget.value as PageState['use'] })}
      >
        {PAGE_USES.map((use) => (
          <option key={use} value={use}>
            {uses[use]}
          </option>
        ))}
      </select>
    </label>
  );
}
