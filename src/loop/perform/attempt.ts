/** One call of a fixer: workspace, question, answer, snapshot, all of it stored in one event. */
import type { RunEvent, RunEventOf, Snapshot } from '../../model/event.ts';
import type { Usage } from '../../model/attempt.ts';
import { headAndTail } from '../../model/text.ts';
import type { AgentResult } from '../../ports/agent.ts';
import type { Capture, Custody, Workspace } from '../../ports/repo.ts';
import { commitMessage } from '../../stages/commit/message.ts';
import { type FixReading, readFixAnswer } from '../../stages/fix/answer.ts';
import type { Performing } from '../engine.ts';
import { currentCycle, type UnitState } from '../state.ts';
import { askFor, type Question } from './ask.ts';
import { prepare } from './workspace.ts';
import { postponement } from './wait.ts';

/** `stopping`: the run stops, so that nobody waits for an agent any more; calls under way are heard out. */
export const performAttempt = async (performing: Performing, key: string, stopping: AbortSignal): Promise<RunEvent[]> => {
  const { engine, state, signal } = performing;
  const unit = state.units.get(key);
  const base = currentCycle(state)?.step?.base;
  if (!unit || base === undefined) throw new Error(`unit ${key} is not in the step under way`);
  if (unit.postponed) {
    const waitMs = Date.parse(unit.postponed.until) - engine.clock.now().getTime();
    await engine.clock.sleep(waitMs, AbortSignal.any([signal, stopping]));
    if (stopping.aborted) return [];
  }
  if (signal.aborted) return [];
  await performing.emit({ type: 'attempt.started', unit: key, agent: unit.plan.agent, cycle: unit.cycle });
  const workspace = await engine.custody.workspace(base, 'agent');
  try {
    return await call(performing, unit, base, workspace);
  } finally {
    await workspace.release();
  }
};

const call = async (performing: Performing, unit: UnitState, base: string, workspace: Workspace): Promise<RunEvent[]> => {
  const { engine } = performing;
  const began = performance.now();
  const machineMade = unit.plan.agent === 'autofix';
  const unprepared = machineMade ? null : await prepare(performing, workspace, base);
  if (unprepared) return unprepared.verdict === 'cancelled' ? [] : [failed(unit, unprepared.reason ?? 'set-up failed', began)];
  const source = { start: engine.custody.start, readText: textSource(performing, workspace, base) };
  const question = await askFor({ ...performing, source, redact: engine.redact }, unit.plan.findings, base, unit.plan.agent);
  const artifacts = machineMade ? [] : [await engine.artifacts.put(`attempts/${unit.plan.unit}/prompt.md`, question.prompt)];
  const result = await ask(performing, unit, question, workspace);
  const later = postponement(result, unit, engine.clock.now(), performing.state);
  if (later) return [{ ...later, message: engine.redact(later.message) }];
  const [capture, transcript] = await Promise.all([
    engine.custody.capture(workspace, base),
    result.transcript === '' ? [] : engine.artifacts.put(`attempts/${unit.plan.unit}/transcript.txt`, engine.redact(result.transcript)),
  ]);
  artifacts.push(...[transcript].flat());
  const reading = readFixAnswer(result.answer, question.input.findings);
  const snapshot = await keep(performing, unit, base, capture, result, reading);
  return [finished(performing, unit, { question, result, reading, snapshot, artifacts, durationMs: performance.now() - began })];
};

/** A fresh workspace holds the files of the base: reading them there saves a git process for each. */
const textSource =
  ({ engine }: Performing, workspace: Workspace, base: string): Custody['readText'] =>
  (revision, file) =>
    revision === base ? engine.readText(workspace.path, file) : engine.custody.readText(revision, file);

const ask = async (
  { engine, state, signal, note, show }: Performing,
  unit: UnitState,
  question: Question,
  workspace: Workspace,
): Promise<AgentResult> => {
  const scratch = await engine.scratch();
  const output = engine.redactStream();
  const pass = (text: string): void => {
    if (text !== '') show({ type: 'attempt.output', unit: unit.plan.unit, text });
  };
  try {
    return await engine.agent(unit.plan.agent).run(
      {
        prompt: question.prompt,
        input: question.input,
        workspace: workspace.path,
        scratch: scratch.path,
        startText: (file) => engine.custody.readText(engine.custody.start.commit, file),
      },
      {
        signal,
        onOutput: (text) => pass(output.write(text)),
        onProcess: (process) => note({ type: 'process.started', ...process, what: `${unit.plan.agent} ${state.run}` }),
      },
    );
  } finally {
    pass(output.end());
    await scratch.remove();
  }
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
  const fixed = unit.plan.findings.filter((id) => reading.claims[id]?.claim === 'fixed');
  const findings = fixed.flatMap((id) => state.findings.get(id)?.finding ?? []);
  const counts = result.outcome === 'ok' && findings.length > 0;
  const message = counts
    ? commitMessage(findings, fixed.length === 1 ? engine.redact(reading.claims[fixed[0] ?? '']?.explanation ?? '') : undefined)
    : '';
  const [patch, { commit }] = await Promise.all([
    engine.artifacts.put(`attempts/${unit.plan.unit}/change.patch`, capture.patch),
    counts ? engine.custody.commit({ tree: capture.tree, parent: base, message, at: engine.clock.now().toISOString() }) : { commit: base },
  ]);
  return {
    commit,
    tree: capture.tree,
    files: capture.files,
    patch,
    ignored: capture.ignored,
    ...(capture.protected && capture.protected.length > 0 && { protected: capture.protected }),
  };
};

type Facts = {
  question: Question;
  result: AgentResult;
  reading: FixReading;
  snapshot: Snapshot | null;
  artifacts: string[];
  durationMs: number;
};

const finished = ({ engine }: Performing, unit: UnitState, facts: Facts): RunEventOf<'attempt.finished'> => {
  const { result, reading } = facts;
  const claims = Object.fromEntries(
    Object.entries(reading.claims).map(([id, claim]) => [
      id,
      { ...claim, explanation: headAndTail(engine.redact(claim.explanation), 4_000) },
    ]),
  );
  const usage: Usage = { ...reading.usage, ...result.usage };
  const session = result.session ?? reading.session;
  const message = messageOf(result, reading);
  return {
    type: 'attempt.finished',
    unit: unit.plan.unit,
    agent: unit.plan.agent,
    outcome: result.outcome,
    ...(message !== '' && { message: headAndTail(engine.redact(message), 2_000) }),
    claims,
    cut: facts.question.cut,
    unknownIds: reading.unknownIds.slice(0, 100).map(engine.redact),
    snapshot: facts.snapshot,
    ...(session !== undefined && { session }),
    usage,
    artifacts: facts.artifacts,
    durationMs: facts.durationMs,
  };
};

/** Why it failed; of a call that ended well, what could not be read of its answer. */
const messageOf = (result: AgentResult, reading: FixReading): string =>
  [
    ...(result.message === undefined ? [] : [result.message]),
    ...(result.outcome === 'ok' && result.answer !== null ? reading.problems : []),
  ].join('; ');

const failed = (unit: UnitState, message: string, began: number): RunEvent => ({
  type: 'attempt.finished',
  unit: unit.plan.unit,
  agent: unit.plan.agent,
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
