/** One finding in the Markdown report: what it is, and every attempt with what became of it. */
import type { ReportFinding } from '../../model/finding/reported.ts';
import { present } from '../../plain/present.ts';
import { code, inline } from './escape.ts';
import { proofWords } from '../../views/words/judgements.ts';
import { placeThenAndNow } from '../../views/words/places.ts';
import { attemptSection } from './attempt.ts';
import { behindColon } from './verification.ts';

const inCommit = ({ commit }: ReportFinding): string => (commit === undefined ? '' : ` (commit ${code(commit)})`);

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
  const { status, removedBy, issue, proof = [], suggestion, attempts } = finding;
  return present([
    `### ${inline(finding.code)}: ${inline(finding.title)}`,
    `**${status}**${behindColon(finding.reason)}${inCommit(finding)}`,
    origin(finding),
    removedBy !== undefined && `The lines that it was about were removed by the fix of ${inline(removedBy.codes)}.`,
    issue?.url !== undefined && issue.url !== null && `Issue: ${inline(issue.url)}`,
    issue?.error !== undefined && issue.error !== null && `The issue was not sent: ${inline(issue.error)}`,
    status === 'fixed' && `Proof: ${proofWords(proof, true)}.`,
    saysMore(finding) && inline(finding.description),
    suggestion !== undefined && `Suggestion: ${inline(suggestion)}`,
    ...mergedFrom(finding),
    ...(attempts.length === 0 ? ['No attempt was made.'] : attempts.flatMap(attemptSection)),
  ]);
};

/** What it is, where, and who says so. */
const origin = (finding: ReportFinding): string => {
  const { severity, category, rule, reviewer, level } = finding;
  const source = rule === undefined || rule === category ? category : `${category}, rule ${rule}`;
  const place = code(placeThenAndNow(finding));
  return `${severity}, ${inline(source)}, ${place}, reported by ${inline(reviewer)} (${level}).`;
};
