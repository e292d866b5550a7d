// Where a text may say that a parcel lies: obręby and gminy, by their names, their numbers and their codes. Knows what exists, not what
// is loaded.

import { phraseOf } from '../../contract/language.ts';
import type { AdminDirectory, Gmina, Obreb } from '../places/admin-units.ts';
import { unitOf } from '../places/parcel-id.ts';
import { DOUBTS } from '../sentences/doubt-sentences.ts';
import { meaningsOf } from './name-meanings.ts';
import { hasCapital, isUnderstood, type NamedSpan, placesOf } from './named-span.ts';
import type { TextReading } from './readings.ts';
import { type Applied, change, type Start } from './rules.ts';
import { type Hit, isGuessed } from './spelling.ts';
import type { Label } from './vocabulary.ts';

/** Where a parcel may lie: an obręb, or a whole gmina. */
export interface SearchGround {
  readonly start: Start;
  readonly gmina: Gmina;
  readonly obreb: Obreb | null;
  /** The obręby in which the number is looked for. */
  readonly obreby: readonly Obreb[];
  readonly span: NamedSpan | null;
  readonly applied: readonly Applied[];
}

const isOfTown = ({ id }: Obreb) => /[14]$/.test(unitOf(id));

/** Everything the names of the text can mean as the place of a parcel. */
export function groundsOf(reading: TextReading, admin: AdminDirectory): SearchGround[] {
  const named = withinObreby(namedGrounds(reading, admin), reading.spans);
  const coded = codedGrounds(reading, admin);
  // A code that says no more than the names leads nowhere else.
  const isSaid = ({ gmina, obreb }: SearchGround) =>
    reading.obreby.length === 0 &&
    named.some((other) => other.gmina.teryt === gmina.teryt && (obreb === null || other.obreb === obreb));
  const grounds = [...named, ...coded.filter((ground) => !isSaid(ground))];
  return grounds.length > 0 ? grounds : misannounced(reading, admin);
}

/** What may be announced by mistake: "gmina Mroków" for the village. */
const MISTAKEN = ['gmina', 'powiat', 'voivodeship', 'street'] as const;

const isSomething = (span: NamedSpan) => span.hits.some(({ places }) => placesOf(span, places).length > 0);

/** Where nothing bears a name as it is announced, what does bear it is offered. */
function misannounced(reading: TextReading, admin: AdminDirectory): SearchGround[] {
  return reading.spans.flatMap((span) => {
    const kind = MISTAKEN.find((label) => span.labels.has(label));
    if (!kind || span.hits.every(isGuessed) || isSomething(span)) return [];
    const plain = { ...span, labels: new Set<Label>() };
    const doubt = change('unread_name', phraseOf(DOUBTS.noUnit, span.typed, kind));
    return namedGrounds({ ...reading, spans: [plain] }, admin).map((ground) => ({
      ...ground,
      span,
      applied: [...ground.applied, doubt],
    }));
  });
}

/** A gmina beside the name of one of its obręby says where that obręb is: its other obręby are not meant. */
function withinObreby(grounds: readonly SearchGround[], spans: readonly NamedSpan[]): SearchGround[] {
  const binding = grounds.filter(({ obreb, span }) => obreb && span && isBinding(span, spans));
  if (binding.length === 0) return [...grounds];
  return grounds.filter(
    ({ gmina, obreb, span }) =>
      (obreb !== null && !(span && isNameOf(span, gmina))) ||
      !binding.some((other) => other.gmina.teryt === gmina.teryt && isOtherName(other, span)),
  );
}

/** A gmina that is named as its obręb is tells nothing more of it. */
const isOtherName = ({ span: name, gmina }: SearchGround, span: NamedSpan | null) =>
  name !== span && name !== null && (!isNameOf(name, gmina) || name.labels.has('obreb'));

const isNameOf = (span: NamedSpan, { teryt }: Gmina) =>
  span.hits.some((hit) =>
    placesOf(span, hit.places).some((place) => place.kind === 'gmina' && place.gmina.teryt === teryt),
  );

/** Not a word in small letters that is only near to a name: "36 kroków". */
const isBinding = (span: NamedSpan, spans: readonly NamedSpan[]) =>
  !span.hits.every(isGuessed) || span.labels.has('obreb') || (hasCapital(span) && isUnderstood(span, spans));

/** Where a code of a gmina or a cadastral unit leads: "TERYT 1418032 obręb 0009". */
function codedGrounds({ units, obreby: told }: TextReading, admin: AdminDirectory): SearchGround[] {
  return units.flatMap(({ gmina, unit, obreb_id }): SearchGround[] => {
    const all = admin.obrebyOf(gmina.teryt).filter(({ id }) => unit === null || unitOf(id) === unit);
    const wanted = all.filter(({ id }) => id === obreb_id || told.some((code) => id.endsWith(`.${code}`)));
    const place = { gmina, span: null, applied: [] };
    if (wanted.length > 0)
      return wanted.map((obreb) => ({ ...place, start: 'obreb_number_and_number', obreb, obreby: [obreb] }));
    return told.length > 0 && all.length > 0
      ? []
      : [{ ...place, start: 'gmina_and_number', obreb: null, obreby: all }];
  });
}

