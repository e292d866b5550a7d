// Whose data the map shows, below it: in full where there is room, folded on a phone, where nine sources would be half of the screen.

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { settings } from './api.ts';
import { ownTiles } from './own-tiles.ts';
import { state } from './url-state.ts';
import { pageWords } from './words.ts';

/** Of the map underneath others write links; here it is text. */
const withoutTags = (html: string): string => html.replace(/<[^>]*>/g, '');

export function MapCredits() {
  const credits = useSignal('');
  const { lang } = state.value;
  useEffect(() => {
    ownTiles().then(
      ({ attribution }) => {
        const underneath = settings.basemap ? [withoutTags(settings.basemap.attribution)] : [];
        credits.value = [attribution, ...underneath].join('; ');
      },
      (error: unknown) => console.warn('the tiles cannot be read:', error),
    );
  }, [lang]);
  if (credits.value === '') return null;
  return (
    <details class="credits" open={matchMedia('(min-width: 62rem)').matches}>
      <summary>{pageWords.value.map.attribution}</summary> <p>{credits.value}</p>
    </details>
  );
}
