/** The tests of a file, from its syntax tree, in one walk. */
import { anyOf, pattern } from '../../../plain/pattern.ts';
import { isCall, isFunction, isIf, isLoop } from '../../syntax/kinds.ts';
import type { Language } from '../../syntax/language.ts';
import { nodesOf, type SyntaxNode } from '../../syntax/node.ts';
import type { Guard, Mark, Unit } from '../model.ts';
import { argumentsOf, calleeName, outermostChain } from './calls.ts';
import { checksFrom } from './checks.ts';
import { claimsOf } from './claims.ts';
import { condition } from './conditions.ts';
import type { Declared } from './declared.ts';
import { docChecks, outputChecks } from './languages/doc-tests.ts';
import { goTest } from './languages/go-tests.ts';
import { guardsOf } from './guards.ts';
import { javaTest } from './languages/java-tests.ts';
import * as marks from './marks.ts';
import { unitsInText } from '../plain/read-text.ts';
import { noteNames, resolved } from './names.ts';
import { plainly, testerOf } from './languages/tester.ts';
import { whenSkipped } from './when-skipped.ts';
import { noteShadowed, pythonTest } from './languages/python-tests.ts';
import { cutOf } from './cut-tables.ts';
import { rowsOf } from './rows.ts';
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

type Open = { unit: Unit; start: number; end: number };
type Walk = { file: Unit; units: Unit[]; open: Open[] };

const longestCheck = 6_000;

const innermost = ({ open, file }: Walk): Open => open.at(-1) ?? { unit: file, start: 0, end: Number.MAX_SAFE_INTEGER };

const addRows = (text: string, line: number, unit: Unit): void => {
  const rows = rowsOf(text);
  unit.checks.push(
    ...rows.flatMap((row) =>
      checksFrom([{ kind: 'row', level: 5, positive: true, subject: row, expected: '' }], { line, guards: [], unit }),
    ),
  );
};

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

/** What a loop goes over, where that is said in a few words elsewhere. */
const opened = (guard: Guard, unit: Unit): Guard => {
  const text = guard.kind === 'loop' ? resolved(guard.text, unit) : guard.text;
  return text.length < 60 ? { ...guard, text: text.replaceAll(/\s*([.()])\s*/g, '$1') } : guard;
};

const isWithinLimit = (node: SyntaxNode): boolean => node.end - node.start <= longestCheck;

