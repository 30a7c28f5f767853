/** One call of a fixer: workspace, question, answer, snapshot, all of it stored in one event. */
import type { Snapshot } from '../../../model/run/snapshot.ts';
import type { RunEvent } from '../../../model/event.ts';
import { isMachineMade } from '../../../model/run/machine-made.ts';
import type { AgentResult } from '../../../ports/agent.ts';
import type { Capture, Custody, Workspace } from '../../../ports/repo.ts';
import type { Furnished } from '../../../ports/room.ts';
import { type FixReading, readFixAnswer } from '../../../stages/fix/answer.ts';
import type { Performing } from '../../engine.ts';
import type { RunState } from '../../state/state.ts';
import { pendingOf, type UnitState } from '../../state/unit.ts';
import { refusedSnapshots, sessionFor } from '../../decide/calls/session.ts';
import { type Asked, askFor, type Asking, type FixQuestion } from './ask.ts';
import { type Beginning, beginCall } from './begin-call.ts';
import { type Call, callAgent } from './call.ts';
import { furnish, reasonOf } from '../verify/room.ts';
import { uncapturable } from './capture-work.ts';
import { type Facts, failedAttempt, finishedAttempt } from './finished-attempt.ts';
import { keepChange } from './keep-change.ts';
import { reportedText } from './reported-text.ts';
import { postponement } from './wait.ts';

export const performAttempt = (performing: Performing, key: string, stopping: AbortSignal): Promise<RunEvent[]> => {
  const { engine, state } = performing;
  const { base, unit } = inStep(state, key);
  let refused: string | null = null;
  const beginning: Beginning = {
    pending: pendingOf(unit),
    agent: () => inStep(state, key).unit.plan.agent,
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

/**
 * The agent is named apart from the unit: another may take over its place while this one is at work. `refused`: the
 * tree
 * with the change of the last attempt, where the agent begins from it.
 */
type Place = { agent: string; unit: UnitState; base: string; workspace: Workspace; refused: string | null };

/** A retry starts from the refused patch (4.14), unless the head has moved away from under it. */
const refusedChange = async ({ engine, state }: Performing, unit: UnitState, base: string): Promise<string | null> => {
  let tree: string | null = null;
  for (const snapshot of refusedSnapshots(state, unit)) {
    const merged = await engine.custody.merge(base, snapshot.commit);
    if (!('tree' in merged)) return null;
    tree = tree === null ? merged.tree : (await engine.custody.pick(tree, merged.tree, touchedIn(snapshot))).tree;
  }
  return tree;
};

/** Parts of one change share no file. */
const touchedIn = ({ files, renamed = {} }: Snapshot): string[] => [
  ...files.map(({ path }) => path),
  ...Object.values(renamed),
];

/** Machine-made edits need no dependencies. */
const bare: Furnished = { ok: true };

const attempt = async (performing: Performing, place: Place): Promise<RunEvent[]> => {
  const { engine, state } = performing;
  const { unit, base, workspace } = place;
  const began = performance.now();
  const furnished = isMachineMade(place) ? bare : await furnish(performing, workspace, base);
  if (!furnished.ok) return furnished.cancelled ? [] : [failedAttempt(place, reasonOf(furnished), began)];
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
  const reading = readFixAnswer(result.answer, question.input.findings, mayBeSilent(performing, unit));
  const change = await takeChange(performing, place, { capture, result, reading });
  const artifacts = [...prompt, ...transcript];
  const durationMs = performance.now() - began;
  return [finishedAttempt(place, { question, reading, ...change, artifacts, durationMs })];
};

const askingIn = (performing: Performing, { workspace, base }: Place): Asking => {
  const { state, engine } = performing;
  const source = { start: engine.custody.start, readText: textSource(performing, workspace, base) };
  return { state, source, versions: engine.custody, clean: engine.clean };
};

const aboutOf = ({ agent, unit, base, refused }: Place): Asked => ({
  ids: unit.plan.findings,
  base,
  agent,
  fromRefused: refused !== null,
});

const keepPrompt = async ({ engine }: Performing, place: Place, { prompt }: FixQuestion): Promise<string[]> =>
  isMachineMade(place) ? [] : [await engine.artifacts.put(`attempts/${place.unit.plan.unit}/prompt.md`, prompt)];

const callOf = (
  performing: Performing,
  place: Place,
  question: FixQuestion,
  { layer }: Extract<Furnished, { ok: true }>,
): Call => {
  const { engine, state } = performing;
  const { agent, unit, workspace } = place;
  const key = unit.plan.unit;
  return {
    key,
    agent,
    question,
    workspace,
    pending: () => pendingOf(state.fixing.units.get(key)),
    session: sessionFor(state, unit),
    layer,
    startText: isMachineMade(place) ? reportedText(engine.custody, state, unit.plan.findings) : undefined,
  };
};

const keepTranscript = async (
  { engine }: Performing,
  { unit }: Place,
  { transcript }: AgentResult,
): Promise<string[]> =>
  transcript === '' ? [] : [await engine.artifacts.put(`attempts/${unit.plan.unit}/transcript.txt`, transcript)];

type Work = { capture: Capture | { problem: string }; result: AgentResult; reading: FixReading };

/** What the agent left, as a snapshot; what cannot be captured is no change. */
const takeChange = async (
  performing: Performing,
  place: Place,
  { capture, result, reading }: Work,
): Promise<Pick<Facts, 'result' | 'snapshot'>> => {
  const { engine } = performing;
  const { unit, base, workspace, refused } = place;
  if ('problem' in capture) return { result: uncaptured(result, capture.problem), snapshot: null };
  const changed = refused === null ? capture.patch : (await engine.custody.diff(refused, capture.tree)).patch;
  const unrecorded = isMachineMade(place) ? null : await engine.recordPatch(workspace.path, changed);
  if (unrecorded !== null) performing.note({ type: 'warning', message: unrecorded });
  // What was refused before and is as it was is no change.
  if (capture.tree === refused) return { result, snapshot: null };
  return { result, snapshot: await keepChange(performing, unit, base, capture, result, reading) };
};

/** The call was paid for and is recorded, whatever it left; how it ended itself comes first. */
const uncaptured = (result: AgentResult, problem: string): AgentResult => ({
  ...result,
  outcome: result.outcome === 'ok' ? 'crashed' : result.outcome,
  message: [
    ...(result.message === undefined ? [] : [result.message]),
    `what it left cannot be taken as a change: ${problem}`,
  ].join('; '),
});

/** Elsewhere than in the preset `default`, and in calls about several findings, a missing answer is a deferral. */
const mayBeSilent = ({ state: { config } }: Performing, { plan }: UnitState): string | undefined => {
  const [only, ...others] = plan.findings;
  return config.preset === 'default' && others.length === 0 ? only : undefined;
};

/** A fresh workspace holds the files of the base: reading them there saves a git process for each. */
const textSource =
  ({ engine }: Performing, workspace: Workspace, base: string): Custody['readText'] =>
  async (revision, file) =>
    revision === base
      ? engine.readText(workspace.path, await engine.custody.realName(base, file))
      : engine.custody.readText(revision, file);
