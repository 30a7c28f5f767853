/** Machine-made fixes, many at once: they are made in memory, and need neither a workspace nor a process each. */
import type { RunEvent } from '../../../model/event.ts';
import type { AgentResult } from '../../../ports/agent.ts';
import { readFixAnswer } from '../../../stages/fix/answer.ts';
import type { Performing } from '../../engine.ts';
import type { FindingState } from '../../state/state.ts';
import { performAttempt } from './attempt.ts';
import { finishedAttempt } from './finished-attempt.ts';
import { keepChange } from './keep-change.ts';
import { type Made, makeInMemory } from './edits/make-in-memory.ts';

/** Few at a time: what is remembered of the trees that were made last is enough for them. */
const atOnce = 8;

export const performEdits = async (
  performing: Performing,
  keys: readonly string[],
  stopping: AbortSignal,
): Promise<RunEvent[]> => {
  const events: RunEvent[] = [];
  for (let from = 0; from < keys.length && !performing.signal.aborted; from += atOnce)
    events.push(...(await makeSome(performing, keys.slice(from, from + atOnce), stopping)));
  return events;
};

const makeSome = async (
  performing: Performing,
  keys: readonly string[],
  stopping: AbortSignal,
): Promise<RunEvent[]> => {
  const made: Made[] = [];
  const others: string[] = [];
  for (const key of keys) {
    const one = await makeInMemory(performing, performing.state.fixing.units.get(key));
    if (one) made.push(one);
    else others.push(key);
  }
  return [...(await keepAll(performing, made)), ...(await inWorkspaces(performing, others, stopping))];
};

/** The first word of each is stored before what came of any. */
const keepAll = async (performing: Performing, made: readonly Made[]): Promise<RunEvent[]> => {
  if (performing.signal.aborted) return [];
  await Promise.all(
    made.map(({ unit: { plan, cycle } }) =>
      performing.emit({ type: 'attempt.started', unit: plan.unit, agent: plan.agent, cycle }),
    ),
  );
  return Promise.all(made.map((one) => keep(performing, one)));
};

const keep = async (performing: Performing, { unit, findings, change, began }: Made): Promise<RunEvent> => {
  const result = appliedTo(findings);
  const reading = readFixAnswer(
    result.answer,
    findings.map(({ finding }) => finding),
  );
  const snapshot = await keepChange(performing, unit, unit.base, change, result, reading);
  const durationMs = performance.now() - began;
  const facts = { question: { cut: [] }, result, reading, snapshot, artifacts: [], durationMs };
  return finishedAttempt({ agent: unit.plan.agent, unit }, facts);
};

const appliedTo = (findings: readonly FindingState[]): AgentResult => ({
  outcome: 'ok',
  answer: {
    outcomes: findings.map(({ finding: { id, edits = [] } }) => {
      const files = [...new Set(edits.map(({ file }) => file))];
      return { id, outcome: 'fixed', explanation: `applied its machine-made fix to ${files.join(', ')}` };
    }),
  },
  text: '',
  transcript: '',
  usage: {},
  denials: [],
  problems: [],
});

/** So many at a time as others are. */
const inWorkspaces = async (
  performing: Performing,
  keys: readonly string[],
  stopping: AbortSignal,
): Promise<RunEvent[]> => {
  const { concurrency } = performing.state.config.fix;
  const events: RunEvent[] = [];
  for (let from = 0; from < keys.length; from += concurrency) {
    const batch = keys.slice(from, from + concurrency);
    events.push(...(await Promise.all(batch.map((key) => performAttempt(performing, key, stopping)))).flat());
  }
  return events;
};
