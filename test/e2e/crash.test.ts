/**
 * Acceptance 2, a slice of `scripts/crash.ts`: killed with SIGKILL and resumed, a run comes to the same, and the user's
 * repository stays as it was.
 */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Campaign, runCampaign } from '../../scripts/crash/campaign.ts';
import { showKill } from '../../scripts/crash/launch.ts';

const program = fileURLToPath(new URL('../../bin/fixpoint', import.meta.url));
const minutes = 60_000;

describe('killed at twelve events and resumed', () => {
  let folder = '';
  let campaign: Campaign;

  beforeAll(async () => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'fixpoint-crash-')));
    campaign = await runCampaign({ program, folder, seed: 11, kills: 12, findings: 20, jobs: 2, sample: true });
  }, 10 * minutes);

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('11.1 the undisturbed run meets every fate: fixed, refused, blocked, conflicting, taken out', () => {
    const { outcome, code, problems } = campaign.undisturbed;
    expect(problems).toEqual([]);
    expect(code).toBe(2);
    expect(outcome).toMatchObject({ status: 'leftovers', fixed: 16 });
    const attempts = outcome?.findings.join('\n') ?? '';
    for (const result of ['accepted', 'refused', 'no-change', 'not-answered', 'agent-error', 'conflict'])
      expect(attempts).toContain(`"result":"${result}"`);
    expect(attempts).toContain('"gate":"verify"');
  });

  test('A30 11.1, 8.1 every killed run comes to the same: statuses, tree, commits; no stored answer asked for again; nothing left running; the user’s repository as it was', () => {
    expect(campaign.failure && { ...campaign.failure, kills: campaign.failure.kills.map(showKill) }).toBeNull();
    const { kills, repeats, calls } = campaign;
    expect(kills.before + kills.after).toBeGreaterThanOrEqual(10);
    expect(kills.before).toBeGreaterThan(0);
    expect(kills.after).toBeGreaterThan(0);
    expect(repeats).toBeLessThan(calls / 2);
  });
});
