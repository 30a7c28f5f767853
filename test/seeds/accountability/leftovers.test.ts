/** `create_tech_debt_issues`: what the accountability document says about issues. */
import { beforeAll, describe, expect, it } from 'vitest';
import { type SeedRun, seedRun } from '../../support/leftovers/seed-run.ts';

describe('accountability: tech debt issues', () => {
  let run: SeedRun;
  beforeAll(async () => void (run = await seedRun([])));

  it('A11 9.1 create_tech_debt_issues: one for each finding that is left, labelled, with a result for each', () => {
    expect(run.invalid).toEqual([]);
    expect(Object.fromEntries(run.issues.map(({ title, labels }) => [title, labels]))).toEqual({
      '[CRITICAL] b is bad': ['tech-debt', 'review-finding', 'critical'],
      '[LOW] c is bad': ['tech-debt', 'review-finding', 'low'],
    });
    const url = expect.stringMatching(/\/issues\/\d+$/);
    expect(Object.fromEntries(run.report.findings.map(({ code, issue }) => [code, issue]))).toEqual({
      BLOCKED: { url, error: null },
      FIXED: undefined,
      LATER: { url, error: null },
    });
  });

  it('A35 9.1 scenario 5: the issue holds the whole attempt history, where it is, and its fingerprint', () => {
    const { body = '' } = run.issues.find(({ title }) => title.includes('c is bad')) ?? {};
    expect(body).toContain('### Attempts (2)');
    expect(body).toContain('#### Attempt 1: no changes applied');
    expect(body).toContain('> Needs the first half.');
    expect(body).toContain('#### Attempt 2: no changes applied');
    expect(body).toContain('> Needs the second half.');
    expect(body).toContain('`src/c.txt:1`');
    const { id } = run.report.findings.find(({ code }) => code === 'LATER') ?? {};
    expect(body).toContain(`Fingerprint: \`${id}\``);
  });

  it('A40 9.1 creation is tried again after a rate limit and a server error, and there is one issue each', () => {
    const created = run.requests.filter(({ method, path }) => method === 'POST' && path.endsWith('/issues'));
    expect(created.map(({ fault }) => fault)).toEqual(['secondary-limit', 'error-502', null, null]);
    expect(run.issues).toHaveLength(2);
  });
});
