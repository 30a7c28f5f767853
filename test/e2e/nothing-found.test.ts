/**
 * A tool that found nothing is a tool that found nothing (1.11): empty output and sentences that say so are no errors.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { badFiles, inSandbox } from '../support/bad-agent.ts';
import type { Sandbox } from '../support/sandbox.ts';

const sentences = [
  ['nothing at all', ''],
  ['mypy', 'Success: no issues found in 3 source files'],
  ['ruff', 'All checks passed!'],
  ['pyright', '0 errors, 0 warnings, 0 informations '],
  [
    'pylint',
    '\n--------------------------------------------------------------------\nYour code has been rated at 10.00/10 (previous run: 9.00/10, +1.00)\n',
  ],
  ['oxlint', 'Found 0 warnings and 0 errors.\nFinished in 4ms on 1 file with 90 rules using 2 threads.'],
  ['biome', 'Checked 5 files in 3ms. No fixes applied.'],
  ['golangci-lint', '0 issues.'],
  ['rubocop', 'Inspecting 12 files\n............\n\n12 files inspected, no offenses detected'],
  ['prettier', 'Checking formatting...\nAll matched files use Prettier code style!'],
  ['black', 'All done! ✨ 🍰 ✨\n3 files would be left unchanged.'],
  ['npm audit', 'found 0 vulnerabilities'],
  ['knip', '✂️  Excellent, Knip found no issues.'],
  ['semgrep', 'Ran 10 rules on 3 files: 0 findings.'],
  ['swiftlint', 'Done linting! Found 0 violations, 0 serious in 3 files.'],
  ['phpstan', ' [OK] No errors'],
  ['dart', 'Analyzing app...\nNo issues found!'],
  ['bandit', 'Test results:\n\tNo issues identified.\n'],
  ['npm run', '\n> example@1.0.0 lint\n> eslint .\n\n'],
  ['yarn', 'yarn run v1.22.22\n$ eslint .\nDone in 0.52s.\n'],
] as const;

type Tool = { name: string; text: string; exit?: number };

/** A run with tools that print these texts, all of them at once. */
const review = async (sandbox: Sandbox, tools: readonly Tool[]) => {
  const reviewers = tools.map(({ name, text, exit = 0 }, index) => {
    const output = join(sandbox.scratch, `out-${index}.txt`);
    writeFileSync(output, text);
    return { name, kind: 'tool', command: ['/bin/sh', '-c', `cat ${output}; exit ${exit}`] };
  });
  sandbox.write('fixpoint.yaml', JSON.stringify({ reviewers, verify: { commands: ['true'] } }));
  return sandbox.report(['run']);
};

describe('1.11 a tool that found nothing', () => {
  it('1.11 passes, in the words of every tool', () =>
    inSandbox(async (sandbox) => {
      const { ended, report } = await review(
        sandbox,
        sentences.map(([name, text]) => ({ name, text })),
      );
      expect(Object.fromEntries(report.reviewers.map(({ name, verdict }) => [name, verdict]))).toEqual(
        Object.fromEntries(sentences.map(([name]) => [name, 'PASSED'])),
      );
      expect({ code: ended.code, message: report.message, problems: report.problems }).toEqual({
        code: 0,
        message: null,
        problems: [],
      });
    }, badFiles));

  it.each([
    ['is empty, and exits with 1', '', 1],
    ['says so, and exits with 1', 'All checks passed!', 1],
    ['says that it did find something', '0 errors, 3 warnings', 0],
    ['says something else', 'Usage: tool [options]', 0],
    ['says that it failed', 'Success: no issues found\nTraceback (most recent call last): error', 0],
  ])('1.3 has no verdict when its output %s', (_, text, exit) =>
    inSandbox(async (sandbox) => {
      const { ended, report } = await review(sandbox, [{ name: 'tool', text, exit }]);
      expect(ended.code).toBe(1);
      expect(report.reviewers).toMatchObject([{ verdict: 'error' }]);
    }, badFiles),
  );

  it('1.11 control: what it does report is found', () =>
    inSandbox(async (sandbox) => {
      const text = 'src/a.txt:1:1: error: bad is not allowed\nFound 1 error in 1 file';
      const { report } = await review(sandbox, [{ name: 'tool', text, exit: 1 }]);
      expect(report).toMatchObject({ totals: { total: 1 }, reviewers: [{ verdict: 'NEEDS_WORK' }] });
    }, badFiles));
});

describe('1.11 findings from a pipe', () => {
  it.each([
    ['that is empty', '', /standard input is empty: taken as "no findings"/],
    ['with a sentence', 'Success: no issues found in 3 source files\n', /clean/],
  ])('1.11 %s are none: clean, exit 0', (_, stdin, said) =>
    inSandbox(async (sandbox) => {
      const ended = await sandbox.run(['fix', '--from', '-', '--agent-command', 'true', '--verify', 'true'], { stdin });
      expect(ended.stdout + ended.stderr).toMatch(said);
      expect(ended.code).toBe(0);
      expect(ended.stdout).toContain('clean');
    }, badFiles),
  );

  it('1.3 a document that is empty is broken, as one of another format is', () =>
    inSandbox(async (sandbox) => {
      sandbox.write('../empty.sarif', '');
      for (const args of [
        ['--from', '../empty.sarif'],
        ['--from', '-', '--format', 'sarif'],
      ]) {
        const ended = await sandbox.run(['fix', ...args, '--agent-command', 'true', '--verify', 'true'], { stdin: '' });
        expect(ended.code).toBe(1);
        expect(ended.stderr).toContain('this is empty');
      }
    }, badFiles));
});
