/**
 * Whose code is tested? Installations and settings that lead to the user's checkout, and tests that need the repository
 * itself.
 */
import { spawnSync } from 'node:child_process';
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findingOf } from '../support/accounted.ts';
import { attack, type Attacked, expectHeldThenFixed } from '../support/attack.ts';
import { inSandbox } from '../support/bad-agent.ts';
import { sandboxHere } from '../support/caged.ts';
import type { Sandbox } from '../support/sandbox.ts';

const isCageUsable = await sandboxHere();
const systemPath = '/usr/local/bin:/usr/bin:/bin';

/** A way from the verification command to the checkout. */
type Route = {
  file: string;
  start: string;
  wrong: string;
  right: string;
  verify: string;
  env?: (sandbox: Sandbox) => Record<string, string>;
  prepare?: (sandbox: Sandbox) => void;
};

const python = {
  start: 'def add(a, b): return a + b\n',
  wrong: 'def add(a, b): return print("REACHED") or a - b\n',
  right: 'def add(a, b): return b + a\n',
};
const javascript = {
  start: 'module.exports = (a, b) => a + b;\n',
  wrong: `module.exports = (a, b) => { console.log('REACHED'); return a - b; };\n`,
  right: 'module.exports = (a, b) => b + a;\n',
};
const shell = { start: 'exit 0\n', wrong: 'echo REACHED; exit 1\n', right: 'exit 0 # fixed\n' };

/** What `pip install -e .` leaves in an environment that is active: a file with the path of the checkout. */
const makeVenv = ({ home, root, env }: Sandbox): void => {
  const venv = join(home, 'venvs/pkg');
  execFileSync('/usr/bin/python3', ['-m', 'venv', '--without-pip', '--system-site-packages', venv], { env });
  for (const packages of globSync(join(venv, 'lib/python*/site-packages')))
    writeFileSync(join(packages, '__editable__.pkg-1.0.pth'), `${join(root, 'venv/src')}\n`);
};

const routes: Record<string, Route> = {
  'editable installation in an active environment': {
    ...python,
    file: 'venv/src/pkg/add.py',
    verify: `python -c 'from pkg.add import add; assert add(2, 2) == 4'`,
    env: ({ home }) => ({ PATH: `${join(home, 'venvs/pkg/bin')}:${systemPath}`, VIRTUAL_ENV: join(home, 'venvs/pkg') }),
    prepare: makeVenv,
  },
  PYTHONPATH: {
    ...python,
    file: 'lib/calc.py',
    verify: `python3 -c 'from calc import add; assert add(2, 2) == 4'`,
    env: ({ root }) => ({ PYTHONPATH: join(root, 'lib') }),
  },
  NODE_PATH: {
    ...javascript,
    file: 'packages/sum/index.js',
    verify: `node -e 'if (require("sum")(2, 2) !== 4) process.exit(1)'`,
    env: ({ root }) => ({ NODE_PATH: join(root, 'packages') }),
  },
  'a link as npm link makes it': {
    ...javascript,
    file: 'linked/index.js',
    verify: `node -e 'if (require("./node_modules/linked")(2, 2) !== 4) process.exit(1)'`,
    prepare: ({ root, write, git }) => {
      write('node_modules/.keep', '');
      symlinkSync(join(root, 'linked'), join(root, 'node_modules/linked'));
      git('add', '--force', 'node_modules/linked');
    },
  },
  'a path in a Makefile': {
    ...shell,
    file: 'made/check.sh',
    verify: 'make -s -f made/Makefile check',
    prepare: ({ root, write }) => write('made/Makefile', `ROOT = ${root}\ncheck:\n\tsh $(ROOT)/made/check.sh\n`),
  },
  'GOFLAGS=-modfile': {
    file: 'golib/add.go',
    start: 'package golib\n\nfunc Add(a, b int) int { return a + b }\n',
    wrong: 'package golib\n\nfunc Add(a, b int) int { println("REACHED"); return a - b }\n',
    right: 'package golib\n\nfunc Add(a, b int) int { return b + a }\n',
    verify: 'cd app && go run .',
    env: ({ root }) => ({ GOFLAGS: `-modfile=${join(root, 'app/local.mod')}` }),
    prepare: ({ root, write }) => {
      write('golib/go.mod', 'module golib\n\ngo 1.19\n');
      write('app/go.mod', 'module app\n\ngo 1.19\n');
      write(
        'app/local.mod',
        `module app\n\ngo 1.19\n\nrequire golib v0.0.0\n\nreplace golib => ${join(root, 'golib')}\n`,
      );
      write(
        'app/main.go',
        'package main\n\nimport "golib"\n\nfunc main() {\n\tif golib.Add(2, 2) != 4 {\n\t\tpanic("wrong")\n\t}\n}\n',
      );
    },
  },
};

