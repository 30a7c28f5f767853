/** Checks that are still made, and whose failure means nothing any more; by lines, in all languages. */
import { anyOf, pattern } from '../../../plain/pattern.ts';
import type { SourceChange } from '../change.ts';
import { hunksOf, type SourceHunk } from '../hunks.ts';
import type { Seen } from '../seen.ts';
import { shell } from '../shell.ts';

type Tamed = Omit<Seen, 'rule'>;

/** Something fails there. */
const failing = pattern(
  '',
  anyOf(
    /\b(?:throw|raise)\b/,
    /\b(?:panic|bail|abort|die)!?\s*\(/,
    /\breturn\s+(?:[\w."]+,\s*)?(?:err\b|errors\.|fmt\.Errorf|Err\()/,
    /\breturn\s*\(?-\s*\w/,
    /\bexit\s*\(?\s*[1-9]/,
  ),
);

/** Of a shell, a number is no answer. */
const shellFailing = /(?:^|[;{|&]\s*)return\s+[1-9]\d*\s*(?:;|$)/;

/** Whoever says one of these may well tell somebody of it. */
const telling = pattern(
  'i',
  anyOf(
    /err|fail|reject|abort|exit|panic|raise|throw|exception|invalid|warn|assert|die|reason|message|problem/,
    /status|ok:|>&2|return\s+[1-9]|\bif\b|\?|catch|case/,
  ),
);

const conditions =
  /\b(?:if|elif|unless|while|when)\b\s*(.{0,200}?)\s*(?:\breturn\b|\bthrow\b|\braise\b|[{:]\s*$|;\s*then|$)/;

const conditionOf = (text: string): string => (conditions.exec(text)?.[1] ?? '').replaceAll(/\s+/g, '');

const bodyOf = (text: string): string => {
  const at = text.search(/\b(?:return|throw|raise|exit|panic|echo|print|continue|break)\b/);
  return at === -1 ? text : text.slice(at);
};

/** The same question, and no failure behind it. */
const isTamed = ({ removed, added }: SourceHunk, isFailing: (text: string) => boolean): boolean => {
  if (added.length === 0 || removed.length !== added.length) return false;
  const failed = removed.findIndex(({ text }) => isFailing(text));
  const now = added[failed];
  const was = removed[failed];
  if (was === undefined || now === undefined || added.some(({ text }) => isFailing(text))) return false;
  const isSameQuestion = removed.every(({ text }, at) => conditionOf(text) === conditionOf(added[at]?.text ?? ''));
  return isSameQuestion && !telling.test(bodyOf(now.text));
};

const tamedIn = (change: SourceChange): Tamed[] => {
  const isShell = shell.test(change.path);
  const isFailing = (text: string): boolean => failing.test(text) || (isShell && shellFailing.test(text));
  return hunksOf(change)
    .filter((hunk) => isTamed(hunk, isFailing))
    .map(({ added }) => ({
      path: change.path,
      line: added[0]?.line ?? 1,
      about: 'goes on where a check ended in an error',
    }));
};

const native = /\.(?:c|h|cc|cpp|cxx|hpp|m|mm)$/;

/** Names of functions whose answer a line looks at. */
const lookedAt = (text: string): string[] =>
  /\b(?:if|while|switch)\s*\(|[=<>!]=|[<>]/.test(text)
    ? [...text.matchAll(/\b([A-Za-z_]\w*)\s*\(/g)].map(([, name = '']) => name)
    : [];

/** Of C: `if (fread(…) == 0) return -1;` becomes `fread(…);`. */
const unchecked = (change: SourceChange): Tamed[] =>
  !native.test(change.path)
    ? []
    : hunksOf(change).flatMap(({ removed, added }) => {
        const looked = new Set(removed.flatMap(({ text }) => lookedAt(text)));
        const still = new Set(added.flatMap(({ text }) => lookedAt(text)));
        return added.flatMap(({ text, line }): Tamed[] => {
          const name = /^(?:\(void\)\s*)?([A-Za-z_]\w*)\s*\(.*\);$/.exec(text)?.[1];
          if (name === undefined || !looked.has(name) || still.has(name)) return [];
          return [{ path: change.path, line, about: `no longer looks whether \`${name}\` fails` }];
        });
      });

const strict = /^[ \t]*set\s+(?:-\w*e|-\w*o\s+errexit)|^[ \t]*set\s.*\bpipefail\b/m;

/** Of a shell: nothing ends it any more where a command fails. */
const unstrict = ({ path, before, after }: SourceChange): Tamed[] => {
  if (before === null || after === null || !/\.(?:sh|bash|zsh|ksh)$/.test(path)) return [];
  const isGone = [/^[ \t]*set\s+-\w*e/m, strict, /\bpipefail\b/].some(
    (shape) => shape.test(before.state.text) && !shape.test(after.state.text),
  );
  if (!isGone) return [];
  return [{ path, line: 1, about: 'lets the script go on where a command fails' }];
};

export const tamedChecks = (changes: readonly SourceChange[]): Tamed[] =>
  changes.flatMap((change) => [...tamedIn(change), ...unchecked(change), ...unstrict(change)]);
