/** Commit messages: `fix(review): reviewer - code - brief description`. */
import type { Finding } from '../../model/finding.ts';
import { firstLine } from '../../model/text.ts';

const subjectLimit = 100;

/** One finding is named with its reviewer; a patch that cannot be separated names all its codes. */
export const commitMessage = (findings: readonly Finding[], explanation?: string): string => {
  const [first] = findings;
  if (!first) throw new Error('a commit without a finding');
  const codes = findings.map((finding) => finding.code).join(', ');
  const reviewers = [...new Set(findings.map((finding) => finding.reviewer))].join(', ');
  const brief = findings.length === 1 ? plain(first.title) : `${findings.length} findings`;
  const subject = firstLine(
    `fix(review): ${plain(reviewers)} - ${codes.length <= 60 ? codes : `${findings.length} codes`} - ${brief}`,
    subjectLimit,
  );
  const body = [
    ...(findings.length > 1 ? [findings.map((finding) => `- ${finding.code}: ${plain(finding.title)}`).join('\n')] : []),
    ...(explanation ? [plain(explanation, '\n')] : []),
    findings.map((finding) => `Fixpoint-Finding: ${finding.id}`).join('\n'),
  ];
  return `${subject}\n\n${body.join('\n\n')}\n`;
};

/** Text of others in a message: no control characters, no lines that git or a forge would take for trailers of ours. */
const plain = (text: string, lineBreak = ' '): string =>
  text
    // oxlint-disable-next-line no-control-regex -- control characters are what is taken out
    .replaceAll(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g, ' ')
    .split('\n')
    .map((line) => line.trim().replace(/^([\w-]+):/, '$1 -'))
    .filter((line) => line !== '')
    .join(lineBreak);
