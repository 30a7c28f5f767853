/** XML that nobody vouches for. Entities of a document type are never expanded, and nothing is fetched. */
import { XMLParser, XMLValidator } from 'fast-xml-parser';

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseAttributeValue: false,
  parseTagValue: false,
  processEntities: false,
  trimValues: true,
});

/** `children` as the parser gives them: read them with `xmlElements`. */
export type XmlElement = { tag: string; children: readonly unknown[]; attributes: ReadonlyMap<string, string> };

export type XmlProblem = { line: number; column: number; reason: string };

const named: ReadonlyMap<string, string> = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
]);

const character = (code: number): string =>
  code > 0 && code <= 0x10ffff ? String.fromCodePoint(code).toWellFormed() : '\uFFFD';

/** The five entities of XML itself and characters by number; nothing that a document declares. */
export const decodeXml = (text: string): string =>
  text.replaceAll(
    /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(lt|gt|amp|quot|apos));/gi,
    (match, hex?: string, decimal?: string, name?: string) => {
      if (hex !== undefined) return character(Number.parseInt(hex, 16));
      return decimal === undefined ? (named.get(String(name).toLowerCase()) ?? match) : character(Number(decimal));
    },
  );

/** The parser gives an element in order: its tag holds its children, `:@` its attributes. */
const toElement = (value: unknown): XmlElement | null => {
  if (typeof value !== 'object' || value === null) return null;
  const entries = Object.entries(value);
  const [tag, children] = entries.find(([key]) => key !== ':@') ?? [];
  const [, attributes] = entries.find(([key]) => key === ':@') ?? [];
  return tag === undefined || !Array.isArray(children) ? null : { tag, children, attributes: decodeAll(attributes) };
};

const decodeAll = (attributes: unknown): Map<string, string> => {
  const pairs = typeof attributes === 'object' && attributes !== null ? Object.entries(attributes) : [];
  return new Map(pairs.map(([name, text]) => [name, decodeXml(String(text))]));
};

export const xmlElements = (values: readonly unknown[]): XmlElement[] =>
  values.map(toElement).filter((element) => element !== null);

const endOf = (text: string): XmlProblem => ({
  line: text.split('\n').length,
  column: text.length - text.lastIndexOf('\n'),
  reason: 'it ends in the middle; is it cut off?',
});

/** The validator takes time by the square of a run of blanks inside a tag; no more than this of one means anything. */
const withoutLongBlanks = (text: string): string => text.replaceAll(/\s{64,}/g, (blanks) => blanks.slice(0, 64));

/** The elements of a whole document, or what is wrong with it, and where. */
export const readXml = (given: string): { elements: XmlElement[] } | { problem: XmlProblem } => {
  const text = withoutLongBlanks(given);
  const problem = problemOf(text);
  if (problem) return { problem };
  try {
    const parsed: unknown = parser.parse(text);
    return { elements: xmlElements(Array.isArray(parsed) ? parsed : []) };
  } catch {
    return { problem: { line: 1, column: 1, reason: 'it is nested or named beyond reason' } };
  }
};

const problemOf = (text: string): XmlProblem | null => {
  const result = XMLValidator.validate(text);
  if (result === true) return null;
  const { msg, line, col } = result.err;
  const isCut = msg.startsWith('Unclosed tag') || msg.startsWith("Invalid '[");
  return isCut ? endOf(text) : { line: line || 1, column: col || 1, reason: msg.slice(0, 200) };
};
