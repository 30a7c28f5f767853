/** The tests of a file in a language that is read as text: coarser than by a syntax tree, but of the same shape. */
import { anyOf, pattern } from '../../../plain/pattern.ts';
import type { Guard, Mark, Unit } from '../model.ts';
import { checksFrom } from '../read/checks.ts';
import { condition } from '../read/conditions.ts';
import * as marks from '../read/marks.ts';
import { rowsOf } from '../read/rows.ts';
import { newUnit } from '../read/unit.ts';
import { declarationIn } from './declarations.ts';
import { conditionsAt } from './preprocessor.ts';
import { plainClaims } from './plain-claims.ts';
import { type Statement, statementsIn } from './statements.ts';

const extensions =
  /\.(?:rb|php|kts?|cs|swift|c|cc|cpp|cxx|h|hpp|scala|groovy|sh|bash|bats|exs?|dart|lua|pl|t|vb|fs|clj|m|mm)$/i;

export const isPlainLanguage = (path: string): boolean => extensions.test(path);

const isPreprocessed = (path: string): boolean => /\.(?:c|cc|cpp|cxx|h|hpp|m|mm|cs|swift)$/i.test(path);

const isShell = (path: string): boolean => /\.(?:sh|bash|bats|t)$/i.test(path);

const indentOf = (line: string): number => /^\s*/.exec(line)?.[0].length ?? 0;

const isOpened = (line: string): boolean => /^\s*[{(]/.test(line);

/** The last line of what begins here: where a line is indented no more than its beginning. */
const endOf = (lines: readonly string[], start: number): number => {
  const indent = indentOf(lines[start] ?? '');
  for (let place = start + 1; place < lines.length; place += 1) {
    const line = lines[place] ?? '';
    if (
      line.trim() !== '' &&
      indentOf(line) <= indent &&
      !isOpened(line) &&
      !/^\s*(?:where|throws|:|->|\)|=>)/.test(line)
    )
      return /^\s*(?:end\b|[})\]])/.test(line) ? place : place - 1;
  }
  return lines.length - 1;
};

