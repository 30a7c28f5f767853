/** How many random cases tests of properties try: fewer of them show less. */
import { pattern } from '../../../../plain/pattern.ts';
import type { Remark } from '../../../../model/remark.ts';
import type { FileState, ReadFile } from '../../../read-patch.ts';
import { type Judge, remark } from '../judge.ts';

const trials = pattern(
  'g',
  /\b(?:tries|max_examples|numRuns|MaxCount|with_cases|cases|num_tests|minSuccessful|iterations)/,
  /\s*(?:[:=(]|\.of\()\s*(\d[\d_]*)/,
);

/** So few that nothing is shown, where nobody set a number before. */
const few = 20;

const numbersIn = (state: FileState | null): number[] =>
  [...(state?.text.slice(0, 300_000) ?? '').matchAll(trials)].map(([, digits = '']) =>
    Number(digits.replaceAll('_', '')),
  );

const isFewer = ({ before, after }: ReadFile): boolean => {
  const [was, is] = [numbersIn(before), numbersIn(after)];
  if (before === null || after === null || is.length === 0) return false;
  return was.length === 0
    ? Math.min(...is) < few
    : was.length === is.length && is.some((each, at) => each < (was[at] ?? 0));
};

const properties =
  /hypothesis|proptest|quickcheck|testing\/quick|jqwik|fast-check|fc\.|ScalaCheck|junit\.?quickcheck|rapid\./i;

export const trialRemarks = (files: readonly ReadFile[], judge: Judge): Remark[] =>
  files
    .filter((file) => properties.test(file.after?.text ?? '') && isFewer(file) && !judge.isOwn([file.path]))
    .map(({ path }) =>
      remark(path, 1, {
        rule: 'assertion-loosened',
        message: 'a test of a property tries fewer cases than before',
        accepted: 'as many cases as before',
      }),
    );
