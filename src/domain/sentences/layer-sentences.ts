// Notes of the layers other than planning, one entry a sentence.

import { type Bilingual, bilingual, sentence } from '../../contract/language.ts';
import { counted, countedPl, en, pl } from './measures.ts';

const NOTHING_INFERRED = bilingual('nothing is inferred', 'niczego się z tego nie wnioskuje');

/** "… are not held for this place; nothing is inferred." */
const notHeld = (enWhat: string, plWhat: string): Bilingual =>
  bilingual(
    `${enWhat} not held for this place; ${NOTHING_INFERRED.en}.`,
    `${plWhat} dla tego miejsca; ${NOTHING_INFERRED.pl}.`,
  );

/** Parts of a register that no load has brought. */
export const PART_NOTES = {
  missing: sentence(
    (titles: readonly Bilingual[]) =>
      `Not held for this place: ${titles.map((title) => title.en).join(', ')}.`,
    (titles) => `Nie wczytano dla tego miejsca: ${titles.map((title) => title.pl).join(', ')}.`,
  ),
  nothingInferred: bilingual('Nothing is inferred.', 'Niczego się z tego nie wnioskuje.'),
} as const;

interface FloodShares {
  readonly q10_pct: number;
  readonly q100_pct: number;
  readonly q500_pct: number;
}

/** The zones that reach onto the parcel, with their shares. */
const floodZones = ({ q10_pct, q100_pct, q500_pct }: FloodShares): [zone_pct: number, share_pct: number][] =>
  (
    [
      [10, q10_pct],
      [1, q100_pct],
      [0.2, q500_pct],
    ] as [number, number][]
  ).filter(([, share_pct]) => share_pct > 0);

const zonesEn = (shares: FloodShares): string =>
  floodZones(shares)
    .map(([zone, share_pct]) => `${en.pct(share_pct)} of it in the ${zone} % zone`)
    .join(', ');
const zonesPl = (shares: FloodShares): string =>
  floodZones(shares)
    .map(([zone, share_pct]) => `${pl.pct(share_pct)} w obszarze ${pl.number(zone)}%`)
    .join(', ');

export const FLOOD_NOTES = {
  notHeld: notHeld('Flood hazard maps are', 'Mapy zagrożenia powodziowego nie są wczytane'),
  notComputed: bilingual(
    'Flood hazard maps are held; what they show here is not yet worked out.',
    'Mapy zagrożenia powodziowego są wczytane; nie przeliczono jeszcze, co tu pokazują.',
  ),
  noMappedRiver: bilingual(
    'No mapped river here: flood hazard maps are drawn for chosen rivers only; nothing is inferred.',
    'Nie ma tu rzeki objętej mapami: mapy zagrożenia powodziowego sporządza się tylko dla wybranych rzek; niczego się z tego nie wnioskuje.',
  ),
  reaches: sentence(
    (shares: FloodShares, edition: string | null) =>
      `The parcel reaches into flood hazard zones: ${zonesEn(shares)}${edition ? ` (edition ${edition})` : ''}.`,
    (shares, edition) =>
      `Działka sięga w obszary zagrożenia powodziowego: ${zonesPl(shares)}${edition ? ` (edycja map ${edition})` : ''}.`,
  ),
  outside: sentence(
    (edition: string | null) =>
      `Inside the mapped reach, outside all flood hazard zones${edition ? ` (edition ${edition})` : ''}.`,
    (edition) =>
      `W zasięgu map, poza wszystkimi obszarami zagrożenia powodziowego${edition ? ` (edycja map ${edition})` : ''}.`,
  ),
  halfMapped: sentence(
    (reach_pct: number, q500_pct: number) => {
      const found =
        q500_pct > 0
          ? `${en.pct(q500_pct)} of the parcel in the 0.2 % zone, without a 1 % zone there`
          : 'without a flood hazard zone there';
      return `Only ${en.pct(reach_pct)} of the parcel is in the mapped reach, ${found}; nothing is inferred for the rest.`;
    },
    (reach_pct, q500_pct) => {
      const found =
        q500_pct > 0
          ? `w obszarze 0,2% leży ${pl.pct(q500_pct)} działki, a obszaru 1% tam nie ma`
          : 'bez obszaru zagrożenia powodziowego';
      return `W zasięgu map leży tylko ${pl.pct(reach_pct)} działki, ${found}; o reszcie niczego się nie wnioskuje.`;
    },
  ),
  unreadArea: bilingual(
    'A flood hazard area that lies here does not say its class.',
    'Leżący tu obszar zagrożenia powodziowego nie podaje swojej klasy.',
  ),
  /** Another class is missing: what is held stands. */
  ofPart: sentence(
    (missing: string, shares: FloodShares | null) => {
      const zones = shares === null ? '' : zonesEn(shares);
      const found = zones === '' ? '' : ` Of those held the parcel reaches into: ${zones}.`;
      return `${missing}${found} Nothing is inferred for the rest.`;
    },
    (missing, shares) => {
      const zones = shares === null ? '' : zonesPl(shares);
      const found = zones === '' ? '' : ` Z wczytanych działka sięga w: ${zones}.`;
      return `${missing}${found} O reszcie niczego się nie wnioskuje.`;
    },
  ),
} as const;

