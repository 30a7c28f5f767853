/** With no configuration: what the repository has is found, shown, accepted, written down and tried. */
import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import type { Diagnosis } from '../../src/app/doctor/doctor.ts';
import { openSandbox, type Sandbox } from '../support/sandbox.ts';
import { enter, openTerminal } from '../support/terminal.ts';

let sandbox: Sandbox | undefined;
afterEach(() => sandbox?.dispose());

const open = (files: Readonly<Record<string, string>>): Sandbox => (sandbox = openSandbox(files));

/** shellcheck reports the word that is not quoted, and the test passes with it or without. */
const shellProject = {
  'greet.sh': '#!/bin/sh\necho hello $1\n',
  'test.sh': '#!/bin/sh\n[ "$(sh ./greet.sh you)" = "hello you" ]\n',
};
const quoteIt = `sed -i 's/ \\$1/ "$1"/' greet.sh`;

const npmProject = {
  'package.json': JSON.stringify({ name: 'a', scripts: { test: 'node --test' } }),
  'a.test.mjs': "import test from 'node:test';\ntest('a', () => {});\n",
};

it('13.3 a run without configuration, from a shell project to a proven branch: run --yes and an agent, nothing else', async () => {
  const { report, root, git } = open(shellProject);
  const { ended, report: result } = await report(['run', '--yes', '--agent-command', quoteIt]);
  expect(ended.stderr).toMatch(/verify +sh \.\/test\.sh +\[test\.sh\]/);
  expect(ended.stderr).toMatch(/review +shellcheck: git ls-files .*shellcheck -f gcc +\[greet\.sh\]/);
  expect(ended.stderr).toMatch(/not used +review by an agent: you are on the main branch/);
  expect(result).toMatchObject({
    status: 'clean',
    findings: [{ status: 'fixed', proof: expect.arrayContaining(['tool', 'tests']) }],
  });
  expect(git('show', `${result.branch ?? ''}:greet.sh`)).toContain('echo hello "$1"');
  expect(existsSync(join(root, 'fixpoint.yaml'))).toBe(false);
});

it('13.3 without a terminal and without --yes nothing that was found is used, and it says what to do', async () => {
  const { run } = open(shellProject);
  const ended = await run(['run']);
  expect(ended.code).toBe(1);
  expect(ended.stderr).toMatch(/Not used, since nobody is here to agree:[^]*shellcheck[^]*--yes[^]*fixpoint init/);
  expect(ended.stderr).toContain('No reviewers are configured');
});

it('13.3 fix takes the tests of the repository with --yes, and leaves a request with --verify as it is', async () => {
  const { report, findings } = open({ ...npmProject, 'a.txt': 'bad\n' });
  const from = findings([{ code: 'F1', file: 'a.txt', line: 1 }]);
  const args = ['fix', '--from', from, '--agent-command', "sed -i 's/bad/good/' a.txt"];
  const taken = await report([...args, '--yes']);
  expect(taken.report.verification.final?.commands).toMatchObject([{ command: 'npm test', status: 'passed' }]);
  const given = await report([...args, '--yes', '--verify', 'true']);
  expect(given.ended.stderr).not.toContain('Found in this repository');
  expect(given.report.verification.final?.commands).toMatchObject([{ command: 'true' }]);
});

/** A machine that has git and make, and nothing to start a language with. */
const bareMachine = ({ scratch, env }: Sandbox): Record<string, string> => {
  const path = join(scratch, 'bin');
  mkdirSync(path);
  for (const program of ['git', 'sh', 'env', 'node', 'make', 'sed', 'dirname', 'readlink', 'uname']) {
    const found = (env['PATH'] ?? '').split(delimiter).find((folder) => existsSync(join(folder, program)));
    if (found !== undefined) symlinkSync(join(found, program), join(path, program));
  }
  return { ...env, PATH: path };
};

