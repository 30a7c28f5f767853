/** One call of a fixer: workspace, question, answer, snapshot, all of it stored in one event. */
import type { RunEvent } from '../../../model/event.ts';
import { isMachineMade } from '../../../model/run/machine-made.ts';
import type { AgentResult } from '../../../ports/agent.ts';
import type { Furnished } from '../../../ports/room.ts';
import { readFixAnswer } from '../../../stages/fix/answer.ts';
import type { Performing } from '../../engine.ts';
import type { RunState } from '../../state/state.ts';
import { pendingOf, type UnitState } from '../../state/unit.ts';
import { askFor, type FixQuestion } from './ask.ts';
import { type Beginning, beginCall } from './begin-call.ts';
import { callAgent } from './call.ts';
import { furnish, reasonOf } from '../verify/room.ts';
import { uncapturable } from './capture-work.ts';
import { failedAttempt, finishedAttempt } from './finished-attempt.ts';
import { lookUpDisputes } from './look-up-disputes.ts';
import { postponement } from './wait.ts';
import type { Place } from './attempt/place.ts';
import { refusedChange } from './attempt/refused-change.ts';
import { takeChange } from './attempt/take-change.ts';
import { askingIn, aboutOf, callOf } from './attempt/ask-and-call.ts';

export const performAttempt = (performing: Performing, key: string, stopping: AbortSignal): Promise<RunEvent[]> => {
  const { engine, state } = performing;
  const { base, unit } = inStep(state, key);
  let refused: string | null = null;
  const beginning: Beginning = {
    pending: pendingOf(unit),
    role: 'fix',
    agent: () => inStep(state, key).unit.plan.agent,
    isAnswered: () => inStep(state, key).unit.answer !== undefined,
    started: (agent, reserved) => ({ type: 'attempt.started', unit: key, agent, cycle: unit.cycle, ...reserved }),
    workspace: async () => {
      refused = await refusedChange(performing, inStep(state, key).unit, base);
      return engine.custody.workspace(refused ?? base, 'agent', { head: base });
    },
    call: (workspace, agent) => attempt(performing, { agent, ...inStep(state, key), workspace, refused }),
  };
  return beginCall(performing, beginning, stopping);
};

/** As it is now: while it waited, another agent may have taken it over. */
const inStep = (state: RunState, key: string): { unit: UnitState; base: string } => {
  const unit = state.fixing.units.get(key);
  if (!unit) throw new Error(`there is no unit ${key}`);
  return { unit, base: unit.base };
};

/** Machine-made edits need no dependencies. */
const bare: Furnished = { ok: true };

const attempt = async (performing: Performing, place: Place): Promise<RunEvent[]> => {
  const { engine, state } = performing;
  const { unit, base, workspace } = place;
  const began = performance.now();
  const furnished = isMachineMade(place) ? bare : await furnish(performing, workspace, base);
  if (!furnished.ok) return furnished.cancelled ? [] : [failedAttempt(place, reasonOf(furnished), began)];
  engine.expectChange();
  const question = await askFor(askingIn(performing, place), aboutOf(place));
  const [prompt, result] = await Promise.all([
    keepPrompt(performing, place, question),
    callAgent(performing, callOf(performing, place, question, furnished)),
  ]);
  furnished.release?.();
  const later = postponement(result, engine.clock.now(), state);
  if (later) return [{ type: 'attempt.postponed', unit: unit.plan.unit, ...later }];
  const [capture, transcript] = await Promise.all([
    engine.custody.capture(workspace, base, performing.signal).catch(uncapturable),
    keepTranscript(performing, place, result),
  ]);
  const answer = readFixAnswer(result.answer, question.input.findings, mayBeSilent(performing, unit));
  const reading = await lookUpDisputes(performing, base, answer);
  const change = await takeChange(performing, place, { capture, result, reading });
  const artifacts = [...prompt, ...transcript];
  const durationMs = performance.now() - began;
  return [finishedAttempt(place, { question, reading, ...change, artifacts, durationMs })];
};

const keepPrompt = async ({ engine }: Performing, place: Place, { prompt }: FixQuestion): Promise<string[]> =>
  isMachineMade(place) ? [] : [await engine.artifacts.put(`attempts/${place.unit.plan.unit}/prompt.md`, prompt)];

const keepTranscript = async (
  { engine }: Performing,
  { unit }: Place,
  { transcript }: AgentResult,
): Promise<string[]> =>
  transcript === '' ? [] : [await engine.artifacts.put(`attempts/${unit.plan.unit}/transcript.txt`, transcript)];

/** Elsewhere than in the preset `default`, and in calls about several findings, a missing answer is a deferral. */
const mayBeSilent = ({ state: { config } }: Performing, { plan }: UnitState): string | undefined => {
  const [only, ...others] = plan.findings;
  return config.preset === 'default' && others.length === 0 ? only : undefined;
};
