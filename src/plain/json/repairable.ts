/**
 * Whether broken JSON can be repaired in time: what repairs it takes time by the square and the cube of what is wrong.
 */

/** Repairing is for answers, not for dumps. */
const longest = 4 * 1024 * 1024;
const deepest = 100;
const mostWork = 500_000_000;
const mostOddQuotes = 200;

const otherQuotes = "'`´‘’“”";

/**
 * Repairing may look at the whole text again for each mark of trouble: a bracket, or a quote with nothing around it
 * that a quote belongs to; and for each of those others again, where it is another quote than JSON's and not within one
 * of JSON's strings. Brackets in strings count as well: nobody knows where a string of broken JSON ends.
 */
export const isRepairable = (text: string, start: number, end: number): boolean => {
  const length = end - start;
  if (length > longest) return false;
  const trouble: Trouble = { depth: 0, marks: 0, oddQuotes: 0, before: '', odd: '', isInside: false };
  for (let at = start; at < end; at += 1) {
    const character = text.charAt(at);
    if (character.trim() === '') continue;
    countQuote(trouble, character);
    countBracket(trouble, character);
    trouble.before = character;
    if (isTooMuch(trouble, length)) return false;
  }
  return true;
};

const isTooMuch = ({ depth, oddQuotes, marks }: Trouble, length: number): boolean =>
  depth > deepest || oddQuotes > mostOddQuotes || marks * length > mostWork;

type Trouble = {
  depth: number;
  marks: number;
  oddQuotes: number;
  /** The character before, white space left out. */
  before: string;
  /** A quote before which no quote belongs, until it is known what stands behind it. */
  odd: string;
  /** Within a string of JSON. */
  isInside: boolean;
};

const countQuote = (trouble: Trouble, character: string): void => {
  const { odd, before, isInside } = trouble;
  if (odd !== '' && !',:}]'.includes(character)) {
    trouble.marks += 1;
    if (odd !== '"') trouble.oddQuotes += 1;
  }
  const isQuote = character === '"' || (!isInside && otherQuotes.includes(character));
  trouble.odd = isQuote && !'{[,:\\'.includes(before) ? character : '';
  if (character === '"' && before !== '\\') trouble.isInside = !isInside;
};

const countBracket = (trouble: Trouble, character: string): void => {
  if ('{['.includes(character)) trouble.depth += 1;
  else if ('}]'.includes(character)) trouble.depth = Math.max(0, trouble.depth - 1);
  if ('{[}]'.includes(character)) trouble.marks += 1;
};
