/** Tells a fixer's answer from other JSON that an agent happened to print. */

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

const hasOutcome = (value: unknown): boolean => isRecord(value) && 'outcome' in value;

/** `{ outcomes: […] }`, a list of outcomes, or outcomes by finding. */
export const looksLikeFixAnswer = (value: unknown): boolean => {
  if (Array.isArray(value)) return value.length > 0 && value.every(hasOutcome);
  if (!isRecord(value)) return false;
  if ('outcomes' in value) return true;
  const values = Object.values(value);
  return values.length > 0 && values.every(hasOutcome);
};
