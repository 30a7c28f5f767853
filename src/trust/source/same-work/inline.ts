/** Variables that only give a value a name, put back where the name stands. */
import { anyOf, pattern } from '../../../plain/pattern.ts';
import { replacedIn, timesSet, timesUsed } from './names.ts';
import { isLeaf, mapped, partsOf, statementsIn, type Term } from './term.ts';

const effects = pattern(
  '',
  /^/,
  anyOf(
    /call|await|assign|function|member|index|subscript\w*|macro_invocation|new_expression/,
    /object_creation_expression|yield\w*|try_expression/,
  ),
  /$/,
);

/** Worked out of names and literals alone, so that it does not matter when. */
export const isPure = (value: Term): boolean => [...partsOf(value)].every(({ op }) => !effects.test(op));

const loops = /^(?:each|for|while|function)$/;

/** The name stands where something may happen several times, or later. */
const isRepeated = (part: Term, name: string): boolean =>
  loops.test(part.op) ? timesUsed(part, name) > 0 : part.args.some((each) => isRepeated(each, name));

const isStill = (value: Term, times: ReadonlyMap<string, number>): boolean =>
  [...partsOf(value)].every((each) => !isLeaf(each, 'id') || (times.get(each.text) ?? 0) < 2);

/** Nothing happens between the value and the place where it is used but what gives other names. */
const isNext = (rest: readonly Term[], name: string): boolean => {
  const at = rest.findIndex((each) => timesUsed(each, name) > 0);
  return (
    at !== -1 &&
    rest.slice(0, at).every(({ op, args: [, value] }) => op === 'let' && value !== undefined && isPure(value))
  );
};

/** So that names of names of names do not grow without end. */
const isSmall = (value: Term): boolean => [...partsOf(value)].length < 14;

const mayInline = (name: string, value: Term, rest: readonly Term[], times: ReadonlyMap<string, number>): boolean => {
  if (times.get(name) !== 1 || value.op === 'function') return false;
  const used = rest.reduce((sum, each) => sum + timesUsed(each, name), 0);
  if (isPure(value) && (used < 2 || isSmall(value))) return isStill(value, times);
  return used === 1 && isNext(rest, name) && !rest.some((each) => isRepeated(each, name));
};

/** Nobody looks at the name: what is done for it is done without. */
const isIdle = (name: string, value: Term, rest: readonly Term[], times: ReadonlyMap<string, number>): boolean =>
  (value.op === 'call' || value.op === 'await') &&
  times.get(name) === 1 &&
  rest.every((each) => timesUsed(each, name) === 0);

const inlinedIn = (statements: readonly Term[], times: ReadonlyMap<string, number>): readonly Term[] => {
  for (const [
    at,
    {
      op,
      args: [name, value],
    },
  ] of statements.entries()) {
    if (op !== 'let' || name === undefined || value === undefined || !isLeaf(name, 'id')) continue;
    const rest = statements.slice(at + 1);
    if (isIdle(name.text, value, rest, times)) return inlinedIn([...statements.slice(0, at), value, ...rest], times);
    if (value.op === 'block' || !mayInline(name.text, value, rest, times)) continue;
    const replaced = rest.map((each) => replacedIn(each, name.text, value));
    return inlinedIn([...statements.slice(0, at), ...replaced], times);
  }
  return statements;
};

const inlineBlocks = (whole: Term, times: ReadonlyMap<string, number>): Term => {
  const inner = mapped(whole, (part) => inlineBlocks(part, times));
  return inner.op === 'block' ? { ...inner, args: inlinedIn(statementsIn(inner), times) } : inner;
};

/** Outside of all functions, others may use what has a name. */
export const inlined = (whole: Term): Term =>
  whole.op === 'function' ? inlineBlocks(whole, timesSet(whole)) : mapped(whole, inlined);
