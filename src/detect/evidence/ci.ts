/** What CI runs, as evidence of what people run: lines in which a command stands. */
import type { Facts } from '../folder.ts';
import { lineOf } from '../folder.ts';
import type { Place } from '../found.ts';
import { anyOf, pattern } from '../../plain/pattern.ts';

const files = pattern(
  '',
  /^/,
  anyOf(
    /\.github\/workflows\/[^/]+\.ya?ml/,
    /\.gitlab-ci\.ya?ml/,
    /\.circleci\/config\.yml/,
    /(?:\.travis|azure-pipelines|bitbucket-pipelines|\.drone|\.cirrus)\.yml/,
    /Jenkinsfile/,
  ),
  /$/,
);

export const isCi = (file: string): boolean => files.test(file);

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** The first place where CI runs something that begins with these words. */
export const inCi = ({ texts }: Pick<Facts, 'texts'>, words: string): Place | null => {
  const mark = new RegExp(`(?:^|[\\s;&|"'])${escaped(words)}(?=$|[\\s;&|"'])`, 'm');
  for (const [file, text] of texts) {
    if (!isCi(file)) continue;
    const line = lineOf(withoutComments(text), mark);
    if (line !== undefined) return { file, line };
  }
  return null;
};

/** Names of steps and comments are no commands. Lines stay where they are. */
const withoutComments = (text: string): string =>
  text
    .split('\n')
    .map((line) => (/^[ \t]*(?:#|(?:-[ \t]*)?(?:name|uses|description):)/.test(line) ? '' : line))
    .join('\n');

const testing =
  /(?:^\s*-?\s*(?:run|script)?:?\s*[|>]?-?\s*)((?:\.\/)?[\w./-]*\b(?:test|tests|check|verify)\b[^\n#&|;]*)$/;

/** Lines of CI that look as though they tested: for a person to choose from, never taken by themselves. */
export const testLines = ({ texts }: Pick<Facts, 'texts'>): { command: string; place: Place }[] =>
  [...texts].flatMap(([file, text]) =>
    isCi(file)
      ? withoutComments(text)
          .split('\n')
          .flatMap((line, index) => {
            const command = line.length < 300 ? testing.exec(line)?.[1]?.trim() : undefined;
            return command === undefined ? [] : [{ command, place: { file, line: index + 1 } }];
          })
      : [],
  );
