/**
 * Requirement 5.10: findings of a file or a pipe are looked at again by the tool that made them, and every fix says
 * what proves it.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Report } from '../../src/model/report.ts';
import { openSandbox, type Sandbox } from '../support/sandbox.ts';
import { withoutGatesFlags } from '../support/without-gates.ts';

const modules = join(import.meta.dirname, '../../node_modules');
const programs = { eslint: 'eslint/bin/eslint.js', tsc: 'typescript/bin/tsc' } as const;

/** What set-up leaves in a project that has the tool among its dependencies. */
const installs = (tool: keyof typeof programs): string[] => {
  const script = `#!/bin/sh\\nexec ${process.execPath} ${join(modules, programs[tool])} "$@"\\n`;
  const at = `node_modules/.bin/${tool}`;
  return [
    '--set',
    `verify.setup=${JSON.stringify([`mkdir -p node_modules/.bin && printf '${script}' > ${at} && chmod +x ${at}`])}`,
  ];
};

const files = {
  '.gitignore': 'node_modules\n',
  'package.json': '{ "type": "module" }\n',
  'eslint.config.js':
    "export default [{ files: ['src/**/*.js'], rules: { 'no-debugger': 'error', 'no-empty': 'error' } }];\n",
  'src/a.js': 'export const a = 1;\ndebugger;\nexport const z = 2;\n',
};

let box: Sandbox;
beforeEach(() => {
  box = openSandbox(files);
  // npm puts our own tools on the PATH of the tests: a user has them only where they are installed.
  box.env['PATH'] = (box.env['PATH'] ?? '')
    .split(':')
    .filter((folder) => !folder.includes('node_modules'))
    .join(':');
});
afterEach(() => box.dispose());

