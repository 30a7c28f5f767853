/** What stands around a check: conditions, loops, what swallows its failure, what comes before it and ends the test. */
import { anyOf, pattern } from '../../../plain/pattern.ts';
import type { SyntaxNode } from '../../syntax/node.ts';
import { isBlock, isCatch, isChoice, isEnd, isFunction, isIf, isLambda, isLoop, isTry } from '../../syntax/kinds.ts';
import type { Guard } from '../model.ts';
import { calleeName, callOfArgument, outermostChain } from './calls.ts';
import { isDropped, isInThread, lazyGuard } from './dropped.ts';

/** What makes a test fail, by itself. */
const failing = pattern(
  '',
  anyOf(
    pattern(
      '',
      /\b/,
      anyOf(
        /throw|raise/,
        /panic!?/,
        /unreachable!?/,
        /fail\w*|Fail\w*|Fatal\w*/,
        /Error[f(]/,
        /Errorf|assert\w*|expect|reject\w*|exit|done|abort/,
        /require\.\w+/,
      ),
      /\b/,
    ),
    /\.Error\(/,
    /\bt\.(?:end|error|fail)/,
  ),
);
const skipping = /\b(?:skip\w*|Skip\w*|SkipTest|assume\w*|pending|importorskip)\b/;

/** What is in strings fails nothing. */
const fails = (text: string): boolean =>
  failing.test(text.replaceAll(/"(?:[^"\\\n]|\\.){0,500}"|'(?:[^'\\\n]|\\.){0,500}'|`(?:[^`\\]|\\.){0,500}`/g, '""'));

const textOf = (node: SyntaxNode | null, limit = 2_000): string =>
  node === null || node.end - node.start > limit ? '' : node.text;

const conditionOf = (node: SyntaxNode): string =>
  textOf(node.field('condition') ?? node.children.find(({ isNamed }) => isNamed) ?? null);

const consequence = (node: SyntaxNode): SyntaxNode | null =>
  node.field('consequence') ?? node.children.findLast(({ isNamed, kind }) => isNamed && kind !== 'else_clause') ?? null;

/** `if (x) return;` before a check, and what ends the block for good. */
const endsProgram = /^(?:process\.exit|os\._exit|sys\.exit|os\.Exit|std::process::exit|System\.exit)\(\s*0?\s*\)/;

/** The body of a condition that leaves the test without failing it. */
const leaves = (body: string): boolean =>
  /\b(?:return|continue|break)\b|\bprocess\.exit\(0?\)/.test(body) &&
  !fails(body.replaceAll(/\breturn\b[^;\n}]*/g, '')) &&
  !skipping.test(body);

const exitOf = (node: SyntaxNode): Guard | null => {
  const inner = node.kind === 'expression_statement' ? (node.children[0] ?? node) : node;
  if (isEnd(inner)) return { kind: 'after-end', text: textOf(inner, 300) };
  if (endsProgram.test(textOf(inner, 200))) return { kind: 'after-end', text: textOf(inner, 200) };
  if (!isIf(inner) || inner.kind === 'ternary_expression') return null;
  return leaves(textOf(consequence(inner), 1_000)) ? { kind: 'exit', text: conditionOf(inner) } : null;
};

const exitsIn = new WeakMap<SyntaxNode, readonly { end: number; guard: Guard }[]>();

const exitsOf = (block: SyntaxNode): readonly { end: number; guard: Guard }[] => {
  const found = exitsIn.get(block);
  if (found !== undefined) return found;
  const exits = block.children.flatMap((child) => {
    const guard = child.isNamed ? exitOf(child) : null;
    return guard === null ? [] : [{ end: child.end, guard }];
  });
  exitsIn.set(block, exits);
  return exits;
};

const catchesAssertions = (node: SyntaxNode): boolean => {
  const text = textOf(node);
  if (node.kind === 'except_clause')
    return /^except\s*:|Exception|AssertionError|BaseException/.test(text.split('\n')[0] ?? '');
  const type = node.children.find(({ kind }) => kind === 'catch_formal_parameter')?.text;
  return type === undefined || /AssertionError|Throwable|\bError\b|AssertionFailed|Exception\s*\|/.test(type);
};

const tryGuard = (node: SyntaxNode, child: SyntaxNode): Guard | null => {
  const catches = node.children.filter(isCatch);
  if (isCatch(child)) {
    const body = textOf(node.field('body') ?? node.children.find(({ kind }) => kind === 'block') ?? null);
    return fails(body) ? null : { kind: 'catch', text: 'catch' };
  }
  if (child.kind.startsWith('finally')) return null;
  const swallows = catches.some(
    (each) => catchesAssertions(each) && !fails(textOf(each).replace(/^except[^\n]*|^catch\s*\([^)]*\)/, '')),
  );
  return swallows ? { kind: 'swallowed', text: 'try' } : null;
};

