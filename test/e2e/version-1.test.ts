/** Runs that the version before the second journal wrote are listed, reported and resumed. */
import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Ended, fixpoint } from '../support/fixpoint.ts';
import { halfFinished, oldJournal } from '../support/version-1.ts';

let folder: string;
let stateHome: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'fixpoint-version-1-')));
  stateHome = join(folder, 'state');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const run = (cwd: string, ...args: string[]): Promise<Ended> =>
  fixpoint(args, {
    cwd,
    env: { PATH: process.env['PATH'] ?? '', HOME: folder, XDG_STATE_HOME: stateHome, GIT_CONFIG_NOSYSTEM: '1' },
  });

describe('runs of the version before', () => {
  it('11.1 are listed as they ended, and reported', async () => {
    oldJournal(join(stateHome, 'fixpoint'));
    const listed = await run(folder, 'status', '--all', '--json');
    expect(listed).toMatchObject({ code: 0, stderr: '' });
    const runs: unknown = JSON.parse(listed.stdout);
    expect(runs).toMatchObject([
      { status: 'failed', totals: { total: 1, fixed: 0, blocked: 1 }, branch: null },
      { status: 'cancelled', totals: { total: 3, fixed: 2, blocked: 1 }, branch: 'fixpoint/20261116-161504-o9ig' },
      { status: 'leftovers', totals: { total: 1, fixed: 0, blocked: 1 }, branch: null },
      {
        run: '20261116-161502-td2x',
        root: '/tmp/fixpoint-version-1/repo',
        status: 'clean',
        command: 'fix',
        totals: { total: 1, fixed: 1, blocked: 0, open: 0, notRechecked: 1 },
        branch: 'fixpoint/20261116-161502-td2x',
      },
    ]);
    const reported = await run(folder, 'report', '20261116-161504', '--json');
    expect(JSON.parse(reported.stdout)).toMatchObject({ status: 'cancelled', totals: { fixed: 2 } });
  });

  it('11.1 that were killed go on', async () => {
    const old = halfFinished(folder);
    expect((await run(old.root, 'status')).stdout).toContain('interrupted');
    const resumed = await run(old.root, 'resume', '--json');
    expect(resumed).toMatchObject({ code: 0 });
    const report = JSON.parse((await run(old.root, 'report', '--json')).stdout);
    expect(report).toMatchObject({ run: old.run, status: 'clean', totals: { total: 3, fixed: 3 } });
    expect((await run(old.root, 'apply')).code).toBe(0);
    expect(['a', 'b', 'c'].map((name) => readFileSync(join(old.root, `${name}.txt`), 'utf8'))).toEqual(
      Array.from({ length: 3 }, () => 'GOOD\n'),
    );
  });
});
