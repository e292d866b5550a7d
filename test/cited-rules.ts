// Which rules the text of a test file answers for. Only a test that always runs counts: not one that is skipped or still
// to do, by its name, its options, its own body or the suite around it, nor one that is commented out. Options of any kind
// are taken for a skip, because whether a condition holds depends on the machine. Relies on the formatter's indentation.

/** The title is followed by the function itself, so there are no options. */
const CITING =
  /\b(?<call>(?:test|it|describe)(?:\.\w+)?)\(\s*rule\((?<ids>[^)]*)\),?\s*(?<rest>(?:async )?\(\w*\) =>)?/g;
const OPENS_SUITE = /^\s*(?:describe|suite|test|it)\b(?<more>.*)$/;
const ENDS_WITH_FUNCTION = /^\((?:'.*'|".*"|`.*`|rule\(.*\)), (?:async )?\(\w*\) => \{$/;
const SKIPS_ITSELF = /\b\w+\.(?:skip|todo)\(/;

export interface Citations {
  readonly counted: readonly string[];
  readonly skipped: readonly string[];
}

export function citationsIn(source: string): Citations {
  const text = withoutComments(source);
  const lines = text.split('\n');
  const counted: string[] = [];
  const skipped: string[] = [];
  for (const { index, groups } of text.matchAll(CITING)) {
    const line = text.slice(0, index).split('\n').length - 1;
    const isPlain = groups?.rest !== undefined && !groups.call?.includes('.');
    const runs = isPlain && isInPlainSuites(lines, line) && !blockFrom(lines, line).some(isSkip);
    const ids = [...(groups?.ids ?? '').matchAll(/'([^']+)'/g)].map(([, id = '']) => id);
    (runs ? counted : skipped).push(...ids);
  }
  return { counted, skipped };
}

/** Blanks, so that places in the text stay what they are. */
const withoutComments = (source: string) =>
  source.replace(/^\s*(?:\/\/.*|\/\*[\s\S]*?\*\/)/gm, (comment) => comment.replace(/[^\n]/g, ' '));

const indentOf = (line: string) => line.length - line.trimStart().length;
const isSkip = (line: string) => SKIPS_ITSELF.test(line);

/** Every suite or test that the line stands in takes a title and a function, nothing else. */
function isInPlainSuites(lines: readonly string[], line: number): boolean {
  let indent = indentOf(lines[line] ?? '');
  for (let above = line - 1; above >= 0 && indent > 0; above--) {
    const text = lines[above] ?? '';
    if (text.trim() === '' || indentOf(text) >= indent) continue;
    indent = indentOf(text);
    const opened = OPENS_SUITE.exec(text)?.groups?.more;
    if (opened !== undefined && !ENDS_WITH_FUNCTION.test(opened)) return false;
  }
  return true;
}

/** The lines from the one that opens a block up to the one that closes it. */
function blockFrom(lines: readonly string[], line: number): readonly string[] {
  const indent = indentOf(lines[line] ?? '');
  const length = lines
    .slice(line + 1)
    .findIndex((text) => indentOf(text) === indent && /^\s*\}?\);/.test(text));
  return lines.slice(line, length < 0 ? undefined : line + 1 + length);
}
