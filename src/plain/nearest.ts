/** The word that was probably meant. */

const distance = (a: string, b: string): number => {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let at = 0; at < a.length; at += 1) row = nextRow(row, a.charAt(at), b);
  return row[b.length] ?? 0;
};

/** How far the text up to one more letter is from each beginning of the other word. */
const nextRow = (row: readonly number[], letter: string, word: string): number[] => {
  const next = [(row[0] ?? 0) + 1];
  for (let at = 1; at <= word.length; at += 1) {
    const replace = (row[at - 1] ?? 0) + (letter === word[at - 1] ? 0 : 1);
    next.push(Math.min((row[at] ?? 0) + 1, (next[at - 1] ?? 0) + 1, replace));
  }
  return next;
};

const bare = (word: string): string => word.toLowerCase().replaceAll(/[-_ ]/g, '');

/** Undefined when nothing is near: a wrong guess is worse than none. */
export const nearest = (word: string, known: readonly string[]): string | undefined => {
  const wanted = bare(word);
  if (wanted.length > 60) return undefined;
  const [best] = known
    .map((each) => ({ each, away: distance(wanted, bare(each)) }))
    .filter(({ each, away }) => away <= Math.max(1, Math.floor(Math.min(wanted.length, each.length) / 3)))
    .sort((a, b) => a.away - b.away);
  return best?.each;
};
