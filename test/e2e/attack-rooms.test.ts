/**
 * Attacks on what is left from one proof to the next: a repetition, another attempt, a tool, a hook. Each gets a room
 * of its own.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ReportFinding } from '../../src/model/finding/reported.ts';
import { findingOf } from '../support/accounted.ts';
import {
  attack,
  attackArguments,
  expectFixed,
  expectHeld,
  freshClonePasses,
  printed,
  scriptFindings,
  scripts,
  scriptScenario,
} from '../support/attack.ts';
import { home, inside, leaving, outside, type Place } from '../support/attack-places.ts';
import { inSandbox } from '../support/bad-agent.ts';
import { sandboxHere } from '../support/caged.ts';
import type { Sandbox } from '../support/sandbox.ts';

const isCageUsable = await sandboxHere();

/** Not fixed, since its first attempt ended so. A second one by the same agent changes nothing. */
const expectFirst = ({ status, attempts }: ReportFinding, ended: Record<string, unknown>): void => {
  expect(status).toBe('blocked');
  expect(attempts[0]).toMatchObject(ended);
};

const idOf = ({ folder }: Sandbox): string => folder.slice(-6);

const run = (sandbox: Sandbox, places: Record<string, Place>, cage: 'auto' | 'off') =>
  attack(sandbox, {
    findings: scriptFindings(Object.keys(places)),
    scenario: scriptScenario(Object.fromEntries(Object.entries(places).map(([name, place]) => [name, leaving(place)]))),
    setup: [
      'mkdir -p node_modules && echo tool > node_modules/tool && echo another > node_modules/other && chmod 644 node_modules/other',
    ],
    verify: ['sh test.sh'],
    sandbox: cage,
  });

const queues = (): string[] => execFileSync('ipcs', ['-q'], { encoding: 'utf8' }).match(/^0x\S+ +\d+/gm) ?? [];

/** Whatever is left when an attack does get through. */
const cleanUp = (sandbox: Sandbox, before: readonly string[] = queues()): void => {
  for (const queue of queues().filter((each) => !before.includes(each)))
    execFileSync('ipcrm', ['-q', queue.split(/ +/)[1] ?? '']);
  for (const name of ['/dev/shm', '/var/tmp']) rmSync(join(name, `fixpoint-${idOf(sandbox)}`), { force: true });
  rmSync('/tmp/left-by-a-proof', { force: true });
};

describe('left in the workspace by a proof that failed', () => {
  for (const cage of isCageUsable ? (['auto', 'off'] as const) : (['off'] as const))
    it(`5.8 no repetition and no later attempt meets it, ${cage === 'auto' ? 'in the cage' : 'without a cage'}; an honest fix is accepted beside it`, () =>
      inSandbox(
        async (sandbox) => {
          const { report } = await run(sandbox, inside, cage);
          expectHeld(report, ...Object.keys(inside));
          expectFixed(report, 'honest');
        },
        scripts(Object.keys(inside)),
      ));
});

describe.runIf(isCageUsable)('left on the machine by a proof that failed', () => {
  it('5.8 no repetition and no later attempt meets it, in the cage', () =>
    inSandbox(
      async (sandbox) => {
        const places = { ...outside(idOf(sandbox), sandbox.outside), ...home };
        const before = queues();
        try {
          const { report } = await run(sandbox, places, 'auto');
          expectHeld(report, ...Object.keys(places));
          expectFixed(report, 'honest');
        } finally {
          cleanUp(sandbox, before);
        }
      },
      scripts([...Object.keys(outside('0000', '')), ...Object.keys(home)]),
    ));
});

describe('what cannot hold without a cage (docs/sandbox.md)', () => {
  const names = ['users-folder', 'shared-memory', 'temporary-folder'];

  it('5.8 files outside of the workspace reach the next proof', () =>
    inSandbox(async (sandbox) => {
      const all = outside(idOf(sandbox), sandbox.outside);
      const places = Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name)));
      try {
        const { report } = await run(sandbox, places, 'off');
        expectFixed(report, ...names);
        expect(freshClonePasses(sandbox, report, ['sh test.sh']), 'the branch is what was proven').toBe(true);
        cleanUp(sandbox);
        rmSync(join(sandbox.outside, 'left'), { force: true });
        expect(freshClonePasses(sandbox, report, ['sh test.sh']), 'on another machine').toBe(false);
      } finally {
        cleanUp(sandbox);
      }
    }, scripts(names)));
});

