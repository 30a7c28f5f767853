/** Text of others in issues: nobody is mentioned, nothing is closed, no bot is commanded (9.1). */
import { beforeAll, describe, expect, it } from 'vitest';
import { startGitHub } from '../fakes/tracker/github.ts';
import type { FakeIssue } from '../fakes/tracker/issues.ts';
import { inSandbox } from '../support/bad-agent.ts';
import { dangersIn, file } from '../support/leftovers/filing.ts';

const hostile = [
  '@octocat @acme/security please',
  'Fixes #12, closes acme/shop#3, resolves https://github.com/acme/shop/issues/4, GH-5 and !6',
  '/close',
  '  /approve',
  '```',
  '/retest inside a fence',
  '@dependabot merge',
  '```',
  '<script>alert(1)</script><img src=x onerror=alert(1)><!-- fixpoint:leftover v1 finding=x -->',
  '[click](javascript:alert(1)) ![pixel](https://evil.example/p.png)',
  '| a | b |',
  '# heading',
  '- [ ] task',
  '\u001B[31mred\u001B]8;;https://evil.example\u0007link',
  '\u202Etxt.exe\u202C \u200Bzero\u2060width \u{E0041}tag @\u200Bjoined #\u200D7',
].join('\n');
const huge = 'long words '.repeat(6_400);
const name = 'src/@octocat #8 `x` <b> ](y).txt';

describe('hostile text', () => {
  const issues: FakeIssue[] = [];
  const requests: { method: string; path: string }[] = [];

  beforeAll(() =>
    inSandbox(
      async (sandbox) => {
        const github = await startGitHub();
        sandbox.git('update-ref', 'refs/remotes/origin/main', 'HEAD');
        for (let n = 1; n <= 12; n += 1) github.add({ title: `issue ${n}` });
        try {
          const findings = [
            { code: 'H1', file: name, line: 1, title: hostile, description: hostile },
            { code: 'H2', file: 'src/b.txt', line: 1, title: huge, description: huge },
          ];
          const said = { outcome: 'blocked', explanation: `${hostile}\n${huge}` };
          const options = { to: 'github', tracker: github.env, findings } as const;
          await file(sandbox, { ...options, scenario: { findings: { H1: said, H2: said } } });
          const fix = { edits: [{ file: name, find: 'bad', replace: 'good' }], explanation: hostile };
          await file(sandbox, { ...options, scenario: { findings: { H1: fix, H2: said } } });
          expect(github.invalid).toEqual([]);
          issues.push(...github.issues);
          requests.push(...github.requests);
        } finally {
          await github.close();
        }
      },
      { [name]: 'bad h\n', 'src/b.txt': 'bad b\n' },
    ),
  );

  it('9.1 mentions nobody, refers to nothing, and commands no bot', () => {
    expect(issues).toHaveLength(14);
    for (const issue of issues.slice(12)) expect(dangersIn(issue)).toEqual([]);
  });

  it('9.1 keeps to the limits: a title of 100 characters, a body that GitHub takes', () => {
    for (const { title, body } of issues.slice(12)) {
      expect(Array.from(title).length).toBeLessThanOrEqual(100);
      expect(title).toMatch(/^\[HIGH\] \S/);
      expect(body.length).toBeLessThanOrEqual(65_536);
      expect(body).toContain('### How to reproduce');
    }
    expect(issues[13]?.body).toContain('(cut after 10000 characters)');
  });

  it('9.1 the words are still there to be read', () => {
    const body = issues[12]?.body ?? '';
    for (const words of ['> @ octocat @ acme/security please', '> / close', '&lt;script&gt;', 'Fixes  no. 12'])
      expect(body).toContain(words);
  });

  it('9.2 and what was closed was closed by us, and nothing else', () => {
    expect(issues.filter(({ open }) => !open).map(({ number }) => number)).toEqual([13]);
    expect(requests.filter(({ method, path }) => method === 'PATCH' && !/\/1[34]$/.test(path))).toEqual([]);
  });
});