export const LANDSLIDE_NOTES = {
  notHeld: notHeld('The landslide inventory is', 'Rejestr osuwisk nie jest wczytany'),
  notComputed: bilingual(
    'The landslide inventory is held; what lies here is not yet worked out.',
    'Rejestr osuwisk jest wczytany; nie przeliczono jeszcze, co tu leży.',
  ),
  onParcel: sentence(
    (landslides: number, threatened_areas: number) => {
      const found = [
        ...(landslides > 0 ? [counted(landslides, 'landslide')] : []),
        ...(threatened_areas > 0 ? [counted(threatened_areas, 'area threatened', 'areas threatened')] : []),
      ];
      return `On the parcel: ${en.listed(found)}${threatened_areas > 0 ? ' by mass movements' : ''}. Drawn at 1:10 000.`;
    },
    (landslides, threatened_areas) => {
      const found = [
        ...(landslides > 0 ? [countedPl(landslides, 'osuwisko', 'osuwiska', 'osuwisk')] : []),
        ...(threatened_areas > 0
          ? [countedPl(threatened_areas, 'teren zagrożony', 'tereny zagrożone', 'terenów zagrożonych')]
          : []),
      ];
      return `Na działce: ${pl.listed(found)}${threatened_areas > 0 ? ' ruchami masowymi ziemi' : ''}. Skala opracowania 1:10 000.`;
    },
  ),
  none: bilingual(
    'Mapped for landslides; none is recorded on this parcel.',
    'Teren rozpoznany pod kątem osuwisk; na tej działce żadnego nie odnotowano.',
  ),
  notMapped: bilingual(
    'This place has not been mapped for landslides; nothing is inferred.',
    'Tego miejsca nie rozpoznano pod kątem osuwisk; niczego się z tego nie wnioskuje.',
  ),
  halfMapped: sentence(
    (mapped_pct: number) =>
      `Only ${en.pct(mapped_pct)} of the parcel has been mapped for landslides, and none is recorded there; nothing is inferred for the rest.`,
    (mapped_pct) =>
      `Pod kątem osuwisk rozpoznano tylko ${pl.pct(mapped_pct)} działki i żadnego tam nie odnotowano; o reszcie niczego się nie wnioskuje.`,
  ),
} as const;

interface FormHere {
  readonly name: string;
  readonly code: string | null;
  readonly share_pct: number | null;
}

const formEn = ({ name, code, share_pct }: FormHere): string =>
  `${name}${code === null ? '' : ` (${code})`}${share_pct === null ? '' : `, ${en.pct(share_pct)} of the parcel`}`;
const formPl = ({ name, code, share_pct }: FormHere): string =>
  `${name}${code === null ? '' : ` (${code})`}${share_pct === null ? '' : `, ${pl.pct(share_pct)} działki`}`;

