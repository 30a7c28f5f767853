/** Leftovers as one Markdown file. */
import type { ReportFinding } from '../../model/finding/reported.ts';
import { present } from '../../plain/present.ts';
import { attemptsText } from './attempts-text.ts';
import { codeSpan, prose, quotation } from './harmless.ts';
import { titleOf } from './issue-text.ts';
import { locationText, reportedPlace } from './location.ts';

const section = (finding: ReportFinding, run: string): string =>
  present([
    `## ${prose(finding.code, 50)}: ${prose(titleOf(finding), 200)}`,
    `**Where:** ${locationText(reportedPlace(finding), null)}. Reported by ${prose(finding.reviewer, 100)}. ` +
      `Fingerprint: ${codeSpan(finding.id, 200)}.`,
    finding.description !== '' && quotation(finding.description, 10_000),
    finding.suggestion !== undefined && `**Suggestion**\n\n${quotation(finding.suggestion, 5_000)}`,
    finding.reason !== undefined && `**Why it is left**\n\n${quotation(finding.reason, 2_000)}`,
    attemptsText(finding, 50_000, run),
  ]).join('\n\n');

export const leftoversFile = (run: string, findings: readonly ReportFinding[]): string => {
  const count = findings.length === 1 ? 'One finding is' : `${findings.length} findings are`;
  const sections = findings.map((finding) => section(finding, run));
  return `${[`# Leftovers of run ${run}`, `${count} left over.`, ...sections].join('\n\n')}\n`;
};
