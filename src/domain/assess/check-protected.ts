// The check protected: what each form of nature protection (u.o.p.) means for building. It never blocks a verdict; a
// reserve on the whole parcel closes the zoning-decision route by its own rule. A null value means: not known here.

import type { CheckOutcome } from '../../contract/answers.ts';
import type { ProtectedValue } from '../../contract/layers.ts';
import { type BasisKey, cite } from '../law/basis.ts';
import type { Finding } from '../law/rule-table.ts';
import { SLIVER_PCT } from '../law/shares.ts';

type FormType = ProtectedValue['forms'][number]['type'];

interface FormRule {
  readonly label: string;
  readonly result: CheckOutcome;
  readonly rule: string;
  readonly basis: BasisKey;
}

const BY_COUNCIL = 'bans are chosen by the gmina council and may include changing the use of land';

/** Forms of nature protection, the worst first: the first one met decides. */
const FORMS: { readonly [T in FormType]: FormRule } = {
  rezerwat: {
    label: 'nature reserve',
    result: 'fail',
    rule: "building is banned except for the reserve's own purposes",
    basis: 'B5',
  },
  park_narodowy: {
    label: 'national park',
    result: 'fail',
    rule: "building is banned except on land under landscape protection, which is not published; the park director's agreement is needed",
    basis: 'B18',
  },
  natura2000_oso: {
    label: 'Natura 2000 bird area',
    result: 'warn',
    rule: "what may significantly harm the site's aims is banned; an assessment may be needed",
    basis: 'B19',
  },
  natura2000_soo: {
    label: 'Natura 2000 habitat area',
    result: 'warn',
    rule: "what may significantly harm the site's aims is banned; an assessment may be needed",
    basis: 'B19',
  },
  park_krajobrazowy: {
    label: 'landscape park',
    result: 'warn',
    rule: 'bans are chosen by the regional assembly, typically new buildings within 100 m of waters',
    basis: 'B20',
  },
  obszar_chronionego_krajobrazu: {
    label: 'protected landscape area',
    result: 'warn',
    rule: 'bans are chosen by the regional assembly, typically new buildings within 100 m of waters',
    basis: 'B21',
  },
  uzytek_ekologiczny: { label: 'ecological site', result: 'warn', rule: BY_COUNCIL, basis: 'B22' },
  zespol_przyrodniczo_krajobrazowy: {
    label: 'nature and landscape complex',
    result: 'warn',
    rule: BY_COUNCIL,
    basis: 'B22',
  },
  stanowisko_dokumentacyjne: { label: 'documentation site', result: 'warn', rule: BY_COUNCIL, basis: 'B22' },
  pomnik_przyrody: {
    label: 'nature monument',
    result: 'warn',
    rule: 'the object is protected',
    basis: 'B22',
  },
};
export const WORST_FORM_FIRST = Object.keys(FORMS) as FormType[];

/** The worst form decides, all are named. A form on a sliver of the parcel is named and does not count. */
export function checkProtected(
  value: ProtectedValue | null,
  shares_pct: readonly (number | null)[],
  zoningDecisionPossible: boolean,
): Finding {
  if (value === null)
    return protectedFinding('unknown', 'Protected-area data are not available here.', 'B23');
  const isSliver = (at: number) => (shares_pct[at] ?? 100) < SLIVER_PCT;
  const counted = value.forms.filter((_, at) => !isSliver(at));
  const touched = value.forms.filter((_, at) => isSliver(at));
  const worst = WORST_FORM_FIRST.find((type) => counted.some((form) => form.type === type));

  const sentences = counted.map(
    ({ type, name }) => `Inside ${FORMS[type].label} ${name}: ${FORMS[type].rule}.`,
  );
  if (worst === undefined) sentences.push('No form of nature protection covers the parcel.');
  for (const { type, name } of touched) {
    sentences.push(`Its edge touches ${FORMS[type].label} ${name}, which is not counted.`);
  }
  // A national park is agreed with its director instead (art. 53 ust. 4 pkt 7 and 8 u.p.z.p.).
  if (zoningDecisionPossible && counted.some(({ type }) => type !== 'park_narodowy')) {
    sentences.push('The regional director for environmental protection agrees the zoning decision.');
  }
  return worst === undefined
    ? protectedFinding('pass', sentences.join(' '), 'B23')
    : protectedFinding(FORMS[worst].result, sentences.join(' '), FORMS[worst].basis, worst);
}

function protectedFinding(result: CheckOutcome, detail: string, basis: BasisKey, form = 'none'): Finding {
  return { rule: `protected ${form}`, result, detail, basis: cite([basis]) };
}