const failing = pattern(
  '',
  anyOf(
    /^(?:\w+\.Helper\(\)\s*)?(?:t|b|tb|s|ctx|suite|self|f)\.(?:Fatal|Error|Fail|fail)\w*\(/,
    pattern(
      '',
      /^/,
      anyOf(
        /throw|raise/,
        /panic!?/,
        /fail|assert\.fail|pytest\.fail/,
        /log\.(?:Fatal|Panic)\w*/,
        /os\.Exit/,
        /unreachable!/,
        /std::process::exit/,
        /process\.exit|System\.exit|exit|abort/,
      ),
      /\b/,
    ),
  ),
);

/** `if (got != want) { t.Fatal() }` is a check of the opposite. */
const failingIf = (node: SyntaxNode, unit: Unit, start: number): void => {
  const body = node.field('consequence') ?? node.children.findLast(({ isNamed }) => isNamed) ?? null;
  const test = node.field('condition');
  const start0 = node.field('initializer');
  if (start0 !== null) noteNames(start0, unit);
  if (body === null || test === null || !isWithinLimit(body) || !isWithinLimit(test)) return;
  const first = body.text.replace(/^[{\s:]+/, '');
  const isFailing = failing.test(first);
  if (
    !isFailing &&
    !/\n\s*(?:t|b|tb|s)\.(?:Fatal|Error|Fail)\w*\(|\n\s*(?:os\.Exit|process\.exit|sys\.exit|exit)\([1-9]/.test(first)
  )
    return;
  if (/^throw|^raise/.test(first) && unit.kind === 'file') return;
  unit.checks.push(
    ...checksFrom(condition(test.text.replace(/^\(([\s\S]*)\)$/, '$1'), false), {
      line: node.line,
      guards: guardsOf(node, start, unit.text),
      unit,
    }),
  );
};

const isCheckStart = pattern(
  '',
  anyOf(
    pattern(
      '',
      /^(?:await\s+)?/,
      anyOf(
        /expect|assert|Assert|require|prop_assert|debug_assert|verify|should|insta|chai|sinon|self|this/,
        /cls|t|tt|tc|is|np|numpy|pd|tm|QUnit|test|Expect/,
        /Ω/,
        /s|suite|a|mock|Truth|then|inOrder|c|g|qt|softly|cy|page|it|Approvals|StepVerifier|pytest/,
      ),
      /\b/,
    ),
    /\.should\b/,
    /\.assert\w*\(/,
    /\.expect\(/,
    /^\w*[aA]ssert\w*!?\s*\(/,
    /^\w*[sS]hould/,
  ),
);

/** Soft assertions that nobody asks for. */
const isUncollected = (text: string, unit: Unit): boolean =>
  /^soft\w*\.assert/i.test(text) &&
  !/assertAll\(|assertSoftly|AutoCloseableSoftAssertions|verify\(/.test(unit.text) &&
  unit.names.has(/^\w+/.exec(text)?.[0] ?? '');

const isSwallowed = (text: string): boolean =>
  /\.catch\(\s*(?:\(\w*\)|\w+)\s*=>\s*(?:\{[^}]*\}|undefined|null|void 0|true|false)\s*\)\s*;?$/.test(text);

const promised = pattern(
  '',
  anyOf(
    /\.(?:resolves|rejects|eventually)\b/,
    /^assert\.(?:rejects|doesNotReject)\(/,
    /^t\.(?:rejects|throwsAsync|notThrowsAsync|resolves)\(/,
  ),
);

const isPromise = (text: string): boolean => promised.test(text);

const lineCheck = (node: SyntaxNode, text: string, { unit, start }: Open): void => {
  const claims = claimsOf(text);
  if (claims.length === 0) return;
  const guards = guardsOf(node, start, unit.text).map((guard) => opened(guard, unit));
  if (isUncollected(text, unit)) guards.push({ kind: 'swallowed', text: 'soft assertions' });
  if (isSwallowed(text)) guards.push({ kind: 'swallowed', text: 'catch' });
  if (isPromise(text) && node.parent?.kind === 'expression_statement')
    guards.push({ kind: 'unawaited', text: 'promise' });
  unit.checks.push(...checksFrom(claims, { line: node.line, guards, unit }));
};

const noteCall = (node: SyntaxNode, place: Open): void => {
  const { unit } = place;
  const name = calleeName(node);
  unit.calls.add(name);
  if (outermostChain(node) !== node || !isWithinLimit(node)) return;
  const { line } = node;
  const text = plainly(node.text, unit);
  if (marks.skippingCall.test(text)) unit.skips.push({ text, line, when: whenSkipped(node) });
  else if (marks.retryingCall.test(text)) unit.retries.push({ text, line });
  else if (marks.limitCall.test(text)) unit.limits.push({ text, line });
  else if (marks.mockingCall.test(text)) unit.mocks.push({ text, line });
  if (marks.writingCall.test(text)) unit.writes.push({ text: resolved(text, unit), line });
  if (isCheckStart.test(text) && !/^pytest\.(?:approx|param)\b/.test(text)) lineCheck(node, text, place);
  unit.called.push({ name, text, node });
};

const noteLoop = (node: SyntaxNode, { unit }: Open): void => {
  const over =
    node.field('right') ??
    node.field('value') ??
    node.children.find(({ kind }) => kind === 'range_clause')?.field('right');
  if (over === null || over === undefined || over.end - over.start > 50_000) return;
  addRows(resolved(over.text, unit), node.line, unit);
};

/** `rows.forEach((row) => …)` */
const noteEach = (node: SyntaxNode, place: Open): void => {
  if (!/^(?:forEach|for_each|map|each|all|every)$/.test(calleeName(node)) || !argumentsOf(node).some(isFunction))
    return;
  const over = node.field('function')?.children[0] ?? node.field('object');
  if (over !== null && over !== undefined && isWithinLimit(over))
    addRows(resolved(over.text, place.unit), node.line, place.unit);
};

/** `case <-time.After(limit): t.Fatal()` */
const failingCase = (node: SyntaxNode, { unit, start }: Open): void => {
  if (!isWithinLimit(node) || !/\b(?:t|tb|s)\.(?:Fatal|Error|Fail)\w*\(/.test(node.text)) return;
  const subject = node.text.split(/:\s*\n/)[0] ?? '';
  unit.checks.push(
    ...checksFrom([{ kind: 'truth', level: 2, positive: false, subject, expected: '' }], {
      line: node.line,
      guards: guardsOf(node, start, unit.text),
      unit,
    }),
  );
};

/** Rows that a function gives to tests, and conditions that it answers for them. */
const noteReturn = (node: SyntaxNode, { unit }: Open): void => {
  if (unit.kind !== 'helper' || node.end - node.start > 50_000) return;
  const value = node.text.replace(/^return\b\s*/, '').replace(/;$/, '');
  if (/^(?:\[|new \w+(?:<[^>]*>)?\[|Stream\.of|List\.of|Arrays\.asList|\[\]|vec!)/.test(value))
    addRows(resolved(value, unit), node.line, unit);
  noteAnswer(value, node, unit);
};

/** A comparison that a function of the tests answers is a check for those that ask it. */
const noteAnswer = (value: string, node: SyntaxNode, unit: Unit): void => {
  unit.returns = unit.returns === null && isWithinLimit(node) ? value : '';
  if (unit.returns === '' || !/[=<>]=|[<>]|\bin\b|\bis\b|\.equals?\(|\.abs\(/.test(value) || /=>|->|\?/.test(value))
    return;
  unit.answers.push(
    ...checksFrom(
      condition(value, true).filter(({ kind }) => kind !== 'truth'),
      { line: node.line, guards: [], unit },
    ),
  );
};

const noteStatement = (node: SyntaxNode, { unit }: Open): void => {
  const { text, line } = node;
  if (text.length < 500 && marks.skippingLine.test(text)) unit.skips.push({ text, line, when: whenSkipped(node) });
};

const isStatement = (kind: string): boolean =>
  kind === 'expression_statement' ||
  kind === 'raise_statement' ||
  kind === 'throw_statement' ||
  kind === 'delete_statement';

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
