/**
 * A slice of `scripts/fresh.ts`: what a run says of a tree, a fresh clone of that tree says too, with the cage and
 * without.
 */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Campaign, runCampaign } from '../../scripts/fresh/campaign.ts';
import { builtBySetup } from '../../scripts/fresh/kinds/built.ts';
import { generated } from '../../scripts/fresh/kinds/git.ts';
import { make } from '../../scripts/fresh/kinds/make.ts';
import { npm } from '../../scripts/fresh/kinds/npm.ts';
import { sandboxHere } from '../support/caged.ts';
import { fixpointProgram } from '../support/fixpoint.ts';

const isCageUsable = await sandboxHere();
const seed = 3;
const minutes = 60_000;

describe(`eight random runs on small real projects, seed ${seed}`, () => {
  let folder = '';
  let campaign: Campaign;

  beforeAll(async () => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'fixpoint-fresh-')));
    const kinds = [make, npm, builtBySetup, generated];
    campaign = await runCampaign({
      program: [fixpointProgram],
      folder,
      kinds,
      seed,
      count: 8,
      cage: isCageUsable ? 'both' : 'off',
      jobs: 2,
    });
  }, 5 * minutes);

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('5.8 whatever was accepted passes in a fresh clone, and whatever was refused fails there', () => {
    expect(campaign.differences.map(({ n, plan, problems }) => ({ n, plan, problems }))).toEqual([]);
  });

  it('5.8 half of them in the cage where there is one, with proofs of both kinds and heads that were handed over', () => {
    expect(campaign).toMatchObject({ runs: 8, caged: isCageUsable ? 4 : 0, leftOut: {} });
    expect(Math.min(...Object.values(campaign.compared))).toBeGreaterThan(0);
  });
});
