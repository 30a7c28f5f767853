/** A program's text without its comments, alike for all languages; strings stay. */

import { anyOf, pattern } from '../../../plain/pattern.ts';

const hash = /\.(?:pyi?|rb|sh|bash|bats|ya?ml|toml|ini|cfg|pl|r|ex|exs|conf)$/i;
const parts = pattern(
  'g',
  anyOf(
    pattern(
      '',
      '(',
      anyOf(
        /"""[\s\S]{0,20000}?"""/,
        /'''[\s\S]{0,20000}?'''/,
        /"(?:[^"\\\n]|\\.){0,4000}"/,
        /'(?:[^'\\\n]|\\.){0,4000}'/,
        /`(?:[^`\\]|\\.){0,4000}`/,
        // Outside of strings it begins none, however many there are.
        /\\\S/,
      ),
      ')',
    ),
    /\/\/[^\n]*/,
    /\/\*[\s\S]{0,20000}?\*\//,
  ),
);
const hashParts =
  /("""[\s\S]{0,20000}?"""|'''[\s\S]{0,20000}?'''|"(?:[^"\\\n]|\\.){0,4000}"|'(?:[^'\\\n]|\\.){0,4000}'|\\\S)|#[^\n]*/g;

export const withoutComments = (text: string, path: string): string =>
  text.replaceAll(hash.test(path) ? hashParts : parts, (_, kept: string | undefined) => {
    if (kept === undefined) return '';
    return kept.startsWith('"""') || kept.startsWith("'''") ? '""' : kept;
  });
