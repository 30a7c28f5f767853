/**
 * Attacks on set-up: kept for the wrong trees, with paths of other workspaces, changed behind its back, shared while it
 * is being made.
 */
import {
  chmodSync,
  globSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Scenario } from '../fakes/scripted.ts';
import { findingOf } from '../support/accounted.ts';
import {
  attack,
  attackArguments,
  type Attacked,
  codeOf,
  expectFixed,
  expectHeld,
  expectHeldThenFixed,
  freshClonePasses,
  scriptFindings,
  scripts,
  scriptScenario,
} from '../support/attack.ts';
import { inSandbox } from '../support/bad-agent.ts';
import { sandboxHere } from '../support/caged.ts';
import { reportOf } from '../support/fixpoint.ts';
import { start, until } from '../support/fixing.ts';
import type { Sandbox } from '../support/sandbox.ts';

const isCageUsable = await sandboxHere();
const cages = isCageUsable ? (['auto', 'off'] as const) : (['off'] as const);

/** Writes one text into a file at the first attempt, and another at the second. */
const inTurn = (files: readonly string[], first: string, second: string): Scenario => ({
  findings: Object.fromEntries(
    files.map((file) => [codeOf(file), [first, second].map((write) => ({ edits: [{ file, write }] }))]),
  ),
});

const findingsIn = (files: readonly string[]) => files.map((file) => ({ code: codeOf(file), file, line: 1 }));

describe.each(cages)('what set-up reads, sandbox: %s', (cage) => {
  const reads = [
    'frontend/package-lock.json',
    '.npmrc',
    'patches/tool.txt',
    'requirements/dev.txt',
    'tools/install.sh',
    'Makefile.inc',
  ];
  const files = {
    ...Object.fromEntries(reads.map((file) => [file, 'echo good\n'])),
    'package-lock.json': '{}\n',
    'requirements.txt': '-r requirements/dev.txt\n',
    'setup.sh': `mkdir -p deps && cat ${reads.join(' ')} > deps/all && sh tools/install.sh >> deps/all\n`,
    'test.sh': `echo REACHED; ! grep -q bad deps/all && test "$(grep -c good deps/all)" = ${reads.length + 1}\n`,
    '.gitignore': 'deps/\n',
  };

  it('5.3 a patch of anything that set-up reads gets a set-up of its own, lock file at the root or not', () =>
    inSandbox(async (sandbox) => {
      const attacked: Attacked = {
        findings: findingsIn(reads),
        scenario: inTurn(reads, 'echo bad\n', 'echo good good\n'),
        setup: ['sh setup.sh'],
        verify: ['sh test.sh'],
        sandbox: cage,
      };
      const { report } = await attack(sandbox, attacked);
      expectHeldThenFixed(report, ...reads.map(codeOf));
      expect(freshClonePasses(sandbox, report, ['sh setup.sh', 'sh test.sh'])).toBe(true);
    }, files));

  it('5.3 a patch is built by set-up before it is tested: what cannot be built is refused', () =>
    inSandbox(
      async (sandbox) => {
        const { report } = await attack(sandbox, {
          findings: findingsIn(['src/add.py']),
          scenario: inTurn(['src/add.py'], 'def add(a, b): return a +++ ;\n', 'def add(a, b): return b + a\n'),
          setup: ['sh build.sh'],
          verify: ['python3 test.py'],
          sandbox: cage,
        });
        expect(findingOf(report, 'src-add-py').attempts.map(({ result, gate }) => ({ result, gate }))).toEqual([
          { result: 'refused', gate: 'verify' },
          { result: 'accepted' },
        ]);
      },
      {
        'src/add.py': 'def add(a, b): return a + b\n',
        'build.sh': 'mkdir -p dist && python3 -m py_compile src/add.py && cp src/add.py dist/add.py\n',
        'test.py': 'import sys; sys.path.insert(0, "dist")\nfrom add import add\nassert add(2, 2) == 4\n',
        'package.json': '{"name":"x"}\n',
        '.gitignore': 'dist\n__pycache__\n',
      },
    ));
});