export const PROTECTED_NOTES = {
  notHeld: notHeld('The register of protected areas is', 'Rejestr form ochrony przyrody nie jest wczytany'),
  notComputed: bilingual(
    'Protected areas are held; which of them lie here is not yet worked out.',
    'Formy ochrony przyrody są wczytane; nie przeliczono jeszcze, które z nich tu leżą.',
  ),
  inside: sentence(
    (form: FormHere) => `On the parcel: ${formEn(form)}.`,
    (form) => `Na działce: ${formPl(form)}.`,
  ),
  touches: sentence(
    (form: FormHere) => `Only the edge of the parcel touches ${formEn(form)}.`,
    (form) => `Dotyka tylko skraju działki: ${formPl(form)}.`,
  ),
  inBuffer: sentence(
    (name: string) => `In the buffer zone of ${name}, which is not the form itself.`,
    (name) => `W otulinie formy ${name}; sama otulina nie jest formą ochrony.`,
  ),
  none: bilingual(
    'No form of nature protection lies on this parcel.',
    'Na tej działce nie leży żadna forma ochrony przyrody.',
  ),
} as const;

export const ROAD_NOTES = {
  notHeld: notHeld('Roads (BDOT10k) are', 'Drogi (BDOT10k) nie są wczytane'),
  notComputed: bilingual(
    'Roads are held; which of them lie near is not yet worked out.',
    'Drogi są wczytane; nie przeliczono jeszcze, które z nich leżą w pobliżu.',
  ),
  noRoad: sentence(
    (within_m: number) => `No road is recorded within ${within_m} m.`,
    (within_m) => `W odległości do ${within_m} m nie odnotowano żadnej drogi.`,
  ),
  itself: bilingual(
    'The parcel is itself land of a public road: it needs no access, and is no ground to build on as it stands.',
    'Działka sama leży w pasie drogi publicznej: dostępu nie potrzebuje i w obecnym stanie nie jest terenem pod zabudowę.',
  ),
  adjacent: bilingual(
    'The parcel adjoins a road parcel over which a public road runs.',
    'Działka przylega do działki drogowej, po której biegnie droga publiczna.',
  ),
  across: bilingual(
    'A public road runs over the parcel; the strip that it takes may be land of that road.',
    'Przez działkę biegnie droga publiczna; zajęty przez nią pas może być pasem drogowym.',
  ),
  near: sentence(
    (within_m: number) => `A public road lies within ${within_m} m; what lies in between is not checked.`,
    (within_m) =>
      `Droga publiczna leży w odległości do ${within_m} m; tego, co leży pomiędzy, się nie sprawdza.`,
  ),
  far: sentence(
    (distance_m: number) => `The nearest public road is ${en.number(distance_m)} m away.`,
    (distance_m) => `Najbliższa droga publiczna leży w odległości ${pl.number(distance_m)} m.`,
  ),
  noPublicRoad: sentence(
    (within_m: number) => `No public road is recorded within ${within_m} m, as far as was searched.`,
    (within_m) =>
      `W odległości do ${within_m} m, czyli w zasięgu poszukiwania, nie odnotowano drogi publicznej.`,
  ),
  openBoundary: sentence(
    (open_m: number) =>
      `Along ${en.number(open_m)} m of the boundary no parcel is held, so a road there cannot be ruled out.`,
    (open_m) =>
      `Wzdłuż ${pl.number(open_m)} m granicy nie wczytano żadnej działki, więc nie można tam wykluczyć drogi.`,
  ),
  axesAlone: bilingual(
    'Of roads (BDOT10k) only axes (OT_SKDR_L) are held for this place, not carriageways (OT_SKJZ_L); nothing is inferred.',
    'Z dróg (BDOT10k) wczytano dla tego miejsca tylko osie (OT_SKDR_L), bez jezdni (OT_SKJZ_L); niczego się z tego nie wnioskuje.',
  ),
  leftOut: bilingual(
    'A road of this powiat (BDOT10k) could not be placed, so none can be ruled out; nothing is inferred.',
    'Nie udało się umiejscowić drogi z tego powiatu (BDOT10k), więc żadnej nie można wykluczyć; niczego się z tego nie wnioskuje.',
  ),
  doubtful: sentence(
    (distance_m: number) =>
      `A road lies ${en.number(distance_m)} m away of which the register does not say whether it is public and in use.`,
    (distance_m) =>
      `W odległości ${pl.number(distance_m)} m leży droga, o której rejestr nie mówi, czy jest publiczna i użytkowana.`,
  ),
  noLandUse: bilingual(
    'Road parcels next door cannot be told here: land use is not published with the parcels.',
    'Sąsiednich działek drogowych nie można tu rozpoznać: użytków gruntowych nie publikuje się tu wraz z działkami.',
  ),
} as const;

