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
 * that a quote belongs
 * to; and for each of those others again, where it is another quote than JSON's and not within one of JSON's strings.
 * Brackets in strings
 * count as well: nobody knows where a string of broken JSON ends.
 */
export const isRepairable = (text: string, start: number, end: number): boolean => {
  if (end - start > longest) return false;
  let [depth, marks, oddQuotes, before, odd, isInside] = [0, 0, 0, '', '', false];
  for (let at = start; at < end; at += 1) {
    const character = text.charAt(at);
    if (character.trim() === '') continue;
    if (odd !== '' && !',:}]'.includes(character)) {
      marks += 1;
      if (odd !== '"') oddQuotes += 1;
    }
    const isQuote = character === '"' || (!isInside && otherQuotes.includes(character));
    odd = isQuote && !'{[,:\\'.includes(before) ? character : '';
    if (character === '"' && before !== '\\') isInside = !isInside;
    if ('{['.includes(character)) depth += 1;
    else if ('}]'.includes(character)) depth = Math.max(0, depth - 1);
    if ('{[}]'.includes(character)) marks += 1;
    if (depth > deepest || oddQuotes > mostOddQuotes || marks * (end - start) > mostWork) return false;
    before = character;
  }
  return true;
};
