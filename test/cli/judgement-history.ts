/** The events of a run in which agents review, ask, plan and challenge, in order. */
import type { CallAnswer, CallSubject } from '../../src/model/call.ts';
import { keyOfCall } from '../../src/model/call.ts';
import type { Challenge } from '../../src/model/challenge.ts';
import type { RunEvent, RunEventOf, StoredEvent } from '../../src/model/event.ts';
import type { Finding } from '../../src/model/finding.ts';
import { passed } from '../report/sample.ts';
import type { Clean } from '../../src/model/clean.ts';
import { stored } from './history.ts';

const finding = (id: string, code: string): Finding => ({
  id,
  code,
  severity: 'high',
  category: 'bug',
  title: `Title of ${code}`,
  description: '',
  file: `src/${id}.ts`,
  line: 1,
  reviewer: 'security',
  level: 'blocking',
});

const draft = { severity: 'high', category: 'bug', title: 'x', description: '' } as const;

export const started = (subject: CallSubject, agent: string): RunEvent => ({
  type: 'call.started',
  call: keyOfCall(subject),
  subject,
  agent,
});

export const answered = (subject: CallSubject, agent: string, answer: CallAnswer): RunEvent => ({
  type: 'call.finished',
  call: keyOfCall(subject),
  agent,
  outcome: 'ok',
  answer,
  usage: {},
  artifacts: [],
  durationMs: 2_000,
});

const part = (n: number): CallSubject => ({ role: 'review', round: 1, reviewer: 'security', part: n });
const clarify: CallSubject = { role: 'clarify', n: 1 };
const plan: CallSubject = { role: 'plan', round: 1 };
const challenge: CallSubject = { role: 'challenge', unit: 'u1.1', challenger: 'gemini', n: 1 };

const finished = (reviewer: string, verdict: RunEventOf<'review.finished'>['verdict'], message?: string): RunEvent => ({
  type: 'review.finished',
  reviewer,
  verdict,
  findings: verdict === 'NEEDS_WORK' ? [draft, draft] : [],
  counts: {},
  problems: [],
  ...(message !== undefined && { message }),
  durationMs: 4_000,
});

const snapshot = (file: string) => ({
  commit: 'c',
  tree: 't',
  files: [{ path: file, change: 'modified' as const, added: 1, removed: 1 }],
  patch: 'p',
  ignored: [],
});

const low: Challenge = {
  score: 70,
  threshold: 90,
  feedback: 'missing edge case',
  improvements: ['handle the empty list'],
  votes: [{ challenger: 'gemini', score: 70, feedback: 'missing edge case', quality: { correctness: 60 } }],
};