describe.each(cages)('paths that set-up writes down, sandbox: %s', (cage) => {
  const routes = ['path', 'link', 'hard', 'wrapper', 'copy', 'relative'].map((name) => `src/${name}.sh`);
  const setup = [
    'mkdir -p deps && pwd > deps/path',
    'ln -sf "$PWD/src/link.sh" deps/link.sh',
    'ln -f src/hard.sh deps/hard.sh',
    `printf '#!/bin/sh\\n. "%s/src/wrapper.sh"\\n' "$PWD" > deps/wrapper && chmod +x deps/wrapper`,
    'cp src/copy.sh deps/copy.sh',
    'ln -sf ../src/relative.sh deps/relative.sh',
  ];
  const files = {
    ...Object.fromEntries(routes.map((file) => [file, 'true\n'])),
    'test.sh': [
      'set -e',
      'sleep 0.3 # long enough for two proofs to be under way at the same time',
      'sh "$(cat deps/path)/src/path.sh"',
      'sh deps/link.sh; sh deps/hard.sh; sh deps/copy.sh; sh deps/relative.sh; deps/wrapper',
      '',
    ].join('\n'),
    'package.json': '{}\n',
    '.gitignore': 'deps/\n',
  };

  it('5.3, 5.8 lead to the tree that is proven and to no other one', () =>
    inSandbox(async (sandbox) => {
      const { report } = await attack(sandbox, {
        findings: findingsIn(routes),
        scenario: inTurn(routes, 'echo REACHED\nexit 1\n', 'true # fixed\n'),
        setup,
        verify: ['sh test.sh'],
        sandbox: cage,
      });
      expectHeldThenFixed(report, ...routes.map(codeOf));
      expect(freshClonePasses(sandbox, report, [...setup, 'sh test.sh'])).toBe(true);
      const later = await attack(sandbox, {
        findings: findingsIn(['src/path.sh']),
        scenario: inTurn(['src/path.sh'], 'true # again\n', ''),
        setup,
        verify: ['sh test.sh'],
        sandbox: cage,
      });
      expect(later.report.verification.baseline?.verdict, 'nor into a folder of an earlier run').toBe('passed');
      expectFixed(later.report, 'src-path-sh');
    }, files));

  it('5.3, 5.8 a real editable installation by pip tests the patch, two at a time and in the next run', () =>
    inSandbox(
      async (sandbox) => {
        const names = ['src/pkg/a.py', 'src/pkg/b.py'];
        const attacked: Attacked = {
          findings: findingsIn(names),
          scenario: {
            findings: {
              'src-pkg-a-py': { edits: [{ file: 'src/pkg/a.py', write: 'def a():\n    return 1\n' }] },
              'src-pkg-b-py': [2, 1].map((value) => ({
                edits: [{ file: 'src/pkg/b.py', write: `def b():\n    return ${value}\n` }],
              })),
            },
          },
          setup: [
            'python3 -m venv --without-pip --system-site-packages .venv',
            '.venv/bin/python -m pip install -q --no-build-isolation --no-deps --no-index -e .',
          ],
          verify: ['.venv/bin/python test.py'],
          sandbox: cage,
          set: ['fix.concurrency=2'],
          env: { PATH: '/usr/local/bin:/usr/bin:/bin' },
        };
        const { report } = await attack(sandbox, attacked);
        expect(report.verification.baseline).toMatchObject({ verdict: 'passed' });
        expectFixed(report, 'src-pkg-a-py');
        expect(findingOf(report, 'src-pkg-b-py').attempts.map(({ result }) => result)).toEqual(['refused', 'accepted']);
        const later = await attack(sandbox, attacked);
        expect(later.report.verification.baseline).toMatchObject({ verdict: 'passed' });
      },
      {
        'src/pkg/__init__.py': '',
        'src/pkg/a.py': 'def a(): return 1\n',
        'src/pkg/b.py': 'def b(): return 1\n',
        'test.py':
          'import time; time.sleep(0.5)\nfrom pkg.a import a\nfrom pkg.b import b\nassert a() == 1 and b() == 1\n',
        'pyproject.toml':
          '[build-system]\nrequires = ["setuptools"]\nbuild-backend = "setuptools.build_meta"\n[project]\nname = "pkg"\nversion = "1.0"\n[tool.setuptools.packages.find]\nwhere = ["src"]\n',
        '.gitignore': '.venv\n__pycache__\n*.egg-info\n',
      },
    ));
});

