/** Names of a function's own, which it may call as it likes. */
import { isLeaf, mapped, partsOf, type Term } from './term.ts';

const idsIn = (part: Term): string[] => [...partsOf(part)].filter((each) => isLeaf(each, 'id')).map(({ text }) => text);

const fixed = /^(?:this|self|super|_)$/;

const bindersIn = (whole: Term): string[] =>
  [...partsOf(whole)].flatMap(({ op, args: [first] }) =>
    first !== undefined && /^(?:parameter|let|each|catch_clause)$/.test(op) ? idsIn(first) : [],
  );

/** Names that are bound within it. */
export const boundIn = (whole: Term): Set<string> => new Set(bindersIn(whole).filter((name) => !fixed.test(name)));

/** How often each of them is set. */
export const timesSet = (whole: Term): Map<string, number> => {
  const times = new Map<string, number>();
  for (const {
    op,
    args: [first],
  } of partsOf(whole))
    if (first !== undefined && /^(?:parameter|let|each|assign)$/.test(op))
      for (const name of idsIn(first)) times.set(name, (times.get(name) ?? 0) + 1);
  return times;
};

export const timesUsed = (whole: Term, name: string): number => idsIn(whole).filter((each) => each === name).length;

/** With another term in the place of each use of a name. */
export const replacedIn = (whole: Term, name: string, by: Term): Term =>
  isLeaf(whole, 'id') && whole.text === name ? by : mapped(whole, (part) => replacedIn(part, name, by));

/** Its own names by numbers, in the order in which they come. */
export const numbered = (whole: Term): Term => {
  const own = boundIn(whole);
  const numbers = new Map<string, string>();
  const numberOf = (name: string): string => {
    const known = numbers.get(name) ?? `$${numbers.size}`;
    numbers.set(name, known);
    return known;
  };
  const change = (part: Term): Term =>
    isLeaf(part, 'id') && own.has(part.text) ? { ...part, text: numberOf(part.text) } : mapped(part, change);
  return change(whole);
};

/** What variables are said to be, by their names. */
export const typesIn = (pieces: readonly Term[]): Map<string, string> =>
  new Map(
    pieces
      .flatMap((piece) => [...partsOf(piece)])
      .filter(({ op }) => op === 'let')
      .flatMap(({ args: [name, , type] }): [string, string][] =>
        name === undefined ? [] : [[name.text, type?.text ?? '']],
      ),
  );
