import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fold } from './fold.ts';
import { lemmasOf, lemmasOfBegun } from './inflection.ts';

const CASES = [
  ['Piasecznie', 'Piaseczno'],
  ['Piaseczna', 'Piaseczno'],
  ['Lesznowoli', 'Lesznowola'],
  ['Lesznowolę', 'Lesznowola'],
  ['Józefosławia', 'Józefosław'],
  ['Józefosławiu', 'Józefosław'],
  ['Grójcem', 'Grójec'],
  ['Grójca', 'Grójec'],
  ['Grójcu', 'Grójec'],
  ['Mrokowie', 'Mroków'],
  ['Mrokowskiej', 'Mrokowska'],
  ['Łazach', 'Łazy'],
  ['Wiskitkach', 'Wiskitki'],
  ['Chylicach', 'Chylice'],
  ['Kamionce', 'Kamionka'],
  ['Mysiadle', 'Mysiadło'],
  ['Zgorzale', 'Zgorzała'],
  ['Zalesiu', 'Zalesie'],
  ['Górnym', 'Górne'],
  ['Puszczy', 'Puszcza'],
  ['Kalwarii', 'Kalwaria'],
  ['Górze', 'Góra'],
  ['wsi', 'wieś'],
  ['Poznaniu', 'Poznań'],
  ['Sopocie', 'Sopot'],
  ['Zakopanem', 'Zakopane'],
  ['Łodzi', 'Łódź'],
  ['piaseczyńskim', 'piaseczyński'],
  ['piaseczyńskiego', 'piaseczyński'],
  ['mazowieckiego', 'mazowieckie'],
] as const;

test('the name is among the words that its case may come from', () => {
  for (const [typed, name] of CASES) {
    const lemmas = lemmasOf(fold(typed));
    assert.ok(lemmas.includes(fold(name)), `${typed}: ${lemmas.join(', ')}`);
    assert.ok(!lemmas.includes(fold(typed)), `${typed} is not its own lemma`);
  }
});

test('the name is among the words of which a case may be begun', () => {
  for (const [typed, name] of [
    ['Chylicac', 'Chylice'],
    ['Łazam', 'Łazy'],
    ['Górny', 'Górne'],
    ['ws', 'wieś'],
    ['mazowieckieg', 'mazowieckie'],
  ] as const) {
    const lemmas = lemmasOfBegun(fold(typed));
    assert.ok(lemmas.includes(fold(name)), `${typed}: ${lemmas.join(', ')}`);
  }
});
