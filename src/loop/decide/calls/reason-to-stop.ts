/**
 * Out of quota or signed out, too long a wait, no way to prepare a workspace: another agent goes on, or nobody does.
 */
import { provesTogether } from '../../../config/trust.ts';
import type { RunEvent } from '../../../model/event.ts';
import type { CommandResult } from '../../../model/verification.ts';
import { isMachineMade } from '../../../model/run/machine-made.ts';
import { firstLine } from '../../../plain/text.ts';
import { isMute } from '../../../stages/verify/failed-start.ts';
import { failingAgent, replacement } from './replace-agent.ts';
import { isUnverifiable } from '../../state/baseline-now.ts';
import { mayBegin } from '../../state/mode.ts';
import { type FindingState, type RunState, workingUnits } from '../../state/state.ts';
import type { Pending } from '../../state/unit.ts';

export const reasonToStop = (state: RunState): RunEvent | null => {
  if (!mayBegin(state)) return null;
  const failed = failedStart(state) ?? nothingProven(state);
  if (failed) return failed;
  for (const call of postponedCalls(state)) {
    const event = whyNotCalled(state, call);
    if (event) return event;
  }
  return failingAgent(state) ?? cutShort(state);
};

/** Nothing is spent on fixes that cannot be proven, whatever they are (5.9). */
const failedStart = ({ checks: { baseline } }: RunState): RunEvent | null => {
  if (!baseline || !isUnverifiable(baseline)) return null;
  const why = firstLine(baseline.reason ?? '', 300) || 'verification of the untouched start could not be carried out';
  const message = [
    `The untouched start cannot be verified: ${why.replace(/\.$/, '')}.`,
    ...(baseline.remedy === undefined ? [] : [baseline.remedy]),
  ];
  return {
    type: 'run.stopping',
    reason: baseline.verdict === 'setup-failed' ? 'setup' : 'baseline',
    message: message.join(' '),
  };
};

/**
 * A command that failed before and says nothing: when the first fixes do not make it pass, others would be paid for in
 * vain.
 */
const nothingProven = (state: RunState): RunEvent | null => {
  const mute = stillMute(state);
  if (!mute || mayStillProve(state)) return null;
  const message =
    `\`${mute.command}\` fails on the untouched start, still fails with the first fixes, ` +
    'and says nothing about single tests: nothing can be proven, so no more is tried. Mend the start first, ' +
    'let the command write JUnit or TAP (verify.junit), or set verify.unproven to accept.';
  return { type: 'run.stopping', reason: 'baseline', message };
};

/** The command that failed before, says nothing, and still fails with what was tried so far; none of it was proven. */
export const stillMute = ({ checks, config, code, findings }: RunState): CommandResult | undefined => {
  if (config.verify.unproven === 'accept' || code.commits.length > 0) return undefined;
  const mute = checks.baseline?.commands.find(isMute);
  return mute && findings.values().some(isUnproven) ? mute : undefined;
};

/** Something is still to come that could make it pass, or was paid for. Of machine-made ones the first have failed. */
const mayStillProve = (state: RunState): boolean =>
  workingUnits(state).some(
    ({ phase, plan }) => phase !== 'ready' || !isMachineMade(plan) || !provesTogether(state.config),
  );

const isUnproven = ({ attempts }: FindingState): boolean =>
  attempts.some(({ verification }) => verification?.verdict === 'unproven');

type Call = Pending & { agent: string };

/** Those that were put off: nothing is to be said of others. Asked before every decision, so nothing is copied. */
function* postponedCalls({ fixing, agents }: RunState): Generator<Call> {
  for (const key of fixing.working) {
    const unit = fixing.units.get(key);
    if (unit?.phase === 'started' && unit.postponed) yield { postponed: unit.postponed, agent: unit.plan.agent };
  }
  for (const call of agents.calls.values()) if (call.postponed) yield call;
}

/** Agents have not put calls off for longer than that, all in all. */
export const mayStillWait = ({ agents, config }: RunState): boolean => agents.waitedMs <= config.limits.wait;

const whyNotCalled = (state: RunState, { agent, postponed }: Call): RunEvent | null => {
  if (postponed?.outcome === 'quota' || postponed?.outcome === 'auth')
    return (
      replacement(state, agent, postponed.message) ?? {
        type: 'run.stopping',
        reason: postponed.outcome,
        message: postponed.message,
      }
    );
  if (!postponed || mayStillWait(state)) return null;
  const message = `waited longer than limits.wait allows; last answer: ${postponed.message}`;
  return replacement(state, agent, message) ?? { type: 'run.stopping', reason: 'rate-limit', message };
};

/** A call that was about to use more than there is was ended in its middle. */
const cutShort = (state: RunState): RunEvent | null => {
  const cut = state.agents.calls.values().find(({ answer }) => answer?.outcome === 'cancelled');
  return cut
    ? { type: 'run.stopping', reason: 'budget', message: cut.answer?.message ?? 'a call was cut short' }
    : null;
};