const attackBy = (sandbox: Sandbox, route: Route, cage: 'auto' | 'off') => {
  sandbox.write(route.file, route.start);
  route.prepare?.(sandbox);
  sandbox.commitAll('with a way to the checkout');
  const env = { PATH: systemPath, ...route.env?.(sandbox) };
  const attacked: Attacked = {
    findings: [{ code: 'F1', file: route.file, line: 1 }],
    scenario: {
      findings: { F1: [route.wrong, route.right].map((write) => ({ edits: [{ file: route.file, write }] })) },
    },
    verify: [route.verify],
    sandbox: cage,
    set: [`verify.env=${JSON.stringify(Object.keys(env))}`],
    env,
  };
  return attack(sandbox, attacked);
};

const files = { 'README.md': '# Example\n', '.gitignore': '__pycache__\n' };

const usable = Object.entries(routes).filter(([name, { verify }]) => {
  const isThere = !verify.includes('go run') || spawnSync('go', ['version']).status === 0;
  if (!isThere) console.warn(`go is not installed: ${name} is not tried.`);
  return isThere;
});

describe.runIf(isCageUsable).each(usable)('%s', (_, route) => {
  it('5.8 leads to the patch in a proof, since the checkout is not there: a wrong one is refused, an honest one accepted', () =>
    inSandbox(async (sandbox) => {
      const { report } = await attackBy(sandbox, route, 'auto');
      expect(report.verification.baseline).toMatchObject({ verdict: 'passed' });
      expectHeldThenFixed(report, 'F1');
    }, files));
});

describe.each(usable)('%s, without a cage', (_, route) => {
  it('5.8 leads to the checkout, and the run says that verification does not test this code', () =>
    inSandbox(async (sandbox) => {
      const { report, ended } = await attackBy(sandbox, route, 'off');
      const said = [...report.warnings, report.message ?? '', ended.stderr].join('\n');
      expect(said).toMatch(/does not test|tests nothing|proves nothing/);
      expect(report.verification.doubt).toContain('proves nothing');
      // The change may be handed over, but nobody calls it proven by tests that did not see it.
      expect(findingOf(report, 'F1').proof ?? []).not.toContain('tests');
    }, files));
});

describe.each(isCageUsable ? (['auto', 'off'] as const) : (['off'] as const))(
  'tests that need the repository, sandbox: %s',
  (cage) => {
    /** Does what the tests of lint-staged do: looks at history and tags, stages, commits, goes back. */
    const test = [
      'set -e',
      'export GIT_AUTHOR_NAME=Test GIT_AUTHOR_EMAIL=t@example.com GIT_COMMITTER_NAME=Test GIT_COMMITTER_EMAIL=t@example.com',
      "git describe --tags --match 'v*' | grep -q '^v1.0'",
      'test "$(git rev-list --count HEAD)" -ge 2',
      'test -z "$(git status --porcelain)"',
      'git log --format=%s -- code.txt | grep -q first',
      'git blame code.txt > blame.out && test -s blame.out && rm blame.out',
      'git diff --quiet HEAD',
      'echo staged > staged.txt && git add staged.txt && test "$(git diff --cached --name-only)" = staged.txt',
      'git stash -q --include-untracked && test ! -e staged.txt && git stash pop -q --index && test -e staged.txt',
      'git commit -q -m staged',
      'git reset -q --hard HEAD~1 && test ! -e staged.txt',
      'grep -q good code.txt || { echo REACHED; exit 1; }',
      '',
    ].join('\n');

    it('5.8 pass in a proof as they do in a clone, and an agent sees where it starts from', () =>
      inSandbox(
        async (sandbox) => {
          sandbox.git('tag', '-a', 'v1.0', '-m', 'v1.0');
          sandbox.write('more.txt', 'more\n');
          const start = sandbox.commitAll('second');
          const seen = join(sandbox.scratch, 'agent/seen');
          const look = `{ git rev-parse HEAD; git describe --tags; git log --format=%s; git status --porcelain -- more.txt; } > ${seen} 2>&1`;
          const { report } = await attack(sandbox, {
            findings: [{ code: 'F1', file: 'code.txt', line: 1 }],
            scenario: {
              findings: {
                F1: ['bad\n', 'good, better\n'].map((write) => ({ edits: [{ file: 'code.txt', write }], run: look })),
              },
            },
            verify: ['sh test.sh'],
            sandbox: cage,
          });
          expect(report.verification.baseline).toMatchObject({ verdict: 'passed' });
          expectHeldThenFixed(report, 'F1');
          expect(readFileSync(seen, 'utf8')).toMatch(new RegExp(`^${start}\nv1\\.0-1-g[0-9a-f]+\nsecond\nfirst\n$`));
          expect(findingOf(report, 'F1').commit).toBe(report.head);
        },
        { 'code.txt': 'good\n', 'test.sh': test },
      ));
  },
);
