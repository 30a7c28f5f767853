/** Cycles in the report: which calls there were, what each changed and came to, and what was left at the end. */
import type { ReportCall, ReportCycle } from '../model/report.ts';
import type { Verification } from '../model/verification.ts';
import { given } from '../plain/given.ts';
import { isFixedIn } from './state/places.ts';
import { type CycleState, type FindingState, isOpen, type RunState } from './state/state.ts';
import { type AnsweredUnit, verificationOf } from './state/unit.ts';

export const reportCycle = (cycle: CycleState, state: RunState): ReportCycle => {
  const calls = callsOf(cycle, state);
  const ended = cycle.ended ?? countNow(cycle, state);
  return {
    n: cycle.n,
    startedAt: cycle.startedAt,
    durationMs: between(cycle.startedAt, cycle.finishedAt ?? state.time.lastAt),
    ...ended,
    files: [...new Set(calls.flatMap(({ files }) => files.map(({ path }) => path)))],
    calls,
    ...given({ verification: cycle.verdict ?? cycle.shown?.verdict }),
  };
};

/** Of a cycle that is under way, or that was cut short. */
const countNow = (cycle: CycleState, state: RunState): { fixed: number; open: number } => {
  const findings = [...state.findings.values()];
  return {
    fixed: findings.filter((finding) => isFixedIn(finding, cycle.n, state)).length,
    open: findings.filter((finding) => isOpen(finding) || wasCutShort(finding)).length,
  };
};

const wasCutShort = ({ cause }: FindingState): boolean => cause === 'stopped' || cause === 'cancelled';

/** One for each call: what was taken apart later is told as it was made. */
const callsOf = (cycle: CycleState, state: RunState): ReportCall[] => {
  const units = [...state.fixing.units.values()].flatMap((unit) =>
    unit.answer && unit.cycle === cycle.n ? [unit] : [],
  );
  const parts = Map.groupBy(units, ({ partOf }) => partOf);
  return (parts.get(undefined) ?? []).map((unit) => reportCall(unit, parts.get(unit.plan.unit) ?? [], state));
};

const reportCall = (unit: AnsweredUnit, parts: readonly AnsweredUnit[], state: RunState): ReportCall => {
  const { agent, outcome, message, durationMs } = unit.answer;
  const all = [unit, ...parts];
  const snapshots = all.flatMap(({ answer }) => answer.snapshot ?? []);
  return {
    unit: unit.plan.unit,
    agent,
    outcome,
    ...given({ message }),
    results: Object.fromEntries(all.flatMap((each) => resultsOf(each, state))),
    files: snapshots.flatMap(({ files }) => files),
    patches: snapshots.map(({ patch }) => patch),
    ...given({ verification: worstOf(all.flatMap((each) => verificationOf(each) ?? [])), startedAt: unit.startedAt }),
    durationMs,
  };
};

const resultsOf = ({ plan }: AnsweredUnit, { findings }: RunState): [string, ReportCall['results'][string]][] =>
  plan.findings.flatMap((id) => {
    const finding = findings.get(id);
    const attempt = finding?.attempts.find(({ unit }) => unit === plan.unit);
    return finding && attempt ? [[finding.finding.code, attempt.result]] : [];
  });

/** A part that fails says more than those that pass. */
const worstOf = (checks: readonly Verification[]): Verification['verdict'] | undefined =>
  (checks.find(({ verdict }) => verdict !== 'passed') ?? checks[0])?.verdict;

/** What the last cycle showed, also when that was a failure. */
export const lastShown = ({ fixing }: RunState): Verification | null =>
  fixing.cycles.findLast(({ shown }) => shown)?.shown ?? null;

export const between = (from: string, to: string): number => Math.max(0, Date.parse(to) - Date.parse(from)) || 0;
