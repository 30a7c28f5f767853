/** Functions that refused whatever they did not know, and that accept it now. */
import type { SyntaxNode } from '../../syntax/node.ts';
import { type FunctionPairs, isIdle, statementsOf } from '../functions.ts';
import { returns, throws } from '../kinds.ts';
import type { Seen } from '../seen.ts';

const failing =
  /^return\s+(?:[\w."&{}]+,\s*)?(?:fmt\.Errorf|errors\.\w+|Err\(|new \w*Err\w*|\w*Err(?:or)?\w*[({]|&\w*Error\b)/;

const innerOf = (node: SyntaxNode): SyntaxNode =>
  (node.kind === 'expression_statement' ? node.children.find(({ isNamed }) => isNamed) : undefined) ?? node;

const isFailure = (node: SyntaxNode): boolean =>
  throws.has(innerOf(node).kind) || failing.test(node.text.slice(0, 200)) || node.text.slice(0, 10).startsWith('Err(');

/** It ends with a value that is written down: nothing was worked out. */
const isAcceptance = (node: SyntaxNode): boolean => {
  const at = innerOf(node);
  if (returns.has(at.kind)) return at.children.filter(({ isNamed }) => isNamed).every(isIdle);
  return /^Ok\((?:\(\)|true)\)$/.test(at.text.slice(0, 20));
};

const lastOf = (body: SyntaxNode | null): SyntaxNode | undefined =>
  body === null ? undefined : statementsOf(body).at(-1);

export const lostDefaults = (kept: FunctionPairs['kept']): Seen[] =>
  kept.flatMap(({ before, after }): Seen[] => {
    const [was, is] = [lastOf(before.body), lastOf(after.body)];
    if (was === undefined || is === undefined || !isFailure(was) || isFailure(is) || !isAcceptance(is)) return [];
    // Still said elsewhere in it, as where branches are turned round.
    if (after.unit.node.text.includes(was.text)) return [];
    const about = `lets \`${after.name}\` accept whatever it does not know, which it refused`;
    return [{ rule: 'check-deleted', path: after.path, line: is.line, about }];
  });
