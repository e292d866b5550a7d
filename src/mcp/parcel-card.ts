// The card of a parcel for hosts that show MCP Apps (revision 2026-01-26): one page for the tools check and parcel, which draws what the
// tool gave, verdict first, and the outline with its neighbours. Fetches nothing from anywhere but the host.

import { readFileSync } from 'node:fs';
import type { Resource } from '@modelcontextprotocol/server';

export const CARD_URI = 'ui://miedza/parcel-card';

export const CARD_RESOURCE: Resource = {
  uri: CARD_URI,
  name: 'parcel-card',
  title: 'Card of a parcel',
  description: 'Verdict, checks and a map of the parcel, for hosts that show MCP Apps.',
  mimeType: 'text/html;profile=mcp-app',
  // Nothing is loaded or asked for beyond the host: the restrictive defaults stand.
  _meta: { ui: { prefersBorder: true } },
};

export const readCard = (): string => readFileSync(new URL('parcel-card.html', import.meta.url), 'utf8');
