/** What rules of well-known linters ask for: another way to write something, or less of it. */
import type { Asking } from '../../model/patch.ts';
import { anyOf, pattern } from '../../plain/pattern.ts';

/** Those of Clippy that are about what code does; all others of it are about how it is written. */
const clippyFaults = anyOf(
  /unwrap|expect|panic|index|arithmetic|integer|cast|await|mutex|float|let_underscore|todo|unimpl|mem_|mut_|lossy/,
  /exit|eq_op|out_of|overflow|uninit|invalid|not_unsafe|transmute|ptr_|never|infinite|suspicious|wrong|unsafe|lock/,
);

const form = pattern(
  '',
  anyOf(
    pattern('', /^clippy::/, `(?!${clippyFaults})`),
    /^(?:UP|SIM|RET|PERF|C4|PIE|FURB|PLR|COM|ISC|FLY|PTH)\d/,
    /^(?:S1\d{3}|ST1\d{3}|QF1\d{3}|gosimple|stylecheck|gocritic|revive|unconvert|prealloc|wsl|nlreturn)$/,
    /^(?:[\w@-]+\/)*(?:prefer-|no-(?:else-return|extra-|useless-|unneeded-|lonely-if|var\b|inferrable))/,
    /^(?:[\w@-]+\/)*(?:consistent-|sort-|order\b|object-shorthand|arrow-body-style|curly$|unicorn\/)/,
  ),
);

const less = pattern(
  '',
  anyOf(
    /needless|redundant|unnecessary|useless|unused|unneeded|superfluous|no-extra|extra_unused|dead_code|dead-code/,
    /clone_on_copy|derivable_impls|let_and_return|self[-_]assign|ineffassign|no-console|no-debugger|no-print|forbidigo/,
    /^(?:F401|F841|PIE790|RUF100|T20[13]|T100|W0611|W0612|ARG00\d|ERA001|unparam|wastedassign|deadcode|no-alert)$/,
  ),
);

const isOf = (findings: readonly Asking[], rules: RegExp): boolean =>
  findings.some(({ rule }) => rule !== undefined && rules.test(rule));

/** A rule about how code is written. */
export const isFormRule = (findings: readonly Asking[]): boolean => isOf(findings, form) || isOf(findings, less);

/** A rule that is answered by taking something away. */
export const isRuleForLess = (findings: readonly Asking[]): boolean => isOf(findings, less);
