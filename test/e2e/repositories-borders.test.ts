/**
 * Acceptance 7: submodules and filters are borders: what lies behind them is read at most, never run, never changed.
 */
import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scriptedAgent } from '../fakes/scripted.ts';
import { findingOf } from '../support/accounted.ts';
import { inSandbox } from '../support/bad-agent.ts';
import { manifestOf } from '../support/manifest.ts';
import type { Sandbox } from '../support/sandbox.ts';
import { doWholeJob, jobFiles } from '../support/whole-job.ts';

/** The repository with a submodule `lib`, as a clone has it. */
const withSubmodule = (box: Sandbox, initialised: boolean): string => {
  const lib = join(box.folder, 'lib');
  box.git('init', '--quiet', '--initial-branch=main', lib);
  writeFileSync(join(lib, 'x.txt'), 'bad x\n');
  box.git('-C', lib, 'add', '--all');
  box.git('-C', lib, 'commit', '--quiet', '--message', 'lib');
  const local = ['-c', 'protocol.file.allow=always'];
  box.git(...local, 'submodule', '--quiet', 'add', `file://${lib}`, 'lib');
  box.commitAll('submodule');
  const root = join(box.folder, 'clone');
  box.git(...local, 'clone', '--quiet', ...(initialised ? ['--recurse-submodules'] : []), `file://${box.root}`, root);
  return root;
};

const agentFor = (box: Sandbox, file: string): string[] => {
  const edits = [{ file, write: 'good\n' }];
  const command = scriptedAgent(join(box.scratch, 'agent'), { default: { edits } })
    .command.map((part) => `'${part}'`)
    .join(' ');
  return ['--agent-command', command, '--verify', 'true', '--set', 'limits.cycles=1'];
};

describe('submodules', () => {
  it.each([true, false])('8.1 the whole job beside one (initialised: %s)', (initialised) =>
    inSandbox(async (box) => void (await doWholeJob(box, { root: withSubmodule(box, initialised) })), jobFiles),
  );

  it.each([true, false])(
    '8.1 a finding inside one is not fixed, and nothing in it changes (initialised: %s)',
    (initialised) =>
      inSandbox(async (box) => {
        const root = withSubmodule(box, initialised);
        const before = manifestOf(root, (path) => path === '.git');
        const from = box.findings([{ code: 'F1', file: 'lib/x.txt', line: 1 }]);
        const { report } = await box.report(['fix', '--from', from, ...agentFor(box, 'lib/x.txt')], { cwd: root });
        expect(findingOf(report, 'F1').status).not.toBe('fixed');
        expect(findingOf(report, 'F1').reason).toMatch(/\S/);
        expect(report.branch).toBeNull();
        expect(manifestOf(root, (path) => path === '.git')).toEqual(before);
      }, jobFiles),
  );
});

describe('filters', () => {
  /** As Git LFS does it: the repository has pointers, the work tree has content, a program in between. */
  const withFilter = (box: Sandbox): { sang: string } => {
    const sang = join(box.scratch, 'sang');
    const canary = join(box.scratch, 'filter.sh');
    writeFileSync(canary, `#!/bin/sh\necho "$@" >> '${sang}'\ncat\n`);
    chmodSync(canary, 0o755);
    box.write('.gitattributes', '*.bin filter=lfs diff=lfs merge=lfs -text\n');
    box.write('data.bin', 'version https://git-lfs.github.com/spec/v1\noid sha256:1\nsize 1\n');
    box.commitAll('pointer');
    for (const key of ['clean', 'smudge', 'process'])
      box.git('config', '--global', `filter.lfs.${key}`, `${canary} ${key}`);
    box.git('config', '--global', 'filter.lfs.required', 'true');
    box.git('config', '--global', 'diff.lfs.textconv', `${canary} textconv`);
    box.git('config', '--global', 'merge.lfs.driver', `${canary} merge`);
    return { sang };
  };

  it('8.3 are never run: a change of what they stand before is refused', () =>
    inSandbox(async (box) => {
      const { sang } = withFilter(box);
      const before = manifestOf(box.root, (path) => path === '.git');
      const from = box.findings([
        { code: 'F1', file: 'data.bin', line: 1 },
        { code: 'F2', file: 'src/a.txt', line: 1 },
      ]);
      const { report } = await box.report(['fix', '--from', from, ...agentFor(box, 'data.bin')]);
      expect(findingOf(report, 'F1').attempts).toMatchObject([
        { result: 'refused', reason: expect.stringMatching(/data\.bin/) },
      ]);
      expect(report.branch).toBeNull();
      expect(manifestOf(box.root, (path) => path === '.git')).toEqual(before);
      expect(existsSync(sang)).toBe(false);
    }, jobFiles));

  it('8.1 do not get into the way of the other files', () =>
    inSandbox(async (box) => {
      const { sang } = withFilter(box);
      // The tests' own `git status` would run it.
      const report = await doWholeJob(box, { quietGit: true });
      expect(report.totals.fixed).toBe(2);
      expect(existsSync(sang)).toBe(false);
    }, jobFiles));
});