export const BUILDING_NOTES = {
  notHeld: notHeld('Outlines of buildings are', 'Obrysy budynków nie są wczytane'),
  notComputed: bilingual(
    'Outlines of buildings are held; which of them stand here is not yet worked out.',
    'Obrysy budynków są wczytane; nie przeliczono jeszcze, które z nich tu stoją.',
  ),
  none: bilingual('No building is recorded here.', 'Nie odnotowano tu żadnego budynku.'),
  leftOut: bilingual(
    'A building of this obręb could not be placed, so there may be more here than are recorded.',
    'Nie udało się umiejscowić budynku z tego obrębu, więc może ich tu być więcej, niż odnotowano.',
  ),
  egib: bilingual(
    'Buildings in construction and those that need no as-built survey are not in the cadastre (Dz.U. 2024 poz. 219 § 15).',
    'Budynków w budowie oraz niewymagających inwentaryzacji powykonawczej nie ma w ewidencji (Dz.U. 2024 poz. 219 § 15).',
  ),
  bdot10k: bilingual(
    'From topographic data, since the cadastre publishes no buildings here; outlines are simplified and small ones left out.',
    'Z danych topograficznych, ponieważ ewidencja nie publikuje tu budynków; obrysy są uproszczone, a małe budynki pominięte.',
  ),
} as const;

export const SOIL_NOTES = {
  notComputed: bilingual(
    'The cadastre is held; soil classes are not yet worked out here.',
    'Ewidencja jest wczytana; klas użytków jeszcze tu nie przeliczono.',
  ),
  noneOfParcel: bilingual(
    'The cadastre publishes no land use for this parcel.',
    'Ewidencja nie publikuje użytków gruntowych tej działki.',
  ),
  noneOfPowiat: bilingual(
    'This powiat does not publish land use and soil classes; they are outside the free scope of the cadastre.',
    'Ten powiat nie publikuje użytków gruntowych i klas; są one poza bezpłatnym zakresem ewidencji.',
  ),
  withoutAreas: sentence(
    (symbols: readonly string[]) => `Recorded without areas: ${symbols.join(', ')}. Shares cannot be said.`,
    (symbols) => `Zapisano bez powierzchni: ${symbols.join(', ')}. Udziałów podać nie można.`,
  ),
  recorded: bilingual(
    'Land use and soil class as recorded in the cadastre.',
    'Użytki gruntowe i klasy zapisane w ewidencji.',
  ),
  rest: sentence(
    (share_pct: number) => `Of the other ${en.number(share_pct)} % of the parcel none is recorded.`,
    (share_pct) => `Dla pozostałych ${pl.number(share_pct)}% działki ich nie zapisano.`,
  ),
} as const;

/** What of an address the register does not tell: by the words of the stored facts. */
const ADDRESS_PARTS: Readonly<Record<string, string>> = {
  locality: 'miejscowość',
  street: 'ulica',
  'house number': 'numer porządkowy',
};

const partsPl = (parts: readonly string[]): string =>
  parts
    .map((part) =>
      part
        .split(', ')
        .map((one) => ADDRESS_PARTS[one] ?? one)
        .join(', '),
    )
    .join(', ');

const liesEn = (count: number): string =>
  `${count} address ${count === 1 ? 'point lies' : 'points lie'} on this parcel`;
const liesPl = (count: number): string => `Punkty adresowe na tej działce: ${count}`;

export const ADDRESS_NOTES = {
  notHeld: notHeld('Address points are', 'Punkty adresowe nie są wczytane'),
  notComputed: bilingual(
    'Address points are held; which of them lie here is not yet worked out.',
    'Punkty adresowe są wczytane; nie przeliczono jeszcze, które z nich tu leżą.',
  ),
  none: bilingual('No address point lies on this parcel.', 'Na tej działce nie ma punktu adresowego.'),
  onlyUnread: sentence(
    (count: number, parts: readonly string[]) =>
      `${liesEn(count)}, but the register does not tell ${parts.join(', ')}: the address is not known.`,
    (count, parts) =>
      `${liesPl(count)}, lecz rejestr czegoś nie podaje (${partsPl(parts)}): adres nie jest znany.`,
  ),
  addresses: sentence(
    (count: number) => `${liesEn(count)}.`,
    (count) => `${liesPl(count)}.`,
  ),
  alsoUnread: sentence(
    (count: number, parts: readonly string[]) =>
      `Of ${count} more the register does not tell ${parts.join(', ')}: not listed.`,
    (count, parts) => `Dalszych nie wymieniono (${count}), bo rejestr czegoś nie podaje: ${partsPl(parts)}.`,
  ),
} as const;

