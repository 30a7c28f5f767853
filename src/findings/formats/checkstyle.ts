/** Checkstyle's XML, which linters of many languages write. */
import type { DraftFinding, Severity } from '../../model/finding.ts';
import { given } from '../../plain/given.ts';
import { readXml, xmlElements, type XmlElement } from '../../plain/xml/xml.ts';
import { toColumns } from '../read/columns.ts';
import { toLineRange } from '../read/lines.ts';
import { type RepoPath, toRepoPath } from '../read/paths.ts';
import { toSeverity } from '../read/severity.ts';
import { findingText, oneLine, titleOf } from '../read/text.ts';
import type { Collected, FormatContext, TextFormat } from './format.ts';
import { notReadable } from './shared/xml-tool.ts';
import { cutEnd } from '../../plain/cut.ts';

type Say = (message: string) => void;

/** How far into a text its root element is looked for. */
const head = 4_096;

const severityOf = (word: string | undefined, say: Say): Severity => {
  if (word === undefined || word.trim() === '') return 'medium';
  const severity = word.trim().toLowerCase() === 'ignore' ? 'info' : toSeverity(word);
  if (!severity) say(`unknown severity ${JSON.stringify(cutEnd(word, 80))}; taken as medium`);
  return severity ?? 'medium';
};

/** `com.puppycrawl.tools.checkstyle.checks.javadoc.JavadocMethodCheck` is a JavadocMethodCheck. */
const categoryOf = (rule: string): string => (/^\S+$/.test(rule) ? (rule.split('.').findLast(Boolean) ?? rule) : rule);

const placeOf = ({ attributes }: XmlElement, say: Say): Pick<DraftFinding, 'line' | 'column'> => {
  const line = attributes.get('line');
  const lines = toLineRange(line);
  if (lines === null) say(`${JSON.stringify(line && cutEnd(line, 80))} is not a line; taken as one without`);
  return { ...lines, ...toColumns(lines, attributes.get('column')) };
};

const readError = (error: XmlElement, path: RepoPath, context: FormatContext, into: Collected, say: Say): void => {
  const message = findingText(error.attributes.get('message') ?? '');
  if (!message) return say('not an error of Checkstyle: it has no "message"');
  if (path.problem) return say(`left out: ${path.problem}`);
  const rule = oneLine(error.attributes.get('source') ?? '');
  into.findings.push({
    severity: severityOf(error.attributes.get('severity'), say),
    category: categoryOf(rule) || 'general',
    title: titleOf(message),
    description: message,
    ...(path.file !== undefined && { file: path.file, ...placeOf(error, say) }),
    ...given({ rule: rule || undefined }),
    ...(!context.fromTool && { reviewer: 'checkstyle' }),
  });
};

const readFile = (file: XmlElement, place: string, context: FormatContext, into: Collected): void => {
  const name = file.attributes.get('name');
  if (name === undefined)
    into.problems.push({ place, message: 'it has no "name"; its errors are taken for the repository as a whole' });
  const path = toRepoPath(name ?? '', context);
  for (const [index, child] of xmlElements(file.children).entries()) {
    const say: Say = (message) => void into.problems.push({ place: `${place}.${child.tag}[${index}]`, message });
    if (child.tag === 'error') readError(child, path, context, into, say);
    else say('not an error of Checkstyle');
  }
};

const read = (text: string, context: FormatContext): Collected => {
  const into: Collected = { findings: [], problems: [] };
  const xml = notReadable(text, '<checkstyle') ?? readXml(text);
  if ('problem' in xml) {
    const { line, column, reason } = xml.problem;
    return { ...into, notXml: { at: `${line}:${column}`, message: `this XML cannot be read: ${reason}` } };
  }
  const roots = xml.elements.filter(({ tag }) => tag === 'checkstyle');
  if (roots.length === 0)
    return { ...into, notXml: { at: '1:1', message: 'this XML is not <checkstyle>, although it names it' } };
  for (const [index, child] of roots.flatMap((root) => xmlElements(root.children)).entries()) {
    const place = `${child.tag}[${index}]`;
    if (child.tag === 'file') readFile(child, place, context, into);
    else into.problems.push({ place, message: 'not a file of Checkstyle' });
  }
  return into;
};

export const checkstyle: TextFormat = {
  of: 'text',
  name: 'checkstyle',
  title: 'Checkstyle XML',
  recognises: (text) => /^\s*</.test(text.slice(0, head)) && /<checkstyle[\s/>]/.test(text.slice(0, head)),
  read,
};
