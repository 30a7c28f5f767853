/** A slice of `npm run budgets`, and that its books notice a limit that was not kept (10.4). */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCampaign } from '../../scripts/budgets/campaign.ts';
import { keepBooks } from '../../scripts/budgets/ledger.ts';
import type { Limits, Plan, Use } from '../../scripts/budgets/plan.ts';
import type { RunEvent, StoredEvent } from '../../src/model/event.ts';
import { fixpointProgram } from '../support/fixpoint.ts';

const seed = 5;

describe(`eight random runs with agents that lie about what they use, seed ${seed}`, () => {
  it('10.4 no limit is exceeded by more than calls under way used beyond what was set aside', async () => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'fixpoint-budgets-')));
    try {
      const campaign = await runCampaign({ program: [fixpointProgram], folder, seed, count: 8, jobs: 2 });
      expect(campaign.troubles).toEqual([]);
      expect(campaign.runs).toBe(8);
      expect(Math.min(campaign.calls, campaign.stopped, campaign.killed)).toBeGreaterThan(0);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

describe('the books notice', () => {
  const use = (real: number, said: unknown): Use => ({ real: { usd: real, tokens: 0 }, lie: 'honest', said });
  const planWith = (limits: Limits, uses: Record<string, Use>): Plan => ({
    codes: Object.keys(uses),
    concurrency: 1,
    fixer: 'paid',
    challengers: [],
    uses: { paid: uses },
    broken: {},
    doubted: {},
    price: { inputPerMTok: 1, outputPerMTok: 1 },
    limits,
    sleepMs: 0,
    kills: [],
    more: null,
  });
  const reserved = { usd: 1, tokens: 0 };
  const begun = (unit: string): RunEvent => ({ type: 'attempt.started', unit, agent: 'paid', cycle: 1, reserved });
  const ended = (unit: string): RunEvent => ({
    type: 'attempt.finished',
    unit,
    agent: 'paid',
    outcome: 'ok',
    claims: {},
    cut: [],
    unknownIds: [],
    snapshot: null,
    usage: {},
    artifacts: [],
    durationMs: 1,
  });
  /** Units are called like the findings that they are about. */
  const stored = (events: readonly RunEvent[]): StoredEvent[] => {
    const units = ['F1', 'F2'].map((unit) => ({ unit, findings: [unit], agent: 'paid' }));
    const step: RunEvent = { type: 'step.started', cycle: 1, step: 1, base: 'start', units };
    return [step, ...events].map((event, n) => ({ ...event, run: 'r', seq: n + 1, at: '2026-01-01T00:00:00Z' }));
  };
  const problems = (
    limits: Limits,
    uses: Record<string, Use>,
    events: readonly RunEvent[],
    made: string[],
  ): string[] => {
    const plan = planWith(limits, uses);
    const codes = new Map(plan.codes.map((code) => [code, code]));
    return keepBooks(
      plan,
      stored(events),
      made.map((code) => ({ agent: 'paid', code })),
      codes,
    ).problems;
  };
  const honest = { F1: use(1, { usd: 1 }), F2: use(1, { usd: 1 }) };

  it('10.4 nothing where all is well', () => {
    const events = [begun('F1'), ended('F1'), begun('F2'), ended('F2')];
    expect(problems({ usd: 2 }, honest, events, ['F1', 'F2'])).toEqual([]);
  });

  it('10.4 a call that was begun although nothing was left', () => {
    const events = [begun('F1'), ended('F1'), begun('F2'), ended('F2')];
    expect(problems({ usd: 1.5 }, honest, events, ['F1', 'F2']).join()).toContain('limits.usd stands at 2 of 1.5');
    expect(problems({ usdPerFinding: 0.5 }, honest, [begun('F1')], ['F1']).join()).toContain('usd for F1');
    const stages = problems({ usd: 4, stages: { fix: 0.25 } }, honest, [begun('F1'), begun('F2')], ['F1', 'F2']);
    expect(stages.join()).toContain('fix of usd stands at 2 of 1');
  });

  it('10.4 a call that was made twice and paid for once, and one that was lost and counts', () => {
    expect(problems({ usd: 9 }, honest, [begun('F1'), ended('F1')], ['F1', 'F1']).join()).toContain('1 paid for');
    const resumed: RunEvent = { type: 'run.resumed', version: '0' };
    const lost = [begun('F1'), resumed, begun('F1'), ended('F1')];
    expect(problems({ usd: 1.5 }, honest, lost, ['F1', 'F1']).join()).toContain('stands at 2 of 1.5');
    expect(problems({ usd: 2 }, honest, lost, ['F1', 'F1'])).toEqual([]);
  });

  it('10.4 more than can be explained was used', () => {
    const silent = { F1: use(0.9, undefined), F2: use(3, undefined) };
    expect(problems({ usd: 1 }, silent, [begun('F2'), ended('F2')], ['F2'])).toEqual([]);
    expect(problems({ usd: 0.5 }, silent, [begun('F1'), ended('F1')], ['F1']).join('\n')).toContain('can be explained');
  });
});
