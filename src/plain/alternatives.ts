/** Long regular expressions from short lines. */

/** Alternatives of a regular expression, as a list of words over as many lines as it takes. */
export const anyWordOf = (list: string): string => list.trim().split(/\s+/).join('|');

/** Alternatives that may have blanks, one to a line. */
export const anyLineOf = (list: string): string =>
  list
    .trim()
    .split(/\n[ ]*/)
    .join('|');
