/** Ralph's review auto-fix loop (`--preset ralph`): reviewers in sequence, fixes in between, and PROGRESS.txt. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ScriptedStep } from '../../fakes/scripted.ts';
import { findingOf } from '../../support/accounted.ts';
import { look, made, prepare, type PresetRun, subjectsOf } from '../../support/seeds.ts';

const files = { 'README.md': 'A place to try things.\n' };
const changed = {
  ...Object.fromEntries('abcd'.split('').map((name) => [`src/${name}.ts`, `bad ${name}\nbad again\n`])),
  'src/e.ts': 'export const folders = [bad e];\n',
};

const item = (n: number, id: string, file: string, what: string): string =>
  `${n}. **${id}**: Naming - ${what}\n   - File: ${file}\n   - Issue: ${what} at length\n   - Suggestion: say good\n`;

const needsWork = (reviewer: string, ...items: string[]): string =>
  [
    `[Review] 2025-03-01 10:00 UTC - ${reviewer} (blocking)`,
    '### Verdict: NEEDS_WORK',
    '### Findings',
    ...items,
    '---',
  ].join('\n\n');

const good = (name: string): ScriptedStep => ({
  edits: [{ file: `src/${name}.ts`, find: `bad ${name}`, replace: `good ${name}` }],
  explanation: `${name} is good now`,
});

const simplified = needsWork(
  'code-simplifier',
  item(1, 'CS-001', 'src/a.ts:1', 'a is bad'),
  item(2, 'CS-002', 'src/b.ts:1', 'b is bad'),
  item(3, 'CS-003', 'src/c.ts:1', 'c is bad'),
  item(4, 'CS-004', 'src/c.ts:2', 'c is bad again'),
);

const reviewers = [
  { name: 'code-simplifier', kind: 'agent' },
  { name: 'python', kind: 'agent', languages: ['python'] },
  { name: 'release', kind: 'agent' },
  { name: 'test-quality', kind: 'agent', level: 'warning' },
  { name: 'repo-structure', kind: 'agent' },
];

const loop: PresetRun = {
  changed,
  config: { reviewers },
  scenario: {
    reviewers: {
      'code-simplifier': { text: simplified },
      python: { text: needsWork('python', item(1, 'PY-001', 'src/f.ts:1', 'never asked')) },
      release: { text: '[Review] 2025-03-01 10:05 UTC - release (blocking)\n\n### Verdict: PASSED\n\n---\n' },
      'test-quality': { text: needsWork('test-quality', item(1, 'TQ-001', 'src/d.ts:1', 'd is bad')) },
      'repo-structure': {
        text: needsWork('repo-structure', item(1, 'RS-001', 'src/e.ts:1', 'folders lie in the wrong place')),
      },
    },
    findings: {
      'CS-001': [{ outcome: 'deferred', explanation: 'the name is taken elsewhere' }, good('a')],
      'CS-002': { outcome: 'deferred', explanation: 'there is no better name' },
      'CS-003': good('c'),
      'CS-004': { edits: [{ file: 'src/c.ts', find: 'bad again', replace: 'good again' }], explanation: 'c again' },
      'TQ-001': good('d'),
      'RS-001': good('e'),
    },
  },
};

const undated = (text: string): string => text.replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d UTC/g, 'WHEN');

/** Entries, in their order. */
const entriesIn = (text: string): string[] =>
  undated(text)
    .split(/^---$/m)
    .map((entry) => entry.trim())
    .filter(Boolean);

