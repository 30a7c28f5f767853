/** Lines that are there again with something taken out of them: they stand for nothing new. */
import { anyOf, pattern } from '../../../plain/pattern.ts';
import type { SourceChange } from '../change.ts';
import { codeLines } from '../code-lines.ts';
import { isWithin } from '../kept-lines.ts';
import type { Seen } from '../seen.ts';

const plain = (text: string): string => text.replaceAll(/\b_(?=[a-z])/g, '');

/** Not the result of a function of a shell: `echo $((2 * $1))`. */
const saying = pattern(
  '',
  /^/,
  anyOf(
    /(?:echo|printf)(?!.*\$[(\d{])/,
    /puts|print(?!f)(?:ln)?!?|console\.\w+|log(?:ger)?\b|System\.(?:out|err)|fmt\.Print/,
  ),
);

const wordsOf = (text: string): string[] => text.match(/[A-Za-z_]\w*/g) ?? [];

/** It still takes what it does not look at any more: the file speaks of all that the line lost. */
export const promisedOf = (shortened: ReadonlyMap<string, string>, after: string): Map<string, string> => {
  const said = new Set(wordsOf(after).map(plain));
  return new Map(
    [...shortened].filter(([line, was]) => {
      const left = new Set(wordsOf(plain(line)));
      const lost = wordsOf(plain(was)).filter((word) => !left.has(word));
      return (lost.length > 0 || /\b_[a-z]/.test(line)) && lost.every((word) => said.has(word));
    }),
  );
};

/** Each line that is new, with the one that it was made of. */
export const shortenedOf = (gone: readonly string[], now: readonly string[]): Map<string, string> => {
  if (gone.length * now.length > 40_000) return new Map();
  const left = new Set(gone);
  return new Map(
    now.flatMap((line): [string, string][] => {
      const was = [...left].find((old) => old !== line && isWithin(plain(line), plain(old)));
      if (was === undefined) return [];
      left.delete(was);
      return [[line, was]];
    }),
  );
};

/** What a patch brings: neither words for people nor lines that only became shorter. */
export const broughtBy = (now: readonly string[], shortened: ReadonlyMap<string, string>): string[] =>
  now.filter((line) => !shortened.has(line) && !saying.test(line));

const guarding = /\b(?:synchronized|Mutex|RwLock|atomic|escape\w*|sanitize\w*|html_escape|h|quote|shellescape)\b/g;

/** What keeps a line safe, taken out of it. */
export const unguarded = ({ path, before, after }: SourceChange): Seen[] => {
  const [gone, now] = [codeLines(before), codeLines(after)];
  const shortened = shortenedOf(
    gone.map(({ text }) => text),
    now.map(({ text }) => text),
  );
  const all = now.map(({ text }) => text).join('\n');
  return now.flatMap(({ text, line }): Seen[] => {
    const lost = (shortened.get(text)?.match(guarding) ?? []).find(
      (word) => !new RegExp(String.raw`\b${word}\b`).test(all),
    );
    if (lost === undefined) return [];
    return [{ rule: 'code-deleted', path, line, about: `takes \`${lost}\` away and puts nothing in its place` }];
  });
};