it('13.3 says what a project is of which nothing can be used, and starts nothing of it', async () => {
  const goProject = { 'go.mod': 'module a\n', 'a_test.go': '', Makefile: 'test:\n\ttouch ran\n', 'a.txt': 'bad\n' };
  const box = open(goProject);
  const env = bareMachine(box);
  const shown: Diagnosis = JSON.parse((await box.run(['doctor', '--json'], { env })).stdout);
  expect(shown.items.filter(({ area }) => area === 'project').slice(0, 3)).toMatchObject([
    { message: 'Go: this was found, and nothing of it can be used yet' },
    { message: 'go is not installed (go.mod)', remedy: 'install Go from https://go.dev/dl' },
    { message: expect.stringMatching(/^`make test` is not run, since what is missing/) },
  ]);
  const from = box.findings([{ code: 'F1', file: 'a.txt', line: 1 }]);
  const fix = ['fix', '--from', from, '--agent-command', "sed -i 's/bad/good/' a.txt"];
  for (const more of [['--yes'], []]) {
    const { stdout, stderr } = await box.run([...fix, ...more], { env });
    expect(stderr).toMatch(/Found in this repository: Go; nothing of it can be used yet\n[^]*go is not installed/);
    expect(stdout).toContain('NOTHING VERIFIES');
  }
  expect((await box.run([...fix, '--quiet'], { env })).stderr).not.toContain('Found in this repository');
});

it('13.3 on a terminal one key accepts what is shown', async () => {
  const box = open(shellProject);
  const terminal = openTerminal(box, ['run', '--agent-command', quoteIt]);
  await terminal.sees('Use this?');
  expect(terminal.shown()).toMatch(/review +shellcheck/);
  terminal.press(enter);
  await terminal.sees('clean');
  expect(await terminal.ended).toBe(0);
});

it('13.1 13.3 init writes what was found, once; doctor --try runs it, and it passes', async () => {
  const box = open({ ...npmProject, 'lib/a.js': '' });
  const ended = await box.run(['init', '--yes'], { cwd: join(box.root, 'lib') });
  expect(ended).toMatchObject({ code: 0, stdout: 'Wrote fixpoint.yaml. Try it with: fixpoint doctor --try\n' });
  const written = box.read('fixpoint.yaml');
  expect(written).toContain('    - "npm test" # package.json:1 scripts.test');
  const again = await box.run(['init', '--yes']);
  expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('fixpoint.yaml is there already') });
  expect(box.read('fixpoint.yaml')).toBe(written);
  const tried = await box.run(['doctor', '--try']);
  expect(tried.stdout).toMatch(/✓ project +`npm test` passes in/);
  expect(tried.code).toBe(0);
});

it('13.1 init says what is missing in the file that it wrote', async () => {
  const { run } = open({ 'a.js': 'export {};\n' });
  const { stdout, stderr } = await run(['init', '--yes']);
  expect(stderr).toContain('  tests      nothing was found that verifies fixes');
  expect(stdout).toBe(
    'Wrote fixpoint.yaml. It verifies nothing yet: name a command in verify.commands, then try it with: ' +
      'fixpoint doctor --try\n',
  );
});

it('13.1 init in a pipe prints what it would write', async () => {
  const { run, root } = open(npmProject);
  const ended = await run(['init']);
  expect(ended.stdout).toMatch(/^verify:$[^]*- "npm test"/m);
  expect(ended.stderr).toContain('Nothing was written');
  expect(existsSync(join(root, 'fixpoint.yaml'))).toBe(false);
});

