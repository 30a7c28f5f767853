/** JUnit XML, with suites inside suites. Entities of a document type are never expanded. */
import type { TestResult } from '../../model/verification.ts';
import { readXml, xmlElements, type XmlElement } from '../../plain/xml/xml.ts';
import { distinctNames, joinNames } from './test-results-names.ts';

/** The file of a test, where it can be told from the folder that it happened to run in. */
const fileOf = (element: XmlElement, root: string | undefined): string => {
  const file = element.attributes.get('file') ?? '';
  return root && file.startsWith(`${root.replace(/\/+$/, '')}/`) ? file : '';
};

/** Skipped and todo tests did not fail, whatever else they say. */
const endOf = (element: XmlElement): Omit<TestResult, 'name'> => {
  const tags = new Set(xmlElements(element.children).map(({ tag }) => tag));
  const status = element.attributes.get('status') ?? '';
  if (tags.has('skipped') || /^(?:skipped|disabled|notrun)$/i.test(status)) return { passed: true, skipped: true };
  return { passed: !tags.has('failure') && !tags.has('error') };
};

const testCase = (element: XmlElement, suites: readonly string[], root: string | undefined): TestResult => {
  const className = element.attributes.get('classname') ?? '';
  const parts = className === '' || suites.includes(className) ? suites : [...suites, className];
  const name = element.attributes.get('name') ?? '(unnamed)';
  return { name: joinNames([fileOf(element, root), ...parts, name]), ...endOf(element) };
};

const collect = (element: XmlElement, suites: readonly string[], root: string | undefined): TestResult[] => {
  if (element.tag === 'testcase') return [testCase(element, suites, root)];
  if (element.tag !== 'testsuite' && element.tag !== 'testsuites') return [];
  const inner = element.tag === 'testsuite' ? [...suites, element.attributes.get('name') ?? ''] : suites;
  return xmlElements(element.children).flatMap((child) => collect(child, inner, root));
};

/**
 * Null when this is not a whole JUnit document. `root`: the folder that the tests ran in, which is taken out of their
 * names.
 */
export const readJunit = (xml: string, root?: string): TestResult[] | null => {
  const read = readXml(xml.replace(/^\uFEFF/, ''));
  if ('problem' in read) return null;
  const roots = read.elements.filter(({ tag }) => tag === 'testsuites' || tag === 'testsuite');
  return roots.length === 0
    ? null
    : distinctNames(
        roots.flatMap((element) => collect(element, [], root)),
        root,
      );
};
