/** What the code declared or asked for before and does not even mention any more: tests of it may go with it. */
import { anyOf, pattern } from '../../../../plain/pattern.ts';
import type { FileState, ReadFile } from '../../../read-patch.ts';
import type { Asking } from '../../../../model/patch.ts';
import { missing } from '../../text/tokens.ts';
import { isSource } from './behaviour.ts';

const declaration = pattern(
  'gmu',
  anyOf(
    pattern(
      'u',
      /\b/u,
      anyOf(
        /function\*?/u,
        /def|class|fn/u,
        /func(?:\s*\([^)]{0,100}\))?/u,
        /struct|enum|trait|interface|type|const|let|var|module|object|fun|sub/u,
      ),
      /\s+([\p{L}_$][\p{L}\p{N}_$]*)/u,
    ),
    /^[ \t]*(?:pub(?:\([^)]*\))?[ \t]+|(?:this|self)\.)([\p{L}_$][\p{L}\p{N}_$]*)[ \t]*[:=]/u,
    pattern(
      'u',
      /^[ \t]*/u,
      /(?:(?:public|protected|private|static|final|async|export|override|virtual|abstract|internal|get|set)[ \t]+)*/u,
      /(?:[\w<>[\],.?]+[ \t]+)?([\p{L}_$][\p{L}\p{N}_$]*)[ \t]*\([^()\n]{0,200}\)[^;{}\n]{0,80}\{/u,
    ),
  ),
);
const word = /[\p{L}_$][\p{L}\p{N}_$]*/gu;

const common = pattern(
  '',
  /^/,
  anyOf(
    /if|for|while|switch|catch|return|function|main|constructor|get|set|run|test|value|name|key|id/,
    /data|index|i|x|y|n|s|result|total|sum|count/,
  ),
  /$/,
);

/** What these files declare. */
export const declaredNames = (files: readonly ReadFile[]): Set<string> =>
  new Set(
    files
      .filter(isSource)
      .flatMap(({ before }) =>
        [...(before?.text.slice(0, 500_000) ?? '').matchAll(declaration)].map(
          ([, one, two, three]) => one ?? two ?? three ?? '',
        ),
      ),
  );

/** Names of tests are no names of the code, though they may stand in the same file. */
const namesIn = (text: string): string[] =>
  [...text.matchAll(declaration)].map(([, one, two, three]) => one ?? two ?? three ?? '');

const property = /\.([\p{L}_$][\p{L}\p{N}_$]{3,})\b(?!\s*\()/gu;

/** Options and fields that the code asks for: `options.strict`. */
const askedIn = (text: string): string[] => [...text.matchAll(property)].map(([, name = '']) => name);

export const goneNames = (files: readonly ReadFile[], tests: ReadonlySet<string>): Set<string> => {
  const sources = files.filter(isSource);
  const texts = sources.map(({ before }) => before?.text.slice(0, 500_000) ?? '');
  const declared = texts.flatMap(namesIn).filter((name) => !tests.has(name));
  const there = new Set(sources.flatMap(({ after }) => after?.text.slice(0, 500_000).match(word) ?? []));
  const isGone = (name: string): boolean => name.length > 2 && !there.has(name) && !common.test(name);
  return new Set([...declared, ...texts.flatMap(askedIn)].filter(isGone));
};

const removal = pattern(
  'i',
  /\b/,
  anyOf(
    /remove|delete|drop|deprecated|stale|unused|dead|obsolete|unreachable/,
    /never called/,
    /no longer (?:used|needed)/,
    /legacy|retired?/,
    /(?:ha(?:s|ve) to|must|should) go/,
    /shut down|sunset|discontinued|no longer (?:offered|supported|sold)/,
  ),
  /\b/,
);

export const asksForRemoval = (findings: readonly Asking[]): boolean =>
  findings.some(({ title, description, suggestion = '', rule = '' }) =>
    removal.test(`${title}\n${description}\n${suggestion}\n${rule}`.slice(0, 20_000)),
  );

/** What is declared in lines that were taken out, where more was taken out than put in. */
const linesOnlyIn = (one: FileState | null, other: FileState | null): string[] =>
  missing(one?.lines ?? [], other?.lines ?? []).filter((line) => line.trim() !== '');

export const removedNames = (files: readonly ReadFile[]): Set<string> =>
  new Set(
    files.filter(isSource).flatMap(({ before, after }) => {
      const [gone, fresh] = [linesOnlyIn(before, after), linesOnlyIn(after, before)];
      return gone.length < fresh.length + 2 ? [] : namesIn(gone.join('\n').slice(0, 200_000));
    }),
  );
