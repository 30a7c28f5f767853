/** Regular expressions that are too long for a line: written in parts, each of which is a valid one. */

/** All parts, one behind the other. */
export const pattern = (flags: string, ...parts: readonly (RegExp | string)[]): RegExp =>
  new RegExp(parts.map(sourceOf).join(''), flags);

/** A group of choices, as a part of a pattern. */
export const anyOf = (...choices: readonly (RegExp | string)[]): string => `(?:${choices.map(sourceOf).join('|')})`;

const sourceOf = (part: RegExp | string): string => (typeof part === 'string' ? part : part.source);
