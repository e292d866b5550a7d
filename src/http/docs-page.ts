// /docs: one page for a person in a hurry, made from the contract: operations, errors, keys.

import { ERRORS } from '../contract/errors.ts';
import { TARGET_RULE } from '../contract/inputs.ts';
import { EXAMPLE_ID, OPERATION_NAMES, OPERATIONS, type Operation } from '../contract/operations.ts';

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const row = (...cells: string[]) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
const code = (text: string) => `<code>${escapeHtml(text)}</code>`;

export function docsPage(): string {
  const operations = OPERATION_NAMES.map((name) => {
    const operation: Operation = OPERATIONS[name];
    return row(
      code(`${operation.method} ${operation.path}`),
      escapeHtml(operation.summary),
      String(operation.cost),
    );
  });
  const errors = Object.entries(ERRORS).map(
    ([name, error]) =>
      `<tr id="${name}">${[String(error.http), code(name), escapeHtml(error.meaning), escapeHtml(error.hint.en)].map((cell) => `<td>${cell}</td>`).join('')}</tr>`,
  );
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Miedza: API</title>
<style>
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
  table { border-collapse: collapse; } td, th { text-align: left; vertical-align: top; padding: .3rem .8rem .3rem 0; }
  tr:target { background: #fff3bf; } code, pre { font-size: .9em; }
</style>
<h1>Miedza</h1>
<p>Polish land parcels: a sourced record, ten layers and a build verdict. ${escapeHtml(TARGET_RULE.en)}
The whole contract: <a href="/v1/openapi.json">/v1/openapi.json</a> (OpenAPI 3.1).</p>
<pre>curl -H 'X-Api-Key: YOUR_KEY' '/v1/parcel?id=${EXAMPLE_ID}'</pre>
<h2>Operations</h2>
<table><tr><th>Call<th>Answers<th>Cost</tr>${operations.join('\n')}</table>
<h2 id="mcp">Assistants</h2>
<p>The same answers as MCP tools, over streamable HTTP at <code>/mcp</code> with the same keys.</p>
<h2>Errors</h2>
<table><tr><th>HTTP<th>Code<th>Meaning<th>What to do</tr>${errors.join('\n')}</table>
<h2 id="keys">Keys</h2>
<p>Send your key in the header <code>X-Api-Key</code>. Whoever runs this server makes one with
<code>miedza keys create NAME</code>; it is shown once.</p>
</html>
`;
}
