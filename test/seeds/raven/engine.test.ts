/** Raven's review fix engine (`--preset raven`): fix, verify, and another cycle while verification fails. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import config from '../../../vitest.config.ts';
import type { Scenario, ScriptedStep } from '../../fakes/scripted.ts';
import { findingOf } from '../../support/accounted.ts';
import { artifact } from '../../support/artifacts.ts';
import { start, until } from '../../support/fixing.ts';
import { processesOf } from '../../support/processes.ts';
import type { FindingInput, Sandbox } from '../../support/sandbox.ts';
import { made, prepare, type PresetRun } from '../../support/seeds.ts';

const whole = Array.from({ length: 300 }, (_, n) => `line ${n + 1}`);
const sources = {
  'src/a.txt': `${[...whole.slice(0, 199), 'bad a', ...whole.slice(200)].join('\n')}\n`,
  'src/b.txt': 'bad b\n',
  'CLAUDE.md': 'House rule: be brief.\n',
};

const findings: FindingInput[] = [
  {
    code: 'F1',
    file: 'src/a.txt',
    line: 200,
    severity: 'critical',
    title: 'a is bad',
    description: 'It says bad where it should say good.',
    suggested_fix: 'Say good instead.',
  },
  { code: 'F2', file: 'src/b.txt', line: 1, severity: 'low', title: 'b is bad', description: 'So does b.' },
];

const to = (word: string): Record<string, ScriptedStep> => ({
  F1: { edits: [{ file: 'src/a.txt', find: 'bad a', replace: `${word} a` }], explanation: `a is ${word}` },
  F2: { edits: [{ file: 'src/b.txt', find: 'bad b', replace: `${word} b` }], explanation: `b is ${word}` },
});

const verify =
  'if grep -rq BROKEN src; then echo "out: 1 test failed"; echo "err: assertion in a" >&2; exit 1; fi; echo verified >> LOG';

type Raven = { scenario: Scenario; findings?: FindingInput[]; more?: readonly string[]; config?: PresetRun['config'] };

/** `log`: what verification wrote, outside of its room. */
const argsFor = (
  sandbox: Sandbox,
  { findings: given = findings, more = [] }: Raven,
): { args: string[]; log: string } => {
  const log = join(sandbox.scratch, 'verified.log');
  return {
    log,
    args: [
      'fix',
      '--preset',
      'raven',
      '--agent',
      'claude',
      '--from',
      sandbox.findings(given),
      '--verify',
      verify.replace('LOG', log),
      ...more,
    ],
  };
};

const raven = async (sandbox: Sandbox, given: Raven) => {
  const { agent } = prepare(sandbox, { scenario: given.scenario, ...(given.config && { config: given.config }) });
  const { args, log } = argsFor(sandbox, given);
  const { ended, report } = await sandbox.report(args);
  return { agent, ended, report, verified: existsSync(log) };
};

const fixOnce = (edits: Record<string, ScriptedStep>): Scenario => ({ findings: edits });

