// /docs and /llms.txt: templates of our own, filled in once from the contract, its examples and the changelog. Nothing is told twice: tables come
// from the rows that the service itself goes by.

import { readFileSync } from 'node:fs';
import { BUILDING_USES, type CheckResult, type Envelope } from '../contract/answers.ts';
import { ERRORS } from '../contract/errors.ts';
import { EXAMPLES, type Example } from '../contract/examples.ts';
import { TARGET_RULE } from '../contract/inputs.ts';
import { LAYER_KEYS, LAYER_ROWS } from '../contract/layers.ts';
import { LIMITS } from '../contract/limits.ts';
import {
  EXAMPLE_ID,
  OPERATION_NAMES,
  OPERATIONS,
  type Operation,
  type OperationName,
  priceOf,
  TOOLS,
} from '../contract/operations.ts';
import { Coverage, type Source } from '../contract/sources.ts';

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
const code = (text: string) => `<code>${escapeHtml(text)}</code>`;
const table = (head: readonly string[], rows: readonly string[]) =>
  `<table><tr>${head.map((cell) => `<th>${cell}`).join('')}</tr>${rows.join('\n')}</table>`;
const row = (cells: readonly string[], id?: string) =>
  `<tr${id ? ` id="${id}"` : ''}>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;

/** A call as one would type it, and what came back. */
function exampleHtml({ request, http, answer }: Example): string {
  const body = request.body === undefined ? '' : `\n${JSON.stringify(request.body)}`;
  const told = typeof answer === 'string' ? answer : JSON.stringify(answer, null, 1);
  return `<pre tabindex="0">${escapeHtml(`${request.method} ${request.path}${body}\n\n${http}\n${told}`)}</pre>`;
}

const exampleNamed = (operation: string, name: string): string => {
  const example = EXAMPLES[operation]?.[name];
  return example ? exampleHtml(example) : '';
};

/** The envelope that was answered. */
const answerOf = <R>(operation: string, name: string) =>
  EXAMPLES[operation]?.[name]?.answer as Envelope<R> | undefined;

/** No operation of the pipeline: an answer without an end. */
const STREAM_SUMMARY = 'What changes, as it happens, as server-sent events';
const STREAM_PRICE = '1 for each event';

/** An operation may have a second one. */
function pathsOf(name: OperationName): string[] {
  const { path, also }: Operation = OPERATIONS[name];
  return also === undefined ? [path] : [path, also];
}

function operationsTable(): string {
  const rows = OPERATION_NAMES.flatMap((name) => {
    const { method, summary }: Operation = OPERATIONS[name];
    return pathsOf(name).map((path) => row([code(`${method} ${path}`), escapeHtml(summary), priceOf(name)]));
  });
  rows.push(row([code('GET /v1/events/stream'), STREAM_SUMMARY, STREAM_PRICE]));
  return table(['Call', 'Answers', 'Cost'], rows);
}

function errorsTable(): string {
  const rows = Object.entries(ERRORS).map(([name, { http, meaning, hint }]) =>
    row([String(http), code(name), escapeHtml(meaning), escapeHtml(hint.en)], name),
  );
  return table(['HTTP', 'Code', 'Meaning', 'What to do'], rows) + exampleNamed('errors', 'invalid_input');
}

/** "covered: … covered_no_data: …" of the schema, as rows. */
function coverageTable(): string {
  const told = (Coverage.meta()?.description ?? '').split(/(?:^|\. )(?=\w+: )/);
  return table(
    ['State', 'Meaning'],
    told.map((text) => {
      const [state = '', ...meaning] = text.split(': ');
      return row([code(state), escapeHtml(meaning.join(': '))]);
    }),
  );
}

const layersHtml = (): string =>
  LAYER_KEYS.map(
    (key) =>
      `<h3 id="layer-${key}">${code(key)}</h3><p>${escapeHtml(LAYER_ROWS[key].meaning)}</p>${exampleNamed('layer', key)}`,
  ).join('\n');

/** As the sample world is served: its mark of being invented is no part of a name. */
function sourcesTable(): string {
  const real = (text: string) =>
    escapeHtml(text.replace(/^(?:SYNTHETIC SAMPLE|Synthetic sample)[^:]*: /, ''));
  const rows = (answerOf<Source[]>('sources', 'ok')?.result ?? []).map(
    ({ id, title, publisher, licence, attribution }) =>
      row([code(id), real(title), escapeHtml(publisher), escapeHtml(licence), real(attribution)]),
  );
  return table(['Id', 'Register', 'Publisher', 'Licence', 'Attribution'], rows);
}

function limitsTable(): string {
  const rows: [string, string][] = [
    ['Characters of q', `${LIMITS.q_characters.min} to ${LIMITS.q_characters.max}`],
    ['Radius of a search', `up to ${LIMITS.radius_m.max} m`],
    ['Area of a box or polygon', `up to ${LIMITS.search_area_m2 / 1e6} km²`],
    ['Vertices of a polygon', `up to ${LIMITS.polygon_vertices}`],
    ['Items of a batch', `up to ${LIMITS.batch_items.max}`],
    ['Rows of a page', `up to ${LIMITS.page_limit.max}, ${LIMITS.page_limit.default} by default`],
  ];
  return table(
    ['What', 'Limit'],
    rows.map((cells) => row(cells)),
  );
}

function checksRows(): string {
  return (answerOf<CheckResult>('check', 'ok')?.result?.checks ?? [])
    .map(({ id, result: outcome, detail }) => row([code(id), outcome, escapeHtml(detail ?? '')]))
    .join('\n');
}

const billingHtml = (): string =>
  `<pre tabindex="0">"billing": ${escapeHtml(JSON.stringify(answerOf('parcel', 'not_covered')?.billing))}</pre>`;

/** The little of Markdown that the changelog has: headings, items that run over lines, code. */
function changelogHtml(): string {
  const text = readFileSync(new URL('../../CHANGELOG.md', import.meta.url), 'utf8');
  const inline = (words: string) =>
    escapeHtml(words)
      .replace(/`([^`]+)`/g, '<code>$1</code>')
      .replace(/\[([^\]]+)\](?:\([^)]*\))?/g, '$1');
  const blocks = text
    .slice(text.indexOf('\n## '))
    .split(/\n(?=- |#)|\n\n/)
    .map((block) => block.replace(/\s+/g, ' ').trim());
  return blocks
    .map((block) => {
      if (block.startsWith('- ')) return `<li>${inline(block.slice(2))}</li>`;
      const heading = /^#+ (.*)/.exec(block)?.[1];
      return heading === undefined ? `<p>${inline(block)}</p>` : `<h3>${inline(heading)}</h3>`;
    })
    .join('\n')
    .replaceAll(/(?:<li>.*<\/li>\n?)+/g, (items) => `<ul>${items}</ul>`)
    .replaceAll('<p></p>', '');
}

const templateOf = (name: string) => readFileSync(new URL(`docs/${name}`, import.meta.url), 'utf8');

/** `origin` is where readers reach the server. */
export function guidePage(origin: string, has_reference = true): string {
  const template = templateOf('guide.html');
  const contents = [...template.matchAll(/<h2 id="([\w-]+)"[^>]*>([^<]+)/g)].map(
    ([, id, title]) => `<li><a href="#${id}">${title}</a></li>`,
  );
  const values: Readonly<Record<string, string>> = {
    origin: escapeHtml(origin),
    reference: has_reference ? '<a href="/docs/reference">Reference with try-it</a> · ' : '',
    example_id: EXAMPLE_ID,
    target_rule: escapeHtml(TARGET_RULE.en),
    contents: contents.join(''),
    operations: operationsTable(),
    coverage: coverageTable(),
    billing: billingHtml(),
    uses: BUILDING_USES.map(code).join(', '),
    checks: checksRows(),
    layers: layersHtml(),
    sources: sourcesTable(),
    limits: limitsTable(),
    errors: errorsTable(),
    changelog: changelogHtml(),
  };
  return template.replace(/\{\{(?:example:(\w+)\.(\w+)|(\w+))\}\}/g, (_, operation, name, value) =>
    operation === undefined ? (values[value] ?? '') : exampleNamed(operation, name),
  );
}

export const referencePage = (): string => templateOf('reference.html');
export const DOCS_FILES = {
  'favicon.svg': new URL('docs/favicon.svg', import.meta.url),
  'docs.css': new URL('docs/docs.css', import.meta.url),
  'reference.js': new URL('docs/reference.js', import.meta.url),
};

/** For assistants that read before they call. */
export function llmsText(origin: string, has_reference = true): string {
  const calls = OPERATION_NAMES.flatMap((name) => {
    const { method, summary }: Operation = OPERATIONS[name];
    return pathsOf(name).map((path) => `- ${method} ${path}: ${summary} (cost ${priceOf(name)})`);
  });
  calls.push(`- GET /v1/events/stream: ${STREAM_SUMMARY} (cost ${STREAM_PRICE})`);
  const layers = LAYER_KEYS.map((key) => `- ${key}: ${LAYER_ROWS[key].meaning}`);
  return `# Miedza

> Polish land parcels: a sourced record, ten layers and a build verdict that cites the statute. HTTP JSON under /v1 and MCP tools.

${TARGET_RULE.en} No resolve call is needed first. Send a key in the header X-Api-Key. An ambiguous input answers 200 with candidates;
what is not known is not_covered with null, never guessed. Show the attribution of the source with every answer. Not legal advice.

Example: GET ${origin}/v1/check?id=${EXAMPLE_ID}

## Docs

- [Guide](${origin}/docs): quick start, coverage states, billing, verdict, layers, errors
${has_reference ? `- [Reference](${origin}/docs/reference): every operation, with try-it\n` : ''}- [OpenAPI 3.1](${origin}/v1/openapi.json): the contract, no key needed

## MCP

Streamable HTTP at ${origin}/mcp with the same keys. Tools: ${TOOLS.join(', ')}.

## Operations

${calls.join('\n')}

## Layers

${layers.join('\n')}
`;
}