/** What a tool prints in the repository. */
const printed = (program: string, args: readonly string[]): string => {
  try {
    return execFileSync(program, [...args], {
      cwd: box.root,
      env: box.env,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  } catch (error) {
    if (error instanceof Error && 'stdout' in error && typeof error.stdout === 'string') return error.stdout;
    throw error;
  }
};
const eslintSays = (): string => printed(process.execPath, [join(modules, programs.eslint), '-f', 'json', 'src']);

/** An agent that does this to the file of each finding (`file`, `text`), and notes that it was called. */
const agent = (body: string): string[] => {
  const program = join(box.scratch, 'agent.mjs');
  writeFileSync(
    program,
    `import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
const { findings } = JSON.parse(readFileSync(process.env.FIXPOINT_INPUT, 'utf8'));
for (const { file } of findings) { const text = readFileSync(file, 'utf8'); ${body} }
const outcomes = findings.map(({ id }) => ({ id, outcome: 'fixed', explanation: 'done' }));
writeFileSync(process.env.FIXPOINT_ANSWER, JSON.stringify({ outcomes }));
`,
  );
  return [
    '--agent-command',
    `${process.execPath} ${program}`,
    '--set',
    'limits.cycles=1',
    '--set',
    'findings.dedup=off',
    ...withoutGatesFlags,
  ];
};
const cheats = "writeFileSync(file, '// reviewed\\n' + text);";
const fixes = (bad: string, good: string): string =>
  `writeFileSync(file, text.replace(${JSON.stringify(bad)}, ${JSON.stringify(good)}));`;
const honest = fixes('debugger;\n', '');

const fix = async (
  stdin: string,
  args: readonly string[],
): Promise<{ report: Report; progress: string; code: number | null }> => {
  const { ended, report } = await box.report(['fix', '--from', '-', ...args], { stdin });
  return { report, progress: ended.stderr, code: ended.code };
};
const textOf = async ({ run }: Report): Promise<string> => (await box.run(['report', run])).stdout;
const only = ({ findings }: Report): Report['findings'][number] => {
  const [finding, ...others] = findings;
  if (!finding || others.length > 0) throw new Error(`${findings.length} findings`);
  return finding;
};

describe('ESLint, which the repository has', () => {
  it('5.10, 5.5 P1: a comment above the line is refused, since ESLint still reports it', async () => {
    const { report, progress, code } = await fix(eslintSays(), [
      ...agent(cheats),
      ...installs('eslint'),
      '--verify',
      'true',
    ]);
    const { attempts, status } = only(report);
    expect(attempts.map(({ gate, reason }) => ({ gate, reason }))).toEqual([
      { gate: 'tool', reason: 'eslint still reports no-debugger in src/a.js' },
    ]);
    expect({ status, code, totals: report.totals.notRechecked }).toEqual({ status: 'blocked', code: 2, totals: 0 });
    const said = progress.indexOf('eslint will look again at 1 finding');
    expect(said).toBeGreaterThan(progress.indexOf('Asking eslint (node_modules/.bin/eslint -f json'));
    expect(progress.indexOf('Fixing F001')).toBeGreaterThan(said);
  });

  it('5.10, 16 an honest fix is proven by the tool and by tests', async () => {
    const { report, code } = await fix(eslintSays(), [...agent(honest), ...installs('eslint'), '--verify', 'true']);
    expect(only(report)).toMatchObject({ status: 'fixed', proof: ['tool', 'tests'] });
    expect(code).toBe(0);
    const text = await textOf(report);
    expect(text).toMatch(/F001 .*→ fixed in [0-9a-f]{12} \[no-debugger, eslint\]\n/);
    expect(text).not.toMatch(/not re-checked|not proven/);
    expect(text).toContain('Looks again at 1 finding: eslint (node_modules/.bin/eslint -f json');
    expect(report.recheck).toMatchObject({
      tools: [{ name: 'eslint', by: 'recognised', findings: ['F001'] }],
      nobody: [],
    });
  });

  it('5.10 without tests the tool alone proves it', async () => {
    const { report } = await fix(eslintSays(), [...agent(honest), ...installs('eslint'), '--require-proof', 'tool']);
    expect(only(report)).toMatchObject({ status: 'fixed', proof: ['tool'] });
  });

  it('5.5 a fix that takes the file away is looked at too: the tool is given only files that are there', async () => {
    const { report } = await fix(eslintSays(), [...agent('rmSync(file);'), ...installs('eslint'), '--verify', 'true']);
    expect(only(report)).toMatchObject({ status: 'fixed', proof: ['tool', 'tests'] });
  });

  it('5.10 a finding that is not there on the start is not proven by a tool that has nothing to report', async () => {
    const stale = eslintSays();
    box.write('src/a.js', 'export const a = 1;\nexport const z = 2;\nexport const y = 3;\n');
    box.commitAll('mended meanwhile');
    const { report, progress } = await fix(stale, [...agent(cheats), ...installs('eslint'), '--verify', 'true']);
    expect(only(report)).toMatchObject({ status: 'fixed', proof: ['tests'] });
    expect(progress).toContain('Nobody will look again at F001: eslint, run on the start, does not report them');
  });

  it('5.5 what it reported in other files before the fix touched them is not new', async () => {
    box.write('src/b.js', 'if (1) {}\n');
    const report = eslintSays();
    box.commitAll('more');
    const onlyFirst = JSON.stringify(
      JSON.parse(report).filter(({ filePath }: { filePath: string }) => filePath.endsWith('a.js')),
    );
    const touchesBoth = `${honest} writeFileSync('src/b.js', '// seen\\nif (1) {}\\n');`;
    const both = await fix(onlyFirst, [...agent(touchesBoth), ...installs('eslint'), '--verify', 'true']);
    expect(only(both.report)).toMatchObject({ status: 'fixed', proof: ['tool', 'tests'] });
    const movesIt = `${honest} writeFileSync('src/b.js', 'if (1) {}\\ndebugger;\\n');`;
    const moved = await fix(onlyFirst, [...agent(movesIt), ...installs('eslint'), '--verify', 'true']);
    expect(only(moved.report).attempts[0]).toMatchObject({
      gate: 'tool',
      // The line was moved, and the finding went with it.
      reason: 'eslint still reports no-debugger in src/b.js',
    });
  });

  it('4.11, 5.5 a changed file whose name looks like a secret is looked at under its real name, which nobody reads', async () => {
    const secret = ['ghp', 'aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1dF3hJ5'].join('_');
    const movesTo = (text: string): string => `${honest} writeFileSync('src/${secret}.js', ${JSON.stringify(text)});`;
    const bad = await fix(eslintSays(), [...agent(movesTo('debugger;\n')), ...installs('eslint'), '--verify', 'true']);
    const [attempt] = only(bad.report).attempts;
    expect(attempt).toMatchObject({ gate: 'tool', reason: 'eslint still reports no-debugger in src/[redacted].js' });
    expect(JSON.stringify(bad.report) + bad.progress + (await textOf(bad.report))).not.toContain(secret);
    const good = await fix(eslintSays(), [
      ...agent(movesTo('export {};\n')),
      ...installs('eslint'),
      '--verify',
      'true',
    ]);
    expect(only(good.report)).toMatchObject({ status: 'fixed', proof: ['tool', 'tests'] });
  });
});

describe('a tool that the repository does not have', () => {
  it('5.10 fixed, and said to be not re-checked wherever a person looks', async () => {
    const { report, progress, code } = await fix(eslintSays(), [...agent(cheats), '--verify', 'true']);
    expect(only(report)).toMatchObject({ status: 'fixed', proof: ['tests'] });
    expect({ code, status: report.status, totals: report.totals }).toMatchObject({
      code: 0,
      status: 'clean',
      totals: { fixed: 1, notRechecked: 1 },
    });
    expect(progress).toContain('Nobody will look again at F001: eslint is not in the repository');
    expect(progress).toContain('F001: accepted, tests pass, not re-checked');
    const text = await textOf(report);
    expect(text).toContain('(1 finding, 1 fixed, not re-checked, 0 blocked');
    expect(text).toMatch(/F001 .*→ changed in [0-9a-f]{12}, tests pass, not re-checked \[no-debugger, eslint\]\n/);
    expect(text).toContain('Nobody looks again at F001: eslint is not in the repository');
    const formatted = async (format: string): Promise<string> =>
      (await box.run(['report', report.run, '--format', format])).stdout;
    expect(await formatted('markdown')).toContain('Proof: tests pass, not re-checked.');
    expect(await formatted('junit')).toContain('<property name="not re-checked" value="F001"/>');
    expect(JSON.parse(await formatted('sarif')).runs[0].results[0].properties.fixpoint.proof).toEqual(['tests']);
  });

  it('5.10 without tests nothing proves it', async () => {
    const { report } = await fix(eslintSays(), agent(cheats));
    expect(only(report)).toMatchObject({ status: 'fixed', proof: [] });
    expect(await textOf(report)).toMatch(/F001 .*→ changed in [0-9a-f]{12}, not proven \[no-debugger, eslint\]\n/);
  });

  it.each(['tool', 'any'])(
    '5.10 --require-proof %s: what nobody can prove costs nothing, and says how to get it',
    async (kind) => {
      const args = kind === 'tool' ? ['--verify', 'true'] : [];
      const { report, code } = await fix(eslintSays(), [...agent(honest), '--require-proof', kind, ...args]);
      const { status, reason, attempts } = only(report);
      expect({ status, attempts, code }).toEqual({ status: 'blocked', attempts: [], code: 2 });
      expect(reason).toContain('eslint is not in the repository');
      expect(reason).toContain('--recheck CMD');
    },
  );

  it('5.10 --require-proof tests: a command that proves nothing is not enough where it is accepted otherwise', async () => {
    const failing = [...agent(honest), '--verify', 'false', '--set', 'verify.unproven=accept'];
    expect(only((await fix(eslintSays(), failing)).report)).toMatchObject({ status: 'fixed', proof: [] });
    const [attempt] = only((await fix(eslintSays(), [...failing, '--require-proof', 'tests'])).report).attempts;
    expect(attempt).toMatchObject({
      result: 'refused',
      gate: 'proof',
      reason: expect.stringContaining('--verify CMD'),
    });
  });

  it.each([
    [['--require-proof', 'review'], 'Use `fixpoint run`'],
    [['--require-proof', 'tests'], 'verify.commands'],
    [['--require-proof', 'luck'], 'requireProof'],
  ])('5.10 %j cannot be had, and is refused before anything is spent', async (args, words) => {
    const ended = await box.run(['fix', '--from', '-', ...agent(honest), ...args], { stdin: eslintSays() });
    expect(ended.code).toBe(1);
    expect(ended.stderr).toContain(words);
  });
});

describe('a command that is named', () => {
  /** As flake8 does: a line for each problem and an error, or nothing at all. */
  const linter = '#!/bin/sh\nif grep -nH TODO "$@" | sed \'s/:TODO/: T001 TODO/\' | grep .; then exit 1; fi\n';
  const todo = { 'lint.sh': linter, 'notes.txt': 'one\nTODO two\nTODO three\n' };
  const reported = 'notes.txt:2: T001 TODO two\n';
  beforeEach(() => {
    for (const [file, text] of Object.entries(todo)) box.write(file, text);
    box.commitAll('notes');
  });
  const recheck = ['--recheck', 'sh lint.sh {files}', '--verify', 'true'];

  it('5.10 looks again, also where it prints nothing when it finds nothing', async () => {
    const all = fixes('TODO two\nTODO three\n', 'two\nthree\n');
    const { report, progress } = await fix(reported, [...agent(all), ...recheck]);
    expect(progress).toContain('Asking lint.sh (sh lint.sh {files}) about the untouched start, as you asked');
    expect(only(report)).toMatchObject({ status: 'fixed', proof: ['tool', 'tests'] });
  });

  it('5.10 refuses what is still there, and accepts when one of two is gone', async () => {
    const refused = await fix(reported, [...agent(cheats), ...recheck]);
    expect(only(refused.report).attempts[0]).toMatchObject({
      gate: 'tool',
      reason: 'lint.sh still reports T001 in notes.txt',
    });
    const accepted = await fix(reported, [...agent(fixes('TODO two', 'two')), ...recheck]);
    expect(only(accepted.report)).toMatchObject({ status: 'fixed', proof: ['tool', 'tests'] });
  });

  it('5.10 one that cannot be run is said, and proves nothing', async () => {
    const { report, progress } = await fix(reported, [...agent(cheats), '--recheck', 'sh gone.sh', '--verify', 'true']);
    expect(progress).toMatch(/Nobody will look again at F001: gone\.sh could not be run on the start: .*gone\.sh/);
    expect(only(report)).toMatchObject({ status: 'fixed', proof: ['tests'] });
  });
});

const hasShellcheck = spawnSync('shellcheck', ['--version']).status === 0;
if (!hasShellcheck) console.warn('shellcheck is not installed: what it says of a fix is not tried.');

describe('other tools', () => {
  it.runIf(hasShellcheck)('5.10 shellcheck from a pipe, on the PATH', async () => {
    box.write('run.sh', '#!/bin/sh\necho $1\n');
    box.commitAll('script');
    const report = printed('shellcheck', ['-f', 'gcc', 'run.sh']);
    const refused = await fix(report, [...agent(fixes('echo', '# reviewed\necho')), '--verify', 'true']);
    expect(only(refused.report).attempts[0]).toMatchObject({
      gate: 'tool',
      reason: 'shellcheck still reports SC2086 in run.sh',
    });
    const accepted = await fix(report, [...agent(fixes('$1', '"$1"')), '--verify', 'true']);
    expect(only(accepted.report)).toMatchObject({ status: 'fixed', proof: ['tool', 'tests'] });
  });

  it('5.10 tsc, which looks at the project as a whole', async () => {
    // The smallest library: checking that of browsers takes seconds each time.
    const compilerOptions = { strict: true, types: [], lib: ['es5'], skipLibCheck: true };
    box.write('tsconfig.json', JSON.stringify({ compilerOptions, include: ['src/*.ts'] }));
    box.write('src/t.ts', "export const n: number = 'x';\n");
    box.commitAll('types');
    const report = printed(process.execPath, [join(modules, programs.tsc), '--noEmit', '--pretty', 'false', '-p', '.']);
    const refused = await fix(report, [...agent(cheats), ...installs('tsc'), '--verify', 'true']);
    expect(only(refused.report).attempts[0]).toMatchObject({
      gate: 'tool',
      reason: 'tsc still reports TS2322 in src/t.ts',
    });
    const accepted = await fix(report, [...agent(fixes("'x'", '1')), ...installs('tsc'), '--verify', 'true']);
    expect(only(accepted.report)).toMatchObject({ status: 'fixed', proof: ['tool', 'tests'] });
  });
});
