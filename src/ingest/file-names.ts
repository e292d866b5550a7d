// Names of official files in a person's words: "{powiat}.gpkg.zip (1418.gpkg.zip)". Which names a recipe takes is decided by
// its patterns; a test holds every form here against them.

/** What stands in braces in the form of a name, with a value as publishers write it. */
const PLACEHOLDERS = {
  voivodeship: '14',
  powiat: '1418',
  gmina: '141803',
  day: '2026-09-08',
} as const;

/** Such as 1418.gpkg.zip for {powiat}.gpkg.zip. */
export const exampleOf = (form: string): string =>
  Object.entries(PLACEHOLDERS).reduce((name, [word, value]) => name.replaceAll(`{${word}}`, value), form);

/** Each form, with an example where it is more than a plain name. */
export const describeNames = (forms: readonly string[]): string =>
  forms.map((form) => (exampleOf(form) === form ? form : `${form} (${exampleOf(form)})`)).join(', ');
