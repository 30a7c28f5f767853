/** What entries of a PROGRESS.txt say of findings, one after the other: reported, fixed, given up. */
import type { DraftFinding, ReadProblem } from '../../../model/finding.ts';
import { given } from '../../../plain/given.ts';
import { findingText, summaryText } from '../../read/text.ts';
import type { FormatContext } from '../format.ts';
import type { Entry } from './entries.ts';
import { type Review, readReview } from './review.ts';
import type { Stated } from '../verdict.ts';

/** What is known of a reviewer after some of the entries. */
export type Standing = {
  name: string;
  at: number;
  findings: DraftFinding[];
  stated: Stated | null;
  unread: ReadProblem | undefined;
};

const plural = (count: number): string => (count === 1 ? '1 finding' : `${count} findings`);

const keyOf = (name: string): string => name.toLowerCase();

const sameCode = (a: string | undefined, b: string): boolean => a?.toLowerCase() === b.toLowerCase();

/** A note of the verdict, as Ralph writes after each review, takes back nothing that the review itself listed. */
const noteVerdict = (entry: Entry, review: Review, before: Standing, problems: ReadProblem[]): void => {
  if (review.stated?.verdict !== 'PASSED' || before.findings.length === 0) return;
  problems.push({
    place: `line ${entry.at}`,
    message:
      `${entry.reviewer} has ${review.stated.words} here, but nothing says that its ` +
      `${plural(before.findings.length)} (line ${before.at}) are fixed: still open`,
  });
};

const leftOut = (before: Standing, { reviewer, at }: Entry, newer: number): ReadProblem => ({
  place: `line ${before.at}`,
  message: `left out: ${plural(before.findings.length)} of ${reviewer}; its newer review (line ${at}) has ${newer}`,
});

/** What is odd about a verdict, beside what it says. */
const verdictProblems = ({ reviewer }: Entry, { stated, findings }: Review): ReadProblem[] => {
  if (!stated) return [];
  const { place, verdict } = stated;
  const words = JSON.stringify(stated.words);
  if (!verdict) return [{ place, message: `${words} is not a verdict` }];
  if (verdict !== 'PASSED' || findings.length === 0) return [];
  const message = `${reviewer} says ${words}, yet lists ${plural(findings.length)}: taken as NEEDS_WORK`;
  return [{ place, message }];
};

/** Why nothing could be read of a review that has no findings. */
const unreadOf = ({ at }: Entry, { findings, problems, lists, stated }: Review): ReadProblem | undefined => {
  if (findings.length > 0) return undefined;
  const hasAnswered = lists || stated?.verdict;
  const [first] = problems;
  return first ?? (hasAnswered ? undefined : { place: `line ${at}`, message: 'it has neither a verdict nor findings' });
};

export const applyReview = (
  entry: Entry,
  context: FormatContext,
  standings: Map<string, Standing>,
  problems: ReadProblem[],
): void => {
  const review = readReview(entry.lines, context, entry.reviewer);
  const before = standings.get(keyOf(entry.reviewer));
  if (!review.lists && review.problems.length === 0 && before) return noteVerdict(entry, review, before, problems);
  if (before && before.findings.length > 0) problems.push(leftOut(before, entry, review.findings.length));
  problems.push(...review.problems, ...verdictProblems(entry, review));
  standings.set(keyOf(entry.reviewer), {
    name: entry.reviewer,
    at: entry.at,
    findings: review.findings.map((finding) => ({ ...finding, ...given({ level: entry.level }) })),
    stated: review.stated,
    unread: unreadOf(entry, review),
  });
};

const summaryHeading = /^\s{0,3}#{1,6}\s{1,4}Summary\b/i;

/** What a review says of the whole; we write it as a quotation. */
export const summaryIn = (entry: Entry): string | undefined =>
  summaryText(below(entry, summaryHeading).replaceAll(/^>\s?/gm, ''));

/** Words below a heading of an entry. */
const below = (entry: Entry, heading: RegExp): string => {
  const from = entry.lines.findIndex(({ text }) => heading.test(text));
  if (from < 0) return '';
  const behind = entry.lines.slice(from + 1);
  const to = behind.findIndex(({ text }) => /^\s{0,3}#{1,6}\s/.test(text));
  return findingText(
    behind
      .slice(0, to < 0 ? behind.length : to)
      .map(({ text }) => text)
      .join('\n'),
  );
};

export type Fixed = { finding: DraftFinding; at: number };

/** A fixed one is kept in mind, since a later entry may say that it failed after all. */
export const applyFix = (
  entry: Entry,
  standings: Map<string, Standing>,
  fixed: Map<DraftFinding, Fixed>,
  problems: ReadProblem[],
): void => {
  const standing = standings.get(keyOf(entry.reviewer));
  const known = entry.codes.map((code) => ({
    code,
    finding: standing?.findings.find((each) => sameCode(each.code, code)),
  }));
  const what = entry.kind === 'fix' ? 'a fix' : 'a failed fix';
  if (known.length === 0) problems.push({ place: `line ${entry.at}`, message: `${what} that names no finding` });
  for (const { code, finding } of known) {
    if (!finding)
      problems.push({
        place: `line ${entry.at}`,
        message: `${what} of ${entry.reviewer}/${code}, which is not among the findings before it`,
      });
    else if (entry.kind === 'fix') fixed.set(finding, { finding, at: entry.at });
    else {
      fixed.delete(finding);
      const reason = below(entry, /^\s{0,3}#{1,6}\s{1,4}Reason\b/i);
      if (reason) finding.description = findingText(`${finding.description}\n\nAn earlier fix failed: ${reason}`);
    }
  }
};
