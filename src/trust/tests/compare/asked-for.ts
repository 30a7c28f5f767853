/** Whether a finding asks for what was done to a test: it must lie in that very file and say so. */
import { anyOf, pattern } from '../../../plain/pattern.ts';
import type { Asking } from '../../../model/patch.ts';

export type Change = 'removed' | 'skipped' | 'loosened' | 'rewritten' | 'slowed' | 'mocked';

const words: Readonly<Record<Change, RegExp>> = {
  removed: pattern(
    'i',
    /\b/,
    anyOf(
      /remove|delete|drop|obsolete/,
      /duplicate[sd]?/,
      /duplication|redundant|dead|unused|useless/,
      /no longer/,
      /outdated|stale|superseded|twice/,
      /same as/,
      /never (?:fails|runs)/,
      /tests? nothing/,
      /merge|pointless|meaningless|deprecated|copy|copied/,
      /repeat(?:s|ed)?/,
      /tautolog\w+/,
    ),
    /\b/,
  ),
  skipped: pattern(
    'i',
    /(?:\b|(?=#))/,
    anyOf(
      /skip(?:ped)?|#\[ignore|ignored?/,
      /disabled?|quarantine/,
      /only (?:runs?|works?|exists?|passes|on)/,
      /platform|windows|macos|linux|integration/,
    ),
    /\b/,
  ),
  loosened: pattern(
    'i',
    /\b/,
    anyOf(
      /brittle|fragile/,
      /too strict/,
      /over-?specifi\w+/,
      /order|unordered|float\w*/,
      /toleran\w+/,
      /approx\w*/,
      /implementation detail/,
      /locale/,
      /time ?zones?/,
      /rounding|precision/,
      /exact(?:ly)?/,
      /hard-?coded|internals?|wording|platforms?/,
      /snapshots?|what matters|over-?us\w+/,
    ),
    /\b/,
  ),
  rewritten: pattern(
    'i',
    /\b/,
    anyOf(
      /wrong|incorrect|outdated|stale|obsolete|expects?|expected|expectation|asserts?|assertion|typo/,
      /mismatch|copy|copied|misspelled|mistake|reversed|swapped/,
      /should be/,
      /snapshot|golden|fixture|hard-?coded|insecure|leak\w*|secret|real|personal|flaky/,
      /depends on/,
      /data/,
    ),
    /\b/,
  ),
  slowed: pattern(
    'i',
    anyOf(
      /\b(?:timeouts?|time limits?|times out|timed out|retr(?:y|ies)|too short|longer|exceeds|more time)\b/,
      /\b(?:give|allow|grant|raise|increase|set)\b[^.\n]{0,60}\b\d+ ?(?:s|ms|min|sec\w*|minutes?)\b/,
    ),
  ),
  mocked: /\b(?:mock\w*|stub\w*|network|real|external|isolate\w*|slow|flaky)\b/i,
};

/** Texts that mention it only to forbid it. */
const forbidding = pattern(
  'gi',
  /\b/,
  anyOf(/do not/, /don't/, /must not/, /never|without/, /should not/, /rather than/, /instead of/, /not by/, /cannot/),
  /[ \t]+(?:\w+[ \t]+){0,3}?/,
  anyOf(/skip\w*|delet\w*|remov\w*|disabl\w*|weaken\w*|loosen\w*|chang\w*|edit\w*|touch\w*|rewrit\w*/),
);

const textOf = ({ title, description, suggestion = '', rule = '', category }: Asking): string =>
  `${title}\n${description}\n${suggestion}\n${rule.replaceAll('_', ' ')}\n${category}`
    .slice(0, 20_000)
    .replaceAll(forbidding, ' ');

const isThatFile = ({ file }: Asking, paths: readonly string[]): boolean => file !== undefined && paths.includes(file);

/** A finding elsewhere that names the file, or the tests, and says what to do with them. */
const namesIt = (finding: Asking, paths: readonly string[], change: Change): boolean => {
  const text = textOf(finding);
  const isNamed = paths.some((path) => text.includes(path.split('/').at(-1) ?? path));
  if (change === 'removed' || change === 'skipped')
    return /\b(?:remove|delete|drop)\b[^.\n]{0,80}\btests?\b/i.test(text) && change === 'removed';
  return (
    isNamed && change === 'rewritten' && /\b(?:update|adapt|adjust|correct|change|fix|regenerate|rewrite)\b/i.test(text)
  );
};

export const isAskedFor = (findings: readonly Asking[], change: Change, paths: readonly string[]): boolean =>
  findings.some((finding) =>
    isThatFile(finding, paths) ? words[change].test(textOf(finding)) : namesIt(finding, paths, change),
  );
