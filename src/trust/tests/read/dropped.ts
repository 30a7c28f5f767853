/** Functions with checks in them that are written down, and never run or not listened to. */
import type { SyntaxNode } from '../../syntax/node.ts';
import type { Guard } from '../model.ts';
import { calleeName } from './calls.ts';

const wrappers = /^(?:parenthesized_expression|unary_expression|expression_list)$/;

/** A function that is not even kept: `void (() => { … });`, `_ = func() { … }` */
export const isDropped = (lambda: SyntaxNode): boolean => {
  let node = lambda.parent;
  while (node !== null && wrappers.test(node.kind)) node = node.parent;
  if (node?.kind === 'assignment_statement') return node.field('left')?.text === '_';
  return node?.kind === 'expression_statement';
};

const lazy = /^(?:map|filter|peek|inspect|flat_?[mM]ap|filter_map|mapTo\w+|boxed|sorted|take_?[wW]hile|enumerate)$/;
const streams = /\b(?:iter|into_iter|iter_mut|chars|bytes|lines|stream|parallelStream)\s*\(|\b\w*Stream\b|\.\./;

const isForgotten = ({ parent }: SyntaxNode): boolean =>
  parent?.kind === 'expression_statement' ||
  (parent?.kind === 'let_declaration' && parent.field('pattern')?.text.startsWith('_') === true);

/** A step of a stream that nobody goes through: such steps run when somebody asks for what comes of them. */
export const lazyGuard = (lambda: SyntaxNode, name: string, chain: SyntaxNode): Guard | null => {
  const isLazy = /^(?:closure|lambda)_expression$/.test(lambda.kind) && lazy.test(name) && lazy.test(calleeName(chain));
  if (!isLazy || !isForgotten(chain) || !streams.test(chain.text.slice(0, 2_000))) return null;
  return { kind: 'uncalled', text: name };
};

/** `new Thread(() -> …)`: what is thrown there ends the thread, not the test. */
export const isInThread = (maker: SyntaxNode, unitText: string): boolean =>
  maker.kind === 'object_creation_expression' &&
  /^(?:\w+\.)*(?:Thread|TimerTask)$/.test(maker.field('type')?.text ?? '') &&
  !/UncaughtExceptionHandler/.test(unitText);
