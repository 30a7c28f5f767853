/** One call of a fixer: workspace, question, answer, snapshot, all of it stored in one event. */
import type { RunEvent, RunEventOf, Snapshot } from '../../../model/event.ts';
import type { Session, Usage } from '../../../model/attempt.ts';
import { isMachineMade } from '../../../model/run/machine-made.ts';
import { headAndTail } from '../../../plain/text.ts';
import type { AgentRequest, AgentResult } from '../../../ports/agent.ts';
import type { Capture, Custody, Workspace } from '../../../ports/repo.ts';
import type { Furnished } from '../../../ports/room.ts';
import { commitMessage } from '../../../stages/commit/message.ts';
import {
  explanationOf,
  type FixReading,
  readFixAnswer,
  standsForChange,
  withSilence,
} from '../../../stages/fix/answer.ts';
import { affordable, reservationFor } from '../../decide/calls/budget.ts';
import type { Performing } from '../../engine.ts';
import { currentCycle, type UnitState } from '../../state/state.ts';
import { refusedSnapshot, sessionFor } from '../../decide/calls/session.ts';
import { askFor, type FixQuestion } from './ask.ts';
import { type Followed, followPlaces } from '../integrate/follow-places.ts';
import { callAgent } from './call.ts';
import { furnish, reasonOf } from '../verify/room.ts';
import { replacement } from '../../../secrets/find/span.ts';
import { captureWork } from './capture-work.ts';
import { postponement, waitForTurn } from './wait.ts';

/** `stopping`: the run stops, so that nobody waits for an agent any more; calls under way are heard out. */
export const performAttempt = async (
  performing: Performing,
  key: string,
  stopping: AbortSignal,
): Promise<RunEvent[]> => {
  const { engine, state, config, signal } = performing;
  const unit = state.units.get(key);
  const base = currentCycle(state)?.step?.base;
  if (!unit || base === undefined) throw new Error(`unit ${key} is not in the step under way`);
  if (!(await waitForTurn(performing, unit, stopping))) return [];
  // While it waited, others may have used up the budget, or another agent may have taken over.
  const { agent } = unit.plan;
  if (signal.aborted || affordable(state, config, [{ agent }]).length === 0) return [];
  const reserved = reservationFor(state, config, agent);
  await performing.emit({
    type: 'attempt.started',
    unit: key,
    agent,
    cycle: unit.cycle,
    ...(reserved && { reserved }),
  });
  const refused = await refusedChange(performing, unit, base);
  const workspace = await engine.custody.workspace(refused ?? base, 'agent', { head: base });
  try {
    return await attempt(performing, { agent, unit, base, workspace, refused });
  } finally {
    await workspace.release();
  }
};

/**
 * The agent is named apart from the unit: another may take over its place while this one is at work. `refused`: the
 * tree
 * with the change of the last attempt, where the agent begins from it.
 */
type Place = { agent: string; unit: UnitState; base: string; workspace: Workspace; refused: string | null };

/** A retry starts from the refused patch (4.14), unless the head has moved away from under it. */
const refusedChange = async (
  { engine, state, config }: Performing,
  unit: UnitState,
  base: string,
): Promise<string | null> => {
  const snapshot = refusedSnapshot(state, config, unit);
  if (!snapshot) return null;
  const merged = await engine.custody.merge(base, snapshot.commit);
  return 'tree' in merged ? merged.tree : null;
};

/** Machine-made edits need no dependencies. */
const bare: Furnished = { ok: true };