describe.each(isCageUsable ? (['auto', 'off'] as const) : (['off'] as const))('sandbox: %s', (cage) => {
  const one = { findings: [{ code: 'F1', file: 'a.py', line: 1 }], sandbox: cage };
  const python1 = {
    'a.py': 'x = 1\n',
    Makefile: 'check: out.txt\n\t@echo checked\nout.txt: a.py\n\tpython3 a.py > out.txt\n',
    '.gitignore': 'out.txt\n',
  };
  const puts = (file: string, ...texts: string[]) => ({
    findings: { F1: texts.map((text) => ({ edits: [{ file, write: text }] })) },
  });

  it('5.8 a target that a failed recipe of make left does not make the repetition pass', () =>
    inSandbox(async (sandbox) => {
      const { report } = await attack(sandbox, {
        ...one,
        scenario: puts('a.py', 'raise SystemExit(3)\n'),
        verify: ['make check'],
      });
      expectFirst(findingOf(report, 'F1'), { result: 'refused', gate: 'verify' });
      const honest = await attack(sandbox, { ...one, scenario: puts('a.py', 'x = 2\n'), verify: ['make check'] });
      expectFixed(honest.report, 'F1');
    }, python1));

  it('5.8 a check that repairs what it complains about does not pass the second time', () =>
    inSandbox(
      async (sandbox) => {
        const { report } = await attack(sandbox, {
          ...one,
          scenario: puts('a.py', 'a = 11   \n'),
          verify: ['sh check.sh'],
        });
        expectFirst(findingOf(report, 'F1'), { result: 'refused', gate: 'verify' });
        expect(findingOf(report, 'F1').attempts.map(printed).join('')).toContain('files were modified');
        const honest = await attack(sandbox, { ...one, scenario: puts('a.py', 'a = 11\n'), verify: ['sh check.sh'] });
        expectFixed(honest.report, 'F1');
      },
      {
        'a.py': 'a = 1\n',
        'check.sh': 'if grep -q " $" a.py; then sed -i "s/ *$//" a.py; echo "files were modified" >&2; exit 1; fi\n',
      },
    ));

  it('5.8 a refused patch that rewrites the test runner among the dependencies helps no later one', () =>
    inSandbox(
      async (sandbox) => {
        const setup = ['mkdir -p node_modules/runner && cp vendor/runner.js node_modules/runner/index.js'];
        const poison = `// attempt one
console.log('REACHED');
require('fs').writeFileSync(process.cwd() + '/node_modules/runner/index.js',
  'process.exit(require("fs").readFileSync("a.py","utf8").includes("attempt one") ? 1 : 0)');
module.exports = () => { throw new Error('not yet'); };
`;
        const attacked = {
          ...one,
          setup,
          verify: ['node node_modules/runner/index.js'],
          sandbox: cage === 'off' ? cage : 'on',
        } as const;
        const { report } = await attack(sandbox, {
          ...attacked,
          scenario: puts('a.py', poison, 'module.exports = (a, b) => a - b;\n'),
        });
        expectHeld(report, 'F1');
        const honest = await attack(sandbox, {
          ...attacked,
          scenario: puts('a.py', poison, 'module.exports = (a, b) => b + a;\n'),
        });
        expectFixed(honest.report, 'F1');
        expect(freshClonePasses(sandbox, honest.report, [...setup, 'node node_modules/runner/index.js'])).toBe(true);
      },
      {
        'a.py': 'module.exports = (a, b) => a + b;\n',
        'vendor/runner.js': `const Module = require('node:module'); Module._extensions['.py'] = Module._extensions['.js'];
if (require(process.cwd() + '/a.py')(2, 2) !== 4) { console.error('FAIL add'); process.exit(1); }\n`,
        '.gitignore': 'node_modules\n',
      },
    ));

  it('5.8 the list of commands is one proof: what one of them builds, the next one tests', () =>
    inSandbox(
      async (sandbox) => {
        const verify = ['mkdir build && cp a.py build/', 'test -e build/a.py && ! grep -q bad build/a.py'];
        const { report } = await attack(sandbox, { ...one, scenario: puts('a.py', 'bad\n', 'better\n'), verify });
        expect(findingOf(report, 'F1').attempts.map(({ result }) => result)).toEqual(['refused', 'accepted']);
      },
      { 'a.py': 'good\n', '.gitignore': 'build/\n' },
    ));
});

