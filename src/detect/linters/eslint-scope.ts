/** What ESLint is asked about by the script that people run: its paths and flags, without those of the output. */

const word = /^[\w./@*,{}=:!+-]+$/;
const withValue = new Set(['-f', '--format', '-o', '--output-file', '--max-warnings', '--cache-location']);
const alone = /^--(?:fix|cache|quiet|color|no-color|fix-dry-run|max-warnings=\S+|format=\S+|cache-\S+)$/;

/** Nobody types more. */
const longest = 1_000;

/** Null where the script does not start it plainly. */
export const eslintScope = (script: string): string[] | null => {
  if (script.length > longest) return null;
  const called = /(?:^|&&|\brun-s\s)\s*(?:npx\s+)?eslint((?:\s+[^&|;]+)?)(?:$|&&|\|\|)/.exec(script)?.[1];
  if (called === undefined) return null;
  const words = called
    .trim()
    .split(/\s+/)
    .map((each) => each.replaceAll(/^["']|["']$/g, ''));
  if (words.some((each) => each !== '' && !word.test(each))) return null;
  const kept = words.filter((each, index) => each !== '' && !alone.test(each) && !isOfOutput(words, index));
  return kept.some((each) => !each.startsWith('-')) ? kept : null;
};

const isOfOutput = (words: readonly string[], index: number): boolean =>
  withValue.has(words[index] ?? '') || withValue.has(words[index - 1] ?? '');
