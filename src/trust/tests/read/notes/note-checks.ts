/** What is asserted in a test: by calls, by statements, and by conditions that fail it. */
import { anyOf, pattern } from '../../../../plain/pattern.ts';
import type { SyntaxNode } from '../../../syntax/node.ts';
import type { Guard, Unit } from '../../model.ts';
import { calleeName, outermostChain } from '../calls.ts';
import { checksFrom } from '../checks.ts';
import { claimsOf } from '../claims.ts';
import { condition } from '../conditions.ts';
import { guardsOf } from '../guards.ts';
import { plainly } from '../languages/tester.ts';
import * as marks from '../marks.ts';
import { noteNames, resolved } from '../names.ts';
import { isWithinLimit, type Open } from './note-rows.ts';
import { whenSkipped } from '../when-skipped.ts';

/** What a loop goes over, where that is said in a few words elsewhere. */
const opened = (guard: Guard, unit: Unit): Guard => {
  const text = guard.kind === 'loop' ? resolved(guard.text, unit) : guard.text;
  return text.length < 60 ? { ...guard, text: text.replaceAll(/\s*([.()])\s*/g, '$1') } : guard;
};

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
export const failingIf = (node: SyntaxNode, unit: Unit, start: number): void => {
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

/** Nobody waits for it: `expect(…).rejects…;`, `void expect(…).rejects…;` */
const isForgotten = ({ parent }: SyntaxNode): boolean =>
  parent?.kind === 'expression_statement' || (parent?.kind === 'unary_expression' && /^void\b/.test(parent.text));

export const lineCheck = (node: SyntaxNode, text: string, { unit, start }: Open): void => {
  const claims = claimsOf(text);
  if (claims.length === 0) return;
  const guards = guardsOf(node, start, unit.text).map((guard) => opened(guard, unit));
  if (isUncollected(text, unit)) guards.push({ kind: 'swallowed', text: 'soft assertions' });
  if (isSwallowed(text)) guards.push({ kind: 'swallowed', text: 'catch' });
  if (isPromise(text) && isForgotten(node)) guards.push({ kind: 'unawaited', text: 'promise' });
  unit.checks.push(...checksFrom(claims, { line: node.line, guards, unit }));
};

export const noteCall = (node: SyntaxNode, place: Open): void => {
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

/** `case <-time.After(limit): t.Fatal()` */
export const failingCase = (node: SyntaxNode, { unit, start }: Open): void => {
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
