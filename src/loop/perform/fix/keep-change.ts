/** Keeps what a fixer changed: as a patch, and as a snapshot where somebody stands for it. */
import type { Snapshot } from '../../../model/run/snapshot.ts';
import type { AgentResult } from '../../../ports/agent.ts';
import type { Capture } from '../../../ports/repo.ts';
import { commitMessage } from '../../../stages/commit/message.ts';
import { explanationOf, type FixReading, standsForChange } from '../../../stages/fix/answer.ts';
import type { Performing } from '../../engine.ts';
import type { UnitState } from '../../state/unit.ts';
import { inspectChange } from './inspect-change.ts';
import { type Followed, followPlaces } from '../integrate/follow-places.ts';

/** The change is kept as a patch whatever the agent's end was; only what somebody stands for becomes a snapshot. */
export const keepChange = async (
  performing: Performing,
  unit: UnitState,
  base: string,
  capture: Capture,
  result: AgentResult,
  reading: FixReading,
): Promise<Snapshot | null> => {
  const { engine, state } = performing;
  if (capture.files.length === 0) return null;
  const fixed = unit.plan.findings.filter((id) => standsForChange(reading.claims[id]));
  const findings = fixed.flatMap((id) => state.findings.get(id)?.finding ?? []);
  const counts = result.outcome === 'ok' && findings.length > 0;
  const message = counts ? commitMessage(findings, explanationOf(fixed, reading.claims)) : '';
  const [patch, { commit }, followed, remarks] = await Promise.all([
    engine.artifacts.put(`attempts/${unit.plan.unit}/change.patch`, capture.patch),
    counts
      ? engine.custody.commit({ tree: capture.tree, parent: base, message, at: engine.clock.now().toISOString() })
      : { commit: base },
    counts ? followPlaces(engine.custody, { from: base, to: capture.tree, known: capture.files }, findings) : null,
    counts ? inspectChange(performing, { from: base, to: capture.tree, changes: capture.files }, findings) : [],
  ]);
  return {
    commit,
    tree: capture.tree,
    files: capture.files,
    patch,
    ignored: capture.ignored,
    ...(capture.protected && capture.protected.length > 0 && { protected: capture.protected }),
    ...(Object.keys(capture.links ?? {}).length > 0 && { links: { ...capture.links } }),
    ...(followed && placesIn(followed)),
    ...(remarks.length > 0 && { remarks }),
  };
};

const placesIn = ({ places, renamed }: Followed): Pick<Snapshot, 'places' | 'renamed'> => ({
  ...(places.size > 0 && { places: Object.fromEntries(places) }),
  ...(renamed.size > 0 && { renamed: Object.fromEntries(renamed) }),
});
