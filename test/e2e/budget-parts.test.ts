/** Budgets of parts of a run (10.4): for a stage, for a finding, and what is held back for judging and proving. */
import { describe, expect, test } from 'vitest';
import type { Report } from '../../src/model/report.ts';
import type { Scenario, ScriptedStep } from '../fakes/scripted.ts';
import { findingOf } from '../support/accounted.ts';
import { inSandbox } from '../support/bad-agent.ts';
import { challenging, type ChallengingOptions } from '../support/challenging.ts';
import { fixing, start, until } from '../support/fixing.ts';

const codes = ['F1', 'F2', 'F3', 'F4'];
const files = Object.fromEntries(codes.map((code) => [`src/${code}.txt`, `${code} BAD\n`]));
const findings = codes.map((code) => ({ code, file: `src/${code}.txt`, line: 1 }));
const good = (code: string): ScriptedStep => ({ edits: [{ file: `src/${code}.txt`, find: 'BAD', replace: 'good' }] });
const broken = (code: string): ScriptedStep => ({ edits: [{ file: `src/${code}.txt`, write: `${code} BROKEN\n` }] });
const steps = Object.fromEntries(codes.map((code) => [code, good(code)]));
const usage = { inputTokens: 10, outputTokens: 5, usd: 0.4 };
/** A first call is taken to cost $0.40 too. */
const price = { inputPerMTok: 10, outputPerMTok: 100 / 3 };
const priced = ['scripted', 'judge'].map((name) => `agents.${name}.price=${JSON.stringify(price)}`);

const one = ['fix.concurrency=1', 'verify.together=each', ...priced];

type Judged = Partial<ChallengingOptions>;

const judged = ({ set = [], scenario = { call: { usage }, findings: steps } }: Judged): Promise<Report> =>
  inSandbox(async (sandbox) => {
    const judges = { judge: { default: 95, usage } };
    const { args } = challenging(sandbox, { findings, scenario, judges, set: [...one, ...set] });
    return (await sandbox.report(args)).report;
  }, files);

const alone = (scenario: Scenario, set: string[], verify = '! grep -rq BROKEN src'): Promise<Report> =>
  inSandbox(async (sandbox) => {
    const settings = ['fix.concurrency=1', `agents.scripted.price=${JSON.stringify(price)}`, ...set];
    return (await sandbox.report(fixing(sandbox, { findings, scenario, set: settings, verify }).args)).report;
  }, files);

describe('what is held back', () => {
  test('10.4 a fix is begun only if the opinion on it can be paid for: none is left without one', async () => {
    const report = await judged({ set: ['limits.usd=2'] });
    // Two fixes and two opinions are $1.60; a third fix would fit into $2, and its opinion would not.
    expect(report).toMatchObject({ stopReason: 'budget', totals: { fixed: 2, blocked: 2 } });
    expect(report.stages).toMatchObject({ fix: { calls: 2 }, challenge: { calls: 2 } });
    expect(report.message).toMatch(/limits\.usd: \$1\.60 of \$2 are spent, and a call of scripted, with the opinions/);
  });

  test('10.4 out of budget, what is already fixed is still judged, with what was held back, and handed over', async () => {
    const dear = { ...good('F2'), call: { usage: { ...usage, usd: 1.1 } } };
    const scenario = { call: { usage }, findings: { ...steps, F2: dear } };
    const report = await judged({ scenario, set: ['limits.usd=2.39', 'fix.concurrency=2'] });
    expect(report.stopReason).toBe('budget');
    for (const code of ['F1', 'F2']) expect(findingOf(report, code)).toMatchObject({ status: 'fixed' });
    expect(report.stages).toMatchObject({ fix: { calls: 2 }, challenge: { calls: 2 } });
  });

  test('10.4 no attempt is begun that could not be proven in time; with more time the run goes on', () =>
    inSandbox(async (sandbox) => {
      // The start takes five seconds to verify, so a fix takes as long, and less than that is left. Whatever else a start
      // does has four seconds, on a busy machine too.
      const verify = 'sleep 5; ! grep -rq BROKEN src';
      const set = ['limits.minutes=0.15'];
      const { agent, args } = fixing(sandbox, { findings, scenario: { findings: steps }, set, verify });
      const { report } = await sandbox.report(args);
      expect(report).toMatchObject({ status: 'leftovers', stopReason: 'budget', totals: { blocked: 4 } });
      expect(report.message).toMatch(
        /^limits\.minutes: 0\.\d of 0\.15 min are left, and one more attempt may take 0\.\d/,
      );
      expect(agent.calls()).toHaveLength(0);
      const more = await sandbox.report(['resume', '--set', 'limits.minutes=10']);
      expect(more.report).toMatchObject({ status: 'clean', totals: { fixed: 4 } });
    }, files));
});

