/** Calls whose failure was looked at before, and is not any more: `await`, `?`, `err := f()`. */
import type { Side, SourceChange } from '../change.ts';
import type { SyntaxNode } from '../../syntax/node.ts';
import { textOf } from '../facts.ts';
import type { Place } from '../places.ts';

/** `await f()`, `f()?`, `f().await?`. */
const awaited = (node: SyntaxNode): string =>
  textOf(node)
    .replace(/^await\s+/, '')
    .replace(/\?$/, '')
    .replace(/\.await$/, '');

const lookedAt = ({ node }: Place): string | null => {
  if (node.kind === 'await_expression' || node.kind === 'try_expression') return awaited(node);
  if (node.kind === 'call_expression') return /^(.*)\.(?:unwrap|expect)\([^()]*\)$/.exec(textOf(node))?.[1] ?? null;
  if (node.kind !== 'short_var_declaration' && node.kind !== 'assignment_statement') return null;
  const [left, right] = [node.field('left'), node.field('right')];
  return left === null || right === null || !/\berr\w*$/i.test(left.text) ? null : textOf(right);
};

const bareCall = ({ node }: Place): string | null => {
  if (node.kind !== 'expression_statement') return null;
  const call = node.children.find(({ isNamed }) => isNamed);
  return call?.kind === 'call_expression' ? textOf(call) : null;
};

export type DroppedCheck = { path: string; line: number; call: string };

const texts = (side: Side | null, find: (place: Place) => string | null): Set<string> =>
  new Set((side?.places() ?? []).map(find).filter((text) => text !== null));

const droppedIn = ({ path, before, after }: SourceChange): DroppedCheck[] => {
  const looked = texts(before, lookedAt);
  if (looked.size === 0) return [];
  const [were, still] = [texts(before, bareCall), texts(after, lookedAt)];
  return (after?.places() ?? []).flatMap((place) => {
    const call = bareCall(place);
    const isDropped = call !== null && looked.has(call) && !were.has(call) && !still.has(call);
    return isDropped ? [{ path, line: place.node.line, call: call.slice(0, 60) }] : [];
  });
};

export const droppedChecks = (changes: readonly SourceChange[]): DroppedCheck[] => changes.flatMap(droppedIn);
