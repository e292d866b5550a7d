// What can be gone on with where a question met no single parcel, as buttons: parcels by their numbers, places by their names.

import type { NearPlace } from './near-places.ts';
import { choose, near } from './page-answers.ts';
import { pageWords } from './words.ts';

/** What is smaller comes first. */
const KINDS = ['address', 'parcel', 'street', 'obreb', 'locality', 'gmina'] as const;

export function NearView() {
  const now = near.value;
  if (!now || now.places.length === 0) return null;
  const { hows, kinds } = pageWords.value.near;
  const groups = KINDS.map((kind) => ({ kind, places: now.places.filter((one) => one.kind === kind) }));
  return (
    <section class="near" aria-labelledby="near-title">
      <h2 id="near-title">{hows[now.how]}</h2>
      {groups.map(({ kind, places }) =>
        places.length === 0 ? null : (
          <div key={kind}>
            <h3>{kinds[kind]}</h3>
            <ul class="chips">
              {places.map((one) => (
                <li key={one.label}>
                  <button type="button" class="link" onClick={() => choose(one.asked)}>
                    {shortName(one, places)}
                  </button>
                </li>
              ))}
            </ul>
          </div>
        ),
      )}
    </section>
  );
}

/** Of "123/4, Wola Mrokowska, gmina Lesznowola" the number, of "141803_2.0009 Wola Mrokowska" all but the unit, where the rest is the same in all of them. */
function shortName({ label }: NearPlace, among: readonly NearPlace[]): string {
  const [name = '', ...rest] = label.split(', ');
  const isSame = among.every((one) => one.label.endsWith(rest.join(', ')));
  return rest.length > 0 && isSame ? name.replace(/^\d{6}_\d\./, '') : label;
}
