/** Judgements in words: of verifications, attempts, gates and proof. */
import type { Attempt } from '../../model/attempt.ts';
import type { Proof } from '../../model/proof.ts';
import { attemptWords, toldByReason } from '../../model/run/attempt-words.ts';
import { isRechecked } from '../../model/run/rechecked.ts';
import type { Verification } from '../../model/verification.ts';

const verdicts: Readonly<Record<Verification['verdict'], string>> = {
  passed: 'passed',
  failed: 'failed',
  unproven: 'inconclusive',
  crashed: 'could not be carried out',
  'setup-failed': 'could not be set up',
  cancelled: 'was cancelled',
  none: 'not configured',
};
export const verdict = (value: Verification['verdict']): string => verdicts[value];

export const attemptResult = (attempt: Pick<Attempt, 'result' | 'gate'>): string => {
  if (attempt.gate === undefined) return attemptWords[attempt.result];
  return attempt.gate === 'challenge'
    ? `${attemptWords[attempt.result]} by the challenger`
    : `${attemptWords[attempt.result]} (${attempt.gate})`;
};

/** Which gates let an attempt pass, and which did not, by what. */
export const gateWords = (gates: NonNullable<Attempt['gates']>): string =>
  gates
    .map(({ gate, result, evidence }) => {
      const by = Object.entries(evidence).map(([kind, seen]) => `${kind}: ${seen}`);
      return `${gate} ${result}${by.length === 0 ? '' : ` (${by.join('; ')})`}`;
    })
    .join(', ');

/** What became of an attempt and why, in one line; `cut` shortens what others have written. */
export const judgement = (
  attempt: Pick<Attempt, 'result' | 'gate' | 'reason' | 'challenge' | 'proof' | 'flag'>,
  cut: (text: string) => string = (text) => text,
): string => {
  const { gate, reason = '', challenge, proof, flag } = attempt;
  const told = toldByReason(attempt.result, reason);
  const words = [told === null ? attemptResult(attempt) : cut(told)];
  const proven = proof === undefined ? '' : proofWords(proof);
  if (proven !== '') words.push(`, ${proven}`);
  if (challenge !== undefined && gate !== 'challenge') words.push(`, scored ${challenge.score}`);
  if (reason !== '' && told === null) words.push(`: ${cut(reason)}`);
  if (flag !== undefined) words.push(`; flagged: ${cut(flag)}`);
  return words.join('');
};

const proofs: Readonly<Record<Proof, string>> = {
  tool: 'the tool no longer reports it',
  review: 'a later review no longer reports it',
  target: 'its own check passes',
  reproduction: 'a test that shows it failed without the fix and passes with it',
  tests: 'tests pass',
};

/** What is behind a fix; empty where somebody looked again, unless `all` is asked for. */
export const proofWords = (proof: readonly Proof[], all = false): string => {
  if (proof.length === 0) return 'not proven';
  const said = proof.map((kind) => proofs[kind]).join(', ');
  if (!isRechecked(proof)) return `${said}, not re-checked`;
  return all ? said : '';
};