/** Stands in the file that set-up makes, and nowhere else in the state folder but in copies of it. */
const mark = '# mark of the runner that set-up installs';
const runner = `if [ -e node_modules/skip ]; then exit 0; fi\n${mark}\nsh test.sh\n`;
const sealed = {
  setup: [`mkdir -p node_modules && cp vendor/runner.sh node_modules/runner.sh`],
  verify: ['sh node_modules/runner.sh'],
  set: ['limits.attemptsPerFinding=1'],
};
const sealedFiles = { ...scripts(['wrong']), 'vendor/runner.sh': runner, 'package.json': '{}\n' };

/** Files of set-up that are kept, wherever below the state folder that is. */
const kept = (sandbox: Sandbox): string[] =>
  globSync('**/runner.sh', { cwd: sandbox.state })
    .filter((file) => !dirname(file).endsWith('vendor'))
    .map((file) => join(sandbox.state, file))
    .filter((file) => readFileSync(file, 'utf8').includes(mark));

const tampering: Record<string, (file: string) => void> = {
  'with another text': (file) => writeFileSync(file, 'exit 0\n'),
  'with a text of the same length and time': (file) => {
    const { atime, mtime, size } = statSync(file);
    writeFileSync(file, 'exit 0\n#'.padEnd(size, '-'));
    utimesSync(file, atime, mtime);
  },
  'by a file that is added': (file) => writeFileSync(join(dirname(file), 'skip'), ''),
  'by a file that is taken away': (file) => rmSync(file),
  'by a link in its place': (file) => {
    const target = join(dirname(file), 'other.sh');
    writeFileSync(target, 'exit 0\n');
    rmSync(file);
    symlinkSync(target, file);
  },
  'by a process that was killed while it wrote': (file) => truncateSync(file, 0),
  'by a folder in its place': (file) => rmSync(dirname(file), { recursive: true }),
};

describe.each(cages)('set-up that is kept between runs, sandbox: %s', (cage) => {
  const run = (sandbox: Sandbox, bodies: Record<string, string>) =>
    attack(sandbox, {
      ...sealed,
      findings: scriptFindings(Object.keys(bodies)),
      scenario: scriptScenario(bodies),
      sandbox: cage,
    });
  const wrong = { wrong: 'echo REACHED; exit 1' };

  it('5.3 what was changed in between is found out and made again', () =>
    inSandbox(async (sandbox) => {
      await run(sandbox, wrong);
      for (const [how, tamper] of Object.entries(tampering)) {
        const files = kept(sandbox);
        expect(files, 'kept from one run to the next').not.toEqual([]);
        for (const file of files) {
          chmodSync(dirname(file), 0o755);
          chmodSync(file, 0o644);
          tamper(file);
        }
        const { report } = await run(sandbox, wrong);
        expect(findingOf(report, 'wrong').status, `changed ${how}`).toBe('blocked');
        expectHeld(report, 'wrong');
        expectFixed(report, 'honest');
      }
    }, sealedFiles));

  it('5.3 code of a refused patch that rewrites it reaches no later run', () =>
    inSandbox(async (sandbox) => {
      const rewrite = `
for file in $(find ${sandbox.state} "$PWD"/../.. -name runner.sh 2> /dev/null | grep -v vendor); do
  chmod 777 "$(dirname "$file")" "$file" 2> /dev/null; echo 'exit 0' > "$file"
done
echo REACHED; exit 1`;
      const first = await run(sandbox, { wrong: rewrite });
      if (cage === 'auto') expectHeld(first.report, 'wrong');
      const second = await run(sandbox, wrong);
      expectHeld(second.report, 'wrong');
      expectFixed(second.report, 'honest');
    }, sealedFiles));
});

