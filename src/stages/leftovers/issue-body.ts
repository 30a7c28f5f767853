/** The body of an issue: everything that is known about a finding, in which nothing of others can do anything. */
import type { ReportFinding } from '../../model/finding/reported.ts';
import type { TrackerPlace } from '../../model/finding/leftover.ts';
import { present } from '../../plain/present.ts';
import { attemptsText } from './attempts-text.ts';
import { codeSpan, prose, quotation } from './harmless.ts';
import { locationText, permalink, type Published, reportedPlace } from './location.ts';

/** What is known of the run that a finding is left over from. */
export type IssueContext = {
  run: string;
  start: string;
  /** Undefined where nothing says which repository has the issues. */
  tracker: TrackerPlace | undefined;
  published: Published;
  labels: readonly string[];
  /** Commands that verify, as a person would type them. */
  verify: readonly string[];
  /** How the reviewer that reported it is run, where it is a tool. */
  tool: string | undefined;
  /** The branch that fixes are on; null when there is none. */
  branch: string | null;
};

/** GitHub takes 65,536 characters; what is left is room for the marker, and for characters that count twice. */
const longestBody = 60_000;

const origin = ({ severity, category, rule, reviewer, level }: ReportFinding): string =>
  [
    `**${severity}**`,
    prose(category, 100),
    ...(rule === undefined || rule === category ? [] : [`rule ${codeSpan(rule, 200)}`]),
    `reported by ${prose(reviewer, 100)} (${level})`,
  ].join(', ');

const where = (finding: ReportFinding, { tracker, published, start }: IssueContext): string => {
  const link = permalink(tracker, reportedPlace(finding), published);
  const unpushed =
    link !== null && !published.exact ? `; the line is that of ${codeSpan(start, 64)}, which is not pushed` : '';
  return `**Where:** ${locationText(reportedPlace(finding), link)}${unpushed}`;
};

const saysMore = ({ title, description }: ReportFinding): boolean => !['', title, `${title}.`].includes(description);

const verified = ({ attempts }: ReportFinding, { verify }: IssueContext): string => {
  const last = attempts.findLast(({ verification }) => verification !== undefined)?.verification;
  const commands = verify.length === 0 ? 'nothing is configured to verify with' : verify.map(command).join(', ');
  return last === undefined
    ? `No change was verified (${commands}).`
    : `The last change was verified with ${commands}: ${last.verdict}.`;
};

const command = (text: string): string => codeSpan(text, 300);

const reproduce = ({ tool, verify, start }: IssueContext): string =>
  present([
    `1. Check out ${codeSpan(start, 64)}.`,
    tool !== undefined && `2. Run ${command(tool)}: it reports the finding.`,
    verify.length > 0 && `${tool === undefined ? 2 : 3}. Verify a fix with ${verify.map(command).join(', ')}.`,
  ]).join('\n');

const flags = ({ attempts }: ReportFinding): string[] =>
  attempts.flatMap(({ n, flag }) => (flag === undefined ? [] : [`- Attempt ${n}: ${prose(flag, 500)}`]));

const head = (finding: ReportFinding, context: IssueContext): string[] => {
  const { suggestion, reason } = finding;
  const flagged = flags(finding);
  return present([
    origin(finding),
    where(finding, context),
    saysMore(finding) && quotation(finding.description, 10_000),
    suggestion !== undefined && `**Suggestion**\n\n${quotation(suggestion, 5_000)}`,
    reason !== undefined && `**Why it is left**\n\n${quotation(reason, 2_000)}`,
    flagged.length > 0 && `**⚠️ Flagged justifications**\n\n${flagged.slice(0, 10).join('\n')}`,
  ]);
};

const tail = (finding: ReportFinding, context: IssueContext): string[] => [
  `### What was verified\n\n${verified(finding, context)}`,
  `### How to reproduce\n\n${reproduce(context)}`,
  `---\nFiled by Fixpoint, run ${codeSpan(context.run, 100)}, finding ${codeSpan(finding.code, 50)}. ` +
    `Fingerprint: ${codeSpan(finding.id, 200)}. Comments are yours; this text is kept up to date.`,
];

export const bodyOf = (finding: ReportFinding, context: IssueContext): string => {
  const [before, after] = [head(finding, context).join('\n\n'), tail(finding, context).join('\n\n')];
  const room = longestBody - before.length - after.length;
  const attempts = attemptsText(finding, room, context.run);
  return [before, `### Attempts (${finding.attempts.length})\n\n${attempts}`, after].join('\n\n');
};
