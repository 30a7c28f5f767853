/** JUnit XML: tests that failed, and problems of linters that write them as such, as findings. */
import type { Severity } from '../../../model/finding.ts';
import { decodeXml, readXml, type XmlElement, xmlElements } from '../../../plain/xml/xml.ts';
import { notReadable } from '../shared/xml-tool.ts';
import type { Collected, FormatContext, TextFormat } from '../format.ts';
import { looksLikeFile } from '../place/file-names.ts';
import { findMention, readPlace } from '../place/place.ts';
import { tell, type Telling, type Told } from '../shared/told.ts';

/** How far into a text its root element is looked for. */
const head = 4_096;

/** The parser gives the text between tags as an element of this name. */
const textOf = ({ children }: XmlElement): string =>
  children
    .map((child) => (typeof child === 'object' && child !== null ? Object.entries(child) : []))
    .flatMap((entries) => entries.filter(([key]) => key === '#text').map(([, text]) => String(text)))
    .join('')
    .trim();

type Case = { test: XmlElement; suite: XmlElement | null; failed: XmlElement };

/** Suites may lie in suites. */
function* failuresOf(element: XmlElement, suite: XmlElement | null): Generator<Case> {
  for (const child of xmlElements(element.children)) {
    if (child.tag === 'testsuite') yield* failuresOf(child, child);
    else if (child.tag === 'testcase')
      for (const failed of xmlElements(child.children))
        if (failed.tag === 'failure' || failed.tag === 'error') yield { test: child, suite, failed };
  }
}

type Where = Pick<Told, 'path' | 'line' | 'column'>;

/** `line 4, col 3, …`, which linters begin with. */
const linePlace = /^line (?<line>\d{1,9}), col(?:umn)? (?<column>\d{1,9}), (?:(?<word>Error|Warning|Info) - )?/i;

/** A trace ends, or begins, where the test is: the place that is in the test's own file counts. */
const placeIn = (text: string, file: string | undefined): Where | null => {
  for (const line of text.split('\n', 200)) {
    const found = findMention(line);
    if (found?.line === undefined) continue;
    if (file === undefined || file.endsWith(found.path) || found.path.endsWith(file))
      return { path: found.path, line: found.line, column: found.column };
  }
  return null;
};

/** `app.shop` is a class, although it looks like a file. */
const isFile = (name: string | undefined): boolean =>
  name !== undefined &&
  looksLikeFile(name) &&
  (/[\\/]/.test(name) || /\.(?:[cm]?[jt]sx?|py|rb|php|go|rs|java|kt|cs|cc|cpp|c|h|html|css|vue|svelte|sh)$/.test(name));

const fileOf = ({ test, suite }: Case): string | undefined =>
  [test.attributes.get('file'), suite?.attributes.get('file'), test.attributes.get('classname')]
    .concat([suite?.attributes.get('name'), test.attributes.get('name')])
    .find(isFile);

/** `Rule.Name at src/a.php (3:5)`, as PHP_CodeSniffer names its cases. */
const namedPlace = / at (?<path>\S.{0,1000}) \((?<line>\d{1,9}):(?<column>\d{1,9})\)$/;

const whereOf = (item: Case, text: string): Where => {
  const own = namedPlace.exec(item.test.attributes.get('name') ?? '')?.groups;
  if (own) return { path: own['path'], line: own['line'], column: own['column'] };
  const file = fileOf(item);
  const given = item.test.attributes.get('line');
  const said = linePlace.exec(text)?.groups;
  if (file !== undefined && (said || given))
    return {
      path: file,
      line: said?.['line'] ?? given,
      column: said?.['column'] ?? item.test.attributes.get('column'),
    };
  return placeIn(text, file) ?? (file === undefined ? {} : { path: readPlace(file)?.path ?? file });
};

const severityOf = (word: string | undefined): Severity => (word?.toLowerCase() === 'warning' ? 'medium' : 'high');

/** `org.eslint.no-var` is the rule no-var; other names are those of tests. */
const ruleOf = (item: Case): string | undefined => {
  const name = item.test.attributes.get('name') ?? '';
  const linter = /^org\.\w{1,40}\.(?<rule>\S{1,200})$/.exec(name)?.groups?.['rule'];
  if (linter !== undefined) return linter === 'unknown' ? undefined : linter.replaceAll('.', '/');
  return namedPlace.test(name) ? name.replace(namedPlace, '') : /^\w{1,40}\([\w/@-]{1,80}\)$/.exec(name)?.[0];
};

const toldBy = (item: Case): Told => {
  const text = decodeXml(textOf(item.failed));
  const message = item.failed.attributes.get('message') ?? '';
  const said = linePlace.exec(text);
  const rule = ruleOf(item);
  const name = item.test.attributes.get('name') ?? '';
  const words =
    message || text.slice(said?.[0].length ?? 0).split('\n', 1)[0] || item.failed.attributes.get('type') || '';
  const isTest = rule === undefined && !said && name !== '';
  return {
    message: isTest ? `Test fails: ${name}: ${words}` : words,
    severity: severityOf(said?.groups?.['word']),
    rule,
    ...whereOf(item, text),
    more: said || text === message ? [] : [text],
  };
};

const read = (text: string, context: FormatContext): Collected => {
  const into: Collected = { findings: [], problems: [] };
  const xml = notReadable(text, '<testsuite') ?? readXml(text);
  if ('problem' in xml) {
    const { line, column, reason } = xml.problem;
    return { ...into, notXml: { at: `${line}:${column}`, message: `this XML cannot be read: ${reason}` } };
  }
  const telling: Telling = { context, into };
  const roots = xml.elements.filter(({ tag }) => tag === 'testsuites' || tag === 'testsuite');
  for (const root of roots)
    for (const item of failuresOf(root, root.tag === 'testsuite' ? root : null))
      tell(toldBy(item), `testcase ${JSON.stringify((item.test.attributes.get('name') ?? '').slice(0, 80))}`, telling);
  return into;
};

export const junit: TextFormat = {
  of: 'text',
  name: 'junit',
  title: 'JUnit XML: tests that failed',
  recognises: (text) => /^\s*</.test(text.slice(0, head)) && /<testsuites?[\s/>]/.test(text.slice(0, head)),
  read,
};
