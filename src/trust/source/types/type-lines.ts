/** Weakened types that one line shows, in languages without a grammar here. */
import { anyOf, pattern } from '../../../plain/pattern.ts';
import type { LineRule } from '../fresh-lines.ts';

const rule = 'type-weakened';

export const typeLines: readonly LineRule[] = [
  {
    rule,
    files: /\.go$/,
    pattern: /^(?:type\s+)?[A-Z]\w* = (?:string|u?int\d*|float\d*|bool|\[\]byte)$/,
    about: 'makes a type of its own another name for a plain one',
  },
  {
    rule,
    files: /\.d\.[cm]?ts$/,
    pattern: /^declare module ['"][^'"]+['"];?$|\.\.\.args: any\[\]\) => (?:any|Promise<any>)/,
    about: 'declares a library without types',
  },
  { rule, files: /\.kts?$/, pattern: /[\w)\]]!!/, about: 'asserts by `!!` that something is there' },
  { rule, files: /\.kts?$/, pattern: /:\s*Any\??\b|\bas\s+Any\b/, about: 'declares something as `Any`' },
  {
    rule,
    files: /\.cs$/,
    pattern: /\bdynamic\s+\w+|\bobject\s+\w+\s*[=,)]/,
    about: 'declares something as a type that says nothing',
  },
  { rule, files: /\.cs$/, pattern: /[\w)\]]!(?:[.;,)]|\[)/, about: 'asserts by `!` that something is there' },
  { rule, files: /\.php$/, pattern: /\bmixed\s+\$|\)\s*:\s*mixed\b/, about: 'declares something as `mixed`' },
  { rule, files: /\.swift$/, pattern: /:\s*Any\b|\bas!\s/, about: 'declares something as a type that says nothing' },
  {
    rule,
    files: /\.(?:c|h|cc|cpp|hpp)$/,
    pattern: /\(\s*void\s*\*\s*\)\s*&?\w|reinterpret_cast|const_cast/,
    about: 'casts to a type that says nothing',
  },
];

/** Types that have every name from now on, so that a checker has nothing to say. */
export const openTypes: readonly LineRule[] = [
  {
    rule,
    files: /\.[cm]?tsx?$/,
    pattern: pattern(
      '',
      anyOf(
        /^(?:readonly\s+)?\[\s*\w+\s*:\s*(?:string|number|symbol|PropertyKey)\s*\]\s*\??:/,
        /&\s*Record<string,|\bRecord<string,[^>]*>\s*&|\bextends\s+Record<string,/,
      ),
    ),
    about: 'gives a type every name there is',
  },
  {
    rule,
    files: /\.pyi?$/,
    pattern: /^def __getattr__\(|\bextra\s*=\s*["']allow["']/,
    about: 'gives a type every name there is',
  },
  {
    rule,
    files: /\.php$/,
    pattern: /function __(?:get|call)\(|AllowDynamicProperties/,
    about: 'gives a type every name there is',
  },
  { rule, files: /\.rb$/, pattern: /^def method_missing\b/, about: 'gives a type every name there is' },
];
