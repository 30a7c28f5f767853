/** Idle code that a line shows, in languages without a grammar too. */
import { anyOf, pattern } from '../../../plain/pattern.ts';
import type { LineRule } from '../fresh-lines.ts';

const rule = 'never-true';

export const idleLines: readonly LineRule[] = [
  {
    rule: 'hidden-name',
    pattern: pattern(
      '',
      anyOf(
        /(["'])[\w-]{1,12}\1\s*\+\s*(["'])[\w@.-]{1,20}\2/,
        /\[(?:\s*["'][\w.-]{1,8}["'],?){2,}\s*\]\.join\(\s*["']{2}\s*\)/,
        /String\.join\(\s*""(?:\s*,\s*"[\w.-]{1,8}"){2,}\s*\)/,
        /["']{2}\.join\(\s*[[(]\s*["'][\w.-]{1,8}["']\s*,/,
        /\bconcat!?\(\s*["'][\w.-]{1,8}["']\s*,\s*["'][\w.-]{1,8}["']/,
        /["'][\w-]{1,8}["']\.concat\(\s*["'][\w-]{1,8}["']\s*\)/,
        /\(\s*["']\w{1,12}["']\s*\)\.reverse\(\)/,
        /["']\w{1,12}["']\[::-1\]/,
        /\b(?:globalThis|window|global|self)\[\s*(?:["'`[]|atob)/,
        /\w\$\{\s*['"]\w+['"]\s*\}|\$\{\s*['"]\w+['"]\s*\}\w/,
        /\{\s*['"]\w+['"]\s*\}\w+['"]/,
        /\(0,\s*(?:eval|\w+\.(?:exec|execSync))\)\(/,
        /String\.fromCharCode\(\d/,
        /\batob\(["']/,
        /getattr\(\w+,\s*["']\w+["']\s*\+/,
        /__import__\(["']\w+["']\s*\)\./,
        /b64decode\(\s*b?["']/,
      ),
    ),
    about: 'builds a name out of pieces, so that nobody finds it',
  },
  {
    rule,
    pattern: pattern(
      '',
      anyOf(
        /[(?:|&]\s*false\s*&&|\breturn\s+false\s*&&|&&\s*false\s*[;)?]|\bFalse and\b|\band False\b/,
        /\blen\([^()]*\)\s*<\s*0\b|\.(?:length|size\(\)|len\(\)|count)\s*<\s*0\b/,
        /\$\{?#\S*\s+-lt\s+0\b/,
      ),
    ),
    about: 'puts code behind a condition that is never true',
  },
  { rule: 'only-touched', files: /\.cs$/, pattern: /^_ = /, about: 'discards a result that was complained of' },
  {
    rule,
    files: /\.(?:c|h|cc|cpp|hpp|m|cs)$/,
    pattern: /^#\s*if\s+(?:0|false)\b/,
    about: 'puts code behind a condition that is never true',
  },
  {
    rule,
    files: /\.rs$/,
    pattern: /#\[cfg\(any\(\)\)\]|#\[cfg\(FALSE\)\]/,
    about: 'puts code behind a condition that is never true',
  },
  {
    rule,
    files: /\.go$/,
    pattern: /^\/\/go:build (?:ignore|never)|^\/\/ \+build ignore/,
    about: 'leaves a file out of the build',
  },
  {
    rule,
    files: /\.(?:kts?|cs|php|swift|scala|c|cc|cpp|dart|groovy)$/,
    pattern: /\b(?:if|while)\s*\(\s*(?:false|0)\s*(?:\)|&&)/,
    about: 'puts code behind a condition that is never true',
  },
  {
    rule,
    files: /\.rb$/,
    pattern: /^(?:if|while)\s+(?:false|nil)\b|^return if true\b|\bif false$|\bunless\s+true\b|^until\s+true\b/,
    about: 'puts code behind a condition that is never true',
  },
  {
    rule,
    files: /\.(?:sh|bash)$/,
    pattern: /^if (?:false|\[ 1 -eq 0 \])/,
    about: 'puts code behind a condition that is never true',
  },
];
