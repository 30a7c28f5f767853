/** Which of two ways to test counts, where a folder has both: that of its language, or a task of a Makefile. */
import { inCi } from './evidence/ci.ts';
import type { Facts } from './folder.ts';
import type { Finds, FoundCommand } from './found.ts';

const wordsOf = ({ command }: FoundCommand): string =>
  (typeof command === 'string' ? command : command.join(' ')).replace(/^(?:\w+=\S+ )+/, '');

/** What CI runs is what people trust; otherwise the language's own way. */
export const choose = (own: Finds, tasks: Finds, facts: Facts): Finds => {
  const isRun = ({ verify }: Finds): boolean => verify.some((each) => inCi(facts, wordsOf(each)) !== null);
  if (tasks.verify.length === 0)
    return own.verify.length > 0 ? own : { ...own, leftOut: [...own.leftOut, ...tasks.leftOut] };
  const takesTasks = own.verify.length === 0 || (isRun(tasks) && !isRun(own));
  if (!takesTasks) return own;
  return {
    ...own,
    kinds: [...own.kinds, ...tasks.kinds],
    setup: [...own.setup, ...tasks.setup],
    verify: tasks.verify,
    leftOut: [...own.leftOut.filter(({ isAboutTests }) => isAboutTests !== true), ...tasks.leftOut],
  };
};

/** With the place where CI runs the same. */
export const withEvidence = (found: FoundCommand, facts: Facts): FoundCommand => {
  const place = inCi(facts, wordsOf(found));
  return place === null ? found : { ...found, places: [...found.places, place] };
};
