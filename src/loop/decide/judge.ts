/**
 * Judges an attempt: what the agent said, what it changed, and what verification showed. An agent's word alone is never
 * enough.
 */
import type { Config } from '../../config/schema.ts';
import { type Challenge, isSolved } from '../../model/challenge.ts';
import type { RunEvent, RunEventOf, Snapshot } from '../../model/event.ts';
import type { Finding } from '../../model/finding.ts';
import { moveTo } from '../../model/place.ts';
import { standsForChange } from '../../stages/fix/answer.ts';
import { weakReason } from '../../stages/gates/justification/justification.ts';
import { judgeTools } from '../../stages/verify/judge-tools.ts';
import { isAcceptable } from '../../stages/gates/acceptable.ts';
import { challengeOf } from './challenge.ts';
import { renameCounts } from '../state/places.ts';
import { lacksProof, proofOfChange } from './proof.ts';
import type { RunState, UnitState } from '../state/state.ts';
import { rulesFor } from './watching.ts';

type Results = RunEventOf<'attempt.judged'>['results'];
type Result = Results[string];

/** The findings that the agent was really asked about in this call. */
export const asked = (unit: UnitState): string[] => unit.plan.findings.filter((id) => !unit.answer?.cut.includes(id));

/** Those that it says are fixed, and the one that it changed files for without a word. */
export const claimed = (unit: UnitState): string[] =>
  asked(unit).filter((id) => standsForChange(unit.answer?.claims[id]));

/** Whether there is a change that somebody stands for: only such a change is worth checking. */
export const hasPatch = (unit: UnitState): boolean =>
  unit.answer?.outcome === 'ok' &&
  unit.answer.snapshot !== null &&
  claimed(unit).length > 0 &&
  protectedPaths(unit).length === 0;

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
  const snapshot = unit.answer?.snapshot;
  const findings = claimed(unit).flatMap((id) => state.findings.get(id)?.finding ?? []);
  const reason = judgeTools(
    findings.map((finding) => inSnapshot(finding, snapshot)),
    check.tools,
    (reviewer) => renameCounts(state.toolCounts.get(reviewer) ?? {}, Object.entries(snapshot?.renamed ?? {})),
    (finding) => isUntouched(finding, snapshot),
    (reviewer, finding) => rulesFor(state, reviewer, finding),
  );
  return reason === null ? null : { result: 'refused', gate: 'tool', reason };
};

/** The finding at its place in a changed tree. */
export const inSnapshot = (finding: Finding, snapshot: Snapshot | null | undefined): Finding => {
  const place = snapshot?.places?.[finding.id];
  return place ? moveTo(finding, place) : finding;
};

/** Not one of its lines is other than it was. */
const isUntouched = ({ id }: Finding, snapshot: Snapshot | null | undefined): boolean =>
  (snapshot?.places?.[id]?.fate ?? 'kept') === 'kept';

/** What the proof that is required of fixes (5.10) says against a change that all other gates let pass. */
export const unproven = (state: RunState, unit: UnitState, config: Config): Result | null => {
  const reasons = claimed(unit).flatMap((id) => {
    const finding = state.findings.get(id)?.finding;
    return (finding && lacksProof(state, unit, finding, config)) ?? [];
  });
  const [reason] = reasons;
  return reason === undefined ? null : { result: 'refused', gate: 'proof', reason };
};

/** What challengers said of a patch, once all of them have: by id of the finding. */
const challengesOf = (state: RunState, unit: UnitState, config: Config): Record<string, Challenge> => {
  const challenged = challengeOf(state, unit, config, claimed(unit));
  return challenged.status === 'done' ? challenged.challenges : {};
};

/**
 * A patch that challengers do not let pass; null when they do. One finding that is not solved refuses all that cannot
 * be separated from it.
 */