/** Annotations and attributes right above. */
const marksAbove = (lines: readonly string[], place: number): { text: string; line: number }[] => {
  const found: Mark[] = [];
  for (let at = place - 1; at >= 0 && found.length < 20; at -= 1) {
    const line = (lines[at] ?? '').trim();
    if (!/^(?:@|\[[A-Z]|#\[|\*\s*@|\/\*\*|\*\/|\*)/.test(line)) break;
    found.push({ text: line, line: at + 1 });
  }
  return found.toReversed();
};

const table = /^\[(?:TestCase|InlineData|DataRow)\b|^@(?:CsvSource|ValueSource|Values)\b|^#\[TestWith/;
const shellFails = /\b(?:exit|return)\s+1\b|\b(?:fail|abort|flunk|raise|throw)\b/;

type Header = { indent: number; guard: Guard };

const swallowing = /\b(?:rescue|catch)\b(?![\s\S]*\b(?:raise|throw|fail|flunk|Fail|assert\w*|expect)\b)/;

/** What a line opens for those that are indented further. */
const headerOf = ({ text, indent }: Statement, unit: Unit): Header | null => {
  const [, test] =
    /^(?:if|unless|when|elsif|else if|guard)\b\s*\(?([\s\S]*?)\)?\s*(?:\{|do|then|;\s*then)?$/.exec(text) ?? [];
  if (test !== undefined) return { indent, guard: { kind: 'condition', text: test } };
  if (/^(?:begin|try|do)\b\s*\{?$/.test(text) && swallowing.test(unit.text))
    return { indent, guard: { kind: 'swallowed', text: 'try' } };
  return null;
};

const exitOf = ({ text }: Statement): Guard | null => {
  if (/^(?:return|next|exit(?:\s+0)?|break)\s*;?$/.test(text)) return { kind: 'after-end', text };
  const [, test] =
    /^(?:return|next)\s+(?:if|unless)\s+([\s\S]+)$/.exec(text) ??
    /^if\s*\(([\s\S]+)\)\s*\{?\s*return\s*;?\s*\}?$/.exec(text) ??
    [];
  return test === undefined ? null : { kind: 'exit', text: test };
};

const skippingText = pattern(
  '',
  anyOf(
    /^(?:skip|pending|skip_if|markTestSkipped|markTestIncomplete)\b(?!\s*[=.])/,
    /^\$this->(?:markTestSkipped|markTestIncomplete)/,
    /^(?:self|static)::markTest/,
    /^Assert\.(?:Ignore|Inconclusive|Skip)/,
    /^GTEST_SKIP/,
    /^throw\s+XCTSkip/,
    /^try\s+XCTSkip/,
    /^XCTSkip/,
    /^Assume/,
    /^assum/,
  ),
);

const assigning = pattern(
  '',
  /^(?:(?:final|static|const|var|val|let|auto|local|private|public|readonly|constexpr)\s+)*/,
  /(?:[\w<>[\],.?*]+\s+)?([$@]{0,2}\w+)\s*(?::\s*[\w<>?[\]]+\s*)?:?=(?!=)\s*([\s\S]+?);?$/,
);

const noteName = (text: string, unit: Unit): void => {
  const [, name, value] = assigning.exec(text) ?? [];
  if (name === undefined || value === undefined || value.length > 3_000) return;
  const plain = name.replace(/^[$@]+/, '');
  unit.names.set(plain, unit.names.has(plain) ? null : value);
};

type Reading = { unit: Unit; isShell: boolean; headers: Header[]; exits: Guard[] };

/** Whoever is given the address of a name may change what it stands for. */
const forgetGiven = (text: string, unit: Unit): void => {
  for (const [, name = ''] of text.matchAll(/(?<!&)&\s*([a-z_]\w*)/g))
    if (unit.names.has(name)) unit.names.set(name, null);
};

const addChecks = ({ text, line }: Statement, { unit, isShell: shell, headers, exits }: Reading): void => {
  forgetGiven(text, unit);
  const guards = [...headers.map(({ guard }) => guard), ...exits];
  unit.checks.push(...checksFrom(plainClaims(text, shell), { line, guards, unit }));
};

const standingIn = pattern(
  '',
  anyOf(
    /^(?:\w+\.)?(?:Setup|allow|stub|expects|when|every|doReturn)\b/,
    /\.Setup\(/,
    /\.stubs?\(/,
    /->method\(/,
    /shouldReceive|instance_double|createMock/,
    /\bMock</,
  ),
);

const afterTest = /^if\s*\(([\s\S]+?)\)\s*\{?\s*([^{}]+?)\s*\}?$/;
const afterSign = /^([\s\S]+?)\s*(\|\||&&)\s*((?:skip|pending)\b[\s\S]*)$/;

const isSkip = (text: string): boolean => skippingText.test(text) || marks.skippingCall.test(text);

/** Null where nothing is skipped; else under which conditions it is. */
const skipIn = (text: string): Guard[] | null => {
  if (isSkip(text)) return [];
  const [, test = '', body = ''] = afterTest.exec(text) ?? [];
  if (isSkip(body)) return [{ kind: 'exit', text: test }];
  const [, asked = '', sign = '', then = ''] = afterSign.exec(text) ?? [];
  return isSkip(then) ? [{ kind: sign === '&&' ? 'exit' : 'condition', text: asked }] : null;
};

/** What a statement says by its words alone. */
const noteWords = ({ text, line }: Statement, unit: Unit): void => {
  const skip = skipIn(text);
  if (skip !== null) unit.skips.push({ text, line, when: skip });
  if (marks.retryingCall.test(text)) unit.retries.push({ text, line });
  if (/\btimeout\b/i.test(text) && /\d/.test(text)) unit.limits.push({ text, line });
  if (standingIn.test(text)) unit.mocks.push({ text, line });
  noteName(text, unit);
};

/** `if [ "$got" != "$want" ]; then exit 1` is a check of the opposite. */
const failingIf = ({ guard }: Header, { line }: Statement, unit: Unit): void => {
  const test = guard.text.replace(/^\[\[?\s*|\s*\]\]?;?$/g, '').replace(/\s=\s/, ' == ');
  unit.checks.push(...checksFrom(condition(test, false), { line, guards: [], unit }));
};

const readStatement = (statement: Statement, reading: Reading, next: Statement | undefined): void => {
  const { unit } = reading;
  reading.headers = reading.headers.filter((header) => header.indent < statement.indent);
  noteWords(statement, unit);
  const header = headerOf(statement, unit);
  const isCheck = /^if\b/.test(statement.text) && next !== undefined && shellFails.test(next.text);
  if (header !== null && isCheck) failingIf(header, statement, unit);
  else if (header !== null) reading.headers.push(header);
  addChecks(statement, reading);
  const exit = exitOf(statement);
  if (exit !== null) reading.exits.push(exit);
};

const readBody = (unit: Unit, lines: readonly string[], first: number): void => {
  const reading: Reading = { unit, isShell: isShell(unit.file), headers: [], exits: [] };
  const statements = statementsIn(lines, first);
  for (const [place, statement] of statements.entries()) readStatement(statement, reading, statements[place + 1]);
  for (const call of lines.join('\n').matchAll(/([\w?!]+)\s*\(/g)) unit.calls.add(call[1] ?? '');
};

/** Cases that an annotation gives: `[TestCase(1, 2)]`. */
const noteRows = ({ text, line }: Mark, unit: Unit): void => {
  if (rowsOf(text).length === 0) return;
  const subject = text.slice(text.indexOf('(') + 1, text.lastIndexOf(')'));
  const claim = { kind: 'row', level: 5, positive: true, subject, expected: '' } as const;
  unit.checks.push(...checksFrom([claim], { line, guards: [], unit }));
};

const isSkipping = (mark: Mark): boolean =>
  marks.isSkippingMark(mark) || /\bSkip\s*=|\[Ignore|\[Explicit|@group\b|#\[Group|\bDISABLED_/.test(mark.text);

const addMarks = (unit: Unit, found: readonly Mark[]): void => {
  unit.skips.push(...found.filter(isSkipping));
  unit.focuses.push(...found.filter(marks.isFocusingMark));
  unit.retries.push(...found.filter(marks.isRetryingMark));
  unit.limits.push(...found.filter(marks.isLimitMark));
  for (const mark of found) if (table.test(mark.text)) noteRows(mark, unit);
};

/** The body of a unit without the units inside of it. */
const ownLines = (lines: readonly string[], start: number, end: number, inner: readonly [number, number][]): string[] =>
  lines
    .slice(start + 1, end + 1)
    .map((line, at) => (inner.some(([from, to]) => start + 1 + at >= from && start + 1 + at <= to) ? '' : line));

const oneLiner = (line: string): string => /(?:=>|=|\{)\s*([^{}]*(?:\([^)]*\)[^{}]*)*)\}?;?\s*$/.exec(line)?.[1] ?? '';

/** A unit with the first and the last of its lines, from 0. */
type Span = { unit: Unit; start: number; end: number };

type Text = { path: string; lines: readonly string[]; file: Unit };

/** The unit that a line declares, inside of another one. */
const unitAt = ({ path, lines, file }: Text, place: number, outer: Unit | undefined): Span | null => {
  const line = lines[place] ?? '';
  const above = marksAbove(lines, place);
  const declaration = declarationIn(
    line,
    above.map((mark) => mark.text),
  );
  if (declaration === null || (declaration.kind === 'helper' && outer?.kind === 'test')) return null;
  const end = endOf(lines, place);
  const text = lines.slice(place, end + 1).join('\n');
  const parent = outer ?? file;
  const unit = newUnit({ ...declaration, parent, file: path, line: place + 1, endLine: end + 1, text });
  if (isPreprocessed(path)) unit.guards.push(...conditionsAt(lines, place));
  const own = [...above, { text: line.trim(), line: place + 1 }];
  addMarks(
    unit,
    own.filter((mark) => !/^\/\*|^\*\s*(?!@)/.test(mark.text)),
  );
  return { unit, start: place, end };
};

const spansIn = (text: Text): Span[] => {
  const open: Span[] = [];
  const spans: Span[] = [];
  for (const place of text.lines.keys()) {
    while ((open.at(-1)?.end ?? Number.MAX_SAFE_INTEGER) < place) open.pop();
    const span = unitAt(text, place, open.at(-1)?.unit);
    if (span === null) continue;
    open.push(span);
    spans.push(span);
  }
  return spans;
};

const readSpan = ({ unit, start, end }: Span, spans: readonly Span[], lines: readonly string[]): void => {
  if (start === end) return readBody(unit, [oneLiner(lines[start] ?? '')], start + 1);
  const inner = spans.filter((each) => each.start > start && each.end <= end).map(rangeOf);
  return readBody(unit, ownLines(lines, start, end, inner), start + 2);
};

const rangeOf = ({ start, end }: Span): [number, number] => [start, end];

export const unitsInText = (text: string, path: string): Unit[] => {
  const lines = text.split('\n').slice(0, 20_000);
  const at = { parent: null, file: path, line: 1, endLine: lines.length };
  const file = newUnit({ kind: 'file', name: path, ...at, text: '' });
  const spans = spansIn({ path, lines, file });
  for (const span of spans) readSpan(span, spans, lines);
  readBody(file, ownLines(lines, -1, lines.length - 1, spans.map(rangeOf)), 1);
  return [file, ...spans.map(({ unit }) => unit)];
};