/** A linter that reports lines with `var`, unless it finds what a formatter or a hook may have left. */
const toolFiles = {
  'a.js': 'var a = 1\nlet b = 2\n',
  'lint.sh': 'test -e build/left || grep -n "^var" a.js | sed "s/^\\([0-9]*\\):.*/a.js:\\1:1: no-var/"; exit 0\n',
  'format.sh': 'sed -i "s/^var/let/" a.js\n',
  '.gitignore': 'build/\n',
};

describe.each(isCageUsable ? (['auto', 'off'] as const) : (['off'] as const))(
  'tools and hooks, sandbox: %s',
  (cage) => {
    const runWith = async (sandbox: Sandbox, verify: string, text: string, hook?: string) => {
      const path = join(sandbox.root, '.git/hooks/pre-commit');
      if (hook !== undefined) {
        writeFileSync(path, `#!/bin/sh\n${hook}\n`);
        chmodSync(path, 0o755);
      }
      const reviewers = [{ name: 'lint', kind: 'tool', command: ['sh', 'lint.sh'], format: 'lines' }];
      const [, ...flags] = attackArguments(sandbox, {
        findings: [],
        scenario: { findings: { F001: { edits: [{ file: 'a.js', write: text }] } } },
        verify: [verify],
        sandbox: cage,
        set: [
          `reviewers=${JSON.stringify(reviewers)}`,
          'review.again=never',
          ...(hook === undefined ? [] : ['commit.hooks=true']),
        ],
      });
      const { report } = await sandbox.report(['run', ...flags.slice(2)]);
      return findingOf(report, 'F001');
    };
    const unfixed = 'var a = 1\nlet b = 2\n// I looked at it\n';
    const refusedByTool = { result: 'refused', gate: 'tool' };

    it('5.5, 5.8 the tool looks at what would be committed, not at what a formatter made of it', () =>
      inSandbox(async (sandbox) => {
        expectFirst(await runWith(sandbox, 'sh format.sh', unfixed), refusedByTool);
      }, toolFiles));

    it('5.5, 5.8 nor does the tool meet what verification left', () =>
      inSandbox(async (sandbox) => {
        expectFirst(await runWith(sandbox, 'mkdir -p build && touch build/left', unfixed), refusedByTool);
      }, toolFiles));

    it('5.5, 5.8 nor what a hook left', () =>
      inSandbox(async (sandbox) => {
        expectFirst(
          await runWith(sandbox, 'true', unfixed, 'mkdir -p build && touch build/left && sh format.sh'),
          refusedByTool,
        );
      }, toolFiles));

    it('5.5, 5.8, 8.3 and a hook meets nothing that verification left', () =>
      inSandbox(async (sandbox) => {
        const refuse = 'test -e build/left || { echo "nothing is there" >&2; exit 1; }';
        expectFirst(await runWith(sandbox, 'mkdir -p build && touch build/left', 'let a = 1\n', refuse), {
          gate: 'hooks',
          reason: expect.stringContaining('nothing is there'),
        });
      }, toolFiles));

    it('5.5, 5.8, 8.3 an honest fix passes all three', () =>
      inSandbox(async (sandbox) => {
        expect(await runWith(sandbox, 'sh format.sh', 'let a = 1\nlet b = 2\n', 'test ! -e build/left')).toMatchObject({
          status: 'fixed',
        });
      }, toolFiles));
  },
);
