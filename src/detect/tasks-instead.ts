/** Which of two ways to test counts, where a folder has both: that of its language, or a task of a Makefile. */
import { showCommand } from '../config/values.ts';
import { inCi } from './evidence/ci.ts';
import type { Facts } from './folder.ts';
import type { Finds, FoundCommand, LeftOut } from './found.ts';

const wordsOf = ({ command }: FoundCommand): string =>
  (typeof command === 'string' ? command : command.join(' ')).replace(/^(?:\w+=\S+ )+/, '');

/** It would fail for what is missing, in a run that has begun. */
const notStarted = ({ command, places }: FoundCommand): LeftOut => ({
  message: `\`${showCommand(command)}\` is not run, since what is missing would be missing for it too`,
  remedy: 'if it needs none of it, name it with --verify CMD',
  places,
  isAboutTests: true,
});

/** What CI runs is what people trust; otherwise the language's own way. */
export const choose = (own: Finds, tasks: Finds, facts: Facts): Finds => {
  const isRun = ({ verify }: Finds): boolean => verify.some((each) => inCi(facts, wordsOf(each)) !== null);
  if (tasks.verify.length === 0)
    return own.verify.length > 0 ? own : { ...own, leftOut: [...own.leftOut, ...tasks.leftOut] };
  if (own.verify.length === 0 && own.leftOut.some(({ isLanguage }) => isLanguage === true))
    return { ...own, leftOut: [...own.leftOut, ...tasks.verify.map(notStarted)] };
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
