/** Hands the proven result over: as a branch in the user's repository, or as a patch. */
import type { RunEvent } from '../../../model/event.ts';
import { commitMessage } from '../../../stages/commit/message.ts';
import type { Performing } from '../../engine.ts';

export const performHandOver = async (performing: Performing): Promise<RunEvent[]> => {
  const warnings = performing.engine.custody.suspicions().map((message) => ({ type: 'warning', message }) as const);
  return [...warnings, await handOver(performing)];
};

const handOver = async ({ engine, state }: Performing): Promise<RunEvent> => {
  const { custody } = engine;
  const { per, branch: pattern } = state.config.commit;
  const { verifiedHead: head, commits } = state.code;
  if (commits.length === 0) return { type: 'run.handed-over', branch: null, head: null, patch: null };
  const { patch } = await custody.diff(custody.start.commit, head.commit);
  const stored = await engine.artifacts.put('result.patch', patch);
  if (per === 'none') return { type: 'run.handed-over', branch: null, head: head.commit, patch: stored };
  const tip = per === 'run' ? (await squash({ engine, state }, head.tree)).commit : head.commit;
  const { branch } = await custody.handOver(tip, pattern.replaceAll('{run}', state.run.id));
  return { type: 'run.handed-over', branch, head: tip, patch: stored };
};

/** One commit that names all its codes, dated by the last fix, so that a repeat gives the same commit. */
const squash = ({ engine, state }: Pick<Performing, 'engine' | 'state'>, tree: string) => {
  const findings = state.code.commits
    .flatMap((commit) => commit.findings)
    .flatMap((id) => state.findings.get(id)?.finding ?? []);
  const last = state.fixing.units.get(state.code.commits.at(-1)?.unit ?? '')?.answer?.at ?? state.time.startedAt;
  return engine.custody.commit({
    tree,
    parent: engine.custody.start.commit,
    message: commitMessage(findings),
    at: last,
  });
};
