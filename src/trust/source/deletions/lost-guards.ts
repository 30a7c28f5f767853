/** Checks that a function made before and does not make any more: conditions that ended in an error. */
import { anyOf, pattern } from '../../../plain/pattern.ts';
import { nodesOf, type SyntaxNode } from '../../syntax/node.ts';
import type { SourceChange } from '../change.ts';
import type { Seen } from '../seen.ts';
import { textOf } from '../facts.ts';
import { type FunctionAt, type FunctionPairs, statementsOf } from '../functions.ts';
import { conditionals, functions, throws } from '../kinds.ts';

const refusals = pattern(
  'i',
  anyOf(
    /\b(?:panic!?|bail!|ensure!|process\.exit|abort|reject|forbidden|unauthorized|Err)\(/,
    /\breturn (?:\w+, )?(?:err\b|errors\.|fmt\.Errorf|\w*Err\w*)/,
    /\breturn Err\(/,
    /\bstatus\(4\d\d\)/,
    /HttpResponseForbidden/,
    /http\.Error\(/,
  ),
);

const isThrow = ({ kind, children }: SyntaxNode): boolean =>
  throws.has(kind) || (kind === 'expression_statement' && children.some((inner) => throws.has(inner.kind)));

/** It ends in an error at once, not somewhere deep in it. */
const isRefusal = (node: SyntaxNode): boolean => {
  if (node.end - node.start > 2_000) return false;
  const statements = statementsOf(node);
  return (
    statements.some(isThrow) ||
    statements.some((statement) => !/^(?:try|for|while)_/.test(statement.kind) && refusals.test(statement.text))
  );
};

type Guard = { condition: string; line: number };

const guardsIn = ({ unit }: FunctionAt): Guard[] => {
  const guards: Guard[] = [];
  for (const node of nodesOf(unit.node, (inner) => inner === unit.node || !functions.has(inner.kind))) {
    const condition = conditionals.has(node.kind) ? node.field('condition') : null;
    const body = node.field('consequence') ?? node.field('body');
    if (condition !== null && body !== null && isRefusal(body))
      guards.push({ condition: textOf(condition), line: node.line });
  }
  return guards;
};

const countOf = (text: string): number =>
  (text.match(/\bif\b|\bunless\b|\bassert\b|\?|\bmatch\b|\bswitch\b/g) ?? []).length;

const countIn = (some: readonly FunctionAt[]): number => some.reduce((sum, at) => sum + guardsIn(at).length, 0);

export const lostGuards = ({ kept, lost, added }: FunctionPairs, changes: readonly SourceChange[]): Seen[] => {
  const were = countIn([...kept.map(({ before }) => before), ...lost]);
  const are = countIn([...kept.map(({ after }) => after), ...added]);
  return are <= were ? guardsLostIn(kept, changes) : [];
};

/** Whether anything is asked of a function: `isAllowed(user)` rather than `user.admin`. */
const isAsking = ({ condition }: Guard): boolean => /\w\(/.test(condition);

/** Nothing is called in it but what makes errors. */
const callsNothing = (text: string): boolean =>
  !/\w\(/.test(text.slice(text.indexOf('{')).replaceAll(/\b(?:if|for|while|Error|\w*Exception)\s*\(/g, ''));

/** Fewer checks than before, or such that ask nobody any more. */
const isWeaker = (before: FunctionAt, after: FunctionAt, were: readonly Guard[], are: readonly Guard[]): boolean => {
  const now = after.unit.node.text;
  if (are.length < were.length) return countOf(now) < countOf(before.unit.node.text);
  if (are.length > were.length) return false;
  return are.filter(isAsking).length < were.filter(isAsking).length && callsNothing(now);
};

/** Little of the one is left in the other: it was written anew, and nobody can say what became of a check. */
const isRewritten = (before: string, after: string): boolean => {
  const lines = before
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => /\w{2}/.test(line));
  const left = new Set(after.split('\n').map((line) => line.trim()));
  return lines.length > 12 && lines.filter((line) => left.has(line)).length * 10 < lines.length * 7;
};

const opposites: readonly (readonly [string, string])[] = [
  ['==', '!='],
  ['===', '!=='],
  ['is', 'is not'],
  ['<', '>='],
  ['>', '<='],
];

/** `user != nil` for `user == nil`; null for what is no single comparison. */
const turned = (condition: string): string | null => {
  const [, left, sign, right] = /^\(?([\w.]+) (==|!=|===|!==|is|is not|[<>]=?) ([\w.]+)\)?$/.exec(condition) ?? [];
  const pair = opposites.find((each) => each.includes(sign ?? ''));
  return pair === undefined ? null : `${left} ${pair[sign === pair[0] ? 1 : 0]} ${right}`;
};

/** It is asked the other way round, before all else: the function is left early where it used to go deeper. */
const isTurned = ({ condition }: Guard, are: readonly Guard[]): boolean => {
  const opposite = turned(condition);
  return opposite !== null && are.some((guard) => guard.condition.includes(opposite));
};

/** Conditions that one of the two asks and the other does not. */
const lostBetween = (before: FunctionAt, after: FunctionAt): Guard[] => {
  const [was, is] = [before.unit.node.text, after.unit.node.text];
  if (was === is || isRewritten(was, is)) return [];
  const [were, are] = [guardsIn(before), guardsIn(after)];
  if (!isWeaker(before, after, were, are)) return [];
  return were.filter((each) => !are.some(({ condition }) => condition === each.condition) && !isTurned(each, are));
};

const guardsLostIn = (kept: FunctionPairs['kept'], changes: readonly SourceChange[]): Seen[] => {
  const now = changes.map(({ after }) => (after?.state.text ?? '').replaceAll(/\s+/g, ' ')).join('\n');
  return kept.flatMap(({ before, after }) => {
    const lost = lostBetween(before, after).find(({ condition }) => !now.includes(condition));
    if (lost === undefined) return [];
    const about = `takes the check \`${lost.condition.slice(0, 80)}\` out of \`${before.name}\``;
    return [{ rule: 'check-deleted', path: before.path, line: lost.line, about, before: true }];
  });
};
