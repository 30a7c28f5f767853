/** JUnit XML, with suites inside suites. Entities of a document type are never expanded. */
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import type { TestResult } from '../../model/verification.ts';
import { distinctNames, joinNames } from './test-results-names.ts';

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseAttributeValue: false,
  parseTagValue: false,
  processEntities: false,
  trimValues: true,
});

/** An element as the parser gives it in order: its tag holds its children, `:@` its attributes. */
type Element = { tag: string; children: readonly unknown[]; attributes: ReadonlyMap<string, string> };

const named: ReadonlyMap<string, string> = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
]);

const character = (code: number): string => (code > 0 && code <= 0x10ffff ? String.fromCodePoint(code).toWellFormed() : '\uFFFD');

/** The five entities of XML itself and characters by number; nothing that a document declares. */
const decode = (text: string): string =>
  text.replaceAll(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(lt|gt|amp|quot|apos));/gi, (match, hex?: string, decimal?: string, name?: string) => {
    if (hex !== undefined) return character(Number.parseInt(hex, 16));
    return decimal === undefined ? (named.get(String(name).toLowerCase()) ?? match) : character(Number(decimal));
  });

const toElement = (value: unknown): Element | null => {
  if (typeof value !== 'object' || value === null) return null;
  const entries = Object.entries(value);
  const [tag, children] = entries.find(([key]) => key !== ':@') ?? [];
  const [, attributes] = entries.find(([key]) => key === ':@') ?? [];
  if (tag === undefined || !Array.isArray(children)) return null;
  const pairs = typeof attributes === 'object' && attributes !== null ? Object.entries(attributes) : [];
  return { tag, children, attributes: new Map(pairs.map(([key, text]) => [key, decode(String(text))])) };
};

const elements = (values: readonly unknown[]): Element[] => values.map(toElement).filter((element) => element !== null);

/** The file of a test, where it can be told from the folder that it happened to run in. */
const fileOf = (element: Element, root: string | undefined): string => {
  const file = element.attributes.get('file') ?? '';
  return root && file.startsWith(`${root.replace(/\/+$/, '')}/`) ? file : '';
};

/** Skipped and todo tests did not fail, whatever else they say. */
const hasFailed = (element: Element): boolean => {
  const tags = new Set(elements(element.children).map(({ tag }) => tag));
  return (tags.has('failure') || tags.has('error')) && !tags.has('skipped');
};

const testCase = (element: Element, suites: readonly string[], root: string | undefined): TestResult => {
  const className = element.attributes.get('classname') ?? '';
  const parts = className === '' || suites.includes(className) ? suites : [...suites, className];
  const name = element.attributes.get('name') ?? '(unnamed)';
  return { name: joinNames([fileOf(element, root), ...parts, name]), passed: !hasFailed(element) };
};

const collect = (element: Element, suites: readonly string[], root: string | undefined): TestResult[] => {
  if (element.tag === 'testcase') return [testCase(element, suites, root)];
  if (element.tag !== 'testsuite' && element.tag !== 'testsuites') return [];
  const inner = element.tag === 'testsuite' ? [...suites, element.attributes.get('name') ?? ''] : suites;
  return elements(element.children).flatMap((child) => collect(child, inner, root));
};

/** Null when this is not a whole JUnit document. `root`: the folder that the tests ran in, which is taken out of their names. */
export const readJunit = (xml: string, root?: string): TestResult[] | null => {
  try {
    const text = xml.replace(/^\uFEFF/, '');
    if (XMLValidator.validate(text) !== true) return null;
    const parsed: unknown = parser.parse(text);
    const roots = elements(Array.isArray(parsed) ? parsed : []).filter(({ tag }) => tag === 'testsuites' || tag === 'testsuite');
    return roots.length === 0
      ? null
      : distinctNames(
          roots.flatMap((element) => collect(element, [], root)),
          root,
        );
  } catch {
    // The parser refuses what is nested or sized beyond reason.
    return null;
  }
};