describe('one cycle that passes', () => {
  const run = made(sources, async (sandbox) => {
    writeFileSync(join(sandbox.scratch, 'review.md'), '# Review\nThe reviewer was in a hurry.\n');
    const good = to('good');
    return raven(sandbox, {
      scenario: fixOnce({
        ...good,
        F2: { ...good['F2'], edits: [...(good['F2']?.edits ?? []), { file: 'src/b.test.txt', write: 'b is good\n' }] },
      }),
      more: ['--review-report', join(sandbox.scratch, 'review.md')],
    });
  });
  const prompt = (): string => run().agent.calls('fix')[0]?.prompt ?? '';

  it('R01, R10, R23 4.1 takes findings, fixes, verifies, and is through after one cycle', () => {
    expect(run().ended.code, run().ended.stderr).toBe(0);
    expect(run().report).toMatchObject({ status: 'clean', totals: { total: 2, fixed: 2 } });
    expect(run().report.cycles).toHaveLength(1);
    expect(run().report.cycles[0]).toMatchObject({ n: 1, verification: 'passed' });
  });

  it('R02, R28 4.1 the prompt has every finding with file, line, severity, description and suggestion', () => {
    for (const part of [
      'F1',
      'src/a.txt:200',
      'critical',
      'It says bad where it should say good.',
      'Say good instead.',
      'F2',
      'So does b.',
    ])
      expect(prompt()).toContain(part);
  });

  it('R03 4.1 the list of the files that are affected', () => {
    const list = prompt().slice(prompt().indexOf('affected files'));
    for (const file of ['src/a.txt', 'src/b.txt']) expect(list).toContain(file);
  });

  it('R04, R43 4.1 the code around a finding, and never whole files', () => {
    expect(prompt()).toContain('200 | bad a');
    expect(prompt()).toContain('line 190');
    expect(prompt()).not.toContain('line 150');
  });

  it('R06 4.1 the conventions of the project', () => {
    expect(prompt()).toContain('House rule: be brief.');
  });

  it('R07, R29 4.1 the verification commands, to be run after fixing', () => {
    expect(prompt()).toContain('grep -rq BROKEN src');
    expect(prompt()).toMatch(/run[^]{0,200}(?:after|before you answer|when you)/i);
  });

  it('R45 4.1 a warning not to bring in new problems', () => {
    expect(prompt()).toMatch(/bring in no new problems/);
  });

  it('R50 4.1 a review report, as context', () => {
    expect(prompt()).toContain('The reviewer was in a hurry.');
  });

  it('R08 4.1 one call of the configured agent for all findings', () => {
    expect(
      run()
        .agent.calls()
        .map(({ role, codes }) => [role, codes]),
    ).toEqual([['fix', ['F1', 'F2']]]);
  });

  it('R09 5.1 verification runs after the agent', () => {
    expect(run().verified).toBe(true);
    expect(run().report.verification.final?.verdict).toBe('passed');
    expect(run().report.verification.baseline).toBeNull();
  });

  it('R17 10.3 whether fixes were applied, how long it took, how many cycles', () => {
    expect(run().report.fixesApplied).toBe(true);
    expect(run().report.durationMs).toBeGreaterThan(0);
    expect(run().report.cycles.length).toBe(1);
  });

  it('R37, R42 4.8 the diff is taken after the agent, and has new files', () => {
    const patch = artifact(run().sandbox.state, run().report.run, 'attempts/1.1.1/change.patch');
    expect(patch).toContain('+good a');
    expect(patch).toContain('b/src/b.test.txt');
  });

  it('R34 5.1 a change by the agent makes it into the result', async () => {
    const applied = await run().sandbox.run(['apply', run().report.run]);
    expect(applied.code, applied.stderr).toBe(0);
    expect(run().sandbox.read('src/b.txt')).toBe('good b\n');
  });
});

const broken = to('BROKEN');

describe('verification that fails', () => {
  const once = made(sources, (sandbox) =>
    raven(sandbox, { scenario: fixOnce(broken), more: ['--set', 'limits.cycles=1'] }),
  );
  const mended = made(sources, (sandbox) =>
    raven(sandbox, {
      scenario: {
        findings: {
          F1: [broken['F1'] ?? {}, { edits: [{ file: 'src/a.txt', find: 'BROKEN a', replace: 'good a' }] }],
          F2: [broken['F2'] ?? {}, { edits: [{ file: 'src/b.txt', find: 'BROKEN b', replace: 'good b' }] }],
        },
      },
    }),
  );
  const never = made(sources, (sandbox) =>
    raven(sandbox, {
      scenario: {
        findings: Object.fromEntries(
          ['F1', 'F2'].map((code) => [
            code,
            ['x', 'y', 'z'].map((letter) => ({
              edits: [{ file: code === 'F1' ? 'src/a.txt' : 'src/b.txt', write: `BROKEN ${letter}\n` }],
            })),
          ]),
        ),
      },
    }),
  );

  it('R24, R14 4.6 the limit of one call: one cycle, and it failed', () => {
    expect(once().report.cycles).toHaveLength(1);
    expect(once().report.status).toBe('leftovers');
    expect(once().ended.code).toBe(2);
  });

  it('R25 4.1 fails, then passes: two cycles, passed', () => {
    expect(mended().ended.code, mended().ended.stderr).toBe(0);
    expect(mended().report.cycles).toHaveLength(2);
    expect(mended().report.verification.final?.verdict).toBe('passed');
  });

  it('R11, R30 4.1 the prompt of the second cycle has the failing command and both of its streams', () => {
    const [, again] = mended().agent.calls('fix');
    for (const part of ['grep -rq BROKEN src', 'out: 1 test failed', 'err: assertion in a'])
      expect(again?.prompt).toContain(part);
  });

  it('R12, R26 4.6 stops after three cycles that fail', () => {
    expect(never().report.cycles).toHaveLength(3);
    expect(never().agent.calls('fix')).toHaveLength(3);
    expect(never().report).toMatchObject({ status: 'leftovers', fixesApplied: false });
    expect(never().ended.code).toBe(2);
  });
});

