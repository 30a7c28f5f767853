/** What a patch takes away and brings, over all of its files: what it merely moves is neither. */
import { countsOf } from './likeness.ts';
import type { Statement } from './statements.ts';

export type Balance = {
  /** There are fewer of it than before. */
  isGone: (statement: Statement) => boolean;
  /** There are more of it than before. */
  isBack: (statement: Statement) => boolean;
  added: readonly Statement[];
  removed: readonly Statement[];
  /** All statements of the changed files, before and after. */
  after: readonly (readonly Statement[])[];
};

/** So many are looked at closely. */
const most = 400;

export const balanceOf = (
  before: readonly (readonly Statement[])[],
  after: readonly (readonly Statement[])[],
): Balance => {
  const [old, now] = [before.flat(), after.flat()];
  const was = countsOf(old.map(({ text }) => text));
  const is = countsOf(now.map(({ text }) => text));
  const difference = ({ text }: Statement): number => (is.get(text) ?? 0) - (was.get(text) ?? 0);
  const isGone = (statement: Statement): boolean => difference(statement) < 0;
  const isBack = (statement: Statement): boolean => difference(statement) > 0;
  return {
    isGone,
    isBack,
    added: once(now.filter(isBack)).slice(0, most),
    removed: once(old.filter(isGone)).slice(0, most),
    after,
  };
};

const once = (statements: readonly Statement[]): Statement[] => [
  ...new Map(statements.map((each) => [each.text, each])).values(),
];
