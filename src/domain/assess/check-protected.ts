// The check protected: what each form of nature protection (u.o.p.) means for building. It never blocks a verdict; a
// reserve on the whole parcel closes the zoning-decision route by its own rule. A null value means: not known here.

import type { CheckOutcome } from '../../contract/answers.ts';
import type { Language } from '../../contract/language.ts';
import type { LayerAnswer, ProtectedValue } from '../../contract/layers.ts';
import { type BasisKey, cite } from '../law/basis.ts';
import { knownValue } from '../law/planning-facts.ts';
import type { Finding } from '../law/rule-table.ts';
import { SLIVER_PCT } from '../law/shares.ts';
import { PROTECTED } from '../sentences/protected-sentences.ts';
import { BRIEFS } from '../sentences/summary-sentences.ts';

type FormType = ProtectedValue['forms'][number]['type'];

interface FormRule {
  readonly result: CheckOutcome;
  readonly basis: BasisKey;
}

/** Forms of nature protection, the worst first: the first one met decides. What each means in words: sentences/protected-sentences.ts. */
const FORMS: { readonly [T in FormType]: FormRule } = {
  rezerwat: { result: 'fail', basis: 'B5' },
  park_narodowy: { result: 'fail', basis: 'B18' },
  natura2000_oso: { result: 'warn', basis: 'B19' },
  natura2000_soo: { result: 'warn', basis: 'B19' },
  park_krajobrazowy: { result: 'warn', basis: 'B20' },
  obszar_chronionego_krajobrazu: { result: 'warn', basis: 'B21' },
  uzytek_ekologiczny: { result: 'warn', basis: 'B22' },
  zespol_przyrodniczo_krajobrazowy: { result: 'warn', basis: 'B22' },
  stanowisko_dokumentacyjne: { result: 'warn', basis: 'B22' },
  pomnik_przyrody: { result: 'warn', basis: 'B22' },
};
export const WORST_FORM_FIRST = Object.keys(FORMS) as FormType[];

/** The worst form decides, all are named. A form on a sliver of the parcel is named and does not count. */
export function checkProtected(
  answer: LayerAnswer<'protected'>,
  shares_pct: readonly (number | null)[],
  byDecision: boolean,
  language: Language,
): Finding {
  const value = knownValue(answer);
  if (value === null)
    return protectedFinding(language, 'unknown', [answer.note], [BRIEFS.protectedUnknown[language]], 'B23');
  const isSliver = (at: number) => (shares_pct[at] ?? 100) < SLIVER_PCT;
  const counted = value.forms.filter((_, at) => !isSliver(at));
  const touched = value.forms.filter((_, at) => isSliver(at));
  const worst = WORST_FORM_FIRST.find((type) => counted.some((form) => form.type === type));

  const sentences = counted.map(({ type, name }) => PROTECTED.inside[language](type, name));
  if (worst === undefined) sentences.push(PROTECTED.none[language]);
  for (const { type, name } of touched) sentences.push(PROTECTED.touches[language](type, name));
  // Who agrees the decision: art. 53 ust. 4 pkt 7 and 8 u.p.z.p.
  const isPark = ({ type }: ProtectedValue['forms'][number]) => type === 'park_narodowy';
  if (byDecision && counted.some(isPark)) sentences.push(PROTECTED.agreedByPark[language]);
  if (byDecision && !counted.every(isPark)) sentences.push(PROTECTED.agreedByDirector[language]);
  if (worst === undefined) return protectedFinding(language, 'pass', sentences, [], 'B23');
  const briefs = [BRIEFS.protectedForms[language](counted.map(({ name }) => name))];
  return protectedFinding(language, FORMS[worst].result, sentences, briefs, FORMS[worst].basis, worst);
}

function protectedFinding(
  language: Language,
  result: CheckOutcome,
  sentences: readonly string[],
  briefs: readonly string[],
  basis: BasisKey,
  form = 'none',
): Finding {
  return {
    rule: `protected ${form}`,
    result,
    detail: sentences.join(' '),
    briefs,
    basis: cite([basis], language),
  };
}
