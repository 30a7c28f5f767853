/** Small parts that tests of the loop put together. */
import { Config, type ConfigInput } from '../../../src/config/schema.ts';
import { type CallAnswer, type CallSubject, keyOfCall } from '../../../src/model/call.ts';
import type { RunEvent, RunEventOf, StoredEvent } from '../../../src/model/event.ts';
import type { Snapshot } from '../../../src/model/run/snapshot.ts';
import type { Finding } from '../../../src/model/finding.ts';
import type { Verification } from '../../../src/model/verification.ts';
import { foldAll } from '../../../src/loop/state/fold.ts';
import type { RunState } from '../../../src/loop/state/state.ts';

export const exampleConfig = (input: ConfigInput = {}): Config =>
  Config.parse({ agents: { house: { kind: 'command', command: ['fixer'] } }, ...input });

export const exampleFinding = (id: string, facts: Partial<Finding> = {}): Finding => ({
  id,
  code: id.toUpperCase(),
  severity: 'medium',
  category: 'correctness',
  title: `problem ${id}`,
  description: 'what is wrong',
  file: `${id}.ts`,
  reviewer: 'import',
  level: 'blocking',
  ...facts,
});

export const exampleVerification = (facts: Partial<Verification> = {}): Verification => ({
  tree: 't0',
  verdict: 'passed',
  failures: [],
  commands: [],
  tools: [],
  durationMs: 1,
  ...facts,
});

export const runStarted = (config: Config, facts: Partial<RunEventOf<'run.started'>> = {}): RunEvent => ({
  type: 'run.started',
  command: 'fix',
  root: '/repo',
  start: { commit: 'c0', tree: 't0' },
  request: {},
  dirty: false,
  sources: [],
  config,
  version: '0',
  ...facts,
});

export const findingsAdmitted = (...findings: Finding[]): RunEvent => ({
  type: 'findings.admitted',
  findings,
  leftOut: 0,
  problems: [],
});

/** Without an agent, everything in one step. */
export const planMade = (...findings: string[]): RunEvent => ({
  type: 'plan.made',
  round: 0,
  by: 'computed',
  steps: [{ reason: 'first', findings }],
  todos: {},
  corrections: [],
});

/** A call that was begun and answered; without an answer it failed. */
export const called = (
  subject: CallSubject,
  answer: CallAnswer | null,
  facts: Partial<RunEventOf<'call.finished'>> = {},
  agent = 'house',
): RunEvent[] => [
  { type: 'call.started', call: keyOfCall(subject), subject, agent },
  {
    type: 'call.finished',
    call: keyOfCall(subject),
    agent,
    outcome: answer === null ? 'crashed' : 'ok',
    answer,
    usage: {},
    artifacts: [],
    durationMs: 1,
    ...facts,
  },
];

export const exampleSnapshot = (...paths: string[]): Snapshot => ({
  commit: `commit of ${paths.join()}`,
  tree: `tree of ${paths.join()}`,
  files: paths.map((path) => ({ path, change: 'modified', added: 1, removed: 1 })),
  patch: 'change.patch',
  ignored: [],
});

/** A call of the fixer that says that these findings are fixed. */
export const attempted = (
  unit: string,
  fixed: readonly string[],
  facts: Partial<RunEventOf<'attempt.finished'>> = {},
): RunEventOf<'attempt.finished'> => ({
  type: 'attempt.finished',
  unit,
  agent: 'house',
  outcome: 'ok',
  claims: Object.fromEntries(fixed.map((id) => [id, { claim: 'fixed', explanation: 'done' }])),
  cut: [],
  unknownIds: [],
  snapshot: exampleSnapshot(...fixed.map((id) => `${id}.ts`)),
  usage: {},
  artifacts: [],
  durationMs: 1,
  ...facts,
});

/** A step of the first cycle with one unit for each list of findings: 1.STEP.1, 1.STEP.2, … */
export const stepStarted = (step: number, ...units: string[][]): RunEvent => ({
  type: 'step.started',
  cycle: 1,
  step,
  base: 'c0',
  units: units.map((findings, index) => ({ unit: `1.${step}.${index + 1}`, findings, agent: 'house' })),
});

export const stateOf = (...events: RunEvent[]): RunState => folded(stored(events));

/** Of a run that was started. */
export const folded = (events: readonly StoredEvent[]): RunState => {
  const state = foldAll(events);
  if (!state) throw new Error('the run was never started');
  return state;
};

/** The state of a run of which only the start is known. */
export const exampleState = (input: ConfigInput = {}): RunState => stateOf(runStarted(exampleConfig(input)));

export const stored = (events: readonly RunEvent[]): StoredEvent[] =>
  events.map((event, index) => ({ ...event, run: 'run', seq: index + 1, at: '2026-01-01T00:00:00.000Z' }));
