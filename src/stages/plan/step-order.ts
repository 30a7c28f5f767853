/** The order of the steps in a plan that somebody wrote. */
import { own } from '../../plain/shape.ts';

/** By their number, where they have one; one without stays behind the one before it. */
export const inStepOrder = (steps: readonly unknown[]): readonly unknown[] => {
  let before = Number.NEGATIVE_INFINITY;
  const numbered = steps.map((step) => {
    const number = Number(own(step, 'step') ?? Number.NaN);
    if (Number.isFinite(number)) before = number;
    return { step, at: before };
  });
  return numbered.toSorted((a, b) => (a.at === b.at ? 0 : a.at - b.at)).map(({ step }) => step);
};
