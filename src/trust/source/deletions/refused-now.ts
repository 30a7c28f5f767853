/** Work that is not done any more: an error stands where a result was worked out, and no finding speaks of errors. */
import type { Asking } from '../../../model/patch.ts';
import { anyOf, pattern } from '../../../plain/pattern.ts';
import type { SourceChange } from '../change.ts';
import { hunksOf, type SourceHunk } from '../hunks.ts';
import type { Seen } from '../seen.ts';
import { mentions } from '../words.ts';

const aboutErrors = pattern(
  'i',
  anyOf(
    /error|throw|rais|reject|refus|panic|fail|exception|invalid|abort|validat|assert|unsafe|support|untrusted/,
    /inject|deserial|forbid|disallow|must not|should not|arbitrary|accept|silent|ignor|swallow|null|nil|none|undefined/,
  ),
);

const refusing =
  /^(?:throw\b|raise\b|panic!?\(|return Err\(|todo!|unimplemented!|return (?:\w+, )?(?:errors\.New|fmt\.Errorf)\()/;
const working = /^return\b.*(?:\w\(|[*/%+]|\s-\s)/;

const isRefused = ({ removed, added }: SourceHunk): boolean =>
  added.length > 0 &&
  added.every(({ text }) => refusing.test(text)) &&
  removed.some(({ text }) => working.test(text)) &&
  !removed.some(({ text }) => refusing.test(text));

export const refusedNow = (changes: readonly SourceChange[], findings: readonly Asking[]): Seen[] =>
  mentions(findings, aboutErrors)
    ? []
    : changes.flatMap((change) =>
        hunksOf(change)
          .filter(isRefused)
          .map(({ added }) => ({
            rule: 'code-deleted',
            path: change.path,
            line: added[0]?.line ?? 1,
            about: 'ends in an error where it worked out a result',
          })),
      );
