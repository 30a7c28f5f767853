/** A report of any size with everything in it that a page shows, and the patches of its attempts. */
import type { Report } from '../../../src/model/report.ts';
import type { Verification } from '../../../src/model/verification.ts';
import { sampleReport } from '../../report/sample.ts';

type Finding = Report['findings'][number];
type Attempt = Finding['attempts'][number];

const severities = ['critical', 'high', 'medium', 'low', 'info'] as const;
const rules = ['no-null', 'sql-injection', 'unused-variable', 'race-condition', 'missing-await'];
const titles = [
  'Null is not handled when the session has expired',
  'The query is put together from what the user typed',
  'A variable is assigned and never read',
  'Two requests may write the same counter',
  'The promise of save() is dropped',
];
const agents = ['claude', 'codex'];

const checkOf = (n: number, isGood: boolean): Verification => ({
  tree: n.toString(16).padStart(40, '0'),
  verdict: isGood ? 'passed' : 'failed',
  ...(!isGood && { reason: 'npm test failed' }),
  failures: isGood ? [] : [{ command: 'npm test', kind: 'new', detail: '1 test failed: counts each request once' }],
  commands: [
    {
      command: 'npm test',
      status: isGood ? 'passed' : 'failed',
      exitCode: isGood ? 0 : 1,
      signal: null,
      durationMs: 3_400 + n,
      stdout: isGood
        ? `ok ${n}\n`
        : Array.from({ length: 30 }, (_, line) => `not ok ${line} - expected ${n}`).join('\n'),
      stderr: '',
    },
  ],
  tools: [{ reviewer: 'eslint', status: 'ran', counts: {}, places: [] }],
  caged: true,
  durationMs: 3_500 + n,
});

const challengeOf = (isGood: boolean): Attempt['challenge'] => ({
  score: isGood ? 92 : 41,
  threshold: 80,
  feedback: isGood ? 'The check is where it belongs.' : 'The second caller is still unguarded.',
  improvements: isGood ? [] : ['Guard the second caller', 'Say in a test what happens without a session'],
  votes: [
    {
      challenger: 'gemini',
      score: isGood ? 92 : 41,
      feedback: 'Read both callers.',
      quality: { correctness: 90, safety: 95, minimality: 88, style: 91 },
    },
  ],
});

const gatesOf = (isGood: boolean): Attempt['gates'] => [
  { gate: 'no-change', result: 'passed', evidence: { change: '1 file' } },
  { gate: 'protected', result: 'passed', evidence: { change: 'src/service.ts' } },
  { gate: 'verify', result: isGood ? 'passed' : 'refused', evidence: { check: isGood ? 'passed' : 'npm test failed' } },
  ...(isGood ? [{ gate: 'challenge', result: 'passed' as const, evidence: { opinion: '92 of 100' } }] : []),
];

const attemptOf = (n: number, index: number, isGood: boolean): Attempt => ({
  n,
  at: new Date(Date.parse('2026-03-01T10:00:00Z') + (index * 7 + n) * 1_000).toISOString(),
  startedAt: new Date(Date.parse('2026-03-01T10:00:00Z') + (index * 7 + n - 1) * 1_000).toISOString(),
  unit: `${n}.1.${index}`,
  cycle: n,
  agent: agents[index % agents.length] ?? 'claude',
  claim: 'fixed',
  result: isGood ? 'accepted' : 'refused',
  ...(!isGood && { gate: 'verify', reason: 'npm test failed' }),
  explanation: 'Asked for the session first, and returned early where there is none.',
  confidence: 0.9,
  files: [{ path: `src/service-${index}.ts`, change: 'modified', added: 6, removed: 2 }],
  patch: `attempts/${index}-${n}/change.patch`,
  verification: checkOf(index * 10 + n, isGood),
  challenge: challengeOf(isGood),
  ...(isGood && { proof: index % 7 === 0 ? ['tests'] : ['tool', 'tests'] }),
  gates: gatesOf(isGood),
  usage: { inputTokens: 9_000, outputTokens: 800, usd: 0.04 },
  usd: 0.04,
  tokens: 9_800,
  durationMs: 21_000 + index,
});

const isLeft = (index: number): boolean => index % 9 === 4;

const outcomeOf = (index: number): Pick<Finding, 'status' | 'reason' | 'commit' | 'proof'> => {
  if (index % 31 === 30) return { status: 'dismissed', reason: 'generated code, decided on 3 February' };
  if (isLeft(index))
    return { status: 'blocked', reason: 'all attempts used: npm test failed (1 test that passed before)' };
  return {
    status: 'fixed',
    commit: index.toString(16).padStart(40, 'a'),
    proof: index % 7 === 0 ? ['tests'] : ['tool', 'tests'],
  };
};

const findingOf = (index: number): Finding => {
  const outcome = outcomeOf(index);
  const isGood = outcome.status === 'fixed';
  const attempts = [
    attemptOf(1, index, isGood && index % 2 === 0),
    ...(index % 2 === 0 ? [] : [attemptOf(2, index, isGood)]),
  ];
  return {
    id: `id-${index}`,
    code: `F${String(index + 1).padStart(3, '0')}`,
    severity: severities[(index * 7) % 5] ?? 'low',
    category: 'bug',
    title: titles[index % titles.length] ?? '',
    description:
      'The handler reads `session.user` before it knows that there is a session.\n\nSeen with an expired cookie.',
    suggestion: 'Return 401 where there is no session.',
    file: `src/service-${index}.ts`,
    line: 40 + index,
    reviewer: index % 3 === 0 ? 'security' : 'eslint',
    level: 'blocking',
    rule: rules[index % rules.length] ?? '',
    ...outcome,
    attempts: outcome.status === 'dismissed' ? [] : attempts,
  };
};

