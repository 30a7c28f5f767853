/** What a newcomer sees: `npm start` on the bundled example. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
let stdout = '';
let status: number | null = null;
let repo = '';

beforeAll(() => {
  const path = `${join(root, 'node_modules/.bin')}:${process.env['PATH'] ?? ''}`;
  ({ stdout, status } = spawnSync(process.execPath, ['scripts/start.ts'], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, PATH: path },
  }));
  repo = /^ {2}cd (.+)$/m.exec(stdout)?.[1] ?? '';
});
afterAll(() => {
  if (repo !== '') rmSync(dirname(repo), { recursive: true, force: true });
});

const at = (name: string): string => new RegExp(`^${name} +(.+)$`, 'm').exec(stdout)?.[1] ?? '';

it('11.1, 4.12 fixes what the linter can fix, proves it, and refuses the fix that breaks a test', () => {
  expect(status).toBe(0);
  expect(stdout).toContain('leftovers (14 findings, 11 fixed, 3 blocked');
  expect(stdout).toMatch(/src\/export\.ts:24 +Unexpected string concatenation → blocked: .*`node --test` failed/);
  expect(stdout.match(/→ blocked: .*no agent is configured/g)).toHaveLength(2);
});

it('8.2 hands over one commit per fix on a branch, and the branch passes the tests', () => {
  const git = (...args: string[]): string => execFileSync('git', ['-C', repo, ...args], { encoding: 'utf8' }).trimEnd();
  expect(git('rev-list', '--count', `main..${at('Branch')}`)).toBe('11');
  expect(git('log', '-1', '--format=%s', at('Branch'))).toMatch(/^fix\(review\): eslint - F\d{3} - /);
  expect(git('status', '--porcelain')).toBe('');
  git('switch', '--quiet', at('Branch'));
  expect(spawnSync(process.execPath, ['--test'], { cwd: repo, env: {} }).status).toBe(0);
});

it('13.2 ends with where the results are and what to try next', () => {
  expect(existsSync(at('Patch'))).toBe(true);
  expect(readFileSync(at('Report'), 'utf8')).toContain('#### Attempt 1: refused (verify)');
  expect(stdout).toMatch(/What to try next\n {2}git diff [0-9a-f]{12}\.\.fixpoint\//);
});
