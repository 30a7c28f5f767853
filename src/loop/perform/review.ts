/** Asks one reviewer about the start of the run. */
import type { RunEvent } from '../../model/event.ts';
import { reviewWithTool } from '../../stages/review/tool.ts';
import { countReported } from '../../stages/verify/tool-counts.ts';
import type { Performing } from '../engine.ts';
import { prepare, processOptions } from './workspace.ts';

export const performReview = async (performing: Performing, name: string): Promise<RunEvent[]> => {
  const { engine, config } = performing;
  const reviewer = config.reviewers.find((candidate) => candidate.name === name);
  if (!reviewer) throw new Error(`there is no reviewer ${name}`);
  await performing.emit({ type: 'review.started', reviewer: name });
  const { start } = engine.custody;
  const workspace = await engine.custody.workspace(start.tree, 'verify');
  try {
    const unprepared = await prepare(performing, workspace, start.tree);
    if (unprepared) return unprepared.verdict === 'cancelled' ? [] : [failed(name, unprepared.reason ?? 'set-up failed', 0)];
    const review = await reviewWithTool({
      reviewer,
      cwd: workspace.path,
      process: processOptions(performing, `reviewer ${name}`),
      runProcess: engine.runProcess,
      read: (text) => engine.readToolOutput(text, { name, ...(reviewer.format && { format: reviewer.format }) }, workspace.path),
    });
    if (review.status === 'cancelled') return [];
    if (review.status === 'error') return [failed(name, engine.redact(review.message), review.durationMs)];
    const { findings, problems, durationMs } = review;
    const verdict = findings.length === 0 ? 'PASSED' : 'NEEDS_WORK';
    return [{ type: 'review.finished', reviewer: name, verdict, findings, counts: countReported(findings), problems, durationMs }];
  } finally {
    await workspace.release();
  }
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
