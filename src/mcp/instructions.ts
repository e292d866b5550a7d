// What a model is told: how to work with the service as a whole, and when to use which tool. Written for a reader who
// sees nothing else; what the arguments mean is said by the contract.

import type { Tool } from '../contract/operations.ts';

export const INSTRUCTIONS = `Miedza answers questions about Polish land parcels (działki ewidencyjne) from official registers: what is planned there, hazards, protection, road access, permits, prices, soil, addresses, and whether one may build. Version 1 covers the voivodeship mazowieckie.

Describe a parcel by exactly one of: q (free text as the user wrote it, in Polish or English), id (EGiB id such as 141803_2.0009.123/4) or point ("lat,lng"). Pass the user's own words as q; no resolve call is needed first.

Every answer is one JSON envelope. Read "status" first:
- ok: the answer is in "result".
- ambiguous: several places fit. Show "candidates" to the user and let them choose; never pick one yourself. Then call again with the id of the chosen one.
- not_found: the place is loaded and holds no such parcel. Where error.successors is given, the parcel was divided, merged or renumbered: show them and let the user choose. not_covered: the place is not loaded here.
- error: "error.hint" says how to correct the call.

Unknown is not no. A layer with coverage not_covered or not_computed has value null: say that it is not known, and do not infer anything from it. covered_no_data is a real negative: the register covers the place and records nothing.

Each answer names its source and date. Keep "source.attribution" wherever you show an answer; it is a legal duty for most registers. Verdicts are information, not legal advice: pass the disclaimer on.

Pass detail=short with check and parcel: the same answer, a check in about a fifth of the length and a record in about three fifths, with sources by id and listed once. What a check judged is in its words; the values are those of its layer. Leave it out only when the whole record is wanted. How a gmina is planned is the resource miedza://gminy/{teryt}/planning (7-digit TERYT code, gmina_teryt in answers); what changed in one is events with its name and summary=true. The whole schema of what a tool gives is miedza://schemas/{tool}.

A call costs 1 request (a batch 1 per item); invalid input is free, and not_found and not_covered are refunded. "billing" says what was charged.`;

interface ToolText {
  readonly title: string;
  /** When to use it, and when another. */
  readonly use: string;
}

export const TOOL_TEXTS: { readonly [T in Tool]: ToolText } = {
  check: {
    title: 'Can one build on this parcel?',
    use: 'Use this for "can I build here", "is this a building plot", zoning or feasibility of one parcel. Pass use=house when a single-family house is meant (multi_family, farmstead, services or production when that is); leave it out when it is not said what is to be built. Pass detail=short; without it the full record is embedded. Begin with result.summary, which says what is possible on how many square metres; result.parts has them as numbers. A verdict of unknown means that registers do not settle it; it is not a no. Report the checks that are fail, warn or unknown with their basis, and the disclaimer. Pass lang=pl where the user writes Polish: every sentence then comes in the words of the Polish statutes.',
  },
  parcel: {
    title: 'Sourced record of a parcel, or of several',
    use: 'Use this for facts of one parcel (area, plans, hazards, permits, prices, soil, addresses), or with items for many parcels at once, for example to compare them. Pass detail=short and name only the layers you need. Leave geometry alone unless the outline itself is wanted: it is long. When page.has_more is true in a batch, call again with the items after the first page.returned ones.',
  },
  layer: {
    title: 'One topic of a parcel',
    use: 'Use this when a single topic is asked: cheaper to read than parcel. The layer planning gives general plan, local plan, zoning decision, gmina status and the parts of the parcel together.',
  },
  resolve: {
    title: 'Which parcel is meant?',
    use: 'Use this only to see or show how a text is understood, or to offer choices. All other tools take the same text themselves.',
  },
  search: {
    title: 'Parcels around, at an address or in an area',
    use: 'Use this for neighbours (id, radius_m 0), parcels near a parcel or point (radius_m), at an address (q), in a box (bbox) or in a polygon. Gives short summaries; follow with parcel or check by id. When page.has_more is true, pass page.next_cursor as cursor with the same filters.',
  },
  events: {
    title: 'What changed at a parcel or in a gmina',
    use: 'Use this for changes of plans, hazards, permits or boundaries since a day; q may be the name of a gmina. Newest first. An empty list means no change of the types asked for since query.observed_since, the day on which the last register that tells them was loaded; of the time before nothing is known: say that day. For a gmina begin with summary=true, which counts the changes by kind. When page.has_more is true, pass page.next_cursor as cursor with the same filters.',
  },
};
