/**
 * Ralph's PROGRESS.txt: the findings of each reviewer's last review, without those that a later entry says are fixed.
 */
import type { DraftFinding, ReadProblem } from '../../../model/finding.ts';
import type { Collected, FormatContext, TextFormat } from '../format.ts';
import { type Entry, isReviewHeading, splitEntries, toLines } from './entries.ts';
import { done, remedy } from '../verdict.ts';
import { given } from '../../../plain/given.ts';
import { type Standing, applyReview, type Fixed, applyFix, summaryIn } from './standing.ts';

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
  const summary = all.flatMap((entry) => (entry.kind === 'review' ? (summaryIn(entry) ?? []) : [])).at(-1);
  return { ...conclude(known, { findings, problems }), ...given({ summary }) };
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
