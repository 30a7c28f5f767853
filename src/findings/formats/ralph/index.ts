/**
 * Ralph's PROGRESS.txt: the findings of each reviewer's last review, without those that a later entry says are fixed.
 */
import type { DraftFinding, ReadProblem } from '../../../model/finding.ts';
import { findingText } from '../../read/text.ts';
import type { Collected, FormatContext, TextFormat } from '../format.ts';
import { type Entry, isReviewHeading, splitEntries, toLines } from './entries.ts';
import { type Review, readReview } from './review.ts';
import { type Stated, done, remedy } from '../verdict.ts';

/** What is known of a reviewer after some of the entries. */
type Standing = {
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
      `${entry.reviewer} is said to have ${review.stated.words} here, but nothing says that its ` +
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

const applyReview = (
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
    findings: [...review.findings],
    stated: review.stated,
    unread: unreadOf(entry, review),
  });
};

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

type Fixed = { finding: DraftFinding; at: number };

/** A fixed one is kept in mind, since a later entry may say that it failed after all. */
const applyFix = (
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

const read = (text: string, context: FormatContext): Collected => {
  const problems: ReadProblem[] = [];
  const standings = new Map<string, Standing>();
  const fixed = new Map<DraftFinding, Fixed>();
  const lines = toLines(text);
  const entries = splitEntries(lines);
  const all: Entry[] = entries.length > 0 ? entries : [{ kind: 'review', at: 1, reviewer: '', codes: [], lines }];
  for (const entry of all) {
    if (entry.kind === 'review') applyReview(entry, context, standings, problems);
    else applyFix(entry, standings, fixed, problems);
  }
  const known = [...standings.values()];
  const findings = known.flatMap((standing) => standing.findings).filter((finding) => !fixed.has(finding));
  for (const { finding, at } of fixed.values()) {
    problems.push({
      place: `line ${at}`,
      message: `${done} fixed: ${[finding.code, finding.title].filter(Boolean).join(' ')}`,
    });
  }
  return conclude(known, { findings, problems });
};

/** A reviewer whose findings cannot be read spoils a pass, and is said where others have findings. */
const conclude = (known: readonly Standing[], { findings, problems }: Collected): Collected => {
  const silent = known.filter(
    ({ findings: own, stated, unread }) => own.length === 0 && (unread || stated?.verdict === 'NEEDS_WORK'),
  );
  const why = silent.map(({ name, at, unread }) =>
    unread
      ? `nothing can be read of the review${name && ` of ${name}`} at line ${at} (${unread.place}: ${unread.message})`
      : `the review${name && ` of ${name}`} at line ${at} says NEEDS_WORK, but lists no finding`,
  );
  if (findings.length > 0) {
    const said = why.map((message, index) => ({
      place: `line ${silent[index]?.at ?? 1}`,
      message: `${message}: its findings are missing`,
    }));
    return { findings, problems: [...problems, ...said], verdict: 'NEEDS_WORK' };
  }
  if (why.length > 0) return { findings, problems, noVerdict: `${why.join('; ')}. ${remedy}` };
  return { findings, problems, verdict: 'PASSED' };
};

const verdictHeading = /^\s{0,3}#{1,6}\s{1,4}Verdict\s?:/im;
const holdsJson = /"(?:findings|groups)"\s?:/;

export const ralph: TextFormat = {
  of: 'text',
  name: 'ralph',
  title: "Ralph's markdown (PROGRESS.txt)",
  recognises: (text) => (verdictHeading.test(text) && !holdsJson.test(text)) || text.split('\n').some(isReviewHeading),
  read,
};
