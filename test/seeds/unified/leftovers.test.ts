/** "Step 4: Create issues for unresolved": what the unified document says about issues. */
import { beforeAll, describe, expect, it } from 'vitest';
import { type SeedRun, seedRun } from '../../support/leftovers/seed-run.ts';

describe('unified: issues for what is unresolved', () => {
  let run: SeedRun;
  beforeAll(async () => void (run = await seedRun(['justification.weak=flag'])));

  it('U12 9.1 every finding that ends blocked or deferred becomes a GitHub issue, and no other', () => {
    expect(run.invalid).toEqual([]);
    expect(run.issues.map(({ title }) => title).toSorted()).toEqual(['[CRITICAL] b is bad', '[LOW] c is bad']);
  });

  it('U18 16 the result names total, fixed, blocked, and issues_created', () => {
    const { totals, leftovers } = run.report;
    expect(totals).toMatchObject({ total: 3, fixed: 1, blocked: 2 });
    expect(leftovers?.issues_created).toEqual([1, 2].map((n) => `https://github.example/acme/shop/issues/${n}`));
  });

  it('U22 4.5 a suspicious justification is flagged in the body of its issue', () => {
    const body = run.issues.find(({ title }) => title.includes('b is bad'))?.body ?? '';
    expect(body).toContain('Flagged justification');
    expect(body).toContain('out of scope');
    expect(run.issues.find(({ title }) => title.includes('c is bad'))?.body).not.toContain('Flagged justification');
  });
});
