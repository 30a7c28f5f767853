/** A call that was awaited, and is handed out of a `try` since now: what it fails with is caught by nobody there. */
import { nodesOf, type SyntaxNode } from '../../../syntax/node.ts';
import type { SourceChange } from '../../change.ts';
import { functions } from '../../kinds.ts';

const handedOut = (body: SyntaxNode, was: string): SyntaxNode | null => {
  for (const inner of nodesOf(body, ({ kind }) => !functions.has(kind) && kind !== 'try_statement')) {
    const call =
      inner.kind === 'return_statement' ? /^return\s+(?!await\b)(.{1,200}?);?$/.exec(inner.text)?.[1] : undefined;
    if (call?.includes('(') === true && was.includes(`await ${call}`)) return inner;
  }
  return null;
};

export const unawaited = ({ path, before, after }: SourceChange): number | null => {
  if (before === null || after === null || !/\.[cm]?[jt]sx?$/.test(path)) return null;
  for (const { node } of after.places()) {
    const body = after.changed.has(node.line) && node.kind === 'try_statement' ? node.field('body') : null;
    const found = body === null || node.field('handler') === null ? null : handedOut(body, before.state.text);
    if (found !== null) return found.line;
  }
  return null;
};