const events: RunEvent[] = [
  {
    type: 'run.started',
    command: 'run',
    root: '/repo',
    base: { ref: 'main', commit: '9'.repeat(40) },
    start: { commit: '1'.repeat(40), tree: '2'.repeat(40) },
    request: {},
    dirty: false,
    sources: [],
    config: {
      reviewers: [
        { name: 'security', kind: 'agent', agent: 'claude' },
        { name: 'golang', kind: 'agent', agent: 'claude', languages: ['go'] },
      ],
      clarify: { agent: 'claude' },
      plan: { agent: 'claude' },
      challenger: { agents: ['gemini'] },
      fix: { agent: 'claude', mode: 'delegated' },
      verify: { commands: ['npm test'] },
    },
    version: '0.0.0',
  },
  {
    type: 'round.started',
    round: 1,
    cause: 'first',
    reviewers: ['security', 'golang'],
    base: '9'.repeat(40),
    head: { commit: '1'.repeat(40), tree: '2'.repeat(40) },
  },
  { type: 'review.started', reviewer: 'security' },
  {
    type: 'review.scoped',
    reviewer: 'security',
    parts: [
      { part: 1, covers: [], hunks: 3, bytes: 10 },
      { part: 2, covers: [], hunks: 3, bytes: 10 },
    ],
    left: [{ file: 'big.ts', first: 1, last: 1, lines: '1-9000', reason: 'too large for one call', wanted: true }],
  },
  { type: 'review.started', reviewer: 'golang' },
  { type: 'review.scoped', reviewer: 'golang', skipped: 'no go in what changed', parts: [], left: [] },
  finished('golang', 'skipped', 'no go in what changed'),
  started(part(1), 'claude'),
  started(part(2), 'claude'),
  {
    type: 'call.postponed',
    call: keyOfCall(part(2)),
    outcome: 'rate-limit',
    message: 'slow down',
    until: '2026-03-01T10:00:40.000Z',
    waitMs: 30_000,
  },
  answered(part(1), 'claude', {
    role: 'review',
    verdict: 'NEEDS_WORK',
    findings: [draft],
    problems: [],
    changed: ['src/a\u001B.ts'],
  }),
  answered(part(2), 'claude', { role: 'review', verdict: 'NEEDS_WORK', findings: [draft], problems: [], changed: [] }),
  finished('security', 'NEEDS_WORK'),
  { type: 'findings.admitted', findings: [finding('a', 'F001'), finding('b', 'F002')], leftOut: 0, problems: [] },
  started(clarify, 'claude'),
  answered(clarify, 'claude', {
    role: 'clarify',
    questions: [{ id: 'F001-q1', finding: 'a', question: 'How?' }],
    ready: false,
    problems: [],
  }),
  { type: 'questions.answered', n: 1, answers: { 'F001-q1': 'Like this' } },
  started(plan, 'claude'),
  answered(plan, 'claude', {
    role: 'plan',
    steps: [{ reason: 'r', findings: ['a', 'b'] }],
    todos: {},
    corrections: [],
  }),
  {
    type: 'plan.made',
    round: 1,
    by: 'agent',
    steps: [{ reason: 'r', findings: ['a', 'b'] }],
    todos: {},
    corrections: ['F002 was forgotten: added to step 1'],
  },
  { type: 'cycle.started', cycle: 1 },
  {
    type: 'step.started',
    cycle: 1,
    step: 1,
    base: 'b',
    units: [{ unit: 'u1', findings: ['a', 'b'], agent: 'claude' }],
  },
  { type: 'attempt.started', unit: 'u1', agent: 'claude', cycle: 1 },
  {
    type: 'attempt.finished',
    unit: 'u1',
    agent: 'claude',
    outcome: 'ok',
    claims: { a: { claim: 'fixed', explanation: '' }, b: { claim: 'deferred', explanation: 'out of scope' } },
    cut: [],
    unknownIds: [],
    snapshot: snapshot('src/a.ts'),
    usage: {},
    artifacts: [],
    durationMs: 2_000,
  },
  {
    type: 'unit.split',
    unit: 'u1',
    parts: [
      { unit: 'u1.1', findings: ['a'], snapshot: snapshot('src/a.ts') },
      { unit: 'u1.2', findings: ['b'], snapshot: snapshot('src/b.ts') },
    ],
  },
  { type: 'check.started', unit: 'u1.1' },
  { type: 'check.finished', unit: 'u1.1', verification: passed },
  started(challenge, 'gemini'),
  answered(challenge, 'gemini', {
    role: 'challenge',
    scores: { a: { score: 70, feedback: 'missing edge case', improvements: [] } },
    unknownIds: [],
    problems: [],
  }),
  {
    type: 'attempt.judged',
    unit: 'u1.1',
    results: {
      a: { result: 'refused', gate: 'challenge', reason: 'scored 70, needs 90: missing edge case', challenge: low },
    },
  },
  {
    type: 'attempt.judged',
    unit: 'u1.2',
    results: { b: { result: 'no-change', reason: 'blocked: out of scope', flag: 'weak reason (out of scope)' } },
  },
  { type: 'step.finished', cycle: 1, step: 1 },
  {
    type: 'round.started',
    round: 2,
    cause: 'again',
    reviewers: ['security'],
    base: '3'.repeat(40),
    head: { commit: '4'.repeat(40), tree: '2'.repeat(40) },
  },
  finished('security', 'PASSED'),
  { type: 'findings.admitted', findings: [], leftOut: 0, problems: [] },
  { type: 'run.finished', status: 'leftovers' },
];

export const judgementHistory: Clean<StoredEvent>[] = events.map((event, index) => stored(event, index + 1));
