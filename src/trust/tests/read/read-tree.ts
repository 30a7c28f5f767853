/** The tests of a file, from its syntax tree, in one walk. */
import { isCall, isIf, isLoop } from '../../syntax/kinds.ts';
import type { Language } from '../../syntax/language.ts';
import { nodesOf, type SyntaxNode } from '../../syntax/node.ts';
import type { Guard, Mark, Unit } from '../model.ts';
import { calleeName } from './calls.ts';
import { checksFrom } from './checks.ts';
import type { Declared } from './declared.ts';
import { docChecks, outputChecks } from './languages/doc-tests.ts';
import { goTest } from './languages/go-tests.ts';
import { guardsOf } from './guards.ts';
import { javaTest } from './languages/java-tests.ts';
import * as marks from './marks.ts';
import { unitsInText } from '../plain/read-text.ts';
import { noteNames, resolved } from './names.ts';
import { failingCase, failingIf, lineCheck, noteCall } from './notes/note-checks.ts';
import { addRows, isWithinLimit, noteAnswer, noteEach, noteLoop, noteReturn, type Open } from './notes/note-rows.ts';
import { testerOf } from './languages/tester.ts';
import { whenSkipped } from './when-skipped.ts';
import { noteShadowed, pythonTest } from './languages/python-tests.ts';
import { cutOf } from './cut-tables.ts';
import { shareValues } from './shared-values.ts';
import { rustTest } from './languages/rust-tests.ts';
import { scriptTest } from './languages/script-tests.ts';
import { newUnit } from './unit.ts';

type Reader = (node: SyntaxNode, unit: Unit, file: Unit) => Declared | null;

const readers: Readonly<Record<Language, Reader>> = {
  typescript: scriptTest,
  tsx: scriptTest,
  javascript: scriptTest,
  python: pythonTest,
  go: goTest,
  rust: rustTest,
  java: javaTest,
};

type Walk = { file: Unit; units: Unit[]; open: Open[] };

const innermost = ({ open, file }: Walk): Open => open.at(-1) ?? { unit: file, start: 0, end: Number.MAX_SAFE_INTEGER };

const noteMarks = (all: readonly Mark[], unit: Unit): void => {
  unit.skips.push(...all.filter(marks.isSkippingMark));
  unit.focuses.push(...all.filter(marks.isFocusingMark));
  unit.retries.push(...all.filter(marks.isRetryingMark));
  unit.limits.push(...all.filter(marks.isLimitMark));
  unit.mocks.push(...all.filter(({ text }) => marks.mockingCall.test(text.replace(/^@/, ''))));
};

/** Cases that a test is given, some of them perhaps not to be run. */
const noteTables = (tables: Declared['tables'], unit: Unit): void => {
  for (const { text, line } of tables)
    if (/\bmarks\s*=[^\n]*\b(?:xfail|skip\w*)\b/.test(text)) unit.skips.push({ text, line });
  unit.guards.push(...tables.flatMap(cutOf));
  for (const { text, line } of tables) addRows(resolved(text.slice(0, 50_000), unit), line, unit);
};

/** Errors that annotations expect. */
const noteClaims = (claims: Declared['claims'], unit: Unit): void => {
  for (const { text, line } of claims) {
    const level = /expected/.test(text) ? 4.5 : 2.5;
    const claim = { kind: 'throws', level, positive: true, subject: unit.name, expected: text } as const;
    unit.checks.push(...checksFrom([claim], { line, guards: [], unit }));
  }
};

const openUnit = (walk: Walk, { kind, name, node, marks: all, tables, claims }: Declared): void => {
  const outer = innermost(walk);
  const text = node.end - node.start > 200_000 ? '' : node.text;
  const place = { file: walk.file.file, line: node.line, endLine: node.endLine };
  const unit = newUnit({ kind, name, parent: outer.unit, ...place, text });
  if (kind === 'test' && isCall(node)) unit.tester = testerOf(node);
  walk.units.push(unit);
  walk.open.push({ unit, start: node.start, end: node.end });
  noteMarks(all, unit);
  unit.guards.push(...guardsOf(node, outer.start, outer.unit.text).filter(isAround));
  const body = kind === 'helper' ? node.field('body') : null;
  if (body !== null && !body.kind.endsWith('block') && isWithinLimit(body)) noteAnswer(body.text, body, unit);
  noteTables(tables, unit);
  noteClaims(claims, unit);
};

