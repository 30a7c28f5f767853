/** The whole loop with the real Claude Code: fixed at once, refused and then fixed, blocked, forgotten. */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { expectAccounted, findingOf } from '../support/accounted.ts';
import { inSandbox } from '../support/bad-agent.ts';
import { calls, type ClaudeFixing, claudeFixing, type Plan } from '../support/claude-fixing.ts';
import { notBroken } from '../support/fixing.ts';
import { processesOf } from '../support/processes.ts';
import { essence } from '../support/report-essence.ts';
import type { Report } from '../../src/model/report.ts';

const names = ['once', 'twice', 'never', 'forgotten'];
const files = Object.fromEntries(names.map((name) => [`src/${name}.txt`, `bad ${name}\n`]));
const findings = names.map((name) => ({ code: `F-${name}`, file: `src/${name}.txt`, line: 1 }));

const { edit, report: say } = calls;
const fix = (name: string, by = 'good', found = 'bad') => [
  ...edit(`src/${name}.txt`, found, by),
  say(`F-${name}`, 'fixed', 'Put the right word.'),
];
const plan: Plan = {
  'F-once': [fix('once')],
  'F-twice': [fix('twice', 'BROKEN'), fix('twice', 'good', 'BROKEN')],
  'F-never': [[say('F-never', 'blocked', 'The password of the service is not here: a person has to give it.')]],
  'F-forgotten': [[]],
};

/** What the model counted is what the report says, to the last token. */
const expectCounted = (report: Report, { model, usd }: ClaudeFixing): void => {
  expect(report.tokens).toEqual({ input: model.used.input, output: model.used.output });
  expect(report.usd).toBeCloseTo(usd(), 9);
  expect(report.stages.fix.usd).toBeCloseTo(usd(), 9);
  const attempts = report.findings.flatMap((finding) => finding.attempts);
  expect(attempts.reduce((sum, { tokens = 0 }) => sum + tokens, 0)).toBe(model.used.input + model.used.output);
  expect(attempts.reduce((sum, attempt) => sum + (attempt.usd ?? 0), 0)).toBeCloseTo(usd(), 9);
};

describe('4.4, 10.4 fixpoint fix with the real claude', () => {
  test.each(['auto', 'off'])('accounts for every finding, token and cent (sandbox: %s)', (sandboxed) =>
    inSandbox(async (sandbox) => {
      const run = await claudeFixing(sandbox, { findings, plan, verify: notBroken, set: [`sandbox=${sandboxed}`] });
      try {
        const { ended, report } = await sandbox.report(run.args, { env: run.env });
        expect(ended.code).toBe(2);
        expectAccounted(report, sandbox);
        const results = (code: string) =>
          findingOf(report, code).attempts.map(({ claim, result }) => `${claim}: ${result}`);
        expect(findingOf(report, 'F-once').status).toBe('fixed');
        expect(results('F-once')).toEqual(['fixed: accepted']);
        expect(findingOf(report, 'F-twice').status).toBe('fixed');
        expect(results('F-twice')).toEqual(['fixed: refused', 'fixed: accepted']);
        expect(findingOf(report, 'F-never')).toMatchObject({
          status: 'blocked',
          reason: expect.stringContaining('password of the service'),
        });
        expect(findingOf(report, 'F-forgotten').status).toBe('blocked');
        expect(new Set(results('F-forgotten'))).toEqual(new Set(['none: not-answered']));
        expect(sandbox.git('show', `${report.branch}:src/once.txt`)).toBe('good once');
        expect(sandbox.git('show', `${report.branch}:src/twice.txt`)).toBe('good twice');
        expectCounted(report, run);
        expect(processesOf(sandbox.home)).toEqual([]);
      } finally {
        await run.model.close();
      }
    }, files),
  );

  test('asks again for what was forgotten among others', () =>
    inSandbox(async (sandbox) => {
      const both: Plan = { 'F-once+F-forgotten': [fix('once')], 'F-forgotten': [fix('forgotten')] };
      const found = findings.filter(({ code }) => ['F-once', 'F-forgotten'].includes(code));
      const run = await claudeFixing(sandbox, {
        findings: found,
        plan: both,
        verify: notBroken,
        set: ['fix.mode=batch'],
      });
      try {
        const { ended, report } = await sandbox.report(run.args, { env: run.env });
        expect(ended.code).toBe(0);
        expectAccounted(report, sandbox);
        expect(findingOf(report, 'F-once').attempts).toMatchObject([{ result: 'accepted' }]);
        expect(findingOf(report, 'F-forgotten').attempts).toMatchObject([
          { claim: 'none', result: 'not-answered' },
          { claim: 'fixed', result: 'accepted' },
        ]);
        expectCounted(report, run);
      } finally {
        await run.model.close();
      }
    }, files));

  test('can be recorded, and repeated without claude and without a model', () =>
    inSandbox(async (sandbox) => {
      const run = await claudeFixing(sandbox, { findings, plan, verify: notBroken });
      const folder = join(sandbox.scratch, 'recording');
      const recorded = await sandbox.report([...run.args, '--record', folder], { env: run.env });
      await run.model.close();
      expect(recorded.report.totals).toMatchObject({ fixed: 2, blocked: 2 });
      const from = run.args.indexOf('--from') + 1;
      const again = [
        'fix',
        '--from',
        run.args[from] ?? '',
        '--agent',
        `replay:${folder}`,
        '--verify',
        notBroken,
        '--set',
        'findings.dedup=off',
      ];
      const { ended, report } = await sandbox.report(again);
      expect(ended.code).toBe(recorded.ended.code);
      expect(essence(report)).toBe(essence(recorded.report));
    }, files));
});