it('13.3 doctor shows what was found and runs none of it; --try says what fails, with its last lines', async () => {
  const { run, root } = open({ Makefile: "test:\n\ttouch ran\n\t@echo 'three of four failed'; exit 1\n" });
  const shown: Diagnosis = JSON.parse((await run(['doctor', '--json'])).stdout);
  expect(shown.items.filter(({ area }) => area === 'project').map(({ message }) => message)).toEqual([
    'make: this was found, and a run uses it once you agree, or with --yes',
    'verification: make test (Makefile:1)',
  ]);
  expect(existsSync(join(root, 'ran'))).toBe(false);
  const tried = await run(['doctor', '--try']);
  expect(tried.code).toBe(1);
  expect(tried.stdout).toMatch(
    /✗ project +`make test` fails on the untouched start \(exit 2[^]*\| three of four failed[^]*→ until it passes/,
  );
  const runs = await run(['status', '--json']);
  expect(JSON.parse(runs.stdout)).toEqual([]);
});

const c = 'int main(void) { return 0; }\n';
const workspace = (name: string): string =>
  JSON.stringify({ name, version: '1.0.0', scripts: { test: 'node --test' } });

/** Real tools of this machine; what is missing is skipped, by name. */
const real: readonly { needs: string; expected: RegExp; files: Readonly<Record<string, string>> }[] = [
  {
    needs: 'make',
    expected: /`make check` passes/,
    files: { Makefile: 'a: a.c\n\tcc -o a a.c\ncheck: a\n\t./a\n', 'a.c': c },
  },
  {
    needs: 'cmake',
    expected: /`ctest --test-dir build --output-on-failure --no-tests=error` passes/,
    files: {
      'CMakeLists.txt':
        'cmake_minimum_required(VERSION 3.10)\nproject(a C)\nadd_executable(a a.c)\nenable_testing()\nadd_test(NAME a COMMAND a)\n',
      'a.c': c,
    },
  },
  {
    needs: 'python3',
    expected: /`PYTHONPATH=src python3 -m unittest discover -s tests` passes/,
    files: {
      'src/one/__init__.py': 'def one():\n    return 1\n',
      'tests/test_one.py':
        'import unittest\nimport one\n\nclass T(unittest.TestCase):\n    def test_a(self):\n        self.assertEqual(one.one(), 1)\n',
    },
  },
  {
    needs: 'npm',
    expected: /set-up \(npm install --no-package-lock\) works[^]*`npm run test --workspaces --if-present` passes/,
    files: {
      'package.json': JSON.stringify({ private: true, workspaces: ['packages/*'] }),
      'packages/a/package.json': workspace('a'),
      'packages/a/a.test.mjs': "import test from 'node:test';\ntest('a', () => {});\n",
      'packages/b/package.json': JSON.stringify({ name: 'b', version: '1.0.0', dependencies: { a: '1.0.0' } }),
    },
  },
];

const isThere = (program: string): boolean =>
  (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));

for (const { needs, expected, files } of real)
  it.skipIf(!isThere(needs))(`13.3 with the real ${needs}: what init writes is there and passes`, async () => {
    const { run } = open(files);
    expect((await run(['init', '--yes'])).code).toBe(0);
    const tried = await run(['doctor', '--try']);
    expect(tried.stdout).toMatch(expected);
    expect(tried.stdout).not.toContain('✗ project');
  });

it('13.4 the library proposes the same, and its settings start a run', async () => {
  const { root, state } = open(shellProject);
  const { propose, proposeConfig } = await import('../../src/index.ts');
  const proposed = await propose({ cwd: root, stateDir: state });
  expect(proposed?.settings).toMatchObject({
    'verify.commands': ['sh ./test.sh'],
    reviewers: [{ name: 'shellcheck' }],
  });
  expect(await proposeConfig({ cwd: root, stateDir: state })).toContain('- "sh ./test.sh" # test.sh');
  const set = { 'verify.commands': ['true'], reviewers: [] };
  expect(await propose({ cwd: root, stateDir: state, set })).toBeNull();
});

it('13.3 links and submodules are not looked into', async () => {
  const box = open(npmProject);
  const commit = box.git('rev-parse', 'HEAD');
  box.git('update-index', '--add', '--cacheinfo', `160000,${commit},sub`);
  const blob = box.git('rev-parse', 'HEAD:package.json');
  box.git('update-index', '--add', '--cacheinfo', `120000,${blob},linked/package.json`);
  box.git('commit', '--quiet', '--message', 'more');
  const { stderr } = await box.run(['init']);
  expect(stderr.match(/npm test/g)).toHaveLength(1);
});
