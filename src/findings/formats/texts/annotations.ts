/** Annotations for the log of a build, as GitHub Actions (`::error file=…::`) and Azure Pipelines take them. */
import type { Severity } from '../../../model/finding.ts';
import { anyOf, pattern } from '../../../plain/pattern.ts';
import { oneLine, titleOf } from '../../read/text.ts';
import type { Collected, FormatContext, TextFormat } from '../format.ts';
import { readMessage } from '../lines/message.ts';
import { type Line, plainLines } from '../shared/text-tool.ts';
import { tell, type Told } from '../shared/told.ts';

const github =
  /^(?:[\dT:.Z-]{20,40} )?\s{0,8}::(?<kind>error|warning|notice)(?: (?<fields>[^\r\n]{0,4000}?))?::(?<message>.*)$/i;
const azure = /^\s{0,8}##vso\[task\.logissue (?<fields>[^\]\r\n]{1,4000})\](?<message>.*)$/i;

const severities: ReadonlyMap<string, Severity> = new Map<string, Severity>([
  ['error', 'high'],
  ['warning', 'medium'],
  ['notice', 'low'],
]);

/** How a value is written that holds what separates values. */
const decoded = (text: string): string =>
  text.replaceAll(/%(?:0A|0D|25|3A|2C|3B|5D)/gi, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16)));

const fieldsOf = (text: string, separator: string): ReadonlyMap<string, string> =>
  new Map(
    text.split(separator).map((field) => {
      const at = field.indexOf('=');
      return [field.slice(0, Math.max(at, 0)).trim().toLowerCase(), decoded(field.slice(at + 1)).trim()];
    }),
  );

type Annotation = { fields: ReadonlyMap<string, string>; kind: string; message: string };

const annotationOf = (text: string): Annotation | null => {
  const one = github.exec(text)?.groups;
  if (one)
    return {
      fields: fieldsOf(one['fields'] ?? '', ','),
      kind: one['kind']?.toLowerCase() ?? '',
      message: decoded(one['message'] ?? ''),
    };
  const other = azure.exec(text)?.groups;
  const fields = other && fieldsOf(other['fields'] ?? '', ';');
  return fields ? { fields, kind: fields.get('type') ?? '', message: decoded(other['message'] ?? '') } : null;
};

/** The place once more, in front of the message. */
const again = /^(?:[^\s:][^:\r\n]{0,500}:)?\d{1,9}:\d{1,9}:? /;
/** `[rule] …` and `Style/Documentation: …` */
const ahead = /^(?:\[(?<bracketed>[\w@./-]{1,100})\]|(?<cop>[A-Z]\w{1,40}\/\w{1,60}):) (?=\S)/;
/** A title that is a rule, or holds one: `C0114`, `ruff (F401)`, `lint/style/useConst`, `eslint(no-var)`. */
const ruleTitle = pattern(
  '',
  /^/,
  anyOf(
    /(?<whole>[\w@.-]{1,60}(?:\/[\w@.-]{1,60}){1,4}|[\w@-]{1,40}\([\w@/.-]{1,80}\)|[A-Z]{1,8}\d{3,6})/,
    /\w{1,40} \((?<held>[\w@./-]{1,80})\)/,
  ),
  /$/,
);

const wordsOf = (message: string): { message: string; rule?: string | undefined } => {
  const bare = message.replace(again, '');
  const named = ahead.exec(bare);
  if (named)
    return { message: bare.slice(named[0].length), rule: named.groups?.['bracketed'] ?? named.groups?.['cop'] };
  const { title, rule } = readMessage(bare.split('\n', 1)[0] ?? '');
  const rest = bare.includes('\n') ? bare.slice(bare.indexOf('\n')) : '';
  return { message: title + rest, rule };
};

const toldBy = ({ fields, kind, message }: Annotation): Told => {
  const title = oneLine(fields.get('title') ?? '');
  const { whole, held } = ruleTitle.exec(title)?.groups ?? {};
  const words = wordsOf(message);
  const rule = whole ?? held ?? fields.get('code') ?? words.rule;
  return {
    message:
      rule === undefined && title && title !== titleOf(words.message) ? `${title}: ${words.message}` : words.message,
    path: fields.get('file') ?? fields.get('sourcepath'),
    severity: severities.get(kind),
    rule,
    line: fields.get('line') ?? fields.get('linenumber'),
    endLine: fields.get('endline'),
    column: fields.get('col') ?? fields.get('column') ?? fields.get('columnnumber'),
    endColumn: fields.get('endcolumn'),
  };
};

const readOne = (annotation: Annotation, { number }: Line, context: FormatContext, into: Collected): void => {
  const told = toldBy(annotation);
  const place = `line ${number}`;
  if (told.path) return tell(told, place, { context, into });
  into.problems.push({ place, message: `left out: it names no file: ${titleOf(told.message) || 'without words'}` });
};

const read = (text: string, context: FormatContext): Collected => {
  const into: Collected = { findings: [], problems: [] };
  for (const line of plainLines(text)) {
    const annotation = annotationOf(line.text);
    if (annotation) readOne(annotation, line, context, into);
  }
  return into;
};

/** At the start of a line, but for the time that a log puts there: prose quotes them in the middle. */
const beginning =
  /^(?:[\dT:.Z-]{20,40} )?[ \t]{0,8}(?:::(?:error|warning|notice) [^\r\n]{0,2000}?file=|##vso\[task\.logissue )/im;

export const annotations: TextFormat = {
  of: 'text',
  name: 'annotations',
  title: 'annotations of a build (::error file=…,line=…::message)',
  mayBeEmpty: true,
  recognises: (text) => beginning.test(text),
  read,
};
