import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Corpus } from '../../domain/corpus/corpus.ts';
import { AdminDirectory } from '../../domain/places/admin-units.ts';
import { readSigns } from '../../domain/text/interpret-text.ts';
import { NameIndex } from '../../domain/text/name-index.ts';
import { finish } from '../../domain/text/steps.ts';
import { corpus as held } from '../../domain/text/test-names.ts';
import type { LookedUp } from '../../store/reads.ts';
import { inquireText } from './inquire-text.ts';
import { NO_FINDS } from './inquiry.ts';

const admin = new AdminDirectory(
  [
    { code: '14', name: 'MAZOWIECKIE', kind: 'województwo' },
    { code: '1418', name: 'piaseczyński', kind: 'powiat' },
    { code: '1418032', name: 'Lesznowola', kind: 'gmina wiejska' },
  ],
  [
    { id: '141803_2.0004', name: 'Lesznowola' },
    { id: '141803_2.0009', name: 'Wola Mrokowska' },
  ],
);
const corpus = new Corpus({
  version: 1,
  admin,
  states: held.statesOf('egib'),
  plans: [],
  mpzp_cover: [],
  computed: [],
});

test('the parcel of another obręb does not stand for one that was divided in the obręb that is told', () => {
  const text = 'Lesznowola 0009 123';
  const inquiry = finish(inquireText(corpus, readSigns(text), new NameIndex(admin)));
  const elsewhere = { id: '141803_2.0004.123', centroid: [20.9, 52.1] as const };
  const [key] = inquiry.wanted.numbers ?? [];
  assert.ok(key);
  const found = { ...NO_FINDS, numbers: new Map([[key, [elsewhere]]]) };
  const id = '141803_2.0009.123';
  assert.ok(inquiry.follow(found).gone?.includes(id));
  const settle = (followed: LookedUp) => finish(inquiry.settle(found, followed));
  // Where nothing was there, the other one is a candidate, and no more.
  assert.equal(settle(NO_FINDS).status, 'ambiguous');
  const removal = { id, date: '2026-11-02', successors: [] };
  const settled = settle({ ...NO_FINDS, gone: new Map([[id, { removal, heirs: [] }]]) });
  assert.equal(settled.status, 'not_found');
  assert.equal(settled.status === 'not_found' && settled.absent?.id, id);
});