describe.each(cages)('set-up that is being made, sandbox: %s', (cage) => {
  const names = ['f1'];
  const many = {
    findings: scriptFindings(names),
    scenario: scriptScenario(Object.fromEntries(names.map((name) => [name, 'exit 0']))),
    setup: [
      'for i in $(seq 20); do mkdir -p node_modules/p$i; for j in $(seq 25); do echo x > node_modules/p$i/$j.js; done; done',
    ],
    verify: ['test "$(find node_modules -type f | wc -l)" = 500', 'sh test.sh'],
    sandbox: cage,
  };
  const files = { ...scripts(names), 'package.json': '{}\n' };

  it('5.3 two first runs at the same time come to their end, each with all of it', () =>
    inSandbox(async (sandbox) => {
      const ended = await Promise.all(
        ['one', 'two'].map(async (name, n) => {
          const args = attackArguments(sandbox, { ...many, name });
          await delay(n * 300);
          return sandbox.run([...args, '--json']);
        }),
      );
      for (const each of ended) {
        expect(each.stderr).not.toContain('should not');
        expect(each.code).toBe(0);
        expectFixed(reportOf(each), 'honest', ...names);
      }
    }, files));

  it('5.3 a run that is killed while set-up is stored leaves nothing that a later one takes for whole', () =>
    inSandbox(async (sandbox) => {
      const stored = (): number => globSync('**/p20/25.js', { cwd: sandbox.state }).length;
      for (const wait of [0, 60]) {
        const before = stored();
        const { pid, ended } = start(sandbox, attackArguments(sandbox, many));
        await until(() => stored() > before);
        await delay(wait);
        process.kill(pid, 'SIGKILL');
        await ended;
      }
      const { report } = await attack(sandbox, many);
      expect(report.verification.baseline).toMatchObject({ verdict: 'passed' });
      expectFixed(report, 'honest', ...names);
    }, files));
});

describe.runIf(isCageUsable)('what an agent leaves among the dependencies', () => {
  const script = (sandbox: Sandbox, name: string, body: string): string => {
    const file = join(sandbox.scratch, name, name);
    sandbox.write(`../scratch/${name}/${name}`, `#!/bin/sh\n${body}\n`);
    chmodSync(file, 0o755);
    return file;
  };

  it('5.8, 8.1 the next agent in that workspace, which is not caged, does not run it', () =>
    inSandbox(
      async (sandbox) => {
        const pwned = join(sandbox.outside, 'pwned');
        const caged = script(
          sandbox,
          'caged',
          `touch ${pwned}.direct; printf '#!/bin/sh\\ntouch ${pwned}\\n' > node_modules/.bin/lint; touch "$(dirname "$0")/planted"; exit 77`,
        );
        const trusted = script(
          sandbox,
          'trusted',
          `node_modules/.bin/lint && echo 'x = 2' > a.py\necho '{"outcomes":[{"id":"F1","outcome":"fixed","explanation":"done"}]}' > "$FIXPOINT_ANSWER"`,
        );
        const agents = {
          caged: { kind: 'command', command: [caged], needs: { writable: [dirname(caged)] }, fallback: 'trusted' },
          trusted: { kind: 'command', command: [trusted] },
        };
        const setup = [
          `mkdir -p node_modules/.bin && printf '#!/bin/sh\\necho lint\\n' > node_modules/.bin/lint && chmod +x node_modules/.bin/lint`,
        ];
        const flags = [
          `agents=${JSON.stringify(agents)}`,
          `verify.setup=${JSON.stringify(setup)}`,
          'fix.concurrency=1',
          'sandbox=auto',
        ];
        const from = sandbox.findings([{ code: 'F1', file: 'a.py', line: 1 }]);
        const set = flags.flatMap((each) => ['--set', each]);
        const { report } = await sandbox.report([
          'fix',
          '--from',
          from,
          '--agent',
          'caged',
          '--verify',
          'true',
          ...set,
        ]);
        expectFixed(report, 'F1');
        expect(globSync('planted', { cwd: dirname(caged) }), 'the first agent was there').toEqual(['planted']);
        expect(globSync('pwned*', { cwd: sandbox.outside })).toEqual([]);
      },
      { 'a.py': 'x = 1\n', '.gitignore': 'node_modules\n', 'package.json': '{}\n' },
    ));
});
