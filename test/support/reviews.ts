/** What a scripted agent was asked to review. */
import type { ScriptedAgent } from '../fakes/scripted.ts';

export type AskedReview = { reviewer: string; files: readonly string[]; diff: string; prompt: string };

/** In the order in which the calls began. */
export const reviewsOf = (agent: ScriptedAgent): AskedReview[] =>
  agent
    .calls('review')
    .flatMap(({ input, prompt }) =>
      input.role === 'review' ? [{ reviewer: input.reviewer, files: input.files, diff: input.diff, prompt }] : [],
    );
