/** Hands the proven result over: as a branch in the user's repository, or as a patch. */
import type { RunEvent } from '../../../model/event.ts';
import { commitMessage } from '../../../stages/commit/message.ts';
import type { Performing } from '../../engine.ts';

export const performHandOver = async (performing: Performing): Promise<RunEvent[]> => {
  const { state, engine } = performing;
  const { custody } = engine;
  const { per, branch: pattern } = state.config.commit;
  const warnings = custody.suspicions().map((message) => ({ type: 'warning', message }) as const);
  const { head, patch } = await resultOf(performing);
  const name = pattern.replaceAll('{run}', state.run.id);
  const { branch } = head === null || per === 'none' ? noBranch : await custody.handOver(head, name);
  return [...warnings, { type: 'run.handed-over', branch, head, patch }];
};

const noBranch = { branch: null };

/** What is handed over: the proven commits, or one in their place, and the same as a patch. */
const resultOf = async (performing: Performing): Promise<{ head: string | null; patch: string | null }> => {
  const { engine, state } = performing;
  const { verifiedHead: head, commits } = state.code;
  if (commits.length === 0) return { head: null, patch: null };
  const { patch } = await engine.custody.diff(engine.custody.start.commit, head.commit);
  const stored = await engine.artifacts.put('result.patch', patch);
  const { commit } = state.config.commit.per === 'run' ? await squash(performing, head.tree) : head;
  return { head: commit, patch: stored };
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
