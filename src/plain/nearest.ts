/** The word that was probably meant. */

/** Two letters that changed places are one mistake. */
const distance = (a: string, b: string): number => {
  const rows = [Array.from({ length: b.length + 1 }, (_, index) => index)];
  for (let at = 1; at <= a.length; at += 1) rows.push(nextRow(rows, a.slice(0, at), b));
  return rows.at(-1)?.[b.length] ?? 0;
};

/** How far a text is from each beginning of the other word, from how far it was with fewer letters. */
const nextRow = (rows: readonly (readonly number[])[], text: string, word: string): number[] => {
  const [row = [], before = []] = [rows.at(-1), rows.at(-2)];
  const [letter, last] = [text.at(-1), text.at(-2)];
  const next = [text.length];
  for (let at = 1; at <= word.length; at += 1) {
    const replace = (row[at - 1] ?? 0) + (letter === word[at - 1] ? 0 : 1);
    const isSwap = at > 1 && letter === word[at - 2] && last === word[at - 1];
    const swap = isSwap ? (before[at - 2] ?? 0) + 1 : Infinity;
    next.push(Math.min((row[at] ?? 0) + 1, (next[at - 1] ?? 0) + 1, replace, swap));
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
    .filter(({ each, away }) => away <= Math.max(1, Math.round(Math.min(wanted.length, each.length) / 3)))
    .sort((a, b) => a.away - b.away);
  return best?.each;
};