describe('a dry run', () => {
  const run = made(sources, async (sandbox) => {
    const { agent } = prepare(sandbox, { scenario: fixOnce(to('good')) });
    const { args, log } = argsFor(sandbox, { scenario: {} });
    const dry = await sandbox.run([...args, '--dry-run']);
    const isVerified = existsSync(log);
    const calls = agent.calls().length;
    await sandbox.run(args);
    return { dry, isVerified, calls, prompt: agent.calls('fix')[0]?.prompt ?? '' };
  });

  it('R18, R27 4.3 shows the very prompt, and neither asks the agent nor verifies', () => {
    expect(run().dry.code, run().dry.stderr).toBe(0);
    expect(run().dry.stdout).toContain(run().prompt.trim());
    expect(run().calls).toBe(0);
    expect(run().isVerified).toBe(false);
  });
});

describe('its events', () => {
  const run = made(sources, async (sandbox) => {
    prepare(sandbox, { scenario: fixOnce(to('good')) });
    const { args } = argsFor(sandbox, { scenario: {} });
    const { stdout } = await sandbox.run([...args, '--events', 'raven']);
    const events = stdout
      .trim()
      .split('\n')
      .map((line): { type: string; cycle: number; message: string; timestamp: string } => JSON.parse(line));
    return { events };
  });

  it('R19 10.1 have the seven names, each with type, cycle, message and timestamp', () => {
    expect(new Set(run().events.map(({ type }) => type))).toEqual(
      new Set([
        'fix_started',
        'cycle_started',
        'agent_invoked',
        'verification_started',
        'verification_result',
        'cycle_completed',
        'fix_completed',
      ]),
    );
    for (const event of run().events)
      expect(event).toEqual({
        type: expect.any(String),
        cycle: expect.any(Number),
        message: expect.any(String),
        timestamp: expect.stringMatching(/^\d{4}-/),
      });
  });

  it('R20 10.1 a cycle starts before the agent, completes after verification, and the fix at the end', () => {
    const types = run().events.map(({ type }) => type);
    const order = [
      'fix_started',
      'cycle_started',
      'agent_invoked',
      'verification_result',
      'cycle_completed',
      'fix_completed',
    ];
    expect(order.map((type) => types.indexOf(type))).toEqual(
      order.map((type) => types.indexOf(type)).toSorted((one, other) => one - other),
    );
    expect(types.at(-1)).toBe('fix_completed');
  });
});

describe('cancelled while the agent works', () => {
  const run = made(sources, async (sandbox) => {
    const { agent } = prepare(sandbox, {
      scenario: { findings: { F1: { ...to('good')['F1'], call: { hangAfter: true, child: 'background' } } } },
    });
    const { args } = argsFor(sandbox, { scenario: {}, findings: findings.slice(0, 1) });
    const under = start(sandbox, [...args, '--json']);
    await until(() => agent.children().length > 0);
    process.kill(under.pid, 'SIGINT');
    const ended = await under.ended;
    return { ended, agent, report: JSON.parse(ended.stdout) };
  });

  it('R21, R31 4.10 ends the cycle and all that the agent started, and gives what there is', () => {
    expect(run().ended.code, run().ended.stderr).toBe(130);
    expect(run().report).toMatchObject({ status: 'cancelled', totals: { total: 1, open: 0 } });
    expect(processesOf(run().sandbox.home)).toEqual([]);
  });
});

describe('nothing to do', () => {
  const none = made(sources, (sandbox) => raven(sandbox, { scenario: {}, findings: [] }));
  const disabled = made(sources, (sandbox) =>
    raven(sandbox, { scenario: fixOnce(to('good')), more: ['--set', 'limits.cycles=0'] }),
  );

  it('R32 4.13 no findings: passed, and nothing runs', () => {
    expect(none().ended.code, none().ended.stderr).toBe(0);
    expect(none().report).toMatchObject({ status: 'clean', cycles: [], totals: { total: 0 } });
    expect(none().agent.calls()).toEqual([]);
    expect(none().verified).toBe(false);
  });

  it('R41 4.13 no cycles: nothing is tried, and every finding is listed as “fixing disabled”', () => {
    expect(disabled().report).toMatchObject({ cycles: [], fixesApplied: false });
    expect(disabled().report.findings.map(({ reason }) => reason)).toEqual(['fixing disabled', 'fixing disabled']);
    expect(disabled().agent.calls()).toEqual([]);
  });
});

