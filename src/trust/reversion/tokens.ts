/** Text as tokens: what is left of a line when it is laid out in another way. */
import { anyOf, pattern } from '../../plain/pattern.ts';

const token = pattern(
  'gu',
  anyOf(
    /"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|`(?:\\.|[^`\\])*`/,
    /[\p{L}\p{N}_$]+/u,
    /\/\/.*|\/\*.*?(?:\*\/|$)/,
    /[=!<>+\-*/%&|^?:.~@]+|\S/,
  ),
);

const isQuoted = (text: string): boolean => text.length > 1 && /^["'`]/.test(text);

/** Longer lines are made by machines; of them, the beginning is read. */
const longestLine = 20_000;

const byHash = /\.(?:py|pyi|rb|sh|bash|pl|ex|exs|jl|r|nim)$/i;
const hashComment = /(?:^|\s)#(?!!).*$/;

/** Without quotes of a kind, and without comments behind code. */
export const tokensOf = (line: string, path: string): string[] => {
  const text = line.slice(0, longestLine);
  const found = (byHash.test(path) && !/["']/.test(text) ? text.replace(hashComment, '') : text).match(token) ?? [];
  return found.filter((each) => !isComment(each)).map((each) => (isQuoted(each) ? `"${each.slice(1, -1)}"` : each));
};

const isComment = (text: string): boolean => text.startsWith('//') || text.startsWith('/*');

const commentLine = /^\s*(?:\/\/|\/\*|\*(?:\s|\/|$)|#(?!include|!|\[|if|else|endif|define|region)|--\s|<!--|"""|''')/;

/** Nothing else stands in the line. */
export const isCommentLine = (line: string): boolean => commentLine.test(line.slice(0, longestLine));

/** Names, numbers and texts, as opposed to punctuation. */
export const isWord = (text: string): boolean => /[\p{L}\p{N}_$]/u.test(text);

const brackets = /^[()[\]{},;]$/;

/** What two statements are compared by: brackets and commas are everywhere. */
export const telling = (tokens: readonly string[]): string[] => tokens.filter((each) => !brackets.test(each));
