/** Lines of a text, each of which may be a JSON object. */

/** Undefined for what is not an object of JSON, which most lines that are none show without being parsed. */
export const parseLine = (line: string): unknown => {
  if (!line.startsWith('{') || !line.endsWith('}')) return undefined;
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
};

/** Those with something in them, trimmed, and which line of the text each is. */
export function* filledLines(text: string): Generator<{ line: string; number: number }> {
  let number = 0;
  for (let from = 0; from < text.length;) {
    const found = text.indexOf('\n', from);
    const until = found === -1 ? text.length : found;
    const line = text.slice(from, until).trim();
    number += 1;
    if (line !== '') yield { line, number };
    from = until + 1;
  }
}
