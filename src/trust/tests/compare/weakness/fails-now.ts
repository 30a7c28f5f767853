/** Checks of a result that became checks of a failure, where a finding wants the code to fail and not to answer. */
import type { Asking } from '../../../../model/patch.ts';
import { anyOf, pattern } from '../../../../plain/pattern.ts';
import type { Check } from '../../model.ts';
import type { Judge } from '../judge.ts';
import type { Pair } from '../pairs.ts';

const failing = anyOf(
  /throw|raise|reject|fail|propagate|surface|rethrow|re-?raise/,
  /let (?:the |it |an? |errors? |exceptions? |them )/,
  /return (?:an? )?(?:error|`?Err\b|`?Result\b)/,
);

/** “Raise an exception instead”, “it should throw”; not “it throws”, which complains. */
const wished = pattern(
  'i',
  anyOf(
    pattern('', /(?:^|\n|[.!?;:]\s+)/, failing, /\b/),
    pattern('', /\b(?:should|must|needs? to|has to|have to|ought to|and)\s+(?:also\s+)?/, failing, /\b/),
  ),
);

const asksToFail = (findings: readonly Asking[]): boolean =>
  findings.some(({ title, description, suggestion = '' }) =>
    wished.test(`${title}\n${description}\n${suggestion}`.slice(0, 10_000)),
  );

const calledIn = ({ subject }: Check): string[] =>
  [...subject.matchAll(/([\p{L}_$][\w$]*)\s*\(/gu)].map(([, name = '']) => name);

/** The test still calls what it asked for a result, and demands as often as this that something fails. */
export const failInstead = (lost: readonly Check[], { before, after }: Pair, judge: Judge): boolean => {
  if (lost.length === 0 || judge.code !== 'meaning' || !asksToFail(judge.findings)) return false;
  const known = new Set(before.checks.map(({ text }) => text));
  const demanded = after.checks.filter(({ kind, positive, text }) => kind === 'throws' && positive && !known.has(text));
  return (
    demanded.length >= lost.length &&
    lost.every((check) => check.kind !== 'throws' && calledIn(check).some((name) => after.calls.has(name)))
  );
};
