/** Asks one reviewer about the start of the run. */
import type { ToolReviewerConfig } from '../../../config/schema.ts';
import type { RunEvent } from '../../../model/event.ts';
import type { DraftFinding } from '../../../model/finding.ts';
import { reviewWithTool, toolFolder, type ToolReview } from '../../../stages/review/tool.ts';
import { countReported } from '../../../stages/verify/tool-counts.ts';
import type { Performing } from '../../engine.ts';
import { currentRound } from '../../state/state.ts';
import { compareReviews } from './compare-reviews.ts';
import { inRoom, isNoRoom, reasonOf } from '../verify/room.ts';

export const performReview = async (performing: Performing, name: string): Promise<RunEvent[]> => {
  const { engine, state } = performing;
  const reviewer = state.config.reviewers.find((candidate) => candidate.name === name);
  if (reviewer?.kind !== 'tool') throw new Error(`there is no tool ${name}`);
  await performing.emit({ type: 'review.started', reviewer: name });
  const review = await reviewAt(performing, reviewer, currentRound(state)?.head.commit ?? engine.custody.start.commit);
  if (review.status === 'cancelled') return [];
  if (review.status === 'error') return [failed(name, review.message, review.durationMs)];
  const { problems, durationMs } = review;
  const findings = await comparedWithBase(performing, reviewer, review.findings);
  if (findings === 'cancelled') return [];
  const verdict = findings.length === 0 ? 'PASSED' : 'NEEDS_WORK';
  return [
    {
      type: 'review.finished',
      reviewer: name,
      verdict,
      findings,
      counts: countReported(findings),
      problems,
      durationMs,
    },
  ];
};

const reviewAt = async (performing: Performing, reviewer: ToolReviewerConfig, commit: string): Promise<ToolReview> => {
  const { engine } = performing;
  const { name, format } = reviewer;
  const review = await inRoom(performing, { revision: commit, what: `reviewer ${name}` }, (room) =>
    reviewWithTool({
      reviewer,
      run: room.raw,
      read: (text) =>
        engine.readToolOutput(text, { name, folder: toolFolder(reviewer), ...(format && { format }) }, room.path),
    }),
  );
  if (!isNoRoom(review)) return review;
  return review.noRoom.cancelled
    ? { status: 'cancelled' }
    : { status: 'error', message: reasonOf(review.noRoom), durationMs: 0 };
};

/** With `--new-since` the tool looks at both versions; where it cannot look at the older one, changed lines decide. */
const comparedWithBase = async (
  performing: Performing,
  reviewer: ToolReviewerConfig,
  findings: DraftFinding[],
): Promise<DraftFinding[] | 'cancelled'> => {
  const { engine, state } = performing;
  const { custody } = engine;
  const since = state.run.started.newSince;
  if (!since || findings.length === 0) return findings;
  const before = await reviewAt(performing, reviewer, since.commit);
  if (before.status === 'cancelled') return 'cancelled';
  if (before.status === 'error') {
    const why = `${reviewer.name} could not be run at ${since.ref}`;
    const message = `${why}, so changed lines decide what is new: ${before.message}`;
    await performing.emit({ type: 'warning', message });
    return findings;
  }
  return compareReviews(
    { findings: before.findings, readText: (file) => custody.readText(since.commit, file) },
    { findings, readText: (file) => custody.readText(custody.start.commit, file) },
  );
};

const failed = (reviewer: string, message: string, durationMs: number): RunEvent => ({
  type: 'review.finished',
  reviewer,
  verdict: 'error',
  findings: [],
  counts: {},
  problems: [],
  message,
  durationMs,
});
