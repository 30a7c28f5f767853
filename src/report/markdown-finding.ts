/** One finding in the Markdown report: what it is, and every attempt with what became of it. */
import type { Report, ReportFinding } from '../model/report.ts';
import type { CommandResult, Verification } from '../model/verification.ts';
import { present } from '../plain/present.ts';
import { block, code, inline } from './markdown-escape.ts';
import { setupWords } from '../views/words/runs.ts';
import { attemptResult, gateWords, proofWords, verdict } from '../views/words/judgements.ts';
import { placeThenAndNow } from '../views/words/places.ts';
import { duration, usd } from '../views/words/amounts.ts';

type ReportAttempt = Report['findings'][number]['attempts'][number];

const behindColon = (words: string | undefined): string => (words === undefined ? '' : `: ${inline(words)}`);

const inCommit = ({ commit }: ReportFinding): string => (commit === undefined ? '' : ` (commit ${code(commit)})`);

const commandDetail = (command: CommandResult): string[] => {
  const line = `${code(command.command)}: ${command.status} after ${duration(command.durationMs)}`;
  if (command.status === 'passed') return [line];
  const output = [command.stdout, command.stderr].filter((text) => text.trim() !== '').map((text) => block(text));
  return [line, ...output];
};

export const verificationDetail = (verification: Verification): string[] =>
  present([
    `Verification ${verdict(verification.verdict)} ` +
      `(${duration(verification.durationMs)})${behindColon(verification.reason)}`,
    verification.setup !== undefined && `Set-up ${inline(setupWords(verification.setup))}.`,
    ...verification.failures.map(
      (failure) => `${failure.kind} failure of ${code(failure.command)}: ${inline(failure.detail)}`,
    ),
    ...verification.tools.map(
      (tool) =>
        `Reviewer ${code(tool.reviewer)} run again: ` +
        `${tool.status}${tool.message === undefined ? '' : `, ${inline(tool.message)}`}`,
    ),
    ...verification.commands.flatMap(({ command, changes = [] }) =>
      changes.length === 0 ? [] : [`${code(command)} changes tracked files: ${changes.map(code).join(', ')}.`],
    ),
    ...verification.commands.flatMap(commandDetail),
  ]);

const changes = (attempt: ReportAttempt): string =>
  attempt.files.length === 0
    ? 'Changed nothing.'
    : `Changed ${attempt.files
        .map(({ path, change, added, removed }) => `${code(path)} (${change}, +${added ?? '?'} −${removed ?? '?'})`)
        .join(', ')}.`;

const challengeDetail = ({ challenge }: ReportAttempt): string[] => {
  if (challenge === undefined) return [];
  const { score, threshold, feedback, improvements, votes } = challenge;
  const quality = votes.flatMap(({ challenger, score: given, feedback: words, quality: scores }) => {
    const parts = Object.entries(scores ?? {}).map(([name, value]) => `${name} ${value}`);
    return [
      `- ${code(challenger)}: ${given ?? 'no score'}${parts.length === 0 ? '' : ` (${parts.join(', ')})`}: ` +
        inline(words),
    ];
  });
  return present([
    `Challenge: ${score}, ${threshold} needed. ${inline(feedback)}`,
    quality.length !== 0 && quality.join('\n'),
    improvements.length !== 0 && `Still to be done:\n\n${improvements.map((text) => `- ${inline(text)}`).join('\n')}`,
  ]);
};

const attemptSection = (attempt: ReportAttempt): string[] => {
  const costs = present([
    attempt.usd !== undefined && usd(attempt.usd),
    attempt.tokens !== undefined && `${attempt.tokens} tokens`,
  ]);
  const facts = [
    `cycle ${attempt.cycle}`,
    `by ${code(attempt.agent)}`,
    `claim: ${attempt.claim}`,
    duration(attempt.durationMs),
    ...costs,
  ];
  return present([
    `#### Attempt ${attempt.n}: ${attemptResult(attempt)}`,
    `${facts.join(', ')}. Started ${inline(attempt.at)}.`,
    attempt.reason !== undefined && `Why: ${inline(attempt.reason)}`,
    attempt.explanation !== undefined && attempt.explanation !== '' && `The agent said: ${inline(attempt.explanation)}`,
    changes(attempt),
    attempt.patch !== undefined && `Patch: ${code(attempt.patch)}`,
    attempt.gates !== undefined && `Gates: ${inline(gateWords(attempt.gates))}.`,
    ...(attempt.verification === undefined ? [] : verificationDetail(attempt.verification)),
    ...challengeDetail(attempt),
    attempt.flag !== undefined && `**Flagged**: ${inline(attempt.flag)}`,
  ]);
};

/** Tools often give one sentence, which became the title already. */
const saysMore = ({ title, description }: ReportFinding): boolean => !['', title, `${title}.`].includes(description);

const mergedFrom = ({ merged = [] }: ReportFinding): string[] =>
  merged.length === 0
    ? []
    : [
        `Merged from ${merged.length} reports:`,
        merged
          .map(
            ({ reviewer, title, line }) =>
              `- ${inline(reviewer)}${line === undefined ? '' : `, line ${line}`}: ${inline(title)}`,
          )
          .join('\n'),
      ];

export const findingSection = (finding: ReportFinding): string[] => {
  const source =
    finding.rule === undefined || finding.rule === finding.category
      ? finding.category
      : `${finding.category}, rule ${finding.rule}`;
  return present([
    `### ${inline(finding.code)}: ${inline(finding.title)}`,
    `**${finding.status}**${behindColon(finding.reason)}${inCommit(finding)}`,
    `${finding.severity}, ${inline(source)}, ${code(placeThenAndNow(finding))}, reported by ` +
      `${inline(finding.reviewer)} (${finding.level}).`,
    finding.removedBy !== undefined &&
      `The lines that it was about were removed by the fix of ${inline(finding.removedBy.codes)}.`,
    finding.status === 'fixed' && `Proof: ${proofWords(finding.proof ?? [], true)}.`,
    saysMore(finding) && inline(finding.description),
    finding.suggestion !== undefined && `Suggestion: ${inline(finding.suggestion)}`,
    ...mergedFrom(finding),
    ...(finding.attempts.length === 0 ? ['No attempt was made.'] : finding.attempts.flatMap(attemptSection)),
  ]);
};
