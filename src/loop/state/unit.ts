/** A unit: one call of a fixer about some findings, and how far its change has come. */
import type { RunEventOf } from '../../model/event.ts';
import type { AgentOutcome } from '../../model/run/outcome.ts';
import type { Commit, Reserved, UnitPlan } from '../../model/run/snapshot.ts';
import type { Verification } from '../../model/verification.ts';
import { given } from '../../plain/given.ts';

/** What every call of an agent can come to before it is answered. */
export type Pending = {
  /** The agent could not take the call now: it costs no attempt. */
  postponed?: { outcome: AgentOutcome; message: string; until: string };
  /** Set aside for the call that is under way. */
  reserved?: Reserved;
};

export type UnitAnswer = RunEventOf<'attempt.finished'> & { at: string };

type UnitFacts = {
  plan: UnitPlan;
  cycle: number;
  /** The commit that its agent began from. */
  base: string;
  /** When its agent was called, the last time. */
  startedAt?: string;
  /** It holds a part of what one call changed: the unit of that call. */
  partOf?: string;
  /** Its change was taken apart: what is left here are findings without one. */
  isSplit?: boolean;
};

type Unanswered = { answer?: undefined; check?: undefined; commit?: undefined };

/** `check`: of its change by itself; whether there is one depends on whether anybody can say something about it. */
type Answered = { answer: UnitAnswer; check?: Verification; commit?: undefined };

/** Why a fix is not in its group any more: with it fails what holds without it. */
export type Culprit = { gate: string; reason: string };

/** What a run of the commands on a group of fixes has shown, as far as there was one. */
type Shown = { group?: number; shown?: Verification };

/** Where a unit stands: each phase is entered by one event, and has what that event brought. */
export type UnitState = UnitFacts &
  (
    | ({ phase: 'planned' } & Unanswered)
    | ({ phase: 'started' } & Unanswered & Pending)
    | ({ phase: 'answered' } & Answered & { check?: undefined; isBeingChecked?: boolean })
    | ({ phase: 'checked' } & Answered & { check: Verification })
    // Waits to be proven, with others.
    | ({ phase: 'ready' } & Answered)
    | ({ phase: 'committed' } & Omit<Answered, 'commit'> & { commit: Commit })
    | ({ phase: 'conflict' } & Answered & { conflicts: string[] })
    | ({ phase: 'removed' } & Answered & Shown & { culprit: Culprit })
    | ({ phase: 'proven' } & Omit<Answered, 'commit'> & Shown & { commit: Commit })
    | ({ phase: 'judged' } & Omit<Answered, 'commit'> & Shown & { commit?: Commit })
  );

export type AnsweredUnit = Extract<UnitState, { answer: UnitAnswer }>;

/** The number of the step that it was begun in: its key is cycle, step, and number in the step. */
export const stepOf = ({ unit }: UnitPlan): number => Number.parseInt(unit.slice(unit.indexOf('.') + 1), 10);

/** What stays as it is whatever becomes of its change. */
export const factsOf = ({ plan, cycle, base, startedAt, partOf, isSplit }: UnitState): UnitFacts => ({
  plan,
  cycle,
  base,
  ...given({ startedAt, partOf, isSplit }),
});

/** What was said and shown of the change, which stays whatever is decided about it. */
export const shownOf = ({ answer, check }: AnsweredUnit): { answer: UnitAnswer; check?: Verification } => ({
  answer,
  ...given({ check }),
});

/** What a group of fixes has shown of it. */
export const provenBy = (unit: AnsweredUnit): Shown =>
  unit.phase === 'proven' || unit.phase === 'removed' || unit.phase === 'judged'
    ? given({ group: unit.group, shown: unit.shown })
    : {};

/** What verification has shown of a change: by itself, and with the others of its group. */
export const verificationOf = (unit: AnsweredUnit): Verification | undefined => {
  const { shown } = provenBy(unit);
  if (!shown || !unit.check) return shown ?? unit.check;
  const { commands, withoutFix } = unit.check;
  return { ...shown, commands: [...commands, ...shown.commands], ...given({ withoutFix }) };
};

/** What is known of its call before it is answered. */
export const pendingOf = (unit: UnitState | undefined): Pending => (unit?.phase === 'started' ? unit : {});

/** Its call is not under way: it was not begun yet, or the agent could not take it. */
export const waitsForCall = (unit: UnitState): boolean =>
  unit.phase === 'planned' || (unit.phase === 'started' && unit.postponed !== undefined);
