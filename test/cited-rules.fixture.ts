// Tests that always run and tests that may not, each with its own rule: what cited-rules.ts must tell apart. Not a part of
// `npm test`; cited-rules.test.ts reads it, and runs it to see what is skipped in truth.

import { existsSync } from 'node:fs';
import { describe, it, suite, test } from 'node:test';
import { rule } from './requirements.ts';

const isAbsent = !existsSync('/no/such/tool');
const conditional = { skip: isAbsent && 'a tool is not here' };

// Counted.
test(rule('2.1-one-target'), () => {});
test(rule('2.1-q-length', '2.1-id-forms'), async () => {});
test(
  rule('2.1-point', '2.1-lat-lng', '2.1-ranges', '2.2-members', '2.2-result-null', '2.2-candidates'),
  () => {},
);
describe('a suite', () => {
  it(rule('2.2-note'), (t) => {
    t.diagnostic('runs');
  });
});
describe(rule('2.2-page'), () => {
  it('runs', () => {});
});

// Not counted.
test.skip(rule('4.1-limit'), () => {});
test.todo(rule('4.1-settle'), () => {});
test(rule('4.1-result'), { skip: true }, () => {});
test(rule('4.1-held'), { skip: isAbsent && 'a tool is not here' }, () => {});
test(rule('4.1-typos'), conditional, () => {});
test(rule('4.1-diacritics'), { todo: true }, () => {});
test(rule('4.1-needs-obreb'));
test(rule('4.2-layers'), (t) => {
  if (isAbsent) return t.skip('a tool is not here');
});
test(rule('4.2-geometry'), (t) => {
  t.todo('later');
});
describe.skip('a suite', () => {
  it(rule('4.3-items'), () => {});
});
suite('a suite', conditional, () => {
  describe('within', () => {
    it(rule('4.3-no-extra'), () => {});
  });
});
describe(rule('4.3-envelopes'), conditional, () => {
  it('does not run', () => {});
});
// test(rule('4.3-billing'), () => {});
/*
test(rule('4.3-variants'), () => {});
*/
