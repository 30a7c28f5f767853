/**
 * Attacks by what an agent wrote when Fixpoint runs it: as verification, set-up, tool and hook it is caged like the
 * agent, and ends with its call.
 */
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findingOf } from '../support/accounted.ts';
import {
  attack,
  attackArguments,
  type Attacked,
  expectFixed,
  expectHeld,
  scriptFindings,
  scripts,
  scriptScenario,
} from '../support/attack.ts';
import { inSandbox } from '../support/bad-agent.ts';
import { sandboxHere } from '../support/caged.ts';
import type { Sandbox } from '../support/sandbox.ts';
import { escapes, openVictim, sleepers, type Victim } from '../support/victim.ts';

const isCageUsable = await sandboxHere();

const files = { 'attack.sh': 'true\n', 'a.js': 'var a = 1\n', '.gitignore': 'deps/\n.env\n' };
const finding = [{ code: 'F001', file: 'attack.sh', line: 1 }];
const patch = (text: string) => ({
  findings: {
    F001: {
      edits: [
        { file: 'attack.sh', write: text },
        { file: 'a.js', write: 'let a = 1\n' },
      ],
    },
  },
});

/** How code of the repository comes to be run: each fails when the attack has printed anything, and shows what. */
const ways: Record<string, (sandbox: Sandbox) => Partial<Attacked>> = {
  verification: () => ({ verify: ['sh attack.sh > deps.txt; cat deps.txt; ! grep -q REACHED deps.txt'] }),
  'set-up': () => ({
    setup: ['mkdir -p deps && sh attack.sh > deps/result'],
    verify: ['cat deps/result; ! grep -q REACHED deps/result'],
  }),
  'a hook': ({ root }) => {
    const hook = join(root, '.git/hooks/pre-commit');
    writeFileSync(hook, '#!/bin/sh\nsh attack.sh > deps.txt; cat deps.txt >&2; ! grep -q REACHED deps.txt\n');
    chmodSync(hook, 0o755);
    return { set: ['commit.hooks=true', 'limits.attemptsPerFinding=1'] };
  },
  'a tool': ({ root }) => {
    writeFileSync(
      join(root, 'lint.sh'),
      `grep -n "^var" a.js | sed "s/^\\([0-9]*\\):.*/a.js:\\1:1: no-var/"; sh attack.sh | sed 's/^/a.js:1:1: /'; exit 0\n`,
    );
    const reviewers = [{ name: 'lint', kind: 'tool', command: ['sh', 'lint.sh'], format: 'lines' }];
    return { set: [`reviewers=${JSON.stringify(reviewers)}`, 'review.again=never', 'limits.attemptsPerFinding=1'] };
  },
};

const run = async (sandbox: Sandbox, way: string, text: string, cage: 'on' | 'off') => {
  const attacked = {
    verify: ['true'],
    ...ways[way]?.(sandbox),
    findings: finding,
    scenario: patch(text),
    sandbox: cage,
  } as const;
  if (way !== 'a tool') return (await attack(sandbox, attacked)).report;
  sandbox.commitAll('with a linter');
  const [, , , ...flags] = attackArguments(sandbox, attacked);
  return (await sandbox.report(['run', ...flags])).report;
};

const withVictim = (use: (sandbox: Sandbox, victim: Victim) => Promise<void>): Promise<void> =>
  inSandbox(async (sandbox) => {
    const victim = await openVictim(sandbox);
    try {
      await use(sandbox, victim);
    } finally {
      await victim.dispose();
    }
  }, files);

describe.runIf(isCageUsable).each(Object.keys(ways))('code of a refused patch, run as %s', (way) => {
  it('5.8, 8.1 reads no key, changes neither checkout nor state, ends no process and reaches no service', () =>
    withVictim(async (sandbox, victim) => {
      const report = await run(sandbox, way, victim.attack, 'on');
      const shown = JSON.stringify(findingOf(report, 'F001').attempts[0]);
      expect(findingOf(report, 'F001').status).toBe('blocked');
      expect(shown, 'it was run').toContain('REACHED');
      expect(shown.match(/GOT [a-z ]+/g)).toBeNull();
      expect(victim.harm()).toEqual([]);
    }));

  it('5.8 while an honest patch is accepted', () =>
    withVictim(async (sandbox) => {
      expectFixed(await run(sandbox, way, 'true # fixed\n', 'on'), 'F001');
    }));
});

describe('what cannot hold without a cage (docs/sandbox.md): code of a patch', () => {
  it('5.8, 8.1 as verification it reads and changes whatever the user can', () =>
    withVictim(async (sandbox, victim) => {
      const report = await run(sandbox, 'verification', victim.attack, 'off');
      const shown = JSON.stringify(findingOf(report, 'F001').attempts[0]);
      expect(shown.match(/GOT [a-z ]+/g)).toEqual(
        expect.arrayContaining(['GOT the key', 'GOT a port of this machine']),
      );
      expect(victim.harm()).toEqual(
        expect.arrayContaining([`${join(sandbox.outside, 'pwned')} was written`, 'a process was ended']),
      );
    }));
});

/** Numbers that no other test of this machine sleeps for. */
const secondsFor = (names: readonly string[]): Record<string, number> => {
  const base = 100_000 + (process.pid % 10_000) * 100 + Math.floor(Math.random() * 50);
  return Object.fromEntries(names.map((name, n) => [name, base + n]));
};

