/** The ways of fixing, through the command line: per finding, batch, similar together, machine-made first, presets. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Scenario, scriptedAgent, type ScriptedAgent, type ScriptedStep } from '../fakes/scripted.ts';
import { findingOf } from '../support/accounted.ts';
import { artifact } from '../support/artifacts.ts';
import { inSandbox } from '../support/bad-agent.ts';
import type { FindingInput, Sandbox } from '../support/sandbox.ts';

const files = { 'a.txt': 'bad a\nbad again\n', 'b.txt': 'bad b\n', 'AGENTS.md': 'House rule: be brief.\n' };
const three: FindingInput[] = [
  { code: 'F1', file: 'a.txt', line: 1, description: 'first line is bad' },
  { code: 'F2', file: 'a.txt', line: 2, severity: 'low' },
  { code: 'F3', file: 'b.txt', line: 1 },
];
const good: Scenario = {
  findings: {
    F1: { edits: [{ file: 'a.txt', find: 'bad a', replace: 'good a' }] },
    F2: { edits: [{ file: 'a.txt', find: 'bad again', replace: 'good again' }] },
    F3: { edits: [{ file: 'b.txt', find: 'bad', replace: 'good' }] },
  },
};

const start = (
  sandbox: Sandbox,
  scenario: Scenario,
  findings: readonly FindingInput[],
  ...more: string[]
): { args: string[]; agent: ScriptedAgent } => {
  const agent = scriptedAgent(join(sandbox.scratch, 'agent'), scenario);
  const settings = JSON.stringify({ kind: 'command', command: agent.command, context: 3_000 });
  return {
    agent,
    args: [
      'fix',
      '--from',
      sandbox.findings(findings),
      '--set',
      `agents.fake=${settings}`,
      '--agent',
      'fake',
      '--verify',
      'true',
      '--set',
      'findings.dedup=off',
      ...more,
    ],
  };
};

const subjects = (sandbox: Sandbox, start: string, head: string | null): string[] =>
  sandbox.git('log', '--reverse', '--format=%s', `${start}..${head}`).split('\n');

describe('fix modes', () => {
  it('3.3, 8.2 asks for each finding by itself, never two of one file side by side, and makes one commit per fix', () =>
    inSandbox(async (sandbox) => {
      const { args, agent } = start(sandbox, good, three);
      const { ended, report } = await sandbox.report(args);
      expect(ended.code).toBe(0);
      expect(agent.calls().map((call) => call.codes)).toEqual(expect.arrayContaining([['F1'], ['F2'], ['F3']]));
      expect(subjects(sandbox, report.start, report.head)).toEqual([
        'fix(review): import - F1 - problem F1',
        'fix(review): import - F3 - problem F3',
        'fix(review): import - F2 - problem F2',
      ]);
      expect(report.cycles).toEqual([expect.objectContaining({ n: 1, fixed: 3, verification: 'passed' })]);
    }, files));

  it('3.7 puts findings of one rule in one file into one call when they may share it', () =>
    inSandbox(async (sandbox) => {
      const { args, agent } = start(sandbox, good, three, '--set', 'fix.similar=together');
      const { report } = await sandbox.report(args);
      expect(agent.calls().map((call) => call.codes)).toEqual(expect.arrayContaining([['F1', 'F2'], ['F3']]));
      expect(report.totals.fixed).toBe(3);
      expect(subjects(sandbox, report.start, report.head)).toContain('fix(review): import - F1, F2 - 2 findings');
    }, files));

  it('4.2 asks about as many findings as fit, the most severe first, and about the rest in the next call', () =>
    inSandbox(async (sandbox) => {
      const many = three.map((finding) => ({ ...finding, description: 'long '.repeat(400) }));
      const { args, agent } = start(sandbox, good, many, '--set', 'fix.mode=batch');
      const { report } = await sandbox.report(args);
      expect(agent.calls().map((call) => call.codes)).toEqual([['F1', 'F3'], ['F2']]);
      expect(report.totals.fixed).toBe(3);
    }, files));

  it('4.1 tells the agent everything it needs: finding, excerpt, conventions, notes, verification, duty to answer', () =>
    inSandbox(async (sandbox) => {
      writeFileSync(join(sandbox.scratch, 'review.md'), 'The reviewer was in a hurry.\n');
      const { args } = start(
        sandbox,
        good,
        three.slice(0, 1),
        '--set',
        'fix.notes=Keep it short',
        '--review-report',
        join(sandbox.scratch, 'review.md'),
      );
      const { report } = await sandbox.report(args);
      const prompt = artifact(sandbox.state, report.run, 'attempts/1.1.1/prompt.md');
      for (const part of [
        '## F1',
        'place: a.txt:1',
        'severity: high',
        'first line is bad',
        '1 | bad a',
        'House rule: be brief.',
        'Keep it short',
        '`true`',
        'The reviewer was in a hurry.',
        '"outcomes"',
        'Answer for **every** finding',
      ])
        expect(prompt).toContain(part);
    }, files));

  it('4.1, 4.14 lets a retry go on from the refused patch, and shows it what failed, from both streams', () =>
    inSandbox(async (sandbox) => {
      const scenario: Scenario = {
        findings: {
          F1: [
            { edits: [{ file: 'a.txt', find: 'bad a', replace: 'broken' }] },
            // As the first attempt left it.
            { edits: [{ file: 'a.txt', find: 'broken', replace: 'good' }] },
          ],
        },
      };
      const { args } = start(
        sandbox,
        scenario,
        three.slice(0, 1),
        '--verify',
        'if grep -q broken a.txt; then echo seen on stdout; echo seen on stderr >&2; exit 1; fi',
      );
      const { ended, report } = await sandbox.report(args);
      expect(ended.code).toBe(0);
      expect(findingOf(report, 'F1').attempts.map(({ result, cycle }) => ({ result, cycle }))).toEqual([
        { result: 'refused', cycle: 1 },
        { result: 'accepted', cycle: 2 },
      ]);
      const prompt = artifact(sandbox.state, report.run, 'attempts/2.1.1/prompt.md');
      expect(prompt).toContain('seen on stdout');
      expect(prompt).toContain('seen on stderr');
      expect(prompt).toContain('1 | broken');
      expect(sandbox.git('show', `${report.head}:a.txt`)).toBe('good\nbad again');
    }, files));

  const broken: ScriptedStep = { edits: [{ file: 'a.txt', find: 'bad a', replace: 'broken' }] };
  const notBroken = ['--verify', '! grep -q broken a.txt'];

  it('4.14 takes a retry that adds nothing to the refused patch for no change', () =>
    inSandbox(async (sandbox) => {
      const scenario: Scenario = { findings: { F1: [broken, { explanation: 'It is fixed already.' }] } };
      const { args } = start(sandbox, scenario, three.slice(0, 1), ...notBroken, '--set', 'limits.cycles=2');
      const { ended, report } = await sandbox.report(args);
      expect(ended.code).toBe(2);
      expect(findingOf(report, 'F1')).toMatchObject({
        status: 'blocked',
        attempts: [
          { claim: 'fixed', result: 'refused', files: [{ path: 'a.txt' }] },
          { claim: 'fixed', result: 'no-change', files: [] },
        ],
      });
    }, files));

  it('4.14 lets the last of three attempts start afresh', () =>
    inSandbox(async (sandbox) => {
      const again: ScriptedStep = { edits: [{ file: 'a.txt', find: 'broken', replace: 'broken still' }] };
      const fresh: ScriptedStep = { edits: [{ file: 'a.txt', find: 'bad a', replace: 'good' }] };
      const { args, agent } = start(
        sandbox,
        { findings: { F1: [broken, again, fresh] } },
        three.slice(0, 1),
        ...notBroken,
      );
      const { ended, report } = await sandbox.report(args);
      expect(ended.code).toBe(0);
      expect(findingOf(report, 'F1').attempts.map(({ result }) => result)).toEqual(['refused', 'refused', 'accepted']);
      const shown = agent.calls().map(({ prompt }) => /^1 \| (.*)$/m.exec(prompt)?.[1]);
      expect(shown).toEqual(['bad a', 'broken', 'bad a']);
    }, files));

  it('1.7 closes a finding whose file is gone before anybody is asked', () =>
    inSandbox(async (sandbox) => {
      sandbox.write('gone.txt', 'bad\n');
      sandbox.commitAll('there');
      sandbox.git('rm', '--quiet', 'gone.txt');
      sandbox.commitAll('gone');
      const { args, agent } = start(sandbox, good, [...three.slice(2), { code: 'F9', file: 'gone.txt', line: 1 }]);
      const { report } = await sandbox.report(args);
      expect(findingOf(report, 'F9')).toMatchObject({
        status: 'blocked',
        reason: 'Referenced file deleted',
        attempts: [],
      });
      expect(agent.calls().flatMap((call) => call.codes)).toEqual(['F3']);
    }, files));
});

describe('machine-made fixes', () => {
  const sarif = (replacement: string) => ({
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'lint', rules: [{ id: 'no-bad' }] } },
        results: [
          {
            ruleId: 'no-bad',
            level: 'error',
            message: { text: 'bad is not allowed' },
            locations: [{ physicalLocation: { artifactLocation: { uri: 'a.txt' }, region: { startLine: 1 } } }],
            fixes: [
              {
                artifactChanges: [
                  {
                    artifactLocation: { uri: 'a.txt' },
                    replacements: [
                      {
                        deletedRegion: { startLine: 1, startColumn: 1, endColumn: 4 },
                        insertedContent: { text: replacement },
                      },
                    ],
                  },
                ],
              },
            ],
          },
        ],
      },
    ],
  });

  it('4.12 applies them first, at no cost, and asks a model only about what was refused', () =>
    inSandbox(async (sandbox) => {
      const from = join(sandbox.scratch, 'results.sarif');
      writeFileSync(from, JSON.stringify(sarif('broken')));
      const { command, calls } = scriptedAgent(join(sandbox.scratch, 'agent'), {
        default: { edits: [{ file: 'a.txt', find: 'bad a', replace: 'good a' }] },
      });
      const args = [
        'fix',
        '--from',
        from,
        '--set',
        `agents.fake=${JSON.stringify({ kind: 'command', command })}`,
        '--agent',
        'fake',
        '--verify',
        '! grep -q broken a.txt',
      ];
      const { ended, report } = await sandbox.report(args);
      expect(ended.code).toBe(0);
      expect(report.findings[0]?.attempts.map(({ agent, result, cycle }) => ({ agent, result, cycle }))).toEqual([
        { agent: 'autofix', result: 'refused', cycle: 1 },
        { agent: 'fake', result: 'accepted', cycle: 1 },
      ]);
      expect(calls()).toHaveLength(1);
    }, files));

  it('4.12 needs no agent at all when they are enough', () =>
    inSandbox(async (sandbox) => {
      const from = join(sandbox.scratch, 'results.sarif');
      writeFileSync(from, JSON.stringify(sarif('good')));
      const { ended, report } = await sandbox.report(['fix', '--from', from, '--verify', 'true']);
      expect(ended.code).toBe(0);
      expect(sandbox.git('show', `${report.head}:a.txt`)).toBe('good a\nbad again');
    }, files));
});

describe('presets', () => {
  it('14 raven: one call for all findings, all levels, no baseline, a patch and no branch', () =>
    inSandbox(async (sandbox) => {
      const { args, agent } = start(sandbox, good, three, '--preset', 'raven');
      const wide = args.map((arg) => arg.replace('"context":3000', '"context":300000'));
      const { ended, report } = await sandbox.report(wide);
      expect(ended.code).toBe(0);
      expect(agent.calls().map((call) => call.codes)).toEqual([['F1', 'F3', 'F2']]);
      expect(report).toMatchObject({ branch: null, verification: { baseline: null }, totals: { fixed: 3 } });
      expect(artifact(sandbox.state, report.run, report.patch ?? '')).toContain('+good again');
      const applied = await sandbox.run(['apply', report.run]);
      expect(applied.code).toBe(0);
      expect(readFileSync(join(sandbox.root, 'b.txt'), 'utf8')).toBe('good b\n');
    }, files));

  it('10.1 shows a run in the events of raven', () =>
    inSandbox(async (sandbox) => {
      const { args } = start(sandbox, good, three.slice(0, 1), '--preset', 'raven', '--events', 'raven');
      const { stdout } = await sandbox.run(args);
      const types = stdout
        .trim()
        .split('\n')
        .map((line): string => JSON.parse(line).type);
      expect(types).toEqual([
        'fix_started',
        'cycle_started',
        'agent_invoked',
        'verification_started',
        'verification_result',
        'cycle_completed',
        'fix_completed',
      ]);
    }, files));
});
