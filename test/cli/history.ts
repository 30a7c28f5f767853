/** The events of a small run, in order: reviewed, one fix accepted, one refused, handed over. */
import type { Clean } from '../../src/model/clean.ts';
import type { RunEvent, StoredEvent } from '../../src/model/event.ts';
import type { Finding } from '../../src/model/finding.ts';
import { keptClean } from '../../src/secrets/kept.ts';
import { failedCheck, passed } from '../report/sample.ts';

const finding = (id: string, code: string): Finding => ({
  id,
  code,
  severity: 'high',
  category: 'bug',
  title: `Title of ${code}`,
  description: '',
  file: `src/${id}.ts`,
  line: 1,
  reviewer: 'eslint',
  level: 'blocking',
});

const answered = (unit: string, id: string): RunEvent => ({
  type: 'attempt.finished',
  unit,
  agent: 'house',
  outcome: 'ok',
  claims: { [id]: { claim: 'fixed', explanation: '' } },
  cut: [],
  unknownIds: [],
  snapshot: {
    commit: 'c',
    tree: 't',
    files: [{ path: `src/${id}.ts`, change: 'modified', added: 1, removed: 1 }],
    patch: 'p',
    ignored: [],
  },
  usage: {},
  artifacts: [],
  durationMs: 2_000,
});

const events: RunEvent[] = [
  {
    type: 'run.started',
    command: 'run',
    root: '/repo',
    start: { commit: '1'.repeat(40), tree: '2'.repeat(40) },
    request: {},
    dirty: true,
    sources: [],
    config: {
      reviewers: [{ name: 'eslint', kind: 'tool', command: ['eslint', '.'] }],
      fix: { agent: 'house' },
      agents: { house: { kind: 'command', command: 'x' } },
      verify: { commands: ['npm test'] },
    },
    version: '0.0.0',
    seal: 's',
  },
  { type: 'review.started', reviewer: 'eslint' },
  {
    type: 'review.finished',
    reviewer: 'eslint',
    verdict: 'NEEDS_WORK',
    findings: [],
    counts: {},
    problems: [],
    durationMs: 800,
  },
  { type: 'findings.admitted', findings: [finding('a', 'F001'), finding('b', 'F002')], leftOut: 3, problems: [] },
  { type: 'baseline.started' },
  { type: 'baseline.finished', verification: passed },
  { type: 'cycle.started', cycle: 1 },
  {
    type: 'step.started',
    cycle: 1,
    step: 1,
    base: 'b',
    units: [
      { unit: 'u1', findings: ['a'], agent: 'house' },
      { unit: 'u2', findings: ['b'], agent: 'house' },
    ],
  },
  { type: 'attempt.started', unit: 'u1', agent: 'house', cycle: 1 },
  { type: 'attempt.started', unit: 'u2', agent: 'house', cycle: 1 },
  { type: 'attempt.output', unit: 'u1', text: 'thinking\u001B[2J' },
  {
    type: 'attempt.postponed',
    unit: 'u2',
    outcome: 'rate-limit',
    message: 'slow down',
    until: '2026-03-01T10:00:40.000Z',
    waitMs: 30_000,
  },
  answered('u1', 'a'),
  { type: 'check.started', unit: 'u1' },
  { type: 'check.finished', unit: 'u1', verification: passed },
  answered('u2', 'b'),
  { type: 'check.started', unit: 'u2' },
  { type: 'check.finished', unit: 'u2', verification: failedCheck },
  {
    type: 'attempt.judged',
    unit: 'u2',
    results: { b: { result: 'refused', gate: 'verify', reason: 'npm test failed' } },
  },
  {
    type: 'units.integrated',
    head: { commit: 'd'.repeat(40), tree: 'e' },
    commits: [{ commit: 'd'.repeat(40), tree: 'e', unit: 'u1', findings: ['a'], files: ['src/a.ts'] }],
    conflicts: [],
  },
  { type: 'head.check.started', tree: 'e' },
  { type: 'head.checked', verification: passed },
  { type: 'attempt.judged', unit: 'u1', results: { a: { result: 'accepted' } } },
  { type: 'step.finished', cycle: 1, step: 1 },
  { type: 'cycle.finished', cycle: 1, fixed: 1, open: 1 },
  { type: 'finding.closed', id: 'b', status: 'blocked', cause: 'exhausted', reason: 'all attempts used' },
  { type: 'run.handed-over', branch: 'fixpoint/r', head: 'd'.repeat(40), patch: null },
  { type: 'run.finished', status: 'leftovers' },
];

/** As the journal gives it back. */
export const stored = (event: RunEvent, seq: number): Clean<StoredEvent> =>
  keptClean({
    ...event,
    run: 'r',
    seq,
    at: new Date(Date.parse('2026-03-01T10:00:00.000Z') + seq * 1_000).toISOString(),
  });

export const history: Clean<StoredEvent>[] = events.map((event, index) => stored(event, index + 1));