/** What the register is: entries of the first instance since 2016, of which none says that it is in force. */
const PERMIT_SCOPE = bilingual(
  'application/decision recorded in the first instance, entered since 2016; a record does not say that a permit is in force. Distances are to a point on the parcel a record names; records of parcels that are not held are not counted.',
  'wnioski i decyzje pierwszej instancji, wpisane od 2016 r.; wpis nie mówi, że pozwolenie obowiązuje. Odległości liczy się do punktu na działce, którą wpis wymienia; wpisów dotyczących niewczytanych działek się nie liczy.',
);

export const PERMIT_NOTES = {
  notHeld: notHeld('The register of building permits is', 'Rejestr pozwoleń na budowę nie jest wczytany'),
  onlyNotifications: bilingual(
    'Of the register of building permits only notifications are held for this place, and none lies near; nothing is inferred.',
    'Z rejestru pozwoleń na budowę wczytano dla tego miejsca tylko zgłoszenia, a w pobliżu nie ma żadnego; niczego się z tego nie wnioskuje.',
  ),
  noDecisions: bilingual(
    'Applications and decisions are not held for this place: there may be more.',
    'Wniosków i decyzji dla tego miejsca nie wczytano: może być ich więcej.',
  ),
  noNotifications: bilingual(
    'Notifications (zgłoszenia) are not held: none is counted.',
    'Zgłoszeń nie wczytano: żadnego nie policzono.',
  ),
  none: sentence(
    (within_m: number) => `None within ${within_m} m: no ${PERMIT_SCOPE.en}`,
    (within_m) => `W promieniu ${within_m} m brak wpisów. Rejestr obejmuje ${PERMIT_SCOPE.pl}`,
  ),
  found: sentence(
    (count: number, listed: number, within_m: number) =>
      `${count} within ${within_m} m${listed < count ? `, of which the newest ${listed} are listed` : ''}: ${PERMIT_SCOPE.en}`,
    (count, listed, within_m) =>
      `W promieniu ${within_m} m: ${countedPl(count, 'wpis', 'wpisy', 'wpisów')}${listed < count ? `, wymieniono najnowsze (${listed})` : ''}. Rejestr obejmuje ${PERMIT_SCOPE.pl}`,
  ),
} as const;

interface SalesFrame {
  readonly count: number;
  readonly radius_m: number;
  readonly window_months: number;
}

const salesEn = ({ count, radius_m, window_months }: SalesFrame): string =>
  `${counted(count, 'sale')} of unbuilt land within ${radius_m} m in the ${window_months} months up to the newest that the powiat has published`;
const salesPl = ({ count, radius_m, window_months }: SalesFrame): string =>
  `${countedPl(count, 'sprzedaż', 'sprzedaże', 'sprzedaży')} gruntów niezabudowanych w promieniu ${radius_m} m w ciągu ${window_months} miesięcy do najnowszego, który powiat opublikował`;

export const PRICE_NOTES = {
  notHeld: notHeld('The register of prices is', 'Rejestr cen nieruchomości nie jest wczytany'),
  notComputed: bilingual(
    'The register of prices is held; comparables here are not yet worked out.',
    'Rejestr cen jest wczytany; porównywalnych transakcji jeszcze tu nie przeliczono.',
  ),
  tooFew: sentence(
    (sales: SalesFrame, least: number) => `${salesEn(sales)}: fewer than ${least}, so no price is given.`,
    (sales, least) => `${salesPl(sales)}: mniej niż ${least}, więc ceny się nie podaje.`,
  ),
  prices: sentence(
    (sales: SalesFrame) => `${salesEn(sales)}; two digits. Not a valuation of this parcel.`,
    (sales) => `${salesPl(sales)}; dwie cyfry znaczące. To nie jest wycena tej działki.`,
  ),
} as const;