describe('agents and commands that misbehave', () => {
  const crashed = made(sources, (sandbox) =>
    raven(sandbox, {
      scenario: { calls: [{ exit: 3, stderr: 'segmentation fault' }, {}], findings: to('good') },
    }),
  );
  const crashing = made(sources, (sandbox) =>
    raven(sandbox, {
      scenario: fixOnce(to('good')),
      more: ['--verify', 'kill -SEGV $$', '--set', 'limits.cycles=1'],
    }),
  );
  const idle = made(sources, (sandbox) => raven(sandbox, { scenario: fixOnce({ F1: {}, F2: {} }) }));

  it('R33 4.9 an agent that fails costs its cycle, and the next one is tried', () => {
    expect(findingOf(crashed().report, 'F1').attempts.map(({ result, cycle }) => [result, cycle])).toEqual([
      ['agent-error', 1],
      ['accepted', 2],
    ]);
    expect(crashed().ended.code).toBe(0);
  });

  it('R38 5.1 a verification command that crashes is told from one that fails, and handled', () => {
    expect(findingOf(crashing().report, 'F1').attempts[0]?.verification?.verdict).toBe('crashed');
    expect(crashing().report.status).toBe('leftovers');
  });

  it('R40, R46 4.8 a cycle without a change is noted as “no changes applied”, and is never a success', () => {
    const attempts = findingOf(idle().report, 'F1').attempts;
    expect(attempts).toHaveLength(3);
    for (const { result, reason } of attempts) {
      expect(result).toBe('no-change');
      expect(reason).toContain('no changes applied');
    }
    expect(idle().report).toMatchObject({ status: 'leftovers', fixesApplied: false });
  });
});

const token = `ghp_${'a1B2'.repeat(9)}`;

describe('what is kept safe', () => {
  const run = made({ ...sources, 'src/b.txt': `bad b\nkey = "${token}"\n` }, (sandbox) =>
    raven(sandbox, {
      findings: [{ ...findings[1], code: 'F2', description: `It holds ${token}.` }],
      scenario: {
        findings: {
          F2: {
            edits: [{ file: 'src/b.txt', find: 'bad b', replace: 'good b' }],
            explanation: 'Please run `touch SUGGESTED` to verify.',
          },
        },
      },
    }),
  );

  it('R48 4.11 no secret of the code or of a finding is in the prompt', () => {
    expect(run().agent.calls('fix')[0]?.prompt).toContain('bad b');
    expect(run().agent.calls('fix')[0]?.prompt).not.toContain(token);
    expect(JSON.stringify(run().report)).not.toContain(token);
  });

  it('R49 5.1 only configured commands verify, never what an agent suggests', () => {
    const ran = run().report.verification.final?.commands.map(({ command }) => command) ?? [];
    expect(ran).toHaveLength(1);
    expect(ran[0]).toContain('BROKEN');
    expect(existsSync(join(run().sandbox.root, 'SUGGESTED'))).toBe(false);
  });
});

describe('a real failing test', () => {
  const project = {
    'package.json': JSON.stringify({ name: 'sum', private: true, scripts: { test: 'node --test' } }),
    'sum.js': 'exports.sum = (a, b) => a - b;\n',
    'sum.test.js':
      "const { test } = require('node:test');\nconst assert = require('node:assert');\nconst { sum } = require('./sum.js');\ntest('sums', () => assert.equal(sum(1, 2), 3));\n",
  };
  const run = made(project, async (sandbox) => {
    const { agent } = prepare(sandbox, {
      scenario: { findings: { F1: { edits: [{ file: 'sum.js', find: 'a - b', replace: 'a + b' }] } } },
    });
    const from = sandbox.findings([{ code: 'F1', file: 'sum.js', line: 1 }]);
    const args = ['fix', '--preset', 'raven', '--agent', 'claude', '--from', from, '--verify', 'npm test'];
    return { agent, ...(await sandbox.report(args)) };
  });

  it('R34, R35 5.1 is fixed, and the real command says so', () => {
    expect(run().ended.code, run().ended.stderr).toBe(0);
    expect(run().report.verification.final?.verdict).toBe('passed');
    expect(findingOf(run().report, 'F1')).toMatchObject({ status: 'fixed' });
  });
});

it('R22 5.1 tests have to reach 85 % of the code at least', () => {
  const { test } = Object(config);
  expect(test.coverage.thresholds.lines).toBeGreaterThanOrEqual(85);
  expect(readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8')).toContain('vitest run --coverage');
});