function namedGrounds(reading: TextReading, admin: AdminDirectory): SearchGround[] {
  const isGminaNamed = reading.spans.some((span) => span.labels.has('gmina') && !span.labels.has('near'));
  return meaningsOf(spansThatCount(reading)).flatMap(({ span, hit, place, spelling }): SearchGround[] => {
    switch (place.kind) {
      case 'obreb': {
        if (span.labels.has('gmina')) return [];
        const { gmina, obreb } = place;
        const obreby = [obreb];
        return [
          { start: 'obreb_name_and_number', gmina, obreb, obreby, span, applied: spelling() },
          ...otherwiseNumbered(reading, admin, span, place.gmina, obreb),
        ];
      }
      case 'gmina':
        if (span.labels.has('powiat') || (isGminaNamed && !span.labels.has('gmina'))) return [];
        if (span.labels.has('obreb') && admin.obrebyOf(place.gmina.teryt).length > 0) return [];
        return gminaGrounds(reading, admin, place.gmina, span, spelling());
      case 'locality': {
        const { gmina } = place;
        if (isNarrower(span, hit, gmina)) return [];
        const obreby = admin.obrebyOf(gmina.teryt);
        return [{ start: 'locality_and_number', gmina, obreb: null, obreby, span, applied: spelling() }];
      }
      default:
        return [];
    }
  });
}

/** "obręb 9 Łazy", where Łazy has another number: either may be meant. */
function otherwiseNumbered(
  reading: TextReading,
  admin: AdminDirectory,
  span: NamedSpan,
  gmina: Gmina,
  named: Obreb,
): SearchGround[] {
  const { obreby: told } = reading;
  if (told.length === 0 || told.some((code) => named.id.endsWith(`.${code}`))) return [];
  return admin
    .obrebyOf(gmina.teryt)
    .filter(({ id }) => told.some((code) => id.endsWith(`.${code}`)))
    .map((obreb) => ({
      start: 'obreb_number_and_number',
      gmina,
      obreb,
      obreby: [obreb],
      span: null,
      applied: outsideTown(reading, span, gmina, obreb, admin),
    }));
}

/** What something is near to counts only where the text says nothing better. */
function spansThatCount({ spans }: TextReading): readonly NamedSpan[] {
  const exact = spans.filter((span) => !span.labels.has('near'));
  // A street alone says nothing of where it is.
  const isSomewhere = exact.some((span) =>
    span.hits.some((hit) => placesOf(span, hit.places).some(({ kind }) => kind !== 'street')),
  );
  return isSomewhere ? exact : spans;
}

/** Where an obręb or the gmina itself has the name, that says where; of these a village is the obręb alone. */
function isNarrower({ labels }: NamedSpan, { places }: Hit, { teryt }: Gmina): boolean {
  return places.some(
    (place) =>
      (place.kind === 'obreb' || (place.kind === 'gmina' && !labels.has('locality'))) &&
      place.gmina.teryt === teryt,
  );
}

function gminaGrounds(
  reading: TextReading,
  admin: AdminDirectory,
  gmina: Gmina,
  span: NamedSpan,
  spelling: readonly Applied[],
): SearchGround[] {
  const all = admin.obrebyOf(gmina.teryt);
  const part = saysRural(reading)
    ? all.filter((obreb) => !isOfTown(obreb))
    : isTown(span)
      ? all.filter(isOfTown)
      : [];
  const obreby = part.length > 0 ? part : all;
  const applied = [...spelling, ...ruralness(span, gmina)];
  const numbered = reading.obreby.flatMap((wanted) =>
    obreby.filter((obreb) => obreb.id.endsWith(`.${wanted}`)),
  );
  return [
    ...numbered.map(
      (obreb): SearchGround => ({
        start: 'obreb_number_and_number',
        gmina,
        obreb,
        obreby: [obreb],
        span,
        applied: [...applied, ...outsideTown(reading, span, gmina, obreb, admin)],
      }),
    ),
    ...(reading.obreby.length > 0 && obreby.length > 0
      ? []
      : [{ start: 'gmina_and_number', gmina, obreb: null, obreby, span, applied } as const]),
  ];
}

/** "Piaseczno (obszar wiejski)", "gmina wiejska": the villages around the town. */
const saysRural = ({ tokens }: TextReading): boolean =>
  tokens.some(
    ({ word }, at) => /^wiejsk/.test(word) && /^(?:obszar|czesc|gmin)/.test(tokens[at - 1]?.word ?? ''),
  );

const isTown = ({ labels }: NamedSpan) => labels.has('town') && !labels.has('gmina');

/** "Piaseczno obręb 03", where the town has no such obręb: it is seldom said of the villages around. */
function outsideTown(
  reading: TextReading,
  { labels }: NamedSpan,
  gmina: Gmina,
  { id, name }: Obreb,
  admin: AdminDirectory,
): Applied[] {
  if (labels.size > 0 || !gmina.teryt.endsWith('3') || saysRural(reading)) return [];
  const code = id.slice(-4);
  const isInTown = admin
    .obrebyOf(gmina.teryt)
    .some((obreb) => isOfTown(obreb) && obreb.id.endsWith(`.${code}`));
  return isInTown ? [] : [change('not_a_town', phraseOf(DOUBTS.outsideTown, code, name ?? id, gmina.name))];
}

/** A rural gmina is no town. */
export const ruralness = (span: NamedSpan, gmina: Gmina): Applied[] =>
  isTown(span) && gmina.teryt.endsWith('2')
    ? [change('not_a_town', phraseOf(DOUBTS.ruralGmina, gmina.name))]
    : [];
