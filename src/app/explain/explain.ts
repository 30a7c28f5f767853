/** Explains why a finding of a run ended as it did, gate by gate. */
import type { Attempt } from '../../model/attempt.ts';
import type { Explanation } from '../../model/finding/explanation.ts';
import type { ReportFinding } from '../../model/finding/reported.ts';
import { finderIn } from '../../model/finding/names.ts';
import { buildReport } from '../../loop/report.ts';
import type { RunState } from '../../loop/state/state.ts';
import { given } from '../../plain/given.ts';
import type { Artifacts } from '../../ports/artifacts.ts';
import { type Behind, explain as explainFinding } from '../../report/explain/explain.ts';
import { gates } from '../../stages/gates/gates.ts';
import type { App } from '../app.ts';
import { unknownFindings } from '../findings/unknown.ts';
import { findRun } from '../runs/find-run.ts';
import type { RunRequest } from '../runs/query.ts';
import { readState } from '../runs/read-run.ts';

/** `finding`: its code or id. */
export type ExplainRequest = Omit<RunRequest, 'run'> & { run?: string; finding: string };

export const explain = async (app: App, request: ExplainRequest): Promise<Explanation> => {
  const found = await findRun(app, { ...request, run: request.run ?? 'latest' });
  const state = await readState(app, found.run);
  const [secrets, artifacts] = await Promise.all([app.secrets(), app.artifacts(found)]);
  const report = buildReport(state);
  const finding = await named(app, request, found.run, report.findings);
  const explanation = explainFinding({
    run: found.run,
    finding,
    order: gates,
    behind: (attempt) => behind(attempt, state, artifacts),
  });
  // A journal that an earlier version wrote may hold what was not recognised then.
  return secrets.clean(explanation);
};

const named = async (
  app: App,
  { finding, run }: ExplainRequest,
  found: string,
  findings: readonly ReportFinding[],
): Promise<ReportFinding> => {
  const wanted = finderIn(findings)(finding);
  if (wanted) return wanted;
  const isRun = run === undefined && (await (await app.journal()).find(finding)) !== null;
  throw unknownFindings([finding], {
    codes: findings.map(({ code }) => code),
    where: `run ${found}`,
    lists: `fixpoint report ${found}`,
    ...(isRun && { hint: `${finding} is a run: name one of its findings behind it.` }),
  });
};

const behind = ({ unit: key = '' }: Attempt, state: RunState, { locate }: Artifacts): Behind => {
  const unit = state.fixing.units.get(key);
  const { artifacts = [], snapshot } = unit?.answer ?? {};
  const path = (name: string | undefined): string | undefined => (name === undefined ? undefined : locate(name));
  return {
    remarks: [...(snapshot?.remarks ?? []), ...(unit?.commit?.remarks ?? [])],
    challengers: challengersOf(key, state, path),
    base: unit && isInRepository(state, unit.base) ? unit.base : null,
    ...given({
      patch: path(snapshot?.patch),
      prompt: path(artifacts.find((name) => name.endsWith('/prompt.md'))),
      transcript: path(artifacts.find((name) => name.endsWith('/transcript.txt'))),
    }),
  };
};

/** Who was asked about a change, and what each was shown. */
const challengersOf = (
  unit: string,
  { agents }: RunState,
  path: (name: string | undefined) => string | undefined,
): Behind['challengers'] =>
  [...agents.calls.values()].flatMap(({ subject, answer }) => {
    if (subject.role !== 'challenge' || subject.unit !== unit || !answer) return [];
    const shown = answer.answer?.role === 'challenge' ? answer.answer.shown : undefined;
    const prompt = path(answer.artifacts.find((name) => name.endsWith('/prompt.md')));
    return [{ name: subject.challenger, ...given({ shown, prompt }) }];
  });

/** The start is pinned there; what the run committed is there with its branch. */
const isInRepository = ({ run, code, config, end }: RunState, commit: string): boolean => {
  if (commit === run.started.start.commit) return true;
  const hasBranch = typeof end.handedOver?.branch === 'string' && config.commit.per === 'finding';
  return hasBranch && code.commits.some((each) => each.commit === commit);
};
