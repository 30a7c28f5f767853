/** Line ranges as numbers or as text: 42, "42", "45-67", "L45-L67". */

export type LineRange = { line?: number; endLine?: number };

const pattern = /^\s*(?:lines?\s+)?L?(\d{1,9})(?:\s*(?:-|–|\.\.|:|to|,)\s*L?(\d{1,9}))?\s*$/i;

const ordered = (start: number, end: number | undefined): LineRange | null => {
  if (!Number.isSafeInteger(start) || start < 1) return null;
  return end !== undefined && Number.isSafeInteger(end) && end > start
    ? { line: start, endLine: end }
    : { line: start };
};

/** Null when something is given that is not a line. 0 and an empty text mean that there is none. */
export const toLineRange = (
  start: number | string | null | undefined,
  end?: number | string | null,
): LineRange | null => {
  if (start === undefined || start === null || start === 0 || start === '' || start === '0') return {};
  if (typeof start === 'number') return ordered(start, end === undefined || end === null ? undefined : Number(end));
  const match = pattern.exec(start);
  if (!match) return null;
  const until = match[2] ?? end ?? undefined;
  return ordered(Number(match[1]), until === undefined ? undefined : Number(until));
};
