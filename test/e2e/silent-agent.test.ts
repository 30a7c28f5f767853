/**
 * An agent that edits for its one finding and says nothing has its change judged like any other (4.4; preset
 * `default`).
 */
import { describe, expect, it } from 'vitest';
import { expectAccounted, findingOf } from '../support/accounted.ts';
import { badFiles, badFindings, goodF1, goodF2, inSandbox } from '../support/bad-agent.ts';
import { fixing } from '../support/fixing.ts';
import type { ScriptedStep } from '../fakes/scripted.ts';
import type { Sandbox } from '../support/sandbox.ts';

const one = badFindings.slice(0, 1);
const silent: ScriptedStep = { ...goodF1, call: { answer: 'none' } };

const reportOf = async (sandbox: Sandbox, step: ScriptedStep, set: string[] = [], findings = one) => {
  const fix = fixing(sandbox, {
    findings,
    scenario: { findings: { F1: step, F2: goodF2 } },
    set: ['limits.cycles=1', ...set],
  });
  const { report } = await sandbox.report(fix.args);
  expectAccounted(report, sandbox);
  return report;
};

describe('4.4 an agent that says nothing about its one finding', () => {
  it.each<[string, ScriptedStep]>([
    ['gives no answer', silent],
    ['gives an empty one', { ...goodF1, call: { answer: 'empty' } }],
    ['answers in prose', { ...goodF1, call: { answer: { text: 'I have changed the file.' } } }],
    ['leaves it out', { ...goodF1, missing: true }],
    ['speaks about another', { ...goodF1, missing: true, call: { unknown: ['F9'] } }],
  ])('4.4 and %s has its change judged, and accepted when it is proven', (_, step) =>
    inSandbox(async (sandbox) => {
      const report = await reportOf(sandbox, step);
      expect(report).toMatchObject({ status: 'clean', totals: { fixed: 1 } });
      expect(findingOf(report, 'F1').attempts).toMatchObject([{ claim: 'none', result: 'accepted' }]);
      const message = sandbox.git('log', '-1', '--format=%B', report.branch ?? 'none');
      expect(message).toContain('fix(review): import - F1 - problem F1');
      expect(message).not.toMatch(/no status given/);
    }, badFiles),
  );

  it('4.4 a shell line that only edits is an agent', () =>
    inSandbox(
      async (sandbox) => {
        const findings = sandbox.findings([{ code: 'F1', file: 'f.txt', line: 1 }]);
        const { report } = await sandbox.report([
          'fix',
          '--from',
          findings,
          '--agent-command',
          'sed -i s/BAD/GOOD/ f.txt',
          '--verify',
          'true',
        ]);
        expectAccounted(report, sandbox);
        expect(report).toMatchObject({ status: 'clean', totals: { fixed: 1 }, problems: [] });
        expect(sandbox.git('show', `${report.branch}:f.txt`)).toBe('GOOD');
      },
      { 'f.txt': 'BAD\n' },
    ));

  it.each<[string, ScriptedStep, string[], object]>([
    [
      'is refused by verification',
      { edits: [{ file: 'src/a.txt', write: 'BROKEN\n' }], call: { answer: 'none' } },
      [],
      { result: 'refused', gate: 'verify' },
    ],
    ['changed nothing', { call: { answer: 'none' } }, [], { result: 'not-answered', reason: 'no status given' }],
    ['failed', { ...silent, call: { answer: 'none', exit: 3 } }, [], { result: 'agent-error' }],
    [
      'said something that is no status',
      { ...goodF1, outcome: 'partly' },
      [],
      { result: 'not-answered', reason: 'no status given' },
    ],
    [
      'said blocked',
      { ...goodF1, outcome: 'blocked', explanation: 'the API key is missing' },
      [],
      { result: 'no-change' },
    ],
    [
      'works for another preset',
      silent,
      ['preset=raven', 'fix.mode=perFinding', 'limits.attemptsPerFinding=1'],
      { result: 'not-answered' },
    ],
  ])('4.4 is not believed when it %s', (_, step, set, attempt) =>
    inSandbox(async (sandbox) => {
      const report = await reportOf(sandbox, step, set);
      expect(findingOf(report, 'F1')).toMatchObject({ status: 'blocked', attempts: [attempt] });
    }, badFiles),
  );

  it('4.4 about one of several findings of its call: that one is deferred', () =>
    inSandbox(async (sandbox) => {
      const report = await reportOf(sandbox, { ...goodF1, missing: true }, ['fix.mode=batch'], badFindings);
      expect(findingOf(report, 'F1').attempts).toMatchObject([{ claim: 'none', result: 'not-answered' }]);
      expect(findingOf(report, 'F2').status).toBe('fixed');
    }, badFiles));

  it('6.1 is judged by challengers as well', () =>
    inSandbox(async (sandbox) => {
      const judge = fixing(sandbox, {
        findings: one,
        scenario: { challenge: [{ default: 30 }, { default: 30 }] },
        name: 'judge',
      });
      const settings = JSON.stringify({ kind: 'command', command: judge.agent.command });
      const report = await reportOf(sandbox, silent, ['challenger.agents=["judge"]', `agents.judge=${settings}`]);
      expect(findingOf(report, 'F1').attempts[0]).toMatchObject({
        claim: 'none',
        result: 'refused',
        gate: 'challenge',
      });
    }, badFiles));
});
