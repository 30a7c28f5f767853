/** What is complained of, reached by its name as a text or handed to something that calls it. */
import type { Asking } from '../../../model/patch.ts';
import { nodesOf, type SyntaxNode } from '../../syntax/node.ts';
import type { Side, SourceChange } from '../change.ts';
import { argumentsOf, calleeOf } from '../errors/inert.ts';
import { calls, strings } from '../kinds.ts';
import type { Seen } from '../seen.ts';
import { mentions } from '../words.ts';

const ownNodes = (side: Side | null): SyntaxNode[] =>
  (side?.places() ?? []).map(({ node }) => node).filter(({ line }) => side?.changed.has(line) === true);

const members = /^(?:property_identifier|field_identifier)$/;

/** Names that are called there or reached as parts of something. */
const reachedIn = (nodes: readonly SyntaxNode[]): Set<string> =>
  new Set([
    ...nodes.filter(({ kind }) => calls.has(kind)).map((node) => /(\w+)!?$/.exec(calleeOf(node))?.[1] ?? ''),
    ...nodes.filter(({ kind, parent }) => members.test(kind) || parent?.kind === 'attribute').map(({ text }) => text),
  ]);

/** `x['name']`, `getattr(x, 'name')`, `type.getMethod("name")`. */
const isSpelled = (node: SyntaxNode, name: string): boolean =>
  strings.has(node.kind) &&
  new RegExp(`^["'\`]${name}["'\`]$`).test(node.text.slice(0, 80)) &&
  node.parent !== null &&
  /subscript|argument|index/.test(node.parent.kind);

const wordsIn = (node: SyntaxNode): Set<string> =>
  new Set([...nodesOf(node)].filter(({ kind }) => kind === 'identifier').map(({ text }) => text));

const asking = /^(?:isinstance|issubclass|hasattr|typeof|assert\w*|raises|patch)$/;

/** `Reflect.construct(Name, [given])`: the name as a value, with what was given to it before. */
const isHanded = (node: SyntaxNode, name: string, given: ReadonlySet<string>): boolean => {
  if (!calls.has(node.kind) || asking.test(calleeOf(node))) return false;
  const all = argumentsOf(node);
  const isValue = all.some(({ kind, text }) => kind === 'identifier' && text === name);
  return isValue && all.some((each) => [...wordsIn(each)].some((word) => word !== name && given.has(word)));
};

const spelledIn = ({ path, before, after }: SourceChange, findings: readonly Asking[]): Seen[] => {
  const [old, now] = [ownNodes(before), ownNodes(after)];
  const still = reachedIn(now);
  const names = [...reachedIn(old)].filter(
    (name) => name.length > 3 && !still.has(name) && mentions(findings, new RegExp(String.raw`\b${name}\b`, 'i')),
  );
  const given = new Set(
    old.flatMap((node) => (calls.has(node.kind) ? argumentsOf(node).flatMap((each) => [...wordsIn(each)]) : [])),
  );
  const found =
    names.length === 0
      ? undefined
      : now.find((node) => names.some((name) => isSpelled(node, name) || isHanded(node, name, given)));
  if (found === undefined) return [];
  return [{ rule: 'hidden-name', path, line: found.line, about: `still reaches \`${names[0]}\`, by its name` }];
};

export const spelledNames = (changes: readonly SourceChange[], findings: readonly Asking[]): Seen[] =>
  changes.flatMap((change) => spelledIn(change, findings));
