/** Which commits are kept as bundles. Part of the fold. */
import type { RunEventOf } from '../../model/event.ts';
import type { RunState } from './state.ts';

export const keep = (state: RunState, { artifact, digest, tips, prerequisites }: RunEventOf<'commits.kept'>): void => {
  state.code.bundles.push({ artifact, digest, tips, prerequisites });
  for (const commit of tips) state.code.kept.add(commit);
};
