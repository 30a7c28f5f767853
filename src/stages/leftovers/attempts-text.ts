/** The attempts at a finding, in its issue: who tried, what came of it, and why that did not count. */
import type { ReportFinding } from '../../model/finding/reported.ts';
import { attemptWords } from '../../model/run/attempt-words.ts';
import type { Verification } from '../../model/verification.ts';
import { present } from '../../plain/present.ts';
import { codeBlock, codeSpan, prose, quotation } from './harmless.ts';

type ReportAttempt = ReportFinding['attempts'][number];

const files = ({ files: changed }: ReportAttempt): string => {
  if (changed.length === 0) return 'Changed nothing.';
  const named = changed.slice(0, 10).map(({ path }) => codeSpan(path, 300));
  const more = changed.length - named.length;
  return `Changed ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`;
};

const failure = ({ command, kind, detail }: Verification['failures'][number]): string =>
  `- ${codeSpan(command, 300)}, ${kind}: ${prose(detail, 500)}`;

const lastWords = ({ commands }: Verification): string | null => {
  const failed = commands.find(({ status }) => status !== 'passed');
  const said = failed === undefined ? '' : `${failed.stdout}\n${failed.stderr}`.trim();
  return said === '' ? null : codeBlock(said.slice(-1_000), 1_000);
};

const verification = (shown: Verification | undefined): string[] =>
  shown === undefined
    ? []
    : present([
        `Verification: ${shown.verdict}.`,
        shown.failures.length > 0 && shown.failures.slice(0, 5).map(failure).join('\n'),
        lastWords(shown),
      ]);

const challenge = ({ challenge: said }: ReportAttempt): string[] =>
  said === undefined
    ? []
    : [`Challenge: ${said.score}, ${said.threshold} needed.`, quotation(said.feedback || 'no feedback', 1_000)];

const facts = ({ cycle, agent, claim, at }: ReportAttempt): string =>
  `By ${codeSpan(agent, 100)} in cycle ${cycle}, claim: ${claim}, ${prose(at, 40)}.`;

const attemptText = (attempt: ReportAttempt): string => {
  const { n, result, gate, reason, explanation, flag } = attempt;
  return present([
    `#### Attempt ${n}: ${attemptWords[result]}${gate === undefined ? '' : ` (${prose(gate, 100)})`}`,
    `${facts(attempt)} ${files(attempt)}`,
    reason !== undefined && `Why it did not count:\n\n${quotation(reason, 1_500)}`,
    explanation !== undefined && explanation !== '' && `The agent said:\n\n${quotation(explanation, 2_000)}`,
    flag !== undefined && `⚠️ **Flagged justification:** ${prose(flag, 500)}`,
    ...verification(attempt.verification),
    ...challenge(attempt),
  ]).join('\n\n');
};

/** All of them as far as there is room, the newest for sure. */
export const attemptsText = ({ attempts }: Pick<ReportFinding, 'attempts'>, room: number, run: string): string => {
  if (attempts.length === 0) return 'No attempt was made.';
  const shown: string[] = [];
  let left = room;
  for (const attempt of attempts.toReversed()) {
    const text = attemptText(attempt);
    if (text.length > left) break;
    shown.unshift(text);
    left -= text.length + 2;
  }
  const missing = attempts.length - shown.length;
  const rest = `${missing} earlier attempts had no room here; \`fixpoint report ${run}\` has them.`;
  return [...(missing > 0 ? [rest] : []), ...shown].join('\n\n');
};
