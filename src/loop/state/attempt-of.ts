/** An attempt as one finding sees it: what was said, changed, shown and decided. Part of the fold. */
import type { Attempt } from '../../model/attempt.ts';
import type { RunEventOf } from '../../model/event.ts';
import { given } from '../../plain/given.ts';
import { shareOf } from './calls.ts';
import type { FindingState, RunState } from './state.ts';
import { type AnsweredUnit, provenBy, verificationOf } from './unit.ts';

export const attemptOf = (
  state: RunState,
  unit: AnsweredUnit,
  { finding, attempts }: FindingState,
  verdict: RunEventOf<'attempt.judged'>['results'][string],
): Attempt => {
  const { answer, cycle, startedAt, plan } = unit;
  const { claim = 'none', explanation, confidence, dispute } = answer.claims[finding.id] ?? {};
  return {
    n: attempts.length + 1,
    at: answer.at,
    ...given({ startedAt }),
    cycle,
    unit: plan.unit,
    agent: answer.agent,
    claim,
    ...verdict,
    ...given({ explanation, confidence, dispute }),
    files: answer.snapshot?.files ?? [],
    ...given({
      outside: outsideOf(state, unit),
      patch: answer.snapshot?.patch,
      verification: verificationOf(unit),
      group: provenBy(unit).group,
    }),
    usage: shareOf(answer.usage, Object.keys(answer.claims).length),
    ...given({ denials: answer.denials }),
    durationMs: answer.durationMs,
  };
};

/** Files that a call changed and that none of its findings is about (4.8). One that names no file may be about any. */
export const outsideOf = ({ findings }: RunState, { plan, answer }: AnsweredUnit): string[] | undefined => {
  const { files = [], renamed = {} } = answer.snapshot ?? {};
  const about = plan.findings.flatMap((id) => findings.get(id) ?? []);
  if (about.some(({ finding }) => finding.file === undefined)) return undefined;
  const own = new Set(about.flatMap(({ finding }) => [finding.file, ...(finding.edits ?? []).map(({ file }) => file)]));
  const outside = files.map(({ path }) => path).filter((path) => !own.has(path) && !own.has(renamed[path]));
  return outside.length === 0 ? undefined : outside;
};