describe('limits.stages', () => {
  test('10.4 a stage takes no more than its share of the whole', async () => {
    const report = await judged({ set: ['limits.usd=4', 'limits.stages.fix=0.25'] });
    expect(report).toMatchObject({ stopReason: 'budget', totals: { fixed: 2 } });
    expect(report.message).toMatch(/limits\.stages\.fix \(usd\): \$0\.80 of \$1 are spent/);
  });

  test('10.4 a share of nothing is refused, and shares stay as they are when a run goes on', () =>
    inSandbox(async (sandbox) => {
      const { args } = fixing(sandbox, { findings, scenario: {}, set: ['limits.stages.fix=0.5'] });
      expect((await sandbox.run(args)).stderr).toMatch(/limits\.stages: these are shares of limits\.usd/);
      const set = ['limits.stages.fix=0.5', 'limits.tokens=10'];
      await sandbox.run(fixing(sandbox, { findings, scenario: {}, set }).args);
      const ended = await sandbox.run(['resume', '--set', 'limits.stages.fix=0.9']);
      expect(ended.stderr).toContain('limits.stages.fix cannot be set for a run that has begun');
    }, files));
});

describe('limits.usdPerFinding', () => {
  test('10.4 one that has used it up is left over and says so; the others go on', async () => {
    const scenario = { call: { usage }, findings: { ...steps, F1: broken('F1') } };
    const report = await alone(scenario, ['limits.usdPerFinding=1', 'limits.attemptsPerFinding=9', 'limits.cycles=9']);
    expect(report).toMatchObject({ stopReason: null, totals: { fixed: 3, blocked: 1 } });
    expect(findingOf(report, 'F1').attempts).toHaveLength(2);
    expect(findingOf(report, 'F1').reason).toMatch(
      /^limits\.usdPerFinding: \$0\.80 of \$1\.00 are spent on it, and one more attempt by scripted may take \$0\.40; last: the agent claimed a fix but changed nothing/,
    );
  });

  test('10.4 a call that was lost with its process counts: none is begun again that could exceed it', () =>
    inSandbox(async (sandbox) => {
      const scenario = { findings: { ...steps, F1: { ...good('F1'), call: { hang: true } } } };
      const set = ['fix.concurrency=1', `agents.scripted.price=${JSON.stringify(price)}`, 'limits.usdPerFinding=0.7'];
      const { agent, args } = fixing(sandbox, { findings, scenario, set });
      const { pid, ended } = start(sandbox, args);
      await until(() => agent.calls().length === 1);
      process.kill(pid, 'SIGKILL');
      await ended;
      const { report } = await sandbox.report(['resume']);
      expect(report).toMatchObject({ stopReason: null, totals: { fixed: 3, blocked: 1 } });
      expect(agent.calls().filter(({ codes: [code] }) => code === 'F1')).toHaveLength(1);
      expect(findingOf(report, 'F1').reason).toMatch(/^limits\.usdPerFinding: \$0\.40 of \$0\.70 are spent on it/);
    }, files));

  test('10.4 tokens count alike, with an agent that says nothing; and a price has to be known', async () => {
    const scenario = { findings: { ...steps, F1: broken('F1') } };
    const report = await alone(scenario, ['limits.tokensPerFinding=40000', 'limits.cycles=3']);
    expect(findingOf(report, 'F1').attempts).toHaveLength(1);
    expect(report.totals).toMatchObject({ fixed: 3, blocked: 1 });
    await inSandbox(async (sandbox) => {
      const { args } = fixing(sandbox, { findings, scenario, set: ['limits.usdPerFinding=1'] });
      expect((await sandbox.run(args)).stderr).toMatch(/limits\.usdPerFinding is set, but nobody knows what agent/);
    }, files);
  });
});

test.each([
  ['negative', { inputTokens: -1e9, outputTokens: -5, usd: -100 }],
  ['not said', undefined],
  ['half of it', { usd: -1 }],
])('10.4 usage that is %s counts as what was set aside', async (_what, said) => {
  const report = await alone({ call: { usage: said }, findings: steps }, ['limits.usd=0.9']);
  // $0.40 are set aside for each.
  expect(report).toMatchObject({ stopReason: 'budget', totals: { fixed: 2 } });
});

test('10.4 usage that is too little counts as no less than the prompt, where tokens are limited', async () => {
  const said = { inputTokens: 1, outputTokens: 0 };
  const report = await alone({ call: { usage: said }, findings: steps }, ['limits.tokens=70000']);
  for (const { attempts } of report.findings) expect(attempts[0]?.usage.leastTokens).toBeGreaterThan(100);
  expect(report.tokens).toEqual({ input: 4, output: 0 });
});
