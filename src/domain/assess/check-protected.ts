// The check protected: what each form of nature protection (u.o.p.) means for building. It never blocks a verdict; a
// reserve on the whole parcel closes the zoning-decision route by its own rule. A null value means: not known here.

import type { CheckOutcome } from '../../contract/answers.ts';
import type { ProtectedValue } from '../../contract/layer-values.ts';
import { type BasisKey, cite } from '../law/basis.ts';
import { extentOfForm, knownValue, type PlanningInput, type Reserve } from '../law/planning-facts.ts';
import type { Finding } from '../law/rule-table.ts';
import { SLIVER_PCT } from '../law/shares.ts';
import { type FormExtent, PROTECTED } from '../sentences/protected-sentences.ts';
import { BRIEFS } from '../sentences/summary-briefs.ts';

type Form = ProtectedValue['forms'][number];
type FormType = Form['type'];

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

/** Each once, that of the worst form first. */
const basesOf = (forms: readonly Form[]): BasisKey[] => [
  ...new Set(
    WORST_FORM_FIRST.filter((type) => forms.some((form) => form.type === type)).map(
      (type) => FORMS[type].basis,
    ),
  ),
];

type ProtectedInput = Pick<PlanningInput, 'protected' | 'form_shares_pct' | 'area_m2' | 'language'>;

/** The worst form decides, all are named. A form on a sliver of the parcel is named and does not count. */
export function checkProtected(
  { protected: answer, form_shares_pct, area_m2, language }: ProtectedInput,
  reserves: readonly Reserve[],
  byDecision: boolean,
): Finding {
  const found = (
    rule: string,
    result: CheckOutcome,
    basis: readonly BasisKey[],
    sentences: readonly string[],
  ) => ({
    rule: `protected ${rule}`,
    result,
    detail: sentences.join(' '),
    basis: cite(basis, language),
  });
  const value = knownValue(answer);
  if (value === null) {
    const briefs = [BRIEFS.protectedUnknown[language]];
    return { ...found('none', 'unknown', ['B23'], [answer.note]), briefs, bars: [] };
  }
  // Reserves divide the parcel: its parts know them better.
  const groundOf = ({ type, name }: Form, at: number): FormExtent =>
    reserves.find((reserve) => type === 'rezerwat' && reserve.name === name)?.ground ??
    extentOfForm(form_shares_pct[at] ?? null, area_m2);
  const isSliver = (at: number) => (form_shares_pct[at] ?? 100) < SLIVER_PCT;
  const counted = value.forms
    .map((form, at) => ({ ...form, ground: groundOf(form, at) }))
    .filter((_, at) => !isSliver(at));
  const touched = value.forms.filter((_, at) => isSliver(at));
  const worst = WORST_FORM_FIRST.find((type) => counted.some((form) => form.type === type));

  const sentences = counted.map((form) => PROTECTED.inside[language](form));
  if (worst === undefined) sentences.push(PROTECTED.none[language]);
  for (const form of touched) sentences.push(PROTECTED.touches[language](form));
  // Who agrees the decision: art. 53 ust. 4 pkt 7 and 8 u.p.z.p.
  const isPark = ({ type }: Form) => type === 'park_narodowy';
  if (byDecision && counted.some(isPark)) sentences.push(PROTECTED.agreedByPark[language]);
  if (byDecision && !counted.every(isPark)) sentences.push(PROTECTED.agreedByDirector[language]);
  if (worst === undefined) return { ...found('none', 'pass', ['B23'], sentences), briefs: [], bars: [] };
  // A ban is no formality: it is told apart from what has to be met.
  const others = counted.filter(({ type }) => FORMS[type].result !== 'fail');
  return {
    // The worst decides; what each of the others rests on is cited with it.
    ...found(worst, FORMS[worst].result, basesOf(counted), sentences),
    briefs: others.length === 0 ? [] : [BRIEFS.protectedForms[language](others)],
    bars: counted.flatMap((form) => {
      if (form.type === 'rezerwat') return [BRIEFS.reserveBan[language](form)];
      return form.type === 'park_narodowy' ? [BRIEFS.parkBan[language](form)] : [];
    }),
  };
}
