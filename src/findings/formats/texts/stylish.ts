/**
 * A file's name, and below it a row for each problem: how ESLint (stylish), stylelint, oxlint (stylish), XO, yamllint
 * and ruff (grouped) print by default or on demand.
 */
import type { Severity } from '../../../model/finding.ts';
import { pattern } from '../../../plain/pattern.ts';
import { saysNothingFound } from '../../read/nothing-found.ts';
import type { Collected, FormatContext, TextFormat } from '../format.ts';
import { looksLikeFile } from '../place/file-names.ts';
import { type Line, plainLines, skipped } from '../shared/text-tool.ts';
import { tell, type Told } from '../shared/told.ts';

const severities: ReadonlyMap<string, Severity> = new Map<string, Severity>([
  ['error', 'high'],
  ['✖', 'high'],
  ['×', 'high'],
  ['x', 'high'],
  ['warning', 'medium'],
  ['⚠', 'medium'],
  ['‼', 'medium'],
  ['!', 'medium'],
  ['info', 'info'],
  ['ℹ', 'info'],
  ['i', 'info'],
]);

/** `  3:14  warning  Expected …  eqeqeq` and, as XO has it, `  ✖  3:14  Expected …  eqeqeq` */
const row = pattern(
  '',
  /^\s{1,12}(?:(?<ahead>✖|⚠|×|‼|ℹ)\s{1,8})?(?<line>\d{1,9})(?::(?<column>\d{1,9}))?\s{1,12}/,
  /(?:(?<behind>error|warning|info|✖|⚠|×|‼|ℹ|x|!|i)\s{1,8})?(?<message>\S.*)$/,
);
/** ruff has a code in front and no word for the severity. */
const leadingCode = /^(?<rule>[A-Z]{1,8}\d{3,6})\s(?:\[\*\]\s)?(?=\S)/;
/** The last column; in yamllint's rows it is in parentheses. */
const trailingRule = /\s{2,}\(?(?<rule>[\w@][\w@./()-]{0,120}?)\)?$/;

/** Nothing that matters stands further to the right. */
const longest = 4_000;

type Row = Omit<Told, 'path'>;

const readRow = (text: string): Row | null => {
  const groups = row.exec(text.slice(0, longest))?.groups;
  const { ahead, behind, line, column, message } = groups ?? {};
  if (line === undefined || message === undefined) return null;
  const code = leadingCode.exec(message);
  const mark = ahead ?? behind;
  if (mark === undefined && !code) return null;
  const rule = code?.groups?.['rule'] ?? ruleAtEnd(message);
  return {
    message: code ? message.slice(code[0].length) : withoutEnd(message, rule),
    severity: severities.get(mark ?? ''),
    line,
    column,
    rule,
  };
};

const ruleAtEnd = (message: string): string | undefined => {
  const rule = trailingRule.exec(message.slice(-200))?.groups?.['rule'];
  // `eslint(no-var)` keeps its parenthesis, which the pattern takes for one around it.
  return rule?.includes('(') && !rule.endsWith(')') ? `${rule})` : rule;
};

const withoutEnd = (message: string, rule: string | undefined): string =>
  rule === undefined ? message : message.slice(0, message.lastIndexOf('  ')).trimEnd();

/** `/repo/src/a.js`, `src/a.css`, `app/shop.py:`, and `src/a.js:1:1` of XO. */
const fileOf = (text: string): string | null => {
  const bare = text.trim().replace(/(?::\d{1,9}){1,2}$|:$/, '');
  const isPath = looksLikeFile(bare) || /^(?:\.{0,2}[\\/]|[A-Za-z]:[\\/])\S/.test(bare);
  return isPath && bare.length <= 1_024 ? bare : null;
};

const read = (text: string, context: FormatContext): Collected => {
  const into: Collected = { findings: [], problems: [] };
  const others: Line[] = [];
  let heading: (Line & { path: string }) | null = null;
  let hasRows = false;
  for (const line of plainLines(text)) {
    if (line.text === '') continue;
    const found = heading ? readRow(line.text) : null;
    if (found && heading) {
      tell({ ...found, path: heading.path }, `line ${line.number}`, { context, into });
      hasRows = true;
      continue;
    }
    if (heading && !hasRows) others.push(heading);
    const path = fileOf(line.text);
    heading = path === null ? null : { ...line, path };
    hasRows = false;
    if (!heading) others.push(line);
  }
  skipped(others, into);
  return into;
};

/** A name with a row right below it. */
const recognises = (text: string): boolean => {
  let above = '';
  for (const match of text.matchAll(/[^\r\n]+/g)) {
    const [line] = plainLines(match[0]);
    if (!line) continue;
    if (readRow(line.text) && fileOf(above) !== null) return true;
    above = line.text;
  }
  return false;
};

export const stylish: TextFormat = {
  of: 'text',
  name: 'stylish',
  title: 'files with rows below them, as ESLint, stylelint, XO and yamllint print by default',
  mayBeEmpty: true,
  saysNothingFound,
  recognises,
  read,
};