const endAll = (seconds: Record<string, number>): string[] =>
  Object.entries(seconds).flatMap(([name, each]) => {
    const alive = sleepers(each);
    for (const pid of alive) process.kill(pid, 'SIGKILL');
    return alive.length > 0 ? [name] : [];
  });

const names = Object.keys(escapes);
const escapeLines = (seconds: Record<string, number>): Record<string, string> =>
  Object.fromEntries(Object.entries(escapes).map(([name, escape]) => [name, escape(seconds[name] ?? 0)]));

describe.runIf(isCageUsable)('processes that want to outlive their call', () => {
  it('5.8, 4.10 none that code of a patch leaves, run as verification, is there when the run has ended', () =>
    inSandbox(async (sandbox) => {
      const seconds = secondsFor(names);
      const bodies = Object.entries(escapeLines(seconds)).map(([name, line]) => {
        const isThere = `cat /proc/[0-9]*/cmdline 2> /dev/null | tr '\\0' ' ' | grep -q "sleep ${seconds[name]}"`;
        return [
          name,
          `${line}\nfor i in 1 2 3 4 5 6 7 8 9; do ${isThere} && echo REACHED && break; sleep 0.1; done\nexit 1`,
        ] as const;
      });
      const scenario = scriptScenario(Object.fromEntries(bodies));
      const { report } = await attack(sandbox, { findings: scriptFindings(names), scenario, verify: ['sh test.sh'] });
      expect(endAll(seconds)).toEqual([]);
      expectHeld(report, ...names);
      expectFixed(report, 'honest');
    }, scripts(names)));

  it('4.10 none that an agent leaves, caged or not, is there when its change is verified', () =>
    inSandbox(async (sandbox) => {
      const seconds = secondsFor(names);
      const log = join(sandbox.scratch, 'agent/escaped');
      const findings = Object.entries(escapeLines(seconds)).map(([name, line]) => [
        name,
        {
          edits: [{ file: `code/${name}.sh`, write: 'exit 0 # fixed\n' }],
          run: `${line}\nsleep 0.2; echo ${name} >> ${log}`,
        },
      ]);
      const scenario = {
        findings: Object.fromEntries([
          ...findings,
          ['honest', { edits: [{ file: 'code/honest.sh', write: 'exit 0\n' }] }],
        ]),
      };
      const { report } = await attack(sandbox, { findings: scriptFindings(names), scenario, verify: ['sh test.sh'] });
      expect(endAll(seconds)).toEqual([]);
      expectFixed(report, 'honest', ...names);
      expect(readFileSync(log, 'utf8').split('\n').filter(Boolean).toSorted()).toEqual(names.toSorted());
    }, scripts(names)));

  it('4.10 one that waits for the workspace of verification to swap the tests does not live to see it', () =>
    inSandbox(
      async (sandbox) => {
        const seconds = secondsFor(['daemon']);
        const daemon = `import os, sys, time, glob
end = time.time() + 20
while time.time() < end:
    for at in glob.glob(sys.argv[1] + '/**/add.py', recursive=True):
        if '/agent-' in at: continue
        try:
            if not at.startswith(sys.argv[2]) and 'a - b' in open(at).read(): open(os.path.dirname(at) + '/check.py', 'w').write('print("PASS")')
        except OSError: pass
    time.sleep(0.005)
`;
        writeFileSync(join(sandbox.scratch, 'daemon.py'), daemon);
        const leave = `(cd / && env -i setsid /usr/bin/python3 ${join(sandbox.scratch, 'daemon.py')} ${sandbox.state} "$PWD" > /dev/null 2>&1 < /dev/null &) ; sleep 0.3`;
        const step = (sign: string, run: string) => ({
          edits: [{ file: 'add.py', write: `def add(a, b): return a ${sign} b # done\n` }],
          run,
        });
        const attacked = { findings: [{ code: 'F1', file: 'add.py', line: 1 }], verify: ['python3 test.py'] };
        const { report } = await attack(sandbox, {
          ...attacked,
          scenario: { findings: { F1: [step('-', leave), step('+', 'true')] } },
        });
        expect(findingOf(report, 'F1').attempts.map(({ result }) => result)).toEqual(['refused', 'accepted']);
        expect(endAll(seconds)).toEqual([]);
      },
      {
        'add.py': 'def add(a, b): return a + b\n',
        'test.py': 'import time; time.sleep(0.4)\nimport check\n',
        'check.py': 'from add import add\nassert add(2, 2) == 4\n',
        '.gitignore': '__pycache__\n',
      },
    ));
});

describe('what cannot hold without a cage (docs/sandbox.md): processes', () => {
  it('4.10 one without an environment, in a session of its own, gets away', () =>
    inSandbox(
      async (sandbox) => {
        const seconds = secondsFor(['bare']);
        const body = `${escapes['bare']?.(seconds['bare'] ?? 0)}\nsleep 0.2; touch ${join(sandbox.outside, 'ran')}; exit 0`;
        try {
          await attack(sandbox, {
            findings: scriptFindings(['bare']),
            scenario: scriptScenario({ bare: body }),
            verify: ['sh test.sh'],
            sandbox: 'off',
          });
          await expect.poll(() => existsSync(join(sandbox.outside, 'ran')), { timeout: 10_000 }).toBe(true);
          expect(sleepers(seconds['bare'] ?? 0)).not.toEqual([]);
        } finally {
          endAll(seconds);
        }
      },
      scripts(['bare']),
    ));
});
