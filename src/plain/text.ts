/** Cutting text for people and prompts without losing its two ends. */

/** The head and the tail of a text that is too long, with a line that says how much is missing between them. */
export const headAndTail = (text: string, limit: number): string => {
  if (text.length <= limit) return text;
  const head = text.slice(0, Math.floor(limit / 3));
  const tail = text.slice(text.length - (limit - head.length));
  return `${head}\n… ${text.length - limit} characters left out …\n${tail}`;
};

/** The first line, cut to a length. */
export const firstLine = (text: string, limit: number): string => {
  const line = text.trim().split('\n', 1)[0] ?? '';
  return line.length <= limit ? line : `${line.slice(0, limit - 1).trimEnd()}…`;
};
