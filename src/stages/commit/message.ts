/** Commit messages: `fix(review): reviewer - code - brief description`. */
import type { Finding } from '../../model/finding.ts';
import { present } from '../../plain/present.ts';
import { firstLine } from '../../plain/text.ts';
import { defuse } from './defuse.ts';

const subjectLimit = 100;

/** One finding is named with its reviewer; a patch that cannot be separated names all its codes. */
export const commitMessage = (findings: readonly Finding[], explanation?: string): string => {
  const [first] = findings;
  if (!first) throw new Error('a commit without a finding');
  const codes = findings.map((finding) => finding.code).join(', ');
  const reviewers = [...new Set(findings.map((finding) => finding.reviewer))].join(', ');
  const brief = findings.length === 1 ? defuse(first.title) : `${findings.length} findings`;
  const subject = firstLine(
    `fix(review): ${defuse(reviewers)} - ${codes.length <= 60 ? codes : `${findings.length} codes`} - ${brief}`,
    subjectLimit,
  );
  const body = present([
    findings.length > 1 && findings.map((finding) => `- ${finding.code}: ${defuse(finding.title)}`).join('\n'),
    ...(explanation ? [defuse(explanation, '\n')] : []),
    findings.map((finding) => `Fixpoint-Finding: ${finding.id}`).join('\n'),
  ]);
  return `${subject}\n\n${body.join('\n\n')}\n`;
};
