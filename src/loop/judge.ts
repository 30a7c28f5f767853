/** Judges an attempt: what the agent said, what it changed, and what verification showed. An agent's word alone is never enough. */
import type { Config } from '../config/schema.ts';
import type { RunEvent, RunEventOf } from '../model/event.ts';
import { judgeTools } from '../stages/verify/judge-tools.ts';
import { isAcceptable } from './acceptable.ts';
import type { RunState, UnitState } from './state.ts';

type Results = RunEventOf<'attempt.judged'>['results'];
type Result = Results[string];

/** The findings that the agent was really asked about in this call. */
const asked = (unit: UnitState): string[] => unit.plan.findings.filter((id) => !unit.answer?.cut.includes(id));

const claimed = (unit: UnitState): string[] => asked(unit).filter((id) => unit.answer?.claims[id]?.claim === 'fixed');

/** Whether there is a change that somebody stands for: only such a change is worth checking. */
export const hasPatch = (unit: UnitState): boolean =>
  unit.answer?.outcome === 'ok' && unit.answer.snapshot !== null && claimed(unit).length > 0 && protectedPaths(unit).length === 0;

const protectedPaths = (unit: UnitState): string[] => unit.answer?.snapshot?.protected ?? [];

/** What refuses a checked patch, or null when nothing does. */
export const refusal = (state: RunState, unit: UnitState, config: Config): Result | null => {
  const check = unit.check;
  if (!check) return null;
  if (!isAcceptable(check, config)) {
    return {
      result: 'refused',
      gate: check.commands.some((command) => command.hook) ? 'hooks' : 'verify',
      reason: check.reason ?? `verification: ${check.verdict}`,
    };
  }
  const findings = claimed(unit).flatMap((id) => state.findings.get(id)?.finding ?? []);
  const reason = judgeTools(findings, check.tools, (reviewer) => state.toolCounts.get(reviewer) ?? {});
  return reason === null ? null : { result: 'refused', gate: 'tool', reason };
};

/** The judgement on a unit whose patch, if it has one, came to `fate`; with what follows for findings that the fixer gave up. */
export const judged = (unit: UnitState, fate: Result): RunEvent[] => {
  const results: Results = Object.fromEntries(asked(unit).map((id) => [id, resultOf(unit, id, fate)]));
  return [{ type: 'attempt.judged', unit: unit.plan.unit, results }, ...closings(unit)];
};

const resultOf = (unit: UnitState, id: string, fate: Result): Result => {
  const answer = unit.answer;
  if (!answer) return { result: 'agent-error', reason: 'the agent was not heard of again' };
  if (answer.outcome === 'timeout' || answer.outcome === 'cancelled') return { result: answer.outcome, ...because(answer.message) };
  if (answer.outcome !== 'ok') return { result: 'agent-error', ...because(answer.message) };
  const claim = answer.claims[id];
  if (!claim) return { result: 'not-answered', reason: 'no status given' };
  switch (claim.claim) {
    case 'fixed':
      if (answer.snapshot === null) return { result: 'no-change', reason: 'no changes applied: the agent said fixed and changed nothing' };
      if (protectedPaths(unit).length > 0)
        return {
          result: 'refused',
          gate: 'protected',
          reason: `changes ${protectedPaths(unit).join(', ')}, which git keeps behind a filter`,
        };
      return fate;
    case 'blocked':
    case 'deferred':
      return { result: 'no-change', reason: `${claim.claim}: ${claim.explanation}` };
    case 'none':
      return { result: 'not-answered', reason: 'no status given' };
    default:
      return claim.claim satisfies never;
  }
};

const because = (reason: string | undefined): { reason?: string } => (reason === undefined ? {} : { reason });

const closings = (unit: UnitState): RunEvent[] => {
  const { answer } = unit;
  if (answer?.outcome !== 'ok') return [];
  return asked(unit)
    .filter((id) => answer.claims[id]?.claim === 'blocked')
    .map((id) => ({
      type: 'finding.closed',
      id,
      status: 'blocked',
      cause: 'fixer',
      reason: answer.claims[id]?.explanation || 'no explanation given',
    }));
};
