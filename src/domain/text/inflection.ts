// Polish cases of place names, backwards: from the ending that was typed to those the name may have. Words are folded.
// Nothing is guessed: a lemma counts only when a name of the index has that word.

/** Ending typed → endings it may stand for, the longest ending first. */
const ENDINGS: readonly (readonly [typed: string, ...meant: string[]])[] = [
  ['skiego', 'ski', 'skie'], // piaseczyńskiego, mazowieckiego
  ['ckiego', 'cki', 'ckie'],
  ['dzie', 'd', 'da', 'dy'], // Osadzie
  ['ski', 'skiego'], // Żeromski: streets bear the genitive
  ['cki', 'ckiego'],
  ['ska', 'skiej'],
  ['cka', 'ckiej'], // Konopnicka
  ['owie', 'ow', 'owo', 'owy', 'owa'], // Mrokowie, Wejherowie
  ['iego', 'i', 'ie'],
  ['iej', 'ia', 'a', 'ie'], // Mrokowskiej, Mariańskiej
  ['iem', 'ie', 'i', ''], // Zalesiem
  ['iom', 'ie', 'ia'],
  ['ami', 'y', 'i', 'a', 'e'], // Łazami, Wiskitkami
  ['ach', 'y', 'i', 'a', 'e', 'o'], // Łazach, Wiskitkach, Chylicach
  ['ego', 'y', 'e', 'i'], // Górnego, Dobrego
  ['cem', 'ec', 'ce', 'c', 'iec'], // Grójcem, Szydłowcem
  ['nem', 'n', 'no', 'ne'],
  ['kiem', 'k', 'ek', 'ko', 'ki'], // Gdańskiem
  ['wsia', 'wies'], // pod Nową Wsią
  ['cie', 't', 'ta', 'to', 'cie'], // Sopocie
  ['rze', 'r', 'ra', 'ro'], // Górze
  ['zie', 'd', 'da', 'z', 'za', 'zie'],
  ['niu', 'n', 'nie'], // Poznaniu
  ['wsi', 'wies'],
  ['ce', 'ka', 'ca'], // Kamionce, Magdalence
  ['dze', 'ga'],
  ['sze', 'cha'],
  ['ej', 'a', 'e'], // Nowej, Iwicznej
  ['ym', 'y', 'e'], // Górnym
  ['im', 'i', 'ie'], // piaseczyńskim
  ['em', '', 'o', 'e', 'y'], // Piasecznem, Zakopanem
  ['om', 'y', 'i', 'a', 'e'],
  ['ca', 'ec', 'ce', 'iec'], // Grójca, Szydłowca
  ['cu', 'ec', 'ce', 'c', 'iec'],
  ['ow', 'y', 'e', 'i'], // Łazów
  ['ek', 'ki', 'ka', 'ko'], // Wiskitek
  ['ku', 'k', 'ek', 'ko'], // Otwocku
  ['iu', '', 'ie', 'ia', 'i'], // Radomiu
  ['ie', '', 'a', 'o', 'y', 'ia'], // Guzowie, Warszawie, Piasecznie
  ['ia', '', 'ie', 'i'], // Poznania
  ['ii', 'ia'], // Kalwarii
  ['le', 'l', 'la', 'lo'], // Zgorzale, Mysiadle
  ['c', 'ce'], // Chylic
  ['k', 'ki'], // Bartnik
  ['a', '', 'o', 'e', 'y'], // Józefosławia, Piaseczna; Nową is folded to nowa
  ['y', 'a', '', 'i'], // Puszczy, Warszawy
  ['i', 'a', '', 'ia'], // Woli, Łodzi, Magdalenki
  ['u', '', 'e', 'o'], // Zalesiu
  ['e', 'a', 'o', 'y'], // Lesznowolę
];

/** The same by the last letter, so that most words are held against few of them. */
const BY_LAST_LETTER = Map.groupBy(
  ENDINGS.map(([typed, ...meant]) => ({ typed, meant })),
  ({ typed }) => typed.at(-1) ?? '',
);
const NO_ENDINGS: readonly never[] = [];

/** What an ending begins with while it is typed, and what the whole one may stand for: "ac" of "ach". */
const BEGUN_ENDINGS = Map.groupBy(
  ENDINGS.flatMap(([typed, ...meant]) =>
    Array.from({ length: typed.length - 1 }, (_, letters) => ({ typed: typed.slice(0, letters + 1), meant })),
  ),
  ({ typed }) => typed.at(-1) ?? '',
);

/** Short endings on short words would make anything of anything. */
const LEAST_STEM = 2;

/** Words that the typed one may be a case of; never the word itself. */
export const lemmasOf = (word: string): string[] => lemmasBy(BY_LAST_LETTER, word);

/** Words of which the typed one may begin a case: "Chylicac" of Chylice. */
export const lemmasOfBegun = (word: string): string[] => lemmasBy(BEGUN_ENDINGS, word);

type Endings = ReadonlyMap<string, readonly { readonly typed: string; readonly meant: readonly string[] }[]>;

function lemmasBy(endings: Endings, word: string): string[] {
  const lemmas = new Set<string>();
  for (const { typed, meant } of endings.get(word.at(-1) ?? '') ?? NO_ENDINGS) {
    if (!word.endsWith(typed)) continue;
    const stem = word.slice(0, -typed.length);
    // Wieś has no more letters before its endings.
    if (stem.length < LEAST_STEM && !meant.includes('wies')) continue;
    for (const ending of meant) lemmas.add(stem + ending);
  }
  // Both halves have their case: "Białegostoku", "Krasnymstawem".
  const [, first, second] = /^(bial|krasn)(?:ego|emu|ym)(stok|staw)(?:u|owi|i?em|ie)$/.exec(word) ?? [];
  if (first !== undefined) lemmas.add(`${first}y${second}`);
  lemmas.delete(word);
  return [...lemmas];
}
