/** Whether the handling of an error says or does nothing about it: no throw, no call that could tell, no use of it. */
import { anyOf, pattern } from '../../../plain/pattern.ts';
import { nodesOf, type SyntaxNode } from '../../syntax/node.ts';
import { calls, comments, functions, throws } from '../kinds.ts';

/** Calls that carry on as if nothing had been. */
const silent = pattern(
  '',
  /(?:^|[.:])/,
  anyOf(
    /done|cb|callback|resolve|noop|String|Boolean|Number|void|pass|ok|Ok|Some|empty|emptyList/,
    /emptyMap|emptySet|of|new|default|unit|just/,
  ),
  /$/,
);

const macros = /^(?:vec|format|matches|concat|stringify)$/;

const calleeOf = (call: SyntaxNode): string => {
  const callee = call.field('function') ?? call.field('name') ?? call.field('constructor') ?? call.field('macro');
  return callee === null ? '' : callee.text.slice(0, 200);
};

const argumentsOf = (call: SyntaxNode): readonly SyntaxNode[] =>
  (call.field('arguments')?.children ?? []).filter(({ isNamed, kind }) => isNamed && !comments.has(kind));

const plain = pattern(
  '',
  /^/,
  anyOf(
    /null|undefined|None|nil|true|false|\d+|''|""|\[\]|\{\}|\(\)|e|err|error|_/,
    /[A-Z]\w*(?:::|\.)(?:new|default|empty)\(\)/,
  ),
  /$/,
);

/** It gives a value that stands for nothing: an empty collection, a default, a finished promise. */
const isSilentCall = (call: SyntaxNode): boolean => {
  if (call.kind.startsWith('await')) return true;
  const callee = calleeOf(call);
  if (call.kind === 'macro_invocation') return macros.test(callee);
  const isPlain = argumentsOf(call).every(({ text }) => plain.test(text));
  if (silent.test(callee)) return isPlain;
  const isValue = call.parent === null || !/^(?:expression_statement|block)$/.test(call.parent.kind);
  return isPlain && isValue && argumentsOf(call).length === 0;
};

/** A result that says that something went wrong, and what. */
const telling = pattern(
  '',
  anyOf(
    /\b(?:error|err|reason|message|problem|failure|status|ok)['"]?\s*[:=]/,
    /\b(?:Err|Failure|Left|failure|reject|rejected|failed)\s*\(/,
  ),
);

const isWord = (node: SyntaxNode, word: string | null): boolean =>
  word !== null && node.kind.endsWith('identifier') && node.text === word;

/** `errorName`: what the error is called in it; null where it has no name. */
export const isInert = (body: SyntaxNode, errorName: string | null): boolean => {
  if (body.end - body.start > 2_000) return false;
  if (telling.test(body.text)) return false;
  for (const node of nodesOf(body)) {
    if (throws.has(node.kind) || isWord(node, errorName)) return false;
    if (node.kind === 'try_expression') return false;
    if (calls.has(node.kind) && !isSilentCall(node)) return false;
    if (
      node.kind === 'assignment_expression' &&
      /^(?:this|self)?\w*[._]?\w*(?:err|fail|valid|invalid|broken|exit_?code)/i.test(node.text)
    )
      return false;
  }
  return true;
};

/** A function that does nothing about what it is given: `() => {}`, `noop`, `e -> null`. */
export const isInertHandler = (handler: SyntaxNode): boolean => {
  if (handler.kind.endsWith('identifier'))
    return /^_?(?:noop|no_op|ignore\w*|empty\w*|nothing|identity)$/i.test(handler.text);
  if (!functions.has(handler.kind)) return false;
  const body = handler.field('body');
  const named = handler.field('parameters') ?? handler.field('parameter');
  return body !== null && isInert(body, /[A-Za-z]\w*/.exec(named?.text ?? '')?.[0] ?? null);
};

export { argumentsOf, calleeOf };
