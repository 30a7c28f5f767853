/** The answer in what an agent said or wrote. */
import type { Role } from '../../../model/answer.ts';
import { looksLikeAnswer } from '../../../model/answers/shape.ts';
import { extractJson } from '../../../plain/json/extract-json.ts';

/** Null when there is none. A fixer's odd JSON is given all the same: whoever reads it says what is odd about it. */
export const answerIn = async (text: string, role: Role): Promise<unknown> => {
  const accepts = looksLikeAnswer(role);
  const found = await extractJson(text, accepts);
  if (found === null) return null;
  if (role === 'fix') return found.value;
  // Of a review that was cut off only its text shows where, so that half a finding is not taken for a whole one.
  if (role === 'review' && found.how === 'repaired') return null;
  return accepts(found.value) ? withoutNulls(found.value) : null;
};

const deepest = 64;

/**
 * A schema that asks for every key gets null where there is nothing to say, which means the same as leaving the key
 * out.
 */
export const withoutNulls = (value: unknown, depth = 0): unknown => {
  if (typeof value !== 'object' || value === null || depth > deepest) return value;
  if (Array.isArray(value)) return value.map((each) => withoutNulls(each, depth + 1));
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, each]) => (each === null ? [] : [[key, withoutNulls(each, depth + 1)]])),
  );
};
