/**
 * Changes that bring no new word and mean something else all the same: a field that code reads is given another value,
 * or one known name stands where another one stood.
 */
import { tokensOf } from '../../text/tokens.ts';

const setting = /(?<![\w$.])(?:[\w$]+\s*(?:\.|->)\s*|@)([A-Za-z_$][\w$]*)\s*=(?![=>])\s*([^;]+)/;

const times = (text: string, name: string): number =>
  text.match(new RegExp(String.raw`(?<![\w$])${name.replaceAll('$', String.raw`\$`)}(?![\w$])`, 'g'))?.length ?? 0;

/** A field is set that is only read elsewhere in the file, and not to itself. */
const setsField = (line: string, gone: string, before: string): boolean => {
  const [, name = '', value = ''] = setting.exec(line) ?? [];
  if (name === '' || times(value, name) > 0 || times(gone, name) > 0) return false;
  return times(before, name) >= 2;
};

/** Fields that are read, not set and not called. */
const readIn = (text: string): string[] =>
  [...text.matchAll(/(?<=[\w$)\]]\s*(?:\.|->))([A-Za-z_]\w*)(?!\w|\s*(?:\(|=(?!=)))/g)].map(([, name = '']) => name);

/** A field that the code has, and that these lines did not look at. */
const readsMore = (gone: string, fresh: string, before: string): boolean =>
  readIn(fresh).some((name) => times(gone, name) === 0 && times(before, name) > 0 && setting.exec(fresh)?.[1] !== name);

const isName = (token: string): boolean => /^[\p{L}_$][\w$]*$/u.test(token);

/** The only two tokens in which the lines differ. */
const exchanged = (old: string, now: string): [string, string] | null => {
  const [were, are] = [tokensOf(old), tokensOf(now)];
  if (were.length !== are.length || were.length < 3) return null;
  const other = [...were.keys()].filter((at) => were[at] !== are[at]);
  const [at] = other;
  return at === undefined || other.length > 1 ? null : [were[at] ?? '', are[at] ?? ''];
};

/** Where the order of what is worked with decides: not a sum or a question whether two are equal. */
const ordered = /\s[-/%<>]=?\s|\.\w+\s*\(\s*[\w&.]+\s*\)|\w\s*\([^()]*,[^()]*\)/;

/** The same tokens in another order: `height / width` and `width / height`. */
const isReordered = (old: string, now: string): boolean => {
  if (!ordered.test(old) || /[{=]>|\{|^(?:export |pub |async )?(?:function|def|fn|func)\b/.test(old)) return false;
  const [were, are] = [tokensOf(old), tokensOf(now)];
  return were.join(' ') !== are.join(' ') && were.toSorted().join(' ') === are.toSorted().join(' ');
};

const most = 60;

/** Both names are known before and after, so that neither is a new name of the other. */
const swaps = (gone: readonly string[], fresh: readonly string[], before: string, after: string): boolean =>
  gone.length * fresh.length <= most * most &&
  fresh.some((now) =>
    gone.some((old) => {
      if (isReordered(old, now)) return true;
      const [was, is] = exchanged(old, now) ?? ['', ''];
      return isName(was) && isName(is) && times(before, is) > 0 && times(after, was) > 0;
    }),
  );

export type Texts = { gone: readonly string[]; fresh: readonly string[]; before: string; after: string };

export const stateChanges = ({ gone, fresh, before, after }: Texts): string[] => [
  ...(fresh.some((line) => setsField(line, gone.join('\n'), before)) ? ['+set'] : []),
  ...(readsMore(gone.join('\n'), fresh.join('\n'), before) ? ['+read'] : []),
  ...(swaps(gone, fresh, before, after) ? ['+swap'] : []),
];
