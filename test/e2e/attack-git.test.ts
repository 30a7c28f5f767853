/** Attacks on how git is started: a planted program, names that are patterns, work without end. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { goodF1, goodF2, inSandbox } from '../support/bad-agent.ts';
import { withoutGates } from '../support/without-gates.ts';
import { fixing, start, until } from '../support/fixing.ts';
import type { Sandbox } from '../support/sandbox.ts';

const findings = [
  { code: 'F1', file: 'src/a.txt', line: 1 },
  { code: 'F2', file: 'src/b.txt', line: 1 },
];

const relativeEntries = ['', '.', './node_modules/.bin', 'node_modules/.bin'];

describe('a git that an agent left in its workspace', () => {
  const plant = (mark: string): string =>
    ['.', 'node_modules/.bin']
      .map(
        (folder) =>
          `mkdir -p ${folder}; printf '#!/bin/sh\\necho "$*" >> ${mark}\\nexec /usr/bin/git "$@"\\n' > ${folder}/git; chmod +x ${folder}/git`,
      )
      .join('; ');

  test.each(relativeEntries)('8.3 is never started, with %j first on the PATH', (entry) =>
    inSandbox(async (sandbox) => {
      const mark = join(sandbox.outside, 'started');
      const { args } = fixing(sandbox, {
        findings,
        scenario: { findings: { F1: { ...goodF1, run: plant(mark) }, F2: goodF2 } },
        set: withoutGates,
      });
      const env = { ...sandbox.env, PATH: `${entry}:${sandbox.env['PATH'] ?? ''}` };
      const { ended, report } = await sandbox.report(args, { env });
      expect(ended.code).toBe(0);
      // The control: the patch with the program in it is captured, accepted and handed over.
      expect(sandbox.git('show', `${report.branch}:git`)).toContain('exec /usr/bin/git');
      expect(existsSync(mark) ? readFileSync(mark, 'utf8') : '').toBe('');
    }),
  );
});

describe('a file that is called like a pattern', () => {
  test.each(['%3A!x', '%3A(exclude)src', '..%2F..%2Fx'])('1.6 %s does not keep evidence from being asked for', (uri) =>
    inSandbox(async (sandbox) => {
      const result = (file: string, line: number) => ({
        ruleId: `r${file}${line}`,
        level: 'error',
        message: { text: `about ${file}` },
        locations: [{ physicalLocation: { artifactLocation: { uri: file }, region: { startLine: line } } }],
      });
      const sarif = (...results: unknown[]) =>
        JSON.stringify({ version: '2.1.0', runs: [{ tool: { driver: { name: 't' } }, results }] });
      const honest = [result('src/a.txt', 1), result('src/never.txt', 1), result('src/a.txt', 999)];
      sandbox.write('../scratch/f.sarif', sarif(...honest, result(uri, 1)));
      const shown = await sandbox.run([
        'fix',
        '--from',
        join(sandbox.scratch, 'f.sarif'),
        '--agent',
        'autofix',
        '--dry-run',
      ]);
      expect(shown.code).toBe(0);
      expect(shown.stdout).toMatch(/is dismissed: .*src\/never\.txt/);
      expect(shown.stdout).toMatch(/is dismissed: .*line 999 .*src\/a\.txt/);
      expect(shown.stdout).not.toMatch(/is dismissed: .*line 1 /);
    }),
  );
});

/** Keeps `git add` busy for longer than anybody waits. */
const hang = `mkdir -p ${'a/'.repeat(60)}; touch ${'a/'.repeat(60)}a; printf '%s' '${'**/a/'.repeat(40)}b' > .gitignore`;

/** Ours have no home, but say where they work. */
const gitsAtWork = (sandbox: Sandbox): string[] =>
  readdirSync('/proc').filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/environ`, 'latin1').includes(`GIT_WORK_TREE=${sandbox.state}`);
    } catch {
      return false;
    }
  });

describe('patterns that keep git busy without end', () => {
  test('4.10 the first Ctrl-C ends the run, and nothing of it stays', () =>
    inSandbox(async (sandbox) => {
      const ran = join(sandbox.outside, 'ran');
      const run = `${hang}; touch ${ran}`;
      const { args } = fixing(sandbox, {
        findings: findings.slice(0, 1),
        scenario: { findings: { F1: { ...goodF1, run } } },
      });
      const { pid, ended } = start(sandbox, args);
      await until(() => gitsAtWork(sandbox).length > 0 && existsSync(ran));
      process.kill(pid, 'SIGINT');
      await ended;
      expect(gitsAtWork(sandbox)).toEqual([]);
    }));

  test('4.9 limits.minutes ends it as well', () =>
    inSandbox(async (sandbox) => {
      const set = ['limits.minutes=0.05'];
      const { args } = fixing(sandbox, {
        findings: findings.slice(0, 1),
        scenario: { findings: { F1: { ...goodF1, run: hang } } },
        set,
      });
      await sandbox.run(args);
      expect(gitsAtWork(sandbox)).toEqual([]);
    }));
});
