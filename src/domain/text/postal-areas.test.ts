import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PostalAreas } from './postal-areas.ts';

test('gminy with postcodes, and none of the area, are outside; of others nothing is known', () => {
  const postal = new PostalAreas();
  postal.add('1418032', '05-506');
  postal.add('1418032', '05-552');
  postal.add('1438053', '96-315');
  postal.add('1438053', null);
  assert.deepEqual([...postal.gminyOutside('05-500')], ['1438053']);
  assert.deepEqual([...postal.gminyOutside('42-450')], ['1418032', '1438053']);
  assert.deepEqual([...postal.gminyOutside(null)], []);
  postal.add('1438053', '42-450');
  assert.deepEqual([...postal.gminyOutside('42-450')], ['1418032']);
});
