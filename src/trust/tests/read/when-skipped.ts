/** Under which condition a call skips its test: of the innermost `if` around it. */
import { isFunction, isIf } from '../../syntax/kinds.ts';
import type { SyntaxNode } from '../../syntax/node.ts';
import type { Guard } from '../model.ts';

const farthest = 20;
const longest = 500;

const guardBy = (node: SyntaxNode, child: SyntaxNode): Guard[] => {
  const test = node.field('condition');
  if (test === null || test.end - test.start > longest) return [];
  const otherwise = node.field('alternative');
  return [{ kind: otherwise?.start === child.start ? 'condition' : 'exit', text: test.text }];
};

/** `exit`: it is skipped where that holds; `condition`: where it does not. */
export const whenSkipped = (call: SyntaxNode): Guard[] => {
  let child = call;
  for (let depth = 0; depth < farthest; depth += 1) {
    const { parent } = child;
    if (parent === null || isFunction(parent)) return [];
    if (isIf(parent) && parent.field('condition')?.start !== child.start) return guardBy(parent, child);
    child = parent;
  }
  return [];
};
