// How to ask for one gmina where several bear its name.

import type { Corpus } from '../corpus/corpus.ts';
import type { Gmina } from '../places/admin-units.ts';

/** What asks for this gmina and no other: by its powiat where several bear the name, by its code where two of one powiat do. */
export function askGmina({ name, powiat, powiat_name, teryt }: Gmina, { admin }: Corpus): string {
  const same = admin.gminyNamed(name);
  if (same.length < 2) return `gm. ${name}`;
  // A city with powiat rights has the name of its powiat, which "pow." does not tell from the gmina around it.
  return same.filter((other) => other.powiat === powiat).length < 2 && powiat_name !== name
    ? `gm. ${name}, pow. ${powiat_name}`
    : `gmina ${teryt}`;
}
