/** One attempt in the Markdown report, with what became of it. */
import type { Challenge } from '../../model/challenge.ts';
import type { Report } from '../../model/report.ts';
import { present } from '../../plain/present.ts';
import { code, inline } from './escape.ts';
import { attemptResult, gateWords } from '../../views/words/judgements.ts';
import { duration, usd } from '../../views/words/amounts.ts';
import { verificationDetail } from './verification.ts';

type ReportAttempt = Report['findings'][number]['attempts'][number];

const changes = (attempt: ReportAttempt): string =>
  attempt.files.length === 0
    ? 'Changed nothing.'
    : `Changed ${attempt.files
        .map(
          ({ path, change, added, removed }) =>
            `${code(path)} (${change}, +${added ?? '?'} −${removed ?? '?'}${outsideWords(attempt, path)})`,
        )
        .join(', ')}.`;

const outsideWords = ({ outside = [] }: ReportAttempt, path: string): string =>
  outside.includes(path) ? ', outside the findings' : '';

const voteLine = ({ challenger, score, feedback, quality }: Challenge['votes'][number]): string => {
  const parts = Object.entries(quality ?? {}).map(([name, value]) => `${name} ${value}`);
  const scored = `${score ?? 'no score'}${parts.length === 0 ? '' : ` (${parts.join(', ')})`}`;
  return `- ${code(challenger)}: ${scored}: ${inline(feedback)}`;
};

const challengeDetail = ({ challenge }: ReportAttempt): string[] => {
  if (challenge === undefined) return [];
  const { score, threshold, feedback, improvements, votes } = challenge;
  return present([
    `Challenge: ${score}, ${threshold} needed. ${inline(feedback)}`,
    votes.length !== 0 && votes.map(voteLine).join('\n'),
    improvements.length !== 0 && `Still to be done:\n\n${improvements.map((text) => `- ${inline(text)}`).join('\n')}`,
  ]);
};

export const attemptSection = (attempt: ReportAttempt): string[] => {
  const { reason, explanation = '', patch, group, gates, verification, flag } = attempt;
  return present([
    `#### Attempt ${attempt.n}: ${attemptResult(attempt)}`,
    `${attemptFacts(attempt).join(', ')}. ${timeWords(attempt)}.`,
    reason !== undefined && `Why: ${inline(reason)}`,
    explanation !== '' && `The agent said: ${inline(explanation)}`,
    changes(attempt),
    patch !== undefined && `Patch: ${code(patch)}`,
    group !== undefined && `Verified in group ${group}.`,
    gates !== undefined && `Gates: ${inline(gateWords(gates))}.`,
    ...(verification === undefined ? [] : verificationDetail(verification)),
    ...challengeDetail(attempt),
    flag !== undefined && `**Flagged**: ${inline(flag)}`,
  ]);
};

const timeWords = ({ startedAt, at }: ReportAttempt): string =>
  startedAt === undefined ? `Answered ${inline(at)}` : `Started ${inline(startedAt)}`;

const attemptFacts = ({ cycle, agent, claim, durationMs, usd: dollars, tokens }: ReportAttempt): string[] =>
  present([
    `cycle ${cycle}`,
    `by ${code(agent)}`,
    `claim: ${claim}`,
    duration(durationMs),
    dollars !== undefined && usd(dollars),
    tokens !== undefined && `${tokens} tokens`,
  ]);