describe('the loop', () => {
  const run = made(files, async (sandbox) => {
    const looked = await look(sandbox, ['run', '--preset', 'ralph', '--base', 'base'], loop);
    return { ...looked, progress: sandbox.read('PROGRESS.txt') };
  });
  const entry = (head: string): string =>
    entriesIn(run().progress).find((each) => each.startsWith(head)) ?? `no ${head}`;

  it('L30 10.2 writes PROGRESS.txt in the root of the repository, unasked', () => {
    expect(existsSync(join(run().sandbox.root, 'PROGRESS.txt'))).toBe(true);
    expect(run().ended.code, run().ended.stderr).toBe(2);
  });

  it('L01, L02, L21 10.2 findings with id, category, file and line, issue and suggestion, letter by letter', () => {
    expect(entry('[Review] WHEN - code-simplifier')).toBe(
      [
        '[Review] WHEN - code-simplifier (blocking)',
        '### Verdict: NEEDS_WORK',
        '### Findings',
        ...[
          ['CS-001', 'src/a.ts:1', 'a is bad'],
          ['CS-002', 'src/b.ts:1', 'b is bad'],
          ['CS-003', 'src/c.ts:1', 'c is bad'],
          ['CS-004', 'src/c.ts:2', 'c is bad again'],
        ].map(
          ([id, file, what], n) =>
            `${n + 1}. **${id}**: Naming - ${what}\n   - File: ${file}\n   - Issue: ${what} at length\n   - Suggestion: say good`,
        ),
      ].join('\n\n'),
    );
  });

  it('L25 2.3 a review that passes has its entry too, and the next reviewer is asked', () => {
    expect(entry('[Review] WHEN - release')).toContain('### Verdict: PASSED');
    const asked = run()
      .agent.calls()
      .map(({ role, reviewer, codes }) => (role === 'review' ? `${reviewer}` : codes.join(' ')));
    expect(asked.slice(asked.indexOf('release'), asked.indexOf('release') + 2)).toEqual(['release', 'test-quality']);
  });

  it('L24 2.2 fixes what a reviewer found before the next one is asked', () => {
    const roles = run()
      .agent.calls()
      .map(({ role, reviewer }) => reviewer ?? role);
    expect(roles.filter((each) => each !== 'fix')).toEqual([
      'code-simplifier',
      'release',
      'test-quality',
      'repo-structure',
    ]);
    const firstFix = roles.indexOf('fix');
    expect(firstFix).toBeGreaterThan(roles.indexOf('code-simplifier'));
    expect(roles.indexOf('release')).toBeGreaterThan(roles.lastIndexOf('fix', roles.indexOf('release')));
    expect(roles.lastIndexOf('fix')).toBeGreaterThan(roles.indexOf('repo-structure'));
  });

  it('L05 4.1 every finding of a reviewer that needs work is tried', () => {
    const tried = new Set(
      run()
        .agent.calls('fix')
        .flatMap(({ codes }) => codes),
    );
    expect(tried).toEqual(new Set(['CS-001', 'CS-002', 'CS-003', 'CS-004', 'RS-001']));
  });

  it('L06 3.7 findings of one kind in one file share an attempt', () => {
    expect(
      run()
        .agent.calls('fix')
        .map(({ codes }) => codes.join(' ')),
    ).toContain('CS-003 CS-004');
  });

  it('L07 4.6 a fix is tried up to three times', () => {
    expect(findingOf(run().report, 'CS-002').attempts).toHaveLength(3);
    expect(findingOf(run().report, 'CS-001').attempts.map(({ result }) => result)).toEqual(['no-change', 'accepted']);
  });

  it('L08, L23 10.2 after the third it is logged as failed, and the next finding is tried', () => {
    expect(entry('[Review Fix Failed] WHEN - code-simplifier/CS-002')).toMatch(
      /^\[Review Fix Failed\] WHEN - code-simplifier\/CS-002\n\n### Issue\n- b is bad\n\n### Attempts\n3 of 3 \(exhausted\)\n\n### Reason\n.+$/,
    );
    expect(findingOf(run().report, 'CS-003').status).toBe('fixed');
  });

  it('L17 10.2 a failed fix is logged with its reason', () => {
    expect(entry('[Review Fix Failed]')).toContain('there is no better name');
  });

  it('L15, L16, L22 10.2 a fix is logged with what was fixed, its files and the count of attempts, letter by letter', () => {
    expect(entry('[Review Fix] WHEN - code-simplifier/CS-001')).toBe(
      [
        '[Review Fix] WHEN - code-simplifier/CS-001',
        '### What was fixed\n- a is good now',
        '### Files changed\n- src/a.ts',
        '### Attempts\n2 of 3',
      ].join('\n\n'),
    );
  });

  it('L10, L11 8.2 each fix is a commit of its own, named by reviewer, finding and what it is about', () => {
    const subjects = subjectsOf(run().sandbox, run().report);
    expect(subjects).toContain('fix(review): code-simplifier - CS-001 - a is bad');
    expect(subjects).toContain('fix(review): repo-structure - RS-001 - folders lie in the wrong place');
    expect(subjects).toHaveLength(3);
  });

  it('L12 2.1 only what blocking reviewers found is fixed', () => {
    expect(findingOf(run().report, 'TQ-001')).toMatchObject({
      status: 'blocked',
      attempts: [],
      reason: expect.stringContaining('--strict'),
    });
  });

  it('L14 2.1 a reviewer whose language did not change is skipped, and nothing of it is fixed', () => {
    expect(run().report.reviewers.find(({ name }) => name === 'python')?.verdict).toBe('skipped');
    expect(run().report.findings.some(({ code }) => code === 'PY-001')).toBe(false);
    expect(run().progress).not.toContain('python');
  });

  it('L27 4.9 a fix that failed holds up neither later fixes nor later reviewers', () => {
    expect(run().report.reviewers.map(({ name }) => name)).toContain('repo-structure');
    expect(findingOf(run().report, 'RS-001').status).toBe('fixed');
  });

  it('L28 10.2 the file tells of every finding what became of it, each once', () => {
    const heads = entriesIn(run().progress).map((each) => each.split('\n')[0]);
    expect(heads.filter((head) => head?.startsWith('[Review Fix'))).toHaveLength(5);
    expect(new Set(heads).size).toBe(heads.length);
  });

  it('L29 4.10 nobody is asked for approval: it runs through without a terminal', () => {
    expect(run().report.questions).toEqual([]);
    expect(run().report.status).toBe('leftovers');
  });

  it('L04 1.2 what it writes can be read back as findings', async () => {
    const { sandbox } = run();
    const listed = await sandbox.run(['findings', '--from', 'PROGRESS.txt', '--json']);
    expect(listed.stdout).toContain('"CS-002"');
    expect(listed.stdout).not.toContain('"CS-001"');
  });
});