export const rejected = (state: RunState, unit: UnitState, config: Config): RunEvent[] | null => {
  const challenges = challengesOf(state, unit, config);
  const unsolved = Object.entries(challenges).filter(([, challenge]) => !isSolved(challenge));
  if (unsolved.length === 0) return null;
  const codes = unsolved.map(([id]) => state.findings.get(id)?.finding.code ?? id).join(', ');
  return judged(state, unit, config, (id) => {
    const challenge = challenges[id];
    const reason =
      challenge && !isSolved(challenge)
        ? `${challenge.score} of ${challenge.threshold}: ${challenge.feedback}`
        : `its fix cannot be separated from that of ${codes}, which was not good enough`;
    return { result: 'refused', gate: 'challenge', reason };
  });
};

/**
 * The judgement on a unit whose patch, if it has one, came to `fate`; with what follows for findings that the fixer
 * gave up.
 */
export const judged = (
  state: RunState,
  unit: UnitState,
  config: Config,
  fate: Result | ((id: string) => Result),
): RunEvent[] => {
  const challenges = challengesOf(state, unit, config);
  const fateOf = typeof fate === 'function' ? fate : (): Result => fate;
  const results: Results = Object.fromEntries(
    asked(unit).map((id) => {
      const challenge = challenges[id];
      return [
        id,
        { ...provenBy(state, unit, id, resultOf(unit, id, fateOf(id), config)), ...(challenge && { challenge }) },
      ];
    }),
  );
  return [{ type: 'attempt.judged', unit: unit.plan.unit, results }, ...closings(unit)];
};

const provenBy = (state: RunState, unit: UnitState, id: string, result: Result): Result => {
  const finding = state.findings.get(id)?.finding;
  return result.result === 'accepted' && finding ? { ...result, proof: proofOfChange(state, unit, finding) } : result;
};

const resultOf = (unit: UnitState, id: string, fate: Result, config: Config): Result => {
  const answer = unit.answer;
  if (!answer) return { result: 'agent-error', reason: 'the agent was not heard of again' };
  if (answer.outcome === 'timeout' || answer.outcome === 'cancelled')
    return { result: answer.outcome, ...because(answer.message) };
  if (answer.outcome !== 'ok') return { result: 'agent-error', ...because(answer.message) };
  const claim = answer.claims[id];
  if (!claim) return { result: 'not-answered', reason: 'no status given' };
  switch (claim.claim) {
    case 'fixed':
      if (answer.snapshot === null)
        return { result: 'no-change', reason: 'no changes applied: the agent said fixed and changed nothing' };
      return fateOfChange(unit, fate);
    case 'blocked':
    case 'deferred':
      return givenUp(claim.claim, claim.explanation, config);
    case 'none':
      if (claim.silent === true && answer.snapshot !== null) return fateOfChange(unit, fate);
      return { result: 'not-answered', reason: 'no status given' };
    default:
      return claim.claim satisfies never;
  }
};

const fateOfChange = (unit: UnitState, fate: Result): Result => {
  const paths = protectedPaths(unit);
  if (paths.length === 0) return fate;
  return {
    result: 'refused',
    gate: 'protected',
    reason: `changes ${paths.join(', ')}, which git keeps behind a filter`,
  };
};

/** Blocked and deferred need a reason that counts (4.5): a weak one is refused, or at least flagged. */
const givenUp = (claim: 'blocked' | 'deferred', explanation: string, { justification }: Config): Result => {
  const reason = `${claim}: ${explanation || 'no explanation given'}`;
  const weak = justification.weak === 'off' ? null : weakReason(explanation, justification.phrases);
  if (weak === null) return { result: 'no-change', reason };
  const flag = `weak reason (${weak}): ${explanation || 'none'}`;
  if (justification.weak === 'refuse' && claim === 'deferred')
    return {
      result: 'refused',
      gate: 'justification',
      reason: `this is no reason not to fix it (${weak}): ${explanation || 'none'}`,
      flag,
    };
  return { result: 'no-change', reason, flag };
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
