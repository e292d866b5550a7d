// Every citation leads to a heading of docs/specification, in the one spelling its README names; every document that is
// mentioned is in the repository. Knows the form of citations, not what the sections say.

import assert from 'node:assert/strict';
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { RULES } from './requirements.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PAGES = {
  spec: 'docs/specification/service.md',
  contract: 'docs/specification/settled-gaps.md',
  law: 'docs/specification/law.md',
  formats: 'docs/specification/formats.md',
} as const;
type Page = keyof typeof PAGES;

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const headingsOf = (page: Page): string[] =>
  [...read(PAGES[page]).matchAll(/^##+ (\d+(?:\.\d+)*)\.? /gm)].map(([, number = '']) => number);
const HEADINGS = new Map(Object.keys(PAGES).map((page) => [page, headingsOf(page as Page)]));

const SECTION = String.raw`§\d+(?:\.\d+)*`;
const SECTIONS = `${SECTION}(?:(?:, |–| and | or )${SECTION})*`;
const CITATION = new RegExp(`\\b(${Object.keys(PAGES).join('|')}) (${SECTIONS})`, 'g');
/** Sections of other standards; those of acts have a blank behind the sign. */
const STANDARD = new RegExp(`\\b(?:RFC \\d+|GeoPackage [\\d.]+) ${SECTIONS}`, 'g');

/** Citations run over the ends of lines, also in comments. */
const unwrap = (text: string) => text.replaceAll(/\n\s*(?:\/\/|\*(?!\/)|--)?\s*/g, ' ');

interface Citation {
  readonly page: string;
  readonly section: string;
}

const citationsIn = (text: string): Citation[] =>
  [...unwrap(text).matchAll(CITATION)].flatMap(([, page = '', sections = '']) =>
    [...sections.matchAll(/[\d.]+/g)].map(([section]) => ({ page, section })),
  );

function faultsIn(text: string): string[] {
  if (!text.includes('§')) return [];
  const lost = citationsIn(text)
    .filter(({ page, section }) => !HEADINGS.get(page)?.includes(section))
    .map(({ page, section }) => `${page} ${section} is no heading`);
  const rest = unwrap(text).replaceAll(CITATION, '').replaceAll(STANDARD, '');
  const bare = [...rest.matchAll(/.{0,30}§\d\S*/g)].map(([found]) => `without a page: ${found.trim()}`);
  return [...lost, ...bare];
}

const files = globSync(
  [
    '{src,test,world,bench,tools,docs}/**/*.{ts,md,sql}',
    'bin/*.js',
    '{README,CONTRIBUTING,CHANGELOG,SECURITY}.md',
  ],
  { cwd: ROOT },
).sort();
const texts = files.map((file) => [file, read(file)] as const);

test('files and citations were read', () => {
  assert.ok(files.length > 400, `${files.length} files`);
  for (const folder of ['src/', 'test/', 'world/', 'bench/', 'docs/']) {
    assert.ok(files.filter((file) => file.startsWith(folder)).length >= 10, folder);
  }
  for (const file of ['README.md', 'CONTRIBUTING.md']) assert.ok(files.includes(file), file);
  const inCode = texts.filter(([file]) => !file.startsWith('docs/')).flatMap(([, text]) => citationsIn(text));
  const least: { readonly [page: string]: number } = { spec: 60, contract: 40 };
  for (const [page, count] of Object.entries(least)) {
    const found = inCode.filter((citation) => citation.page === page).length;
    assert.ok(found >= count, `${page}: ${found} citations in code`);
  }
});

test('each page has its sections once, in order, below their chapters', () => {
  const leastSections = { spec: 35, contract: 12, law: 20, formats: 25 };
  for (const page of Object.keys(PAGES) as Page[]) {
    const headings = HEADINGS.get(page) ?? [];
    assert.ok(headings.length >= leastSections[page], `${page}: ${headings.length} sections`);
    const order = new Intl.Collator('en', { numeric: true }).compare;
    assert.deepEqual(headings, [...new Set(headings)].sort(order), page);
    const orphans = headings.filter((number) => !headings.includes(number.split('.')[0] ?? ''));
    assert.deepEqual(orphans, [], page);
  }
});

test('the gate finds what is wrong', () => {
  const at = (page: string, section: string) => `// as ${page} ${'§'}${section} says`;
  const table: [string, number][] = [
    [at('spec', '4.1'), 0],
    [`${at('spec', '2.3')}, ${'§'}2.7 and ${'§'}8`, 1],
    [`// the rule (spec ${'§'}2.3,\n// ${'§'}2.7)`, 0],
    [`// the rule (spec ${'§'}2.3,\n// ${'§'}2.99)`, 1],
    [at('spec', '4.99'), 1],
    [at('contract', '99'), 1],
    [at('law', '0'), 1],
    [at('formats', '0.2'), 0],
    [at('Contract', '8'), 1],
    [at('specification', '8'), 1],
    [at('rules', '6.1'), 1],
    [at('RFC 9110', '8.4'), 0],
    ['// § 9 of Dz.U. 2024 poz. 219', 0],
  ];
  for (const [text, faults] of table) assert.equal(faultsIn(text).length, faults, text);
});

test('every citation leads to a heading, in the one spelling', () => {
  const wrong = texts.flatMap(([file, text]) => faultsIn(text).map((fault) => `${file}: ${fault}`));
  assert.deepEqual(wrong, []);
});

test('every requirement belongs to a section', () => {
  const lost = Object.keys(RULES).filter((id) => {
    const [, gap, major = '', minor = ''] = /^(C?)(\d+)(\.\d+)?(?:\.\d+)?-/.exec(id) ?? [];
    return !HEADINGS.get(gap === 'C' ? 'contract' : 'spec')?.includes(major + minor);
  });
  assert.deepEqual(lost, []);
});

test('every document that is mentioned is in the repository', () => {
  const decisions = readdirSync(join(ROOT, 'docs/decisions'));
  const isThere = (file: string, name: string) =>
    [dirname(file), '.'].some((folder) => existsSync(join(ROOT, folder, name)));
  let mentions = 0;
  const missing = texts.flatMap(([file, text]) => {
    const documents = [...text.matchAll(/(?<![\w/.-])(?:[\w.-]+\/)*[\w.-]+\.md\b/g)].map(([name]) => name);
    const numbers = [...text.matchAll(/docs\/decisions\/(\d{4})(?![\w-])/g)].map(([, number = '']) => number);
    mentions += documents.length + numbers.length;
    return [
      ...documents.filter((name) => !isThere(file, name)),
      ...numbers.filter((number) => !decisions.some((name) => name.startsWith(number))),
    ].map((name) => `${file} mentions ${name}`);
  });
  assert.ok(mentions > 60, `${mentions} mentions`);
  assert.deepEqual(missing, []);
});
