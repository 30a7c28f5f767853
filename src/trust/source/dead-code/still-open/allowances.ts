/** Lists of what is allowed, as a pattern without its ends: one letter of them is enough to pass. */
import type { Asking } from '../../../../model/patch.ts';
import { anyOf, pattern } from '../../../../plain/pattern.ts';
import type { CodeLine } from '../../code-lines.ts';
import { mentions } from '../../words.ts';

const harm = /inject|travers|untrusted|validat|sanitiz|travers|\bSSRF\b|redirect|allow-?list|CWE-/i;

/** Several kinds of letters, and as many as like: `[\w./-]+`. A single kind may well be wanted somewhere in a text. */
const letters = /\[(?:\\[wd]|[a-zA-Z0-9]-[a-zA-Z0-9])(?:\\.|[^\]\\\n]){1,60}\][+*]/;

const asked = pattern(
  '',
  anyOf(
    pattern('', /!\s*\(?\//, letters, /\/[a-z]*\.test\(/),
    pattern('', /\bnot\s+re\.search\(\s*r?["']/, letters, /["']/),
    pattern('', /!\s*preg_match\(\s*["'][/#~]/, letters, /[/#~]/),
    pattern('', /\bunless\b.*=~\s*\//, letters, /\//),
    pattern('', /!\s*(?:~|=~)\s*\//, letters, /\//),
    pattern('', /!\s*regexp\.MustCompile\([`"]/, letters, /[`"]\)\.Match/),
    pattern('', /!\s*Pattern\.compile\("/, letters, /"\)\.matcher\(.*\.find\(/),
  ),
);

export const openAllowances = (fresh: readonly CodeLine[], findings: readonly Asking[]): CodeLine[] =>
  mentions(findings, harm) ? fresh.filter(({ text }) => asked.test(text.slice(0, 500))).slice(0, 1) : [];
