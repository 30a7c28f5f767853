/** Functions that a patch keeps by name, and that do none of their work any more. */
import { anyOf, pattern } from '../../../plain/pattern.ts';
import { nodesOf, type SyntaxNode } from '../../syntax/node.ts';
import { textOf } from '../facts.ts';
import { type FunctionPairs, isIdle, isStub, statementsOf } from '../functions.ts';
import { calls, conditionals, loops, returns } from '../kinds.ts';
import type { Seen } from '../seen.ts';

const given = pattern(
  '',
  /^(?:return\s+)?/,
  anyOf(/(?:Some|Ok|Promise\.resolve|Optional\.of(?:Nullable)?|String|str|list|bytes|Buffer\.from)\(/, ''),
  /\s*&?(?:mut )?([A-Za-z_$][\w$]*)/,
  /(?:\.(?:clone|cloned|to_vec|to_owned|to_string|into|copy|slice|toString|to_s|dup|trim)\(\))?\)?\s*;?$/,
);

const constant = /^(?:null|None|nil|undefined|true|false|True|False|NaN|pass)$/;

/** The name of what it gives back as it is, or as a copy. */
const givenBack = (body: SyntaxNode): string | null => {
  const [only, ...more] = statementsOf(body);
  if (only === undefined || more.length > 0 || only.end - only.start > 120) return null;
  const text = textOf(only).replace(/`\$\{\s*(\w+)\s*\}`|(?:''|"")\s*\+\s*(\w+)|(\w+)\s*\+\s*(?:''|"")/, '$1$2$3');
  const name = given.exec(text)?.[1];
  return name === undefined || constant.test(name) ? null : name;
};

/** It asks others, or goes through something. */
const isWork = (body: SyntaxNode): boolean => {
  for (const { kind } of nodesOf(body)) if (calls.has(kind) || loops.has(kind)) return true;
  return false;
};

/** `Some(Duration::from_secs(0))`: made of literals alone. */
const madeUp = pattern(
  '',
  /^(?:(?:\w+(?:\.|::))*(?:[A-Z]\w*|new|of|from\w*|valueOf|resolve|just|to_\w+)(?:::<[^<>]*>)?\(\s*)*/,
  /(?:-?\d[\w.]*|"[^"]*"|'[^']*'|true|false|None|null|nil)[\s,)]*$/,
);

const isMadeUp = (value: SyntaxNode): boolean =>
  constant.test(value.text.slice(0, 20)) ||
  (!value.kind.endsWith('identifier') &&
    (isIdle(value) || (value.end - value.start < 120 && madeUp.test(textOf(value)))));

const named = (node: SyntaxNode): SyntaxNode[] => node.children.filter(({ isNamed }) => isNamed);

/** What can come out of a piece of code; null where it does more than choose between values. */
const outcomesOf = (node: SyntaxNode): SyntaxNode[] | null => {
  if (node.kind === 'expression_statement' || node.kind === 'else_clause') return outcomesOfAll(named(node));
  if (returns.has(node.kind)) return outcomesOfAll(named(node));
  if (!conditionals.has(node.kind) && !/^(?:ternary|conditional)_expression$/.test(node.kind)) return [node];
  const parts = [node.field('consequence') ?? node.field('body'), node.field('alternative')];
  return outcomesOfAll(parts.filter((part) => part !== null).flatMap(statementsOf));
};

const outcomesOfAll = (nodes: readonly SyntaxNode[]): SyntaxNode[] | null => {
  const all = nodes.map(outcomesOf);
  return all.includes(null) ? null : all.flatMap((some) => some ?? []);
};

/** Whatever is given in, one of a few values comes out that are written down. */
const isMadeUpBody = (body: SyntaxNode): boolean => {
  if (body.end - body.start > 600) return false;
  const outcomes = outcomesOfAll(statementsOf(body)) ?? [];
  return outcomes.length > 0 && outcomes.every(isMadeUp);
};

/** A line sets it to something, so that it was worked out before. */
const isSet = (name: string, added: readonly string[]): boolean => {
  const sets = new RegExp(
    String.raw`(?:\b|\$)${name.replaceAll('$', String.raw`\$`)}\b[^=(]{0,60}(?::|\?\?|\|\|)?=(?![=>])`,
  );
  return added.some((text) => sets.test(text));
};

type Pair = FunctionPairs['kept'][number];

const isEmptied = ({ before, after }: Pair, added: readonly string[], isTooMuch: boolean): boolean => {
  if (before.body === null || after.body === null || isStub(before.body)) return false;
  const name = givenBack(after.body);
  if (name !== null) return isWork(before.body) && !isTooMuch && givenBack(before.body) === null && !isSet(name, added);
  if (isStub(after.body)) return true;
  return isWork(before.body) && isMadeUpBody(after.body) && !isMadeUpBody(before.body);
};

/** `isTooMuch`: the finding complains of something that happens and should not. */
export const emptied = (kept: readonly Pair[], added: readonly string[], isTooMuch: boolean): Seen[] =>
  kept
    .filter((pair) => isEmptied(pair, added, isTooMuch))
    .map(({ after }) => ({
      rule: 'function-emptied',
      path: after.path,
      line: after.unit.node.line,
      about: `leaves nothing of what \`${after.name}\` did`,
    }));