const attempt = async (performing: Performing, place: Place): Promise<RunEvent[]> => {
  const { engine } = performing;
  const { agent, unit, base, workspace, refused } = place;
  const began = performance.now();
  const machineMade = isMachineMade({ agent });
  const furnished = machineMade ? bare : await furnish(performing, workspace, base);
  if (!furnished.ok) return furnished.cancelled ? [] : [failed(place, reasonOf(furnished), began)];
  const source = { start: engine.custody.start, readText: textSource(performing, workspace, base) };
  const asked = { ids: unit.plan.findings, base, agent, fromRefused: refused !== null };
  const question = await askFor({ ...performing, source, clean: engine.clean }, asked);
  const artifacts = machineMade
    ? []
    : [await engine.artifacts.put(`attempts/${unit.plan.unit}/prompt.md`, question.prompt)];
  const session = sessionFor(performing.state, performing.config, unit);
  const { key, pending } = { key: unit.plan.unit, pending: () => performing.state.units.get(unit.plan.unit) ?? {} };
  const startText = machineMade ? reportedText(performing, unit) : undefined;
  const { layer } = furnished;
  const result = await callAgent(performing, { key, agent, question, workspace, pending, session, layer, startText });
  furnished.release?.();
  const later = postponement(result, engine.clock.now(), performing.state);
  if (later) return [{ type: 'attempt.postponed', unit: key, ...later }];
  const [capture, transcript] = await Promise.all([
    captureWork(engine.custody, workspace, base, performing.signal),
    result.transcript === ''
      ? []
      : engine.artifacts.put(`attempts/${unit.plan.unit}/transcript.txt`, result.transcript),
  ]);
  artifacts.push(...[transcript].flat());
  const reading = readAnswer(performing, unit, result, question);
  const facts = (): Omit<Facts, 'snapshot'> => ({
    question,
    result,
    reading,
    artifacts,
    durationMs: performance.now() - began,
  });
  if ('problem' in capture)
    return [finished(place, { ...facts(), result: uncaptured(result, capture.problem), snapshot: null })];
  const changed = refused === null ? capture.patch : (await engine.custody.diff(refused, capture.tree)).patch;
  const unrecorded = machineMade ? null : await engine.recordPatch(workspace.path, changed);
  if (unrecorded !== null) performing.note({ type: 'warning', message: unrecorded });
  // What was refused before and is as it was is no change.
  const snapshot = capture.tree === refused ? null : await keep(performing, unit, base, capture, result, reading);
  return [finished(place, { ...facts(), snapshot })];
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
const readAnswer = (
  { config }: Performing,
  { plan }: UnitState,
  { answer }: AgentResult,
  { input }: FixQuestion,
): FixReading => {
  const reading = readFixAnswer(answer, input.findings);
  return config.preset === 'default' ? withSilence(reading, plan.findings) : reading;
};

/** A fresh workspace holds the files of the base: reading them there saves a git process for each. */
const textSource =
  ({ engine }: Performing, workspace: Workspace, base: string): Custody['readText'] =>
  async (revision, file) =>
    revision === base
      ? engine.readText(workspace.path, await engine.custody.realName(base, file))
      : engine.custody.readText(revision, file);

/** Machine-made edits are about the text that their finding was reported on, under the name that the file had then. */
const reportedText =
  ({ engine, state }: Performing, unit: UnitState): AgentRequest['startText'] =>
  (file) => {
    const of = unit.plan.findings.flatMap((id) => state.findings.get(id) ?? []);
    const { reportedAt, editNames } = of.find(({ finding }) => finding.edits?.some((edit) => edit.file === file)) ?? {};
    return engine.custody.readText(reportedAt ?? engine.custody.start.commit, editNames?.[file] ?? file);
  };

/** The change is kept as a patch whatever the agent's end was; only what somebody stands for becomes a snapshot. */
const keep = async (
  { engine, state }: Performing,
  unit: UnitState,
  base: string,
  capture: Capture,
  result: AgentResult,
  reading: FixReading,
): Promise<Snapshot | null> => {
  if (capture.files.length === 0) return null;
  const fixed = unit.plan.findings.filter((id) => standsForChange(reading.claims[id]));
  const findings = fixed.flatMap((id) => state.findings.get(id)?.finding ?? []);
  const counts = result.outcome === 'ok' && findings.length > 0;
  const message = counts ? commitMessage(findings, explanationOf(fixed, reading.claims)) : '';
  const [patch, { commit }, followed] = await Promise.all([
    engine.artifacts.put(`attempts/${unit.plan.unit}/change.patch`, capture.patch),
    counts
      ? engine.custody.commit({ tree: capture.tree, parent: base, message, at: engine.clock.now().toISOString() })
      : { commit: base },
    counts ? followPlaces(engine.custody, { from: base, to: capture.tree, known: capture.files }, findings) : null,
  ]);
  return {
    commit,
    tree: capture.tree,
    files: capture.files,
    patch,
    ignored: capture.ignored,
    ...(capture.protected && capture.protected.length > 0 && { protected: capture.protected }),
    ...(followed && placesIn(followed)),
  };
};

const placesIn = ({ places, renamed }: Followed): Pick<Snapshot, 'places' | 'renamed'> => ({
  ...(places.size > 0 && { places: Object.fromEntries(places) }),
  ...(renamed.size > 0 && { renamed: Object.fromEntries(renamed) }),
});

type Facts = {
  question: FixQuestion;
  result: AgentResult;
  reading: FixReading;
  snapshot: Snapshot | null;
  artifacts: string[];
  durationMs: number;
};

const finished = ({ agent, unit }: Place, facts: Facts): RunEventOf<'attempt.finished'> => {
  const { result, reading } = facts;
  const claims = Object.fromEntries(
    Object.entries(reading.claims).map(([id, claim]) => [
      id,
      { ...claim, explanation: headAndTail(claim.explanation, 4_000) },
    ]),
  );
  const usage: Usage = { ...reading.usage, ...result.usage };
  const session = sessionOf(result, reading);
  const message = messageOf(isSilentChange(facts) ? withoutComplaint(result) : result, reading);
  return {
    type: 'attempt.finished',
    unit: unit.plan.unit,
    agent,
    outcome: result.outcome,
    ...(message !== '' && { message: headAndTail(message, 2_000) }),
    claims,
    cut: facts.question.cut,
    unknownIds: reading.unknownIds.slice(0, 100),
    snapshot: facts.snapshot,
    ...(session && { session }),
    usage,
    ...(result.denials.length > 0 && {
      denials: result.denials.slice(0, 50).map((denial) => headAndTail(denial, 500)),
    }),
    artifacts: facts.artifacts,
    durationMs: facts.durationMs,
  };
};

const sessionOf = (result: AgentResult, { session }: FixReading): Session | undefined =>
  result.session ?? (session === undefined || session.includes(replacement) ? undefined : { id: session, used: {} });

/** Whoever only edits has nothing to say, and there is nothing to complain of. */
const isSilentChange = ({ result, reading, snapshot }: Facts): boolean =>
  result.outcome === 'ok' &&
  result.text.trim() === '' &&
  snapshot !== null &&
  Object.values(reading.claims).some(({ silent }) => silent);

const withoutComplaint = ({ message, ...result }: AgentResult): AgentResult =>
  message === undefined || message.startsWith('no answer') ? result : { ...result, message };

/** Why it failed; of a call that ended well, what could not be read of its answer. */
const messageOf = (result: AgentResult, reading: FixReading): string =>
  [
    ...(result.message === undefined ? [] : [result.message]),
    ...(result.outcome === 'ok' ? result.problems : []),
    ...(result.outcome === 'ok' && result.answer !== null ? reading.problems : []),
  ].join('; ');

const failed = ({ agent, unit }: Place, message: string, began: number): RunEvent => ({
  type: 'attempt.finished',
  unit: unit.plan.unit,
  agent,
  outcome: 'crashed',
  message,
  claims: {},
  cut: [],
  unknownIds: [],
  snapshot: null,
  usage: {},
  artifacts: [],
  durationMs: performance.now() - began,
});