/** A loop over tests is how they are declared, unless it leaves some out. */
const isAround = ({ kind, text }: Guard): boolean => kind !== 'loop' || /\.(?:filter|slice|take|splice)\(/.test(text);

const noteStatement = (node: SyntaxNode, { unit }: Open): void => {
  const { text, line } = node;
  if (text.length < 500 && marks.skippingLine.test(text)) unit.skips.push({ text, line, when: whenSkipped(node) });
  else if (marks.replacingLine.test(text)) unit.mocks.push({ text, line });
};

const isStatement = (kind: string): boolean =>
  kind === 'expression_statement' ||
  kind === 'raise_statement' ||
  kind === 'throw_statement' ||
  kind === 'delete_statement' ||
  kind === 'assignment_statement';

/** Tests inside of a macro, which the grammar does not look into. */
const noteMacro = (node: SyntaxNode, walk: Walk): void => {
  const [, ...inner] = unitsInText(node.text, walk.file.file);
  for (const unit of inner) walk.units.push({ ...unit, line: unit.line + node.line - 1, parent: innermost(walk).unit });
};

/** Of Go: a deferred `recover()` that lets no failure through. */
const isRecovering = ({ kind, text }: SyntaxNode): boolean =>
  kind === 'defer_statement' && /\brecover\(\)/.test(text) && !/panic\(|\.(?:Fatal|Error)/.test(text);

const isTestMacro = (node: SyntaxNode): boolean =>
  node.kind === 'macro_invocation' && /^(?:proptest|quickcheck|test_suite|parameterized)$/.test(calleeName(node));

const isCaseOfGo = ({ kind }: SyntaxNode): boolean => kind === 'communication_case' || kind === 'expression_case';

/** What a statement or an expression says about the test that it stands in. */
const noteNode = (node: SyntaxNode, place: Open, walk: Walk): void => {
  if (isIf(node)) failingIf(node, place.unit, place.start);
  else if (isLoop(node)) noteLoop(node, place);
  else if (isCaseOfGo(node)) failingCase(node, place);
  else if (node.kind === 'return_statement') noteReturn(node, place);
  else if (isStatement(node.kind) && node.end - node.start < 500) noteStatement(node, place);
  else if (/comment|^inner_attribute_item$/.test(node.kind) && marks.buildTag.test(node.text))
    walk.file.skips.push({ text: node.text, line: node.line });
};

const visit = (node: SyntaxNode, walk: Walk, read: Reader): void => {
  const place = innermost(walk);
  const found = node.isNamed ? read(node, place.unit, walk.file) : null;
  if (found !== null) openUnit(walk, found);
  if (found !== null && found.kind !== 'helper') return;
  noteNames(node, place.unit);
  if (node.kind === 'assert_statement') lineCheck(node, node.text.replace(/^assert\s*(?=\()/, 'assert '), place);
  else if (isRecovering(node)) place.unit.guards.push({ kind: 'swallowed', text: 'recover' });
  else if (isTestMacro(node)) noteMacro(node, walk);
  else if (isCall(node)) {
    noteEach(node, place);
    noteCall(node, place);
  } else noteNode(node, place, walk);
};

export const unitsInTree = (root: SyntaxNode, language: Language, path: string): Unit[] => {
  const file = newUnit({
    kind: 'file',
    name: path,
    parent: null,
    file: path,
    line: 1,
    endLine: root.endLine,
    text: '',
  });
  const walk: Walk = { file, units: [file], open: [] };
  for (const node of nodesOf(root)) {
    while ((walk.open.at(-1)?.end ?? Number.MAX_SAFE_INTEGER) <= node.start) walk.open.pop();
    visit(node, walk, readers[language]);
  }
  if (language === 'python') file.checks.push(...docChecks(root.text, file));
  shareValues(walk.units);
  if (language === 'python') noteShadowed(walk.units);
  for (const unit of language === 'go' ? walk.units : []) unit.checks.push(...outputChecks(unit));
  return walk.units;
};
