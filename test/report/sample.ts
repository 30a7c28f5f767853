/** A report to print: one finding of each kind, with text that tries to break out. */
import type { Report } from '../../src/model/report.ts';
import type { Verification } from '../../src/model/verification.ts';

export const passed: Verification = {
  tree: 't'.repeat(40),
  verdict: 'passed',
  failures: [],
  commands: [
    { command: 'npm test', status: 'passed', exitCode: 0, signal: null, durationMs: 1200, stdout: 'ok', stderr: '' },
  ],
  tools: [],
  durationMs: 1300,
};

export const failedCheck: Verification = {
  ...passed,
  verdict: 'failed',
  reason: 'npm test failed',
  failures: [{ command: 'npm test', kind: 'new', detail: 'exit code 1' }],
  commands: [
    {
      command: 'npm test',
      status: 'failed',
      exitCode: 1,
      signal: null,
      durationMs: 900,
      stdout: 'expected 1\n```\nnot ok',
      stderr: 'boom',
    },
  ],
};

const attempt = {
  n: 1,
  at: '2026-03-01T10:01:05.000Z',
  startedAt: '2026-03-01T10:00:04.000Z',
  cycle: 1,
  agent: 'house',
  claim: 'fixed',
  files: [{ path: 'src/a.ts', change: 'modified', added: 2, removed: 1 }],
  usage: { inputTokens: 900, outputTokens: 100, usd: 0.25 },
  usd: 0.25,
  tokens: 1000,
  durationMs: 61_000,
} as const;

export const fixedFinding: Report['findings'][number] = {
  id: 'id-1',
  code: 'F001',
  severity: 'high',
  category: 'bug',
  title: 'Null is not handled',
  description: 'It crashes on null.',
  file: 'src/a.ts',
  line: 12,
  reviewer: 'eslint',
  level: 'blocking',
  rule: 'no-null',
  status: 'fixed',
  proof: ['tool', 'tests'],
  commit: 'abcdef0123456789abcdef0123456789abcdef01',
  attempts: [
    { ...attempt, files: [...attempt.files], result: 'accepted', explanation: 'Added a check', verification: passed },
  ],
};

export const blockedFinding: Report['findings'][number] = {
  ...fixedFinding,
  id: 'id-2',
  code: 'F002',
  severity: 'low',
  title: 'Fix that breaks a test',
  line: 3,
  endLine: 9,
  status: 'blocked',
  reason: 'all attempts used: npm test failed',
  attempts: [
    {
      ...attempt,
      files: [...attempt.files],
      result: 'refused',
      gate: 'verify',
      reason: 'npm test failed',
      verification: failedCheck,
    },
  ],
};
delete blockedFinding.commit;
delete blockedFinding.proof;

/** Titles and names as somebody who wants to fool a terminal or a Markdown viewer writes them. */
export const hostileFinding: Report['findings'][number] = {
  ...blockedFinding,
  id: 'id-3',
  code: 'F003',
  title: 'Evil \u001B[2J\u001B]0;owned\u0007 | `rm` <img src=x onerror=alert(1)> \u202Egnp.exe',
  description: '# not a heading\n\n<script>alert(1)</script>\n| a | b |',
  file: 'src/`we|ird`\n.ts',
  reason: '[click](javascript:alert(1)) @everyone',
  attempts: [],
};

const noCalls = { calls: 0, usd: null, tokens: { input: 0, output: 0 }, durationMs: 0 };

export const sampleReport: Report = {
  run: '20260301-100000-abcd',
  command: 'fix',
  status: 'leftovers',
  stopReason: null,
  message: null,
  root: '/repo',
  start: '1111111111111111111111111111111111111111',
  base: null,
  branch: 'fixpoint/20260301-100000-abcd',
  head: '2222222222222222222222222222222222222222',
  patch: null,
  fixesApplied: true,
  totals: { total: 3, fixed: 1, notRechecked: 0, blocked: 2, dismissed: 0, open: 0 },
  findings: [fixedFinding, blockedFinding, hostileFinding],
  cycles: [
    {
      n: 1,
      startedAt: '2026-03-01T10:00:00.000Z',
      durationMs: 125_000,
      fixed: 1,
      open: 2,
      files: ['src/a.ts'],
      calls: [
        {
          unit: '1.1.1',
          agent: 'house',
          outcome: 'ok',
          results: { F001: 'accepted' },
          files: [{ path: 'src/a.ts', change: 'modified', added: 2, removed: 1 }],
          patches: ['attempts/1.1.1/change.patch'],
          diff: 'diff --git a/src/a.ts b/src/a.ts\n-one\n+two\n',
          verification: 'passed',
          startedAt: '2026-03-01T10:00:04.000Z',
          durationMs: 61_000,
        },
        {
          unit: '1.1.2',
          agent: 'house',
          outcome: 'timeout',
          message: 'no answer after | 15 min',
          results: { F002: 'timeout' },
          files: [{ path: 'src/a.ts', change: 'modified', added: 1, removed: 0 }],
          patches: ['attempts/1.1.2/change.patch'],
          diff: 'diff --git a/src/a.ts b/src/a.ts\n+```\n',
          durationMs: 900_000,
        },
      ],
      verification: 'passed',
    },
  ],
  coverage: null,
  plan: null,
  trajectory: [],
  restored: null,
  reviewers: [{ name: 'eslint', round: 1, verdict: 'NEEDS_WORK', findings: 3, durationMs: 800 }],
  verification: { configured: true, baseline: passed, final: passed },
  recheck: null,
  questions: [],
  problems: [{ place: 'results.sarif: runs[0]', message: 'no location' }],
  warnings: ['the checkout is dirty'],
  fixers: [{ agent: 'house', calls: 2, callsWithoutUsd: 0, accepted: 1, usd: 0.5, usdPerAccepted: 0.5 }],
  stages: {
    review: noCalls,
    clarify: noCalls,
    plan: noCalls,
    fix: { calls: 3, usd: 0.5, tokens: { input: 1800, output: 200 }, durationMs: 90_000 },
    challenge: noCalls,
  },
  usd: 0.5,
  tokens: { input: 1800, output: 200 },
  startedAt: '2026-03-01T10:00:00.000Z',
  durationMs: 125_000,
};
