/**
 * No attacker is needed: set-up of an earlier run is of no use where the same commands would make something else by
 * now.
 */
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { attack, type Attacked, expectFixed } from '../support/attack.ts';
import { inSandbox } from '../support/bad-agent.ts';
import { sandboxHere } from '../support/caged.ts';
import type { Sandbox } from '../support/sandbox.ts';

const cages = (await sandboxHere()) ? (['auto', 'off'] as const) : (['off'] as const);

const writeTo = (file: string, text: string): void => {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
};

/** What set-up is to note down, and what changes it between two runs. */
type Around = { reads: string; change: (box: Sandbox) => void; env?: Record<string, string> };

const around: Record<string, Around> = {
  'settings of npm': {
    reads: 'cat "$HOME/.npmrc"',
    change: (box) => writeTo(join(box.home, '.npmrc'), 'omit=dev\n'),
  },
  'settings of pip': {
    reads: 'cat "$HOME/.config/pip/pip.conf"',
    change: (box) => writeTo(join(box.home, '.config/pip/pip.conf'), '[global]\npre = true\n'),
  },
  'settings of cargo': {
    reads: 'cat "$HOME/.cargo/config.toml"',
    change: (box) => writeTo(join(box.home, '.cargo/config.toml'), '[source.x]\n'),
  },
  'settings of Maven': {
    reads: 'cat "$HOME/.m2/settings.xml"',
    change: (box) => writeTo(join(box.home, '.m2/settings.xml'), '<settings/>\n'),
  },
  'a variable of npm': {
    reads: 'echo "$npm_config_registry"',
    change: () => undefined,
    env: { npm_config_registry: 'https://registry.example.com/' },
  },
  'a variable of Go': { reads: 'echo "$GOFLAGS"', change: () => undefined, env: { GOFLAGS: '-tags=extra' } },
  'a tag': { reads: 'git describe --tags --always', change: (box) => void box.git('tag', 'v2.0') },
  'a commit of the same tree': {
    reads: 'git log -1 --format=%s',
    change: (box) => void box.git('commit', '--quiet', '--amend', '--message', 'another'),
  },
  'a program': {
    reads: 'go version',
    change: (box) => writeTo(join(box.outside, 'bin/go'), '#!/bin/sh\necho go version go2\n'),
  },
};

const files = {
  'note.txt': 'bad\n',
  'deps.lock': '1\n',
  'test.sh': 'echo REACHED; cat deps/*\n',
  '.gitignore': 'deps/\n',
};

/** Tests let their scratch folder in by a variable, which would come before. */
const withoutNeeds = { FIXPOINT_SET_VERIFY__NEEDS__READABLE: '[]' };

const withGo = (box: Sandbox): Record<string, string> => {
  const go = join(box.outside, 'bin/go');
  writeTo(go, '#!/bin/sh\necho go version go1\n');
  chmodSync(go, 0o755);
  return { PATH: `${dirname(go)}:${process.env['PATH']}` };
};

const setup = [
  'mkdir -p deps; date +%N > deps/made',
  ...Object.values(around).map(({ reads }, n) => `{ ${reads}; } > deps/${n} 2>&1 || true`),
];

describe.each(cages)('what set-up reads outside of the repository, sandbox: %s', (cage) => {
  it('5.3 where settings, variables, versions, the commit or its tags have changed, it is made again', () =>
    inSandbox(async (box) => {
      let env = withGo(box);
      let runs = 0;
      const made = async (): Promise<string> => {
        const code = `N${(runs += 1)}`;
        const attacked: Attacked = {
          findings: [{ code, file: 'note.txt', line: 1 }],
          scenario: { findings: { [code]: [{ edits: [{ file: 'note.txt', write: `${code}\n` }] }] } },
          setup,
          verify: ['sh test.sh'],
          sandbox: cage,
          name: code,
          env,
        };
        const { report } = await attack(box, attacked);
        expectFixed(report, code);
        return report.verification.baseline?.commands[0]?.stdout ?? '';
      };
      let before = await made();
      expect(before).toContain('REACHED');
      expect(await made(), 'nothing has changed').toBe(before);
      for (const [what, each] of Object.entries(around)) {
        each.change(box);
        env = { ...env, ...each.env };
        const now = await made();
        expect(now, what).not.toBe(before);
        before = now;
      }
    }, files));
});

describe.each(cages)('what set-up of an earlier run found, sandbox: %s', (cage) => {
  /** The output of the start, proven by a run of its own. */
  const startOf = async (box: Sandbox, code: string, more: Partial<Attacked>): Promise<string> => {
    const { report } = await attack(box, {
      findings: [{ code, file: 'note.txt', line: 1 }],
      scenario: { findings: { [code]: [{ edits: [{ file: 'note.txt', write: `${code}\n` }] }] } },
      setup: ['mkdir -p deps; date +%N > deps/made'],
      verify: ['sh test.sh'],
      sandbox: cage,
      name: code,
      ...more,
    });
    expectFixed(report, code);
    return report.verification.baseline?.commands[0]?.stdout ?? '';
  };

  it('5.3 without a lock file, newer versions may have come out by another day', () =>
    inSandbox(async (box) => {
      const later = join(box.outside, 'later.mjs');
      writeFileSync(
        later,
        `const Real = Date, ms = 2 * 86_400_000;
         globalThis.Date = class extends Real {
           constructor(...at) { if (at.length > 0) super(...at); else super(Real.now() + ms); }
           static now() { return Real.now() + ms; }
         };`,
      );
      const first = await startOf(box, 'N1', {});
      expect(await startOf(box, 'N2', {}), 'the same day').toBe(first);
      const now = await startOf(box, 'N3', { env: { NODE_OPTIONS: `--import ${later}` } });
      expect(now).toContain('REACHED');
      expect(now).not.toBe(first);
    }, files));

  it('5.3 what verify.needs lets it read counts as well, and that it may', () =>
    inSandbox(async (box) => {
      const shared = join(box.outside, 'shared.txt');
      writeFileSync(shared, 'one\n');
      const setup = [`mkdir -p deps; cat ${shared} > deps/made || true`];
      const needs = { setup, set: [`verify.needs.readable=${JSON.stringify([shared])}`], env: withoutNeeds };
      await startOf(box, 'N1', { setup, env: withoutNeeds });
      expect(await startOf(box, 'N2', needs)).toContain('one');
      writeFileSync(shared, 'another\n');
      expect(await startOf(box, 'N3', needs)).toContain('another');
    }, files));

  it('5.3 what was among downloads of the user at that time has to be there still', () =>
    inSandbox(async (box) => {
      const module = join(box.home, 'go/pkg/mod/example.com/a.txt');
      writeTo(module, 'module\n');
      const find = '"$HOME/go/pkg/mod/example.com/a.txt"';
      const setup = [`[ -e ${find} ] || { mkdir -p "$(dirname ${find})" && echo module > ${find}; }; mkdir -p deps`];
      const verify = [`echo REACHED; cat ${find}`];
      expect(await startOf(box, 'N1', { setup, verify })).toContain('module');
      rmSync(join(box.home, 'go'), { recursive: true });
      expect(await startOf(box, 'N2', { setup, verify })).toContain('module');
    }, files));
});
