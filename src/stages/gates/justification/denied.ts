/** Whether a sentence denies what a pattern found in it. */
import { negators, type Found } from './pattern.ts';
import { stemOf, type Part } from './words.ts';
import { stems } from './stems.ts';

/** May stand between a negation and what it denies. */
const denyable = stems(
  'a an the at all really actually be to seem appear consider think that it this these they quite very any ' +
    'longer necessarily claim say believe because in fact there call too so mean need require',
);

const auxiliaries = stems('could can did do does would will have has should must may might');

/** `this is not out of scope`, `not because it is too complex`, `out of scope is no reason`. */
export const isDenied = (words: Part, { start, end }: Found): boolean =>
  isDeniedBefore(words, start) ?? isDeniedAfter(words, end);

/** Undefined where no negation leads to it. */
const isDeniedBefore = (words: Part, start: number): boolean | undefined => {
  for (let at = start - 1; at >= 0 && at >= start - 6; at -= 1) {
    const word = words[at] ?? '';
    // `I could not because it is out of scope` denies nothing.
    if (negators.has(word)) return !(words[at + 1] === stemOf('because') && auxiliaries.has(words[at - 1] ?? ''));
    if (!denyable.has(word)) return undefined;
  }
  return undefined;
};

const isDeniedAfter = (words: Part, end: number): boolean => {
  const [be, no, ...then] = words.slice(end, end + 6);
  return be === 'be' && (no === 'not' || no === 'no') && then.some((word) => reasons.has(word));
};

const reasons = stems('reason excuse justification argument');