const countOf = (findings: readonly Finding[], status: Finding['status']): number =>
  findings.filter((finding) => finding.status === status).length;

const totalsOf = (findings: readonly Finding[]): Report['totals'] => ({
  total: findings.length,
  fixed: countOf(findings, 'fixed'),
  notRechecked: findings.filter(({ proof }) => proof !== undefined && !proof.includes('tool')).length,
  blocked: countOf(findings, 'blocked'),
  dismissed: countOf(findings, 'dismissed'),
  open: 0,
});

const callsOf = (findings: readonly Finding[], cycle: number): Report['cycles'][number]['calls'] =>
  findings.flatMap(({ code, attempts }) =>
    attempts
      .filter((attempt) => attempt.cycle === cycle)
      .map(({ unit = '', agent, files, result, patch = '', at, durationMs }) => ({
        unit,
        agent,
        outcome: 'ok' as const,
        results: { [code]: result },
        files,
        patches: [patch],
        verification: result === 'accepted' ? ('passed' as const) : ('failed' as const),
        startedAt: at,
        durationMs,
      })),
  );

const stage = (calls: number, usd: number | null): Report['stages']['fix'] => ({
  calls,
  usd,
  tokens: { input: 9_000 * calls, output: 800 * calls },
  durationMs: 21_000 * calls,
});

export const largeReport = (size: number): Report => {
  const findings = Array.from({ length: size }, (_, index) => findingOf(index));
  const fixed = countOf(findings, 'fixed');
  return {
    ...sampleReport,
    command: 'run',
    findings,
    totals: totalsOf(findings),
    base: '3333333333333333333333333333333333333333',
    cycles: [0, 1].map((n) => ({
      n: n + 1,
      startedAt: `2026-03-01T10:${n}0:00.000Z`,
      durationMs: 600_000 - n * 200_000,
      fixed: n === 0 ? Math.ceil(fixed / 2) : Math.floor(fixed / 2),
      open: n === 0 ? size - Math.ceil(fixed / 2) : size - fixed,
      files: ['src/service-1.ts', 'src/service-2.ts'],
      calls: callsOf(findings, n + 1),
      verification: 'passed',
    })),
    reviewers: [
      {
        name: 'security',
        round: 1,
        verdict: 'NEEDS_WORK',
        findings: Math.ceil(size / 3),
        durationMs: 84_000,
        summary: 'Sessions are read before they are known to be there, in most handlers.',
      },
      { name: 'eslint', round: 1, verdict: 'NEEDS_WORK', findings: size - Math.ceil(size / 3), durationMs: 2_100 },
      { name: 'golang', round: 1, verdict: 'skipped', findings: 0, message: 'no go in what changed', durationMs: 0 },
    ],
    coverage: {
      base: '3333333333333333333333333333333333333333',
      complete: false,
      hunks: 42,
      reviewed: 41,
      notReviewed: [
        { file: 'src/huge.ts', first: 1, last: 9_000, lines: '1-9000', reason: 'too long for one call', wanted: true },
        { file: 'dist/a.js', first: 1, last: 2, lines: '1-2', reason: 'left out by review.exclude', wanted: false },
      ],
    },
    questions: [
      { id: 'F001-q1', code: 'F001', question: 'Should an expired session end in 401 or 403?', answer: '401' },
      { id: 'F002-q1', code: 'F002', question: 'May the schema change?', context: 'A column would help.', answer: '' },
    ],
    plan: { by: 'agent', steps: 4, corrections: ['F009 was in no step'], file: null },
    verification: { configured: true, baseline: checkOf(1, true), final: checkOf(2, true) },
    stages: {
      ...sampleReport.stages,
      review: stage(6, 0.31),
      fix: stage(size, 0.04 * size),
      challenge: stage(size, null),
    },
    usd: 0.04 * size + 0.31,
    tokens: { input: 9_000 * size, output: 800 * size },
  };
};

/** The patch of any attempt of it. */
export const patchOfLarge = async (name: string): Promise<string | null> => {
  const file = `src/service-${/^attempts\/(\d+)-/.exec(name)?.[1]}.ts`;
  return [
    `diff --git a/${file} b/${file}`,
    'index 1111111..2222222 100644',
    `--- a/${file}`,
    `+++ b/${file}`,
    '@@ -38,9 +38,13 @@ export const handle = async (request: Request): Promise<Response> => {',
    ' const session = await sessions.find(request.cookie);',
    ' ',
    '-const user = session.user;',
    '-return page(user);',
    '+// An expired cookie has no session.',
    '+if (session === null) return new Response(null, { status: 401 });',
    '+',
    '+const user = session.user;',
    '+const name = user.name ?? "somebody";',
    `+return page(user, name, { ${'wide: true, '.repeat(14)} });`,
    ' ',
    ...Array.from({ length: 6 }, (_, line) => ` // context ${line}`),
    '',
  ].join('\n');
};