describe('--strict', () => {
  const run = made(files, (sandbox) =>
    look(sandbox, ['run', '--preset', 'ralph', '--strict', '--base', 'base'], {
      ...loop,
      config: { reviewers: reviewers.slice(3, 4) },
    }),
  );

  it('L13 2.1 fixes what warning and suggestion reviewers found, too', () => {
    expect(findingOf(run().report, 'TQ-001').status).toBe('fixed');
    expect(subjectsOf(run().sandbox, run().report)).toEqual(['fix(review): test-quality - TQ-001 - d is bad']);
  });

  it('L30 4.4 without verification commands a fix counts on the word of its agent, and the run is clean', () => {
    expect(run().ended.code, run().ended.stderr).toBe(0);
    expect(run().report.status).toBe('clean');
    expect(run().report.warnings.join('\n')).toContain('verify.claims');
  });
});

describe('a review that passes', () => {
  const run = made(files, (sandbox) =>
    look(sandbox, ['run', '--preset', 'ralph', '--base', 'base', '--verify', 'true'], {
      changed,
      config: { reviewers: reviewers.slice(2, 3) },
      scenario: {},
    }),
  );

  it('L19 2.10 costs nothing more: no baseline, no plan, no fix', () => {
    expect(run().ended.code, run().ended.stderr).toBe(0);
    expect(run().agent.calls('fix')).toEqual([]);
    expect(run().report).toMatchObject({ status: 'clean', cycles: [], plan: null, verification: { baseline: null } });
  });
});

