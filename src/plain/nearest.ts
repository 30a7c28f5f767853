/** The word that was probably meant. */

const distance = (a: string, b: string): number => {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const replace = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, replace));
    }
    row = next;
  }
  return row[b.length] ?? 0;
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