const ifGuard = (node: SyntaxNode, child: SyntaxNode): Guard | null => {
  const isCondition =
    node.field('condition')?.start === child.start || node.field('initializer')?.start === child.start;
  const otherwise = node.field('alternative');
  if (isCondition || (otherwise !== null && otherwise.start !== child.start && fails(textOf(otherwise)))) return null;
  return { kind: 'condition', text: conditionOf(node) };
};

const loopGuard = (node: SyntaxNode): Guard => {
  const over =
    node.field('right') ??
    node.field('value') ??
    node.field('condition') ??
    node.children.find(({ kind }) => kind === 'range_clause' || kind === 'for_clause');
  return { kind: 'loop', text: textOf(over ?? null).replace(/^[\s\S]*?\brange\s+/, '') };
};

const withGuard = (node: SyntaxNode): Guard | null => {
  const clause = textOf(node.children.find(({ kind }) => kind === 'with_clause') ?? null);
  if (/\bsuppress\s*\(/.test(clause)) return { kind: 'swallowed', text: clause };
  return /\b(?:raises|assertRaises\w*|warns)\s*\(/.test(clause) ? { kind: 'raises', text: clause } : null;
};

const later = pattern(
  '',
  /^/,
  anyOf(
    /setTimeout|setImmediate|setInterval|nextTick|queueMicrotask|requestAnimationFrame/,
    /requestIdleCallback|Thread|Timer|submit|execute|runAsync|supplyAsync|spawn|start_new_thread/,
    /run_in_executor|catch_unwind|suppress|finally|onExit|atexit|register/,
  ),
  /$/,
);
const eventual =
  /^(?:on|once|addEventListener|addListener|subscribe|onSuccess|whenComplete|handle|thenAccept|exceptionally|catch)$/;
const signals =
  /\b(?:done|resolve|next|end|complete|countDown|signal|notify|set|release|finish|cb|callback|Done|close)\s*\(|<-/;
const waits =
  /\.join\(\)\s*\.\s*(?:unwrap|expect)|\.get\(|\bawait\b|resume_unwind|\.is_(?:ok|err)\(|\.result\(|\.unwrap_err\(/;

const isSettled = (chain: SyntaxNode): boolean => {
  const { parent } = chain;
  if (parent === null) return false;
  return parent.kind !== 'expression_statement' || /^(?:await|return)\b/.test(parent.text.slice(0, 10));
};

const failureExpecting = pattern(
  '',
  /^/,
  anyOf(
    /expect|throws|rejects|doesNotReject|assertThrows\w*|assertRaises\w*|raises|assertFails\w*/,
    /assertThatThrownBy|Throws|Panics/,
  ),
  /$/,
);

/** A function that nobody hands to anything: `go func() { … }()` without a wait. */
const startedGuard = (lambda: SyntaxNode, unitText: string): Guard | null => {
  if (isDropped(lambda)) return { kind: 'uncalled', text: 'nothing' };
  const isGoroutine = lambda.parent?.parent?.kind === 'go_statement';
  return isGoroutine && !/\.Wait\(\)|<-\s*\w/.test(unitText) ? { kind: 'uncalled', text: 'go' } : null;
};

const dropsFailure = /\.catch\(\s*(?:\(\w*\)|\w+)\s*=>\s*(?:\{\s*\}|undefined|null|void 0)/;

/** What is done when a promise is settled, while the test does not wait for it or its failure is dropped. */
const promiseGuard = (name: string, chain: SyntaxNode, isSignalling: boolean): Guard | null => {
  if (/^(?:then|finally)$/.test(name) && !isSignalling && !isSettled(chain)) return { kind: 'unawaited', text: name };
  return name === 'then' && dropsFailure.test(textOf(chain)) ? { kind: 'swallowed', text: name } : null;
};

/** What is called later, or perhaps never. */
const laterGuard = (name: string, chain: SyntaxNode, lambda: SyntaxNode): Guard | null => {
  const isLater = later.test(name) && !waits.test(textOf(chain.parent).replace(textOf(lambda), ''));
  return isLater || (eventual.test(name) && !isSettled(chain)) ? { kind: 'uncalled', text: name } : null;
};

const callbackGuard = (lambda: SyntaxNode, unitText: string): Guard | null => {
  const call = callOfArgument(lambda);
  if (call === null) return startedGuard(lambda, unitText);
  if (isInThread(call, unitText)) return { kind: 'uncalled', text: 'Thread' };
  const name = calleeName(call);
  const unasked = lazyGuard(lambda, name, outermostChain(call));
  if (unasked !== null) return unasked;
  if (/^(?:forEach|for_each|each|map|every|all)$/.test(name))
    return { kind: 'loop', text: textOf(call.field('function')?.children[0] ?? call.field('object')) };
  if (failureExpecting.test(name)) return { kind: 'raises', text: name };
  const chain = outermostChain(call);
  const isSignalling = signals.test(textOf(lambda));
  return (
    promiseGuard(name, chain, isSignalling) ??
    (isSignalling ? null : laterGuard(name, chain, lambda)) ?? { kind: 'callback', text: name }
  );
};

const shortCut = (node: SyntaxNode, child: SyntaxNode): Guard | null => {
  const operator = node.field('operator')?.text ?? '';
  if (!/^(?:&&|\|\||and|or|\?\?)$/.test(operator) || node.field('right')?.start !== child.start) return null;
  return { kind: 'condition', text: textOf(node.field('left')) };
};

/** A choice some of whose cases fail the test is a check itself. */
const choiceGuard = (node: SyntaxNode): Guard | null =>
  fails(textOf(node, 4_000).replaceAll(/assert\w*|expect/g, ''))
    ? null
    : { kind: 'condition', text: conditionOf(node) };

const around = (node: SyntaxNode, child: SyntaxNode, unitText: string): Guard | null => {
  if (isIf(node)) return ifGuard(node, child);
  if (isLoop(node)) return loopGuard(node);
  if (isTry(node)) return tryGuard(node, child);
  if (isLambda(node)) return callbackGuard(node, unitText);
  if (node.kind === 'with_statement') return child.kind === 'with_clause' ? null : withGuard(node);
  if (isChoice(node)) return choiceGuard(node);
  return node.kind === 'binary_expression' || node.kind === 'boolean_operator' ? shortCut(node, child) : null;
};

/** From the inside to the outside, up to where the test begins. */
export const guardsOf = (from: SyntaxNode, start: number, unitText: string): Guard[] => {
  const guards: Guard[] = [];
  let child = from;
  for (let depth = 0; depth < 200; depth += 1) {
    const node = child.parent;
    if (node === null) break;
    if (isBlock(node))
      for (const { end, guard } of exitsOf(node)) if (end <= child.start && end > start) guards.push(guard);
    if (node.start < start || (node.start === start && !isBlock(node) && isFunction(node))) break;
    const guard = around(node, child, unitText);
    if (guard !== null) guards.push(guard);
    child = node;
  }
  return guards;
};