const skills = ['code-simplifier', 'test-quality', 'repo-structure', 'github-actions', 'release', 'python'];

describe('the six reviewers', () => {
  const run = made(files, async (sandbox) => {
    const prepared = prepare(sandbox, {
      ...loop,
      changed: { ...changed, 'src/f.py': 'bad f\n' },
      config: { reviewers: skills.map((name) => ({ name, kind: 'agent' })) },
      scenario: { ...loop.scenario, reviewers: { 'code-simplifier': { text: simplified } } },
    });
    return { ...prepared, ended: await sandbox.run(['run', '--preset', 'ralph', '--base', 'base']) };
  });

  it('L26 2.5 each is asked for findings in a structure, in the terms of its skill', () => {
    const asked = run().agent.calls('review');
    expect(asked.map(({ reviewer }) => reviewer)).toEqual(skills);
    expect(new Set(asked.map(({ prompt }) => prompt)).size).toBe(skills.length);
    for (const { prompt } of asked)
      for (const part of ['"findings"', '"verdict"', 'PASSED', 'NEEDS_WORK', '"summary"'])
        expect(prompt).toContain(part);
  });

  it('L20 2.10 what a person sees tells reviewing from fixing', () => {
    const said = `${run().ended.stdout}${run().ended.stderr}`;
    expect(said).toMatch(/Review\w* .*code-simplifier/);
    expect(said).toMatch(/Fix\w* .*CS-001/);
  });
});

describe('the time limit of an agent', () => {
  const hung = (scenario: PresetRun['scenario']): PresetRun => ({
    ...loop,
    scenario,
    config: { reviewers: reviewers.slice(4), limits: { attemptsPerFinding: 1 } },
  });
  const limit = ['run', '--preset', 'ralph', '--base', 'base', '--set', 'agents.claude.timeout=3s'];
  const reviewing = made(files, (sandbox) => look(sandbox, limit, hung({ review: { hang: true } })));
  const fixing = made(files, (sandbox) =>
    look(sandbox, limit, hung({ ...loop.scenario, findings: { 'RS-001': { call: { hang: true } } } })),
  );

  it('L18 2.10 is one and the same for a review and for a fix', () => {
    expect(reviewing().report.reviewers[0]).toMatchObject({
      verdict: 'error',
      message: expect.stringContaining('agents.claude.timeout'),
    });
    expect(findingOf(fixing().report, 'RS-001').attempts).toMatchObject([{ result: 'timeout' }]);
  });
});

describe('a file that is not there', () => {
  const run = made({ ...files, 'src/gone.ts': 'bad\n' }, async (sandbox) => {
    const looked = await look(sandbox, ['run', '--preset', 'ralph', '--base', 'base'], {
      changed: { ...changed, 'src/gone.ts': null },
      config: { reviewers: reviewers.slice(0, 1) },
      scenario: {
        reviewers: {
          'code-simplifier': {
            text: needsWork(
              'code-simplifier',
              item(1, 'CS-001', 'src/gone.ts:1', 'it was deleted'),
              item(2, 'CS-002', 'src/never.ts:1', 'it never was'),
            ),
          },
        },
      },
    });
    return { ...looked, progress: undated(sandbox.read('PROGRESS.txt')) };
  });

  it('L17, L30 1.7 is logged as a failed fix, and no fixer is asked', () => {
    expect(run().agent.calls('fix')).toEqual([]);
    for (const code of ['CS-001', 'CS-002'])
      expect(run().progress).toMatch(
        new RegExp(`Failed\\] WHEN - code-simplifier/${code}\n[^]*### Reason\nReferenced file deleted`),
      );
  });
});
