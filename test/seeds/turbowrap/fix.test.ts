/** TurboWrap's fix system (`--preset turbowrap`): plan, one call of the fixer, the challenger, re-fixes and one commit. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findingOf } from '../../support/accounted.ts';
import { artifact } from '../../support/artifacts.ts';
import { look, made, prepare, subjectsOf } from '../../support/seeds.ts';
import { fixes, plan, scores, sources, writeIssues } from './session.ts';

describe('a session', () => {
  const run = made(sources, async (sandbox) => {
    const master = writeIssues(sandbox);
    const before = sandbox.git('for-each-ref', '--format=%(refname)', 'refs/remotes');
    const looked = await look(sandbox, ['fix', '--preset', 'turbowrap', '--from', master, '--notes', 'Be careful.'], {
      scenario: { plan, findings: fixes },
      judge: scores,
    });
    return { ...looked, before };
  });
  const prompts = () =>
    run()
      .agent.calls('fix')
      .map(({ prompt }) => prompt);

  it('T45 1.2 reads its issues from a master_todo with its files', () => {
    expect(
      run()
        .report.findings.map(({ code }) => code)
        .toSorted(),
    ).toEqual(['BE-001', 'BE-002', 'BE-003']);
    expect(findingOf(run().report, 'BE-001')).toMatchObject({ file: 'src/api/routes.py', line: 2 });
  });

  it('T13, T44 4.7 one call of the fixer for all issues of the session, not a process for each', () => {
    expect(run().agent.calls('fix')[0]?.codes.toSorted()).toEqual(['BE-001', 'BE-002', 'BE-003']);
    expect(run().report.plan).toMatchObject({ by: 'agent', steps: 2 });
  });

  it('T16, T26 4.7 each issue comes with its todo; the rules: todo first, only this, no git, the plan, the answers', () => {
    const [first] = run().agent.calls('fix');
    const todos = first?.input.role === 'fix' ? first.input.todo : {};
    expect(Object.keys(todos).toSorted()).toEqual(['BE-001', 'BE-002', 'BE-003']);
    for (const rule of [
      /Read what is known about a finding first/,
      /Fix nothing else/,
      /Run no git commands/,
      /Proposed plan\. Follow it/,
      /answers of the user|An answer of the user/,
    ])
      expect(prompts()[0]).toMatch(rule);
    expect(prompts()[0]).toContain('Return 404 response if null');
  });

  it('T17, T43 16 the aggregated result is one JSON document', () => {
    expect(run().report.totals).toMatchObject({ total: 3, fixed: 2, blocked: 1 });
    expect(() => JSON.parse(run().ended.stdout)).not.toThrow();
  });

  it('T18 6.1 the challenger judges every issue by itself: score, feedback, quality scores, improvements', () => {
    const [attempt] = findingOf(run().report, 'BE-001').attempts;
    expect(attempt?.challenge).toMatchObject({
      score: 95,
      feedback: expect.stringContaining('Fix correct, null check implemented properly'),
      votes: [{ quality: { correctness: 100, safety: 90, style: 95 } }],
    });
    expect(findingOf(run().report, 'BE-002').attempts[0]?.challenge).toMatchObject({
      score: 70,
      improvements: ['Handle empty array case'],
    });
  });

  it('T19 6.1 from 90 on it is SOLVED, below it is not, whatever status the challenger says', () => {
    expect(findingOf(run().report, 'BE-001').status).toBe('fixed');
    expect(findingOf(run().report, 'BE-003')).toMatchObject({ status: 'blocked' });
    expect(findingOf(run().report, 'BE-003').attempts.map(({ gate }) => gate)).toEqual(['challenge', 'challenge']);
  });

  it('T20, T34 6.2 below it the feedback goes back to the fixer, for one fix and one re-fix', () => {
    expect(findingOf(run().report, 'BE-002').attempts.map(({ result }) => result)).toEqual(['refused', 'accepted']);
    expect(findingOf(run().report, 'BE-003').attempts).toHaveLength(2);
    expect(run().report.cycles.length).toBeLessThanOrEqual(2);
  });

  it('T21 6.2 the re-fixer gets the issue, the fix before and the feedback', () => {
    const again = prompts().slice(1).join('\n');
    for (const part of ['BE-002', 'Partial fix, missing edge case handling', 'Handle empty array case', '70'])
      expect(again).toContain(part);
    // Its edit finds what the fix before it has written.
    expect(run().sandbox.git('show', `${run().report.head}:src/models/user.py`)).toContain('good_name');
  });

  it('T22 8.2 one commit after all fixes, with all their codes', () => {
    const subjects = subjectsOf(run().sandbox, run().report);
    expect(subjects).toHaveLength(1);
    expect(subjects[0]).toMatch(/BE-001.*BE-002/);
    expect(subjects[0]).not.toContain('BE-003');
  });

  it('T23 8.2 nothing is pushed', () => {
    expect(run().sandbox.git('for-each-ref', '--format=%(refname)', 'refs/remotes')).toBe(run().before);
  });

  it('T24 8.1 on the branch fix/{session}', () => {
    expect(run().report.branch).toBe(`fix/${run().report.run}`);
    expect(run().sandbox.git('rev-parse', `refs/heads/fix/${run().report.run}`)).toBe(run().report.head);
  });

  it('T25 16 the commit is reported', () => {
    expect(findingOf(run().report, 'BE-001').commit).toBe(run().report.head);
  });

  it('T27 4.7 the fixer says how sure it is', () => {
    expect(findingOf(run().report, 'BE-001').attempts[0]?.confidence).toBe(0.9);
  });

  it('T28 6.1 the challenger gets the diff, the issues and what the fixer said', () => {
    const asked = run().judge.calls('challenge');
    const about = asked.find(({ codes }) => codes.includes('BE-001'))?.input;
    expect(about).toMatchObject({ role: 'challenge', threshold: 90 });
    if (about?.role !== 'challenge') throw new Error('nobody was asked about BE-001');
    expect(about.diff).toContain('good_query');
    expect(about.outcomes).toContainEqual(
      expect.objectContaining({ explanation: 'Added a null check in src/api/routes.py' }),
    );
  });

  it('T29 6.4 by another agent than the one that fixes', () => {
    expect(run().judge.calls('challenge').length).toBeGreaterThan(0);
    expect(run().agent.calls('challenge')).toEqual([]);
    expect(run().report.warnings.join('\n')).not.toContain('same model');
  });

  it('T38 11.2 prompts and what agents wrote are kept with the run', () => {
    expect(artifact(run().sandbox.state, run().report.run, 'attempts/1.1.1/prompt.md')).toContain('BE-001');
    expect(artifact(run().sandbox.state, run().report.run, 'calls/plan/0/prompt.md')).toContain('BE-001');
  });

  it('T40 3.4 notes of the user reach every prompt', () => {
    for (const { prompt } of [...run().agent.calls(), ...run().judge.calls()]) expect(prompt).toContain('Be careful.');
  });

  it('T44 4.10 nothing of the user’s checkout is touched', () => {
    expect(run().sandbox.read('src/api/routes.py')).toBe(sources['src/api/routes.py']);
    expect(existsSync(join(run().sandbox.root, 'master_todo.json'))).toBe(false);
    expect(readdirSync(run().sandbox.root)).not.toContain('plan');
  });
});

type Named = { event: string; data: Record<string, unknown> };

const named = (stdout: string): Named[] =>
  stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

describe('its events', () => {
  const events = made(sources, async (sandbox) => {
    const master = writeIssues(sandbox);
    const { agent } = prepare(sandbox, {
      scenario: { plan, findings: fixes, call: { stdout: 'thinking about it\n' } },
      judge: scores,
    });
    const args = ['fix', '--preset', 'turbowrap', '--from', master, '--events', 'turbowrap'];
    const all = named((await sandbox.run(args)).stdout);
    agent.play({ plan, call: { exit: 77, stderr: 'no quota' } });
    return { all, failed: named((await sandbox.run(args)).stdout) };
  });

  it('T31 10.1 have the eight names of the document', () => {
    expect(new Set([...events().all, ...events().failed].map(({ event }) => event))).toEqual(
      new Set([
        'fix_session_started',
        'fix_step_started',
        'fix_issue_streaming',
        'fix_step_completed',
        'fix_challenger_evaluating',
        'fix_challenger_result',
        'fix_session_completed',
        'fix_session_error',
      ]),
    );
    expect(events().all.at(0)?.event).toBe('fix_session_started');
    expect(events().all.at(-1)?.event).toBe('fix_session_completed');
    expect(events().failed.at(-1)?.event).toBe('fix_session_error');
  });

  it('T32 10.1 a step that starts says its number', () => {
    expect(events().all.find(({ event }) => event === 'fix_step_started')?.data).toMatchObject({ step: 1 });
  });
});

describe('its settings', () => {
  const started = made(sources, async (sandbox) => {
    const master = writeIssues(sandbox);
    prepare(sandbox, { scenario: { plan }, config: { agents: { claude: { kind: 'command', command: ['true'] } } } });
    const { stdout } = await sandbox.run([
      'plan',
      '--preset',
      'turbowrap',
      '--from',
      master,
      '--set',
      'plan.agent=claude',
      '--jsonl',
    ]);
    const [first] = stdout.split('\n');
    return { config: JSON.parse(first ?? '{}').config };
  });

  it('T35 2.10 a fix may take 900 seconds, an evaluation 120', () => {
    expect(started().config.agents.claude.timeout).toBe(900_000);
    expect(started().config.challenger.timeout).toBe(120_000);
  });

  it('T39 14 opus fixes, flash judges', () => {
    expect(started().config.agents.claude.model).toBe('opus');
    expect(started().config.agents.gemini).toMatchObject({ kind: 'gemini', model: 'gemini-2.5-flash' });
    expect(started().config).toMatchObject({ fix: { agent: 'claude' }, challenger: { agents: ['gemini'] } });
  });
});

describe('a challenger that is the fixer', () => {
  const run = made(sources, (sandbox) =>
    look(sandbox, ['fix', '--preset', 'turbowrap', '--from', writeIssues(sandbox), '--challenger', 'claude'], {
      scenario: { plan, findings: fixes, challenge: { default: 95 } },
    }),
  );

  it('T29 6.4 is warned about', () => {
    expect(run().report.warnings.join('\n')).toContain('Challenger claude is the same model as the fixer claude');
    expect(run().report.status).toBe('clean');
  });
});
