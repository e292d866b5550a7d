// GML → features, for GML 2, 3.1 and 3.2 files and for WFS 1.0 to 2.0 answers alike. Tells a feature collection
// from what services send instead of one (exceptions and web pages arrive with HTTP 200): an empty answer is
// empty only if it was a well-formed collection. Knows no feature type and no register.

import { describeHead } from './file-head.ts';
import { FormatError } from './format-error.ts';
import { type ByteSource, sourceName } from './text-source.ts';
import { readElements, type XmlElement } from './xml.ts';

export { gmlGeometryOf } from './gml-geometry.ts';

export interface GmlFeature {
  /** Local element name. */
  readonly type: string;
  /** gml:id, or fid in GML 2. */
  readonly id: string | null;
  readonly element: XmlElement;
  readonly line: number;
}

export interface GmlDocument {
  /** Attributes of the collection, such as timeStamp, numberMatched and numberReturned. */
  readonly collection: Readonly<Record<string, string>>;
  readonly features: AsyncGenerator<GmlFeature>;
}

/** SpatialDataSet is the collection of INSPIRE files. Tuple holds the members of one row of a WFS 2.0 join. */
const COLLECTION = /(FeatureCollection|SpatialDataSet|^Tuple)$/;
const MEMBERS = new Set(['featureMember', 'featureMembers', 'member', 'additionalObjects']);
const EXCEPTIONS = new Set(['ExceptionReport', 'ServiceExceptionReport', 'ServiceException']);

/** Read `features` to the end, or leave the loop: either closes the file. */
export async function openGml(source: ByteSource): Promise<GmlDocument> {
  const file = sourceName(source);
  const head = typeof source === 'string' ? describeHead(source) : null;
  if (head === 'JSON') {
    throw new FormatError({
      file,
      position: null,
      found: 'JSON',
      expected: 'a GML feature collection (XML)',
    });
  }
  const elements = readElements(source, want);
  const { value: root } = await elements.next();
  // A document without a root has thrown already.
  if (root === undefined) throw new Error(`no root element in ${file}`);
  if (COLLECTION.test(root.name)) {
    return { collection: root.attributes, features: toFeatures(elements, file, root) };
  }
  await elements.return(undefined);
  if (EXCEPTIONS.has(root.name)) throw serviceException(root, file);
  const expected = 'a GML feature collection';
  throw new FormatError({ file, position: `line ${root.line}`, found: `<${root.name}>`, expected });
}

function want(name: string, ancestors: readonly string[]): boolean | 'start' {
  // Also in mid-document: a service that fails while it writes says so there (WFS 2.0 truncatedResponse).
  if (EXCEPTIONS.has(name)) return true;
  if (ancestors.length === 0) return 'start';
  // Collections may sit inside members: one for each query of a WFS 2.0 request.
  if (!MEMBERS.has(ancestors.at(-1) ?? '') || COLLECTION.test(name)) return false;
  return ancestors.every((ancestor) => MEMBERS.has(ancestor) || COLLECTION.test(ancestor));
}

async function* toFeatures(
  elements: AsyncGenerator<XmlElement>,
  file: string,
  collection: XmlElement,
): AsyncGenerator<GmlFeature> {
  let count = 0;
  for await (const element of elements) {
    if (EXCEPTIONS.has(element.name)) throw serviceException(element, file);
    const id = element.attributes.id ?? element.attributes.fid ?? null;
    count += 1;
    yield { type: element.name, id, element, line: element.line };
  }
  const { numberReturned, numberOfFeatures } = collection.attributes;
  // WFS 1.1 counts in numberOfFeatures alone, also when it was asked for hits only.
  const stated = Number(numberReturned ?? numberOfFeatures ?? 0);
  if (!(count < stated)) return;
  const said = numberReturned === undefined ? 'numberOfFeatures' : 'numberReturned';
  const kind = count === 0 ? 'hits only' : 'some are lost';
  const found = `${count} of ${stated} features (${said} ${stated}): ${kind}`;
  throw new FormatError({ file, position: null, found, expected: 'the features' });
}

function serviceException(report: XmlElement, file: string): FormatError {
  const said = words(report).join(' ').slice(0, 1000);
  const found = `the service's ${report.name} "${said}"`;
  return new FormatError({ file, position: `line ${report.line}`, found, expected: 'features' });
}

/** Codes and texts of the report, in document order. */
function words(element: XmlElement): string[] {
  const { exceptionCode = '', code = '', locator = '' } = element.attributes;
  const own = [exceptionCode, code, locator, element.text.trim().replaceAll(/\s+/g, ' ')];
  return [...own.filter((word) => word !== ''), ...element.children.flatMap(words)];
}
