// What the checks of hazards and surroundings say, one entry a sentence. Agreements of Wody Polskie, the starosta and the
// regional director belong to a zoning decision, and are named as a need on that route alone.

import { type Bilingual, bilingual, sentence } from '../../contract/language.ts';
import { counted, countedPl, en, type Measure, pl } from './measures.ts';

const floodNeeds = (byDecision: boolean): Bilingual =>
  byDecision
    ? bilingual(
        'agreement of Wody Polskie and a water-law permit are needed for building there',
        'zabudowa wymaga tam uzgodnienia z Wodami Polskimi i pozwolenia wodnoprawnego',
      )
    : bilingual(
        'a water-law permit is needed for building there',
        'zabudowa wymaga tam pozwolenia wodnoprawnego',
      );

export const FLOOD = {
  /** `rare` is the ground in the 1 % zone. Null: how much is not known. */
  q10: sentence(
    (often: Measure | null, rare: Measure | null, byDecision: boolean) =>
      `${often === null ? 'The parcel reaches into' : `${en.shareAndSize(often)} of the parcel is in`} the 10 % (once in 10 years) flood zone${rare === null ? '' : `, ${en.shareAndSize(rare)} in the 1 % zone`}: ${floodNeeds(byDecision).en}.`,
    (often, rare, byDecision) =>
      `W obszarze szczególnego zagrożenia powodzią o prawdopodobieństwie 10% (raz na 10 lat) leży ${often === null ? 'część' : pl.shareAndSize(often)} działki${rare === null ? '' : `, a w obszarze 1% leży ${pl.shareAndSize(rare)}`}: ${floodNeeds(byDecision).pl}.`,
  ),
  q100: sentence(
    (ground: Measure | null, byDecision: boolean) =>
      `${ground === null ? 'A part' : en.shareAndSize(ground)} of the parcel is in the 1 % flood zone: ${floodNeeds(byDecision).en}.`,
    (ground, byDecision) =>
      `W obszarze szczególnego zagrożenia powodzią o prawdopodobieństwie 1% leży ${ground === null ? 'część' : pl.shareAndSize(ground)} działki: ${floodNeeds(byDecision).pl}.`,
  ),
  q500: bilingual(
    'Outside Q100; inside the 0.2 % zone, which carries no permit duty.',
    'Poza obszarem 1%; w obszarze 0,2%, z którym nie wiąże się obowiązek uzyskania pozwolenia.',
  ),
  outside: sentence(
    (edition: string | null) =>
      `Outside the mapped flood zones${edition === null ? '' : ` (edition ${edition})`}.`,
    (edition) =>
      `Poza wyznaczonymi obszarami zagrożenia powodziowego${edition === null ? '' : ` (edycja map ${edition})`}.`,
  ),
} as const;

const groundNeeds = (byDecision: boolean): Bilingual =>
  byDecision
    ? bilingual(
        "starosta's agreement and ground investigation needed",
        'potrzebne uzgodnienie ze starostą i badanie gruntu',
      )
    : bilingual('ground investigation needed', 'potrzebne badanie gruntu');

export const LANDSLIDE = {
  /** The count is that of both kinds. */
  present: sentence(
    (of: { count: number | null; threatened: boolean; byDecision: boolean }) => {
      const mapped = of.threatened
        ? `Landslides and areas threatened by mass movements${of.count === null ? '' : ` (${of.count} together)`} are mapped`
        : of.count === null
          ? 'At least 1 landslide is mapped'
          : `${counted(of.count, 'landslide')} ${of.count === 1 ? 'is' : 'are'} mapped`;
      return `${mapped} on the parcel: ${groundNeeds(of.byDecision).en}.`;
    },
    (of) => {
      const mapped = of.threatened
        ? `osuwiska i tereny zagrożone ruchami masowymi${of.count === null ? '' : ` (razem ${of.count})`}`
        : of.count === null
          ? 'co najmniej 1 osuwisko'
          : countedPl(of.count, 'osuwisko', 'osuwiska', 'osuwisk');
      return `Rozpoznane na działce: ${mapped}; ${groundNeeds(of.byDecision).pl}.`;
    },
  ),
  threatened: sentence(
    (byDecision: boolean) =>
      `Area threatened by mass movements: starosta's agreement needed${byDecision ? '' : ' for a zoning decision, not under a local plan'}.`,
    (byDecision) =>
      `Teren zagrożony ruchami masowymi ziemi: potrzebne uzgodnienie ze starostą${byDecision ? '' : ' do decyzji o warunkach zabudowy, nie przy planie miejscowym'}.`,
  ),
  none: bilingual(
    'No landslide or threatened area recorded.',
    'Nie odnotowano osuwisk ani terenów zagrożonych ruchami masowymi.',
  ),
} as const;

export const ROAD_ACCESS = {
  adjacent: bilingual(
    'The parcel adjoins a public-road parcel. An exit permit may still be needed.',
    'Działka przylega do działki drogi publicznej. Może być jeszcze potrzebne zezwolenie na zjazd.',
  ),
  near: sentence(
    (within_m: number) =>
      `A public road lies within ${within_m} m; the legal right to use the strip in between is not checked.`,
    (within_m) =>
      `Droga publiczna leży w odległości do ${within_m} m; tytułu prawnego do korzystania z pasa gruntu pomiędzy nimi nie sprawdzono.`,
  ),
  across: bilingual(
    'A public road runs over the parcel; the strip that it takes may be land of that road. An exit permit may still be needed.',
    'Przez działkę biegnie droga publiczna; zajęty przez nią pas może być pasem drogowym. Może być jeszcze potrzebne zezwolenie na zjazd.',
  ),
  itself: bilingual(
    'The parcel is itself land of a public road: it needs no access, and nothing else can be built on it before that use has ended.',
    'Działka sama leży w pasie drogi publicznej: dostępu nie potrzebuje, a niczego innego nie można na niej zbudować, zanim ten użytek ustanie.',
  ),
  none: sentence(
    (distance_m: number | null) =>
      `No public road adjoins${distance_m === null ? '' : ` (${en.number(distance_m)} m away)`}. Building needs access over an internal road or an easement.`,
    (distance_m) =>
      `Działka nie przylega do drogi publicznej${distance_m === null ? '' : ` (najbliższa w odległości ${pl.number(distance_m)} m)`}. Zabudowa wymaga dostępu przez drogę wewnętrzną lub przez ustanowienie odpowiedniej służebności drogowej.`,
  ),
} as const;
