/** Small parts that tests of the loop put together. */
import { Config, type ConfigInput } from '../../config/schema.ts';
import type { RunEvent, StoredEvent } from '../../model/event.ts';
import type { Finding } from '../../model/finding.ts';
import type { Verification } from '../../model/verification.ts';

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

export const runStarted = (config: Config): RunEvent => ({
  type: 'run.started',
  command: 'fix',
  root: '/repo',
  start: { commit: 'c0', tree: 't0' },
  includesDirty: false,
  dirty: false,
  sources: [],
  config,
  version: '0',
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

export const stored = (events: readonly RunEvent[]): StoredEvent[] =>
  events.map((event, index) => ({ ...event, run: 'run', seq: index + 1, at: '2026-01-01T00:00:00.000Z' }));
