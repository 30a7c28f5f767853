/** Tables from literals to literals, by which results could be looked up instead of being computed. */
import { nodesOf, type SyntaxNode } from '../../syntax/node.ts';
import { numbers, strings } from '../kinds.ts';
import type { Place } from '../places.ts';

export type CannedTable = { keys: readonly string[]; values: readonly string[] };

const isLiteral = ({ kind }: SyntaxNode): boolean => strings.has(kind) || numbers.has(kind);

const isCanned = (node: SyntaxNode): boolean => {
  for (const inner of nodesOf(node, (at) => !isLiteral(at)))
    if (/^(?:identifier|call_expression|call|arrow_function|function_expression|lambda)$/.test(inner.kind))
      return false;
  return true;
};

const pairOf = (node: SyntaxNode): [SyntaxNode, SyntaxNode] | null => {
  if (!/^(?:pair|keyed_element|array|tuple_expression|tuple)$/.test(node.kind)) return null;
  const [key, value, ...more] = node.children.filter(({ isNamed }) => isNamed);
  return key === undefined || value === undefined || more.length > 0 ? null : [key, value];
};

const tables = /^(?:object|dictionary|literal_value|array|array_expression|argument_list|arguments)$/;

/** Also what is nested in it: keys may be lists of inputs. */
export const cannedTable = ({ node }: Place): CannedTable | null => {
  if (!tables.test(node.kind) || node.end - node.start > 20_000) return null;
  const pairs = node.children.filter(({ isNamed }) => isNamed).map(pairOf);
  const known = pairs.filter((pair) => pair !== null).filter(([, value]) => isCanned(value));
  if (known.length === 0 || known.length * 2 < pairs.length) return javaTable(node);
  return { keys: known.map(([key]) => key.text), values: known.map(([, value]) => value.text) };
};

/** Of Java: `Map.of("a", 1, "b", 2)`. */
const javaTable = (node: SyntaxNode): CannedTable | null => {
  if (node.kind !== 'argument_list' || !/^Map\.of(?:Entries)?$|^ImmutableMap\.of$/.test(calleeOf(node))) return null;
  const given = node.children.filter(({ isNamed }) => isNamed);
  return {
    keys: given.filter((_, at) => at % 2 === 0).map(({ text }) => text),
    values: given.filter((_, at) => at % 2 === 1).map(({ text }) => text),
  };
};

const calleeOf = ({ parent }: SyntaxNode): string =>
  parent?.kind === 'method_invocation' ? parent.text.slice(0, parent.text.indexOf('(')) : '';
