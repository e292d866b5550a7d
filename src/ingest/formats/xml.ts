// XML → the elements a caller asks for, one after another, while the rest of the document is dropped as it
// passes. Official files differ in prefixes and schema versions, so names are local names. Knows nothing of GML
// or of any register. Entities cannot be declared: a DOCTYPE with an internal subset is refused.

import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { FormatError } from './format-error.ts';
import { type ByteSource, decodeText, sourceName } from './text-source.ts';

export interface XmlElement {
  readonly name: string;
  /** By local name. An unprefixed attribute wins over a prefixed one of the same name, else the first wins. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** The element's own text, without that of its children. */
  readonly text: string;
  /** Where its start tag begins, counted from 1. */
  readonly line: number;
}

/** 'start' asks for the start tag alone: name and attributes now, then the search goes on inside. */
export type Wanted = (localName: string, ancestors: readonly string[]) => boolean | 'start';

interface GrowingElement extends XmlElement {
  readonly children: GrowingElement[];
  text: string;
}

/** Real files nest about twenty deep; a hostile one must not exhaust the stack of those who walk the tree. */
const MAX_DEPTH = 256;

/** Yields each wanted element with all it holds. Ends only when the document was complete. */
export async function* readElements(source: ByteSource, wanted: Wanted): AsyncGenerator<XmlElement> {
  const file = sourceName(source);
  const found: XmlElement[] = [];
  const parser = openParser(file, wanted, found);
  let beginning = '';
  const parse = (text: string | null) => {
    try {
      parser.write(text);
    } catch (cause) {
      if (!(cause instanceof Error) || cause instanceof FormatError) throw cause;
      const other = describeOther(beginning);
      const position = other === null ? `line ${parser.line}, column ${parser.column}` : null;
      const found = other ?? cause.message.replace(/\.$/, '');
      throw new FormatError({ file, position, found, expected: 'well-formed XML' }, { cause });
    }
  };
  for await (const text of decodeText(source, declaredEncoding)) {
    if (beginning.length <= LONGEST_MESSAGE) beginning += text.slice(0, LONGEST_MESSAGE + 1);
    parse(text);
    yield* found.splice(0);
  }
  parse(null);
}

/** Services answer "-1 brak wyników" in plain text, which is shown. What is longer is a file, which may hold anything. */
const LONGEST_MESSAGE = 100;

/** What came in place of XML, in words; null for what at least begins so. */
function describeOther(text: string): string | null {
  const beginning = text.trim().replaceAll(/\s+/g, ' ');
  if (beginning === '' || beginning.startsWith('<')) return null;
  if (/^[{[]/.test(beginning)) return 'JSON';
  return text.length > LONGEST_MESSAGE ? 'plain text' : `the text "${beginning}"`;
}

function declaredEncoding(head: Buffer): string {
  return /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([^"']*)["']/.exec(head.toString('latin1'))?.[1] ?? 'utf-8';
}

type PlainOptions = { readonly xmlns: false; readonly position: false };

/** Without an error handler the parser throws at the first fault. `position: false` only shortens its messages. */
function openParser(file: string, wanted: Wanted, found: XmlElement[]): SaxesParser<PlainOptions> {
  const parser = new SaxesParser<PlainOptions>({ xmlns: false, position: false });
  /** The elements that are open: first those passed by, then those of the wanted element being built. */
  const passed: string[] = [];
  const building: GrowingElement[] = [];
  let line = 1;

  const fail = (problem: string, expected: string) => {
    throw new FormatError({ file, position: `line ${parser.line}`, found: problem, expected });
  };
  parser.on('doctype', (doctype) => {
    const hasSubset = doctype.replaceAll(/"[^"]*"|'[^']*'/g, '').includes('[');
    if (hasSubset) fail('a DOCTYPE that declares entities', 'data without an internal DTD');
  });
  parser.on('opentagstart', () => {
    // The parser has read the character after the name; when that ended the line, the tag is one line above.
    line = parser.column === 0 ? parser.line - 1 : parser.line;
  });
  parser.on('opentag', (tag) => {
    const name = localName(tag.name);
    const parent = building.at(-1);
    if (passed.length + building.length >= MAX_DEPTH) fail(`more than ${MAX_DEPTH} open elements`, 'fewer');
    if (parent !== undefined) {
      const element = openElement(name, tag, line);
      parent.children.push(element);
      building.push(element);
      return;
    }
    const wish = wanted(name, passed);
    if (wish === 'start') found.push(openElement(name, tag, line));
    if (wish === true) building.push(openElement(name, tag, line));
    else passed.push(name);
  });
  const addText = (text: string) => {
    const element = building.at(-1);
    if (element !== undefined) element.text += text;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    const element = building.pop();
    if (element === undefined) passed.pop();
    else if (building.length === 0) found.push(element);
  });
  return parser;
}

function openElement(name: string, tag: SaxesTagPlain, line: number): GrowingElement {
  const attributes: Record<string, string> = {};
  for (const [qualified, value] of Object.entries(tag.attributes)) {
    if (qualified === 'xmlns' || qualified.startsWith('xmlns:')) continue;
    const local = localName(qualified);
    if (local === qualified || !Object.hasOwn(attributes, local)) attributes[local] = value;
  }
  return { name, attributes, children: [], text: '', line };
}

function localName(qualified: string): string {
  return qualified.slice(qualified.indexOf(':') + 1);
}

/** Follows child names downwards, the first of each name. */
export function childOf(element: XmlElement, ...path: readonly string[]): XmlElement | undefined {
  let at: XmlElement | undefined = element;
  for (const name of path) at = at?.children.find((child) => child.name === name);
  return at;
}

export function childrenOf(element: XmlElement, name: string): XmlElement[] {
  return element.children.filter((child) => child.name === name);
}

/** The trimmed text at the path; null when the element is absent, empty or marked nil. */
export function textOf(element: XmlElement, ...path: readonly string[]): string | null {
  const at = childOf(element, ...path);
  if (at === undefined || at.attributes.nil === 'true' || at.attributes.nil === '1') return null;
  return at.text.trim() || null;
}

/** For whoever reads an element and finds in it what should not be there; the caller knows the file. */
/** A copy for whoever keeps a text longer than its element: V8 would keep the whole piece of the file that it was cut from. */
export const detached = (text: string): string => Buffer.from(text, 'utf8').toString('utf8');

export function faultIn(element: XmlElement, found: string, expected: string): FormatError {
  return new FormatError({ file: null, position: `line ${element.line}`, found, expected });
}
