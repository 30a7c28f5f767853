/** Clocks and commands that are replaced for everybody, in more languages: shapes that a line shows. */
import { anyOf, pattern } from '../../../plain/pattern.ts';
import type { LineRule } from '../fresh-lines.ts';
import { builtin, clock, native, python, ruby, shells } from './line-rules.ts';

/** Words that a patch defines anew though everybody knows what they do. */
const shellWords = (words: RegExp): RegExp =>
  pattern('', /^(?:function\s+)?/, anyOf(words), /\s*\(\)|^alias\s+/, anyOf(words), /=/);

/** Of the product and of tests alike. */
export const clockLines: readonly LineRule[] = [
  clock(shells, shellWords(/date|sleep|time|timeout|usleep/)),
  builtin(shells, shellWords(/test|diff|cmp|grep|exit|return|set|trap|false|assert|cat|command|kill|wait|curl/)),
  clock(native, /^#\s*define\s+(?:time|clock|gettimeofday|clock_gettime|sleep|usleep|nanosleep|difftime|localtime)\b/),
  builtin(native, /^#\s*define\s+(?:assert|abort|exit|strcmp|memcmp|rand|if|return|main)\b/),
  clock(
    ruby,
    pattern(
      '',
      anyOf(
        /^class\s+(?:<<\s*)?(?:Time|Date|DateTime)\b|^def\s+(?:Time|Date|DateTime)\.\w+/,
        /\b(?:Time|Date|DateTime|Process)\.(?:define_singleton_method|singleton_class)\b/,
        /\b(?:Time|Date|DateTime|Process)\.(?:instance_eval|class_eval|stubs?)\b/,
        /^(?:Time|Date|DateTime)\.send\(:define|^def\s+(?:sleep|Kernel\.sleep)\b/,
      ),
    ),
  ),
  clock(python, /\b(?:time|datetime)\.__dict__\b|\bvars\((?:time|datetime)\)|\bdatetime\.datetime\.\w+\s*=(?!=)/),
];

/**
 * A clock of the code's own that it sets while it works, by none that goes: what is measured by it stands still. Tests
 * may set it.
 */
export const ownClockLines: readonly LineRule[] = [
  clock(
    undefined,
    pattern(
      '',
      /^(?:[\w.$]+\.)?/,
      anyOf(/now|Now|timeNow|nowFn|now_fn|clock|Clock|currentTime|monotonic/),
      /\s*=\s*(?!.*(?:Date|performance|hrtime|time|Instant|System|Clock|monotonic)\b)/,
      anyOf(/\(\s*\)\s*=>/, /function\b/, /func\s*\(/, /lambda\b/, /->/, /\{\s*\w+\s*\}/),
    ),
  ),
];

/** Set-up that all tests share, where a clock is stopped for all of them. */
export const sharedSetUp = pattern(
  'i',
  /(?:^|\/)(?:\w*[-_.])?/,
  anyOf(/set-?up\w*|conftest|spec_helper|rails_helper|test_helper|helper|globals?/),
  /(?:[-_.]\w+)*\.\w+$/,
);

export const sharedClockLines: readonly LineRule[] = [
  clock(
    /./,
    pattern(
      '',
      anyOf(
        /\b(?:spyOn|mock|replace)\(\s*(?:globalThis\.|global\.)?(?:Date|performance)\b/,
        /\b(?:useFakeTimers|setSystemTime|freeze_time|time_machine|travel_to|mockdate)\b/i,
        /\bTimecop\.(?:freeze|travel|scale)/,
        /\ballow\(\s*(?:Time|Date|DateTime|Process)\s*\)/,
        /\bsetattr\(\s*["']?(?:time|datetime)\b|\bpatch\(\s*["'](?:\w+\.)*(?:time|datetime)\b/,
      ),
    ),
  ),
];
