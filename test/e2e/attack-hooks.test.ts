/** Hooks as a gate: those of the start decide, whatever a patch makes of the folder that they are in. */
import { chmodSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { inSandbox } from '../support/bad-agent.ts';
import { withoutGates } from '../support/without-gates.ts';
import { fixing } from '../support/fixing.ts';
import type { Sandbox } from '../support/sandbox.ts';

const files = { 'src/a.txt': 'bad a\n' };

/** Refuses what says WRONG, and notes that it ran. */
const gate = (sandbox: Sandbox): string =>
  `echo gate >> ${sandbox.scratch}/ran; if grep -rq WRONG src; then echo "my gate: refused" >&2; exit 1; fi`;

const script = (sandbox: Sandbox, file: string, text: string): void => {
  sandbox.write(file, `#!/bin/sh\n${text}\n`);
  chmodSync(join(sandbox.root, file), 0o755);
};

type Layout = { name: string; hook: string; make: (sandbox: Sandbox) => void };

const layouts: Layout[] = [
  {
    name: 'core.hooksPath in the work tree',
    hook: '.githooks/pre-commit',
    make: (sandbox) => {
      script(sandbox, '.githooks/pre-commit', '. "$(dirname "$0")/lib.sh"');
      sandbox.write('.githooks/lib.sh', `${gate(sandbox)}\n`);
      sandbox.commitAll('hooks');
      sandbox.git('config', 'core.hooksPath', '.githooks');
    },
  },
  {
    name: "husky's, with its own folder untracked",
    hook: '.husky/pre-commit',
    make: (sandbox) => {
      sandbox.write('.husky/pre-commit', `${gate(sandbox)}\n`);
      sandbox.write('.husky/.gitignore', '_\n');
      sandbox.commitAll('hooks');
      script(sandbox, '.husky/_/pre-commit', '. "$(dirname "$0")/h"');
      sandbox.write(
        '.husky/_/h',
        'n=$(basename "$0")\ns=$(dirname "$(dirname "$0")")/$n\n[ ! -f "$s" ] && exit 0\nsh -e "$s" "$@"\n',
      );
      sandbox.git('config', 'core.hooksPath', '.husky/_');
    },
  },
];

const attacks: [string, (hook: string, mark: string) => string][] = [
  ['rewritten', (hook, mark) => `printf '#!/bin/sh\\ntouch ${mark}\\n' > ${hook}; chmod +x ${hook}`],
  ['removed with its folder', (hook) => `rm -rf ${hook.split('/')[0]}`],
  [
    'replaced by a link',
    (hook, mark) => `printf '#!/bin/sh\\ntouch ${mark}\\n' > evil; chmod +x evil; ln -sf ../evil ${hook}`,
  ],
  [
    'joined by another',
    (hook, mark) =>
      `printf '#!/bin/sh\\ntouch ${mark}\\n' > ${hook.split('/')[0]}/commit-msg; chmod +x ${hook.split('/')[0]}/commit-msg`,
  ],
];

const fix = async (sandbox: Sandbox, run: string) => {
  const { args } = fixing(sandbox, {
    findings: [{ code: 'F1', file: 'src/a.txt', line: 1 }],
    scenario: { findings: { F1: { run } } },
    verify: 'true',
    set: ['commit.hooks=true', 'limits.attemptsPerFinding=1', ...withoutGates],
  });
  return sandbox.report(args);
};

describe.each(layouts)('hooks: $name', ({ hook, make }) => {
  test('8.3 refuse what they refuse, and let an honest patch through', () =>
    inSandbox(async (sandbox) => {
      make(sandbox);
      const { report } = await fix(sandbox, 'echo WRONG > src/a.txt');
      expect(report.totals).toMatchObject({ fixed: 0 });
      expect(JSON.stringify(report)).toContain('my gate: refused');
      expect((await fix(sandbox, 'echo good > src/a.txt')).report.totals).toMatchObject({ fixed: 1 });
      expect(readFileSync(join(sandbox.scratch, 'ran'), 'utf8')).toContain('gate\ngate\n');
    }, files));

  test.each(attacks)('8.3 are those of the start when a patch has them %s', (_, attack) =>
    inSandbox(async (sandbox) => {
      make(sandbox);
      mkdirSync(join(sandbox.scratch, 'x'));
      const mark = join(sandbox.scratch, 'planted');
      const { report } = await fix(sandbox, `echo WRONG > src/a.txt; ${attack(hook, mark)}`);
      expect(report.totals).toMatchObject({ fixed: 0 });
      expect(existsSync(mark)).toBe(false);
      expect(existsSync(join(sandbox.scratch, 'ran'))).toBe(true);
      // The control: the same change of the hooks with an honest fix is judged by the old ones, and accepted.
      expect((await fix(sandbox, `echo good > src/a.txt; ${attack(hook, mark)}`)).report.totals).toMatchObject({
        fixed: 1,
      });
      expect(existsSync(mark)).toBe(false);
    }, files),
  );
});
