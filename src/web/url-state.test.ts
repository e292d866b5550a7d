import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SHOWN_AT_FIRST } from '../tiles/map-style.ts';
import { type PageState, readAddress, unreadIn, writeAddress } from './url-state.ts';

const START: PageState = {
  view: 'search',
  place: null,
  use: 'any',
  compared: [],
  overlays: SHOWN_AT_FIRST,
  map_view: null,
  coverage_of: 'egib',
  lang: 'pl',
};

describe('the address of the page', () => {
  it('holds everything: what is written is read again', () => {
    const states: PageState[] = [
      START,
      { ...START, place: { q: 'dz. 12 & Łazy' }, lang: 'en' },
      { ...START, place: { id: '141803_2.0009.123/4' }, use: 'house', view: 'report' },
      { ...START, place: { point: '52.1,20.9' }, overlays: [] },
      { ...START, view: 'compare', compared: ['a.1', 'b.2/3'], overlays: ['flood', 'coverage'] },
      { ...START, map_view: { lat: 52.05712, lng: 20.9344, zoom: 15.3 }, coverage_of: 'pog' },
    ];
    for (const state of states)
      assert.deepEqual(readAddress(writeAddress(state).slice(1), 'en'), state, writeAddress(state));
  });

  it('takes the language of the reader where it names none, and forgives what it does not know', () => {
    assert.deepEqual(readAddress('', 'pl'), START);
    assert.deepEqual(readAddress('?view=x&use=y&lang=de&id=&q=', 'pl'), START);
    assert.deepEqual(
      readAddress('?compare=1,2,3,4,5,6', 'pl').compared.length,
      6,
      'the view says which are left out',
    );
    assert.deepEqual(readAddress('?on=flood,nonsense', 'pl').overlays, ['flood']);
    for (const at of ['', '52,20', '52,20,1,2', 'a,b,c', '99,20,5', '52,20,99'])
      assert.equal(readAddress(`?at=${at}`, 'pl').map_view, null, at);
    assert.equal(readAddress('?of=%22%5D', 'pl').coverage_of, 'egib');
  });

  it('names what it cannot read, and nothing that it can', () => {
    assert.deepEqual(unreadIn('?view=nope&use=dom&lang=de&on=flood,x&at=1&of=%22&id=1&other=y'), [
      'view=nope',
      'use=dom',
      'lang=de',
      'on=flood,x',
      'at=1',
      'of="',
    ]);
    const state = { ...START, view: 'list', use: 'house', overlays: [], coverage_of: 'pog' } as const;
    for (const each of [START, state, { ...START, map_view: { lat: 52, lng: 20, zoom: 9 } }])
      assert.deepEqual(unreadIn(writeAddress(each).slice(1)), []);
  });
});
