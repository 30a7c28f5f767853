/**
 * Paths of a report are those of the folder that the tool ran in, then of the root; what is not found keeps a run from
 * clean (1.11).
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { scriptedAgent, type Scenario } from '../fakes/scripted.ts';
import { findingOf } from '../support/accounted.ts';
import { inSandbox } from '../support/bad-agent.ts';
import type { Sandbox } from '../support/sandbox.ts';

const broken = 'export const one: number = "one";\n';
const sound = 'export const one: number = 1;\n';
const tsconfig = JSON.stringify({
  compilerOptions: { strict: true, noEmit: true, module: 'esnext', target: 'esnext' },
  include: ['src'],
});

/** Packages as npm workspaces have them; only one of them is wrong, and the root has a file of the same name. */
const monorepo: Record<string, string> = {
  'package.json': JSON.stringify({ private: true, workspaces: ['packages/*'] }),
  'packages/cli/package.json': JSON.stringify({ name: 'cli' }),
  'packages/cli/tsconfig.json': tsconfig,
  'packages/cli/src/index.ts': broken,
  'packages/core/package.json': JSON.stringify({ name: 'core' }),
  'packages/core/src/core.ts': sound,
  'src/index.ts': sound,
  'tools/only-here.ts': sound,
};

const tsc = fileURLToPath(new URL('../../node_modules/typescript-native/bin/tsc', import.meta.url));

/** What the real compiler prints there. */
const compile = (folder: string): string =>
  spawnSync(process.execPath, [tsc, '-p', '.'], { cwd: folder, encoding: 'utf8' }).stdout;

const within = (files: Record<string, string>, use: (sandbox: Sandbox) => Promise<void>): Promise<void> =>
  inSandbox(use, files);

const mend: Scenario = {
  findings: { F001: { edits: [{ file: 'packages/cli/src/index.ts', find: '"one"', replace: '1' }] } },
};

const fixingFlags = (sandbox: Sandbox, scenario: Scenario): string[] => {
  const agent = scriptedAgent(join(sandbox.scratch, 'agent'), scenario);
  const settings = JSON.stringify({ kind: 'command', command: agent.command });
  return ['--set', `agents.scripted=${settings}`, '--agent', 'scripted', '--verify', 'true'];
};

describe('1.11 the folder that a tool ran in', () => {
  it('1.11 P4: what tsc prints in a package is about that package, although the root has a file of that name', () =>
    within(monorepo, async (sandbox) => {
      const cwd = join(sandbox.root, 'packages/cli');
      const stdin = compile(cwd);
      expect(stdin).toMatch(/^src\/index\.ts\(1,/);
      const { ended, report } = await sandbox.report(['fix', '--from', '-', ...fixingFlags(sandbox, mend)], {
        cwd,
        stdin,
      });
      expect(findingOf(report, 'F001')).toMatchObject({ status: 'fixed', file: 'packages/cli/src/index.ts', line: 1 });
      expect(ended.code).toBe(0);
      expect(sandbox.git('show', `${report.branch}:packages/cli/src/index.ts`)).toContain('= 1;');
    }));

  it('1.11 a file that only the root has is the root’s, and ./ and ../ are followed', () =>
    within(monorepo, async (sandbox) => {
      const cwd = join(sandbox.root, 'packages/cli');
      const lines = [
        'tools/only-here.ts',
        './src/index.ts',
        '../core/src/core.ts',
        'packages/core/src/core.ts',
        join(sandbox.root, 'src/index.ts'),
      ];
      const stdin = lines.map((file, index) => `${file}:1:1: error E00${index}: wrong in its way ${index}\n`).join('');
      const list = JSON.parse((await sandbox.run(['findings', '--json', '--dedup', 'off'], { cwd, stdin })).stdout);
      expect(
        Object.fromEntries(
          list.findings.map(({ rule, file, status }: Record<string, string>) => [rule, `${file} ${status}`]),
        ),
      ).toEqual({
        E000: 'tools/only-here.ts open',
        E001: 'packages/cli/src/index.ts open',
        E002: 'packages/core/src/core.ts open',
        E003: 'packages/core/src/core.ts open',
        E004: 'src/index.ts open',
      });
      const out = await sandbox.run(['findings', '--json'], { cwd, stdin: '../../../x.ts:1:1: error E1: outside\n' });
      expect(JSON.parse(out.stdout)).toMatchObject({
        problems: [{ message: expect.stringContaining('outside the repository') }],
      });
    }));

  it('1.11 `findings --root` names the folder', () =>
    within(monorepo, async (sandbox) => {
      const stdin = 'src/index.ts(1,14): error TS2322: wrong type\n';
      const files = async (...args: string[]): Promise<string[]> => {
        const list = JSON.parse((await sandbox.run(['findings', '--json', ...args], { stdin })).stdout);
        return list.findings.map(({ file }: { file: string }) => file);
      };
      expect(await files()).toEqual(['src/index.ts']);
      expect(await files('--root', 'packages/cli')).toEqual(['packages/cli/src/index.ts']);
      expect(await files('--root', 'packages/core')).toEqual(['src/index.ts']);
    }));

  it('1.11 SARIF goes by its base, and without one by the folder', () =>
    within(monorepo, async (sandbox) => {
      const sarif = (base: Record<string, unknown> | undefined, location: Record<string, unknown>): string =>
        JSON.stringify({
          version: '2.1.0',
          runs: [
            {
              tool: { driver: { name: 'lint' } },
              ...(base && { originalUriBaseIds: { PKG: base } }),
              results: [
                {
                  ruleId: 'r',
                  message: { text: 'wrong' },
                  locations: [{ physicalLocation: { artifactLocation: location, region: { startLine: 1 } } }],
                },
              ],
            },
          ],
        });
      const fileOf = async (text: string, cwd: string): Promise<string> =>
        JSON.parse((await sandbox.run(['findings', '--json'], { cwd: join(sandbox.root, cwd), stdin: text })).stdout)
          .findings[0].file;
      const uri = 'src/index.ts';
      const absolute = { uri: `${pathToFileURL(join(sandbox.root, 'packages/cli')).href}/` };
      expect(await fileOf(sarif(absolute, { uri, uriBaseId: 'PKG' }), '.')).toBe('packages/cli/src/index.ts');
      expect(await fileOf(sarif({ uri: 'packages/cli/' }, { uri, uriBaseId: 'PKG' }), 'packages/core')).toBe(
        'packages/cli/src/index.ts',
      );
      expect(await fileOf(sarif(undefined, { uri, uriBaseId: '%SRCROOT%' }), 'packages/cli')).toBe('src/index.ts');
      expect(await fileOf(sarif(undefined, { uri }), 'packages/cli')).toBe('packages/cli/src/index.ts');
      expect(await fileOf(sarif(undefined, { uri }), '.')).toBe('src/index.ts');
    }));

  it('1.11 a reviewer with cwd runs there, again after the fix, and gets {files} as seen from there', () =>
    within(monorepo, async (sandbox) => {
      const checker = join(sandbox.scratch, 'check.mjs');
      const log = join(sandbox.scratch, 'runs.log');
      const { writeFileSync, readFileSync } = await import('node:fs');
      writeFileSync(
        checker,
        `import { appendFileSync, readFileSync } from 'node:fs';
const files = process.argv.slice(2);
appendFileSync(${JSON.stringify(log)}, process.cwd().split('/').slice(-2).join('/') + ' ' + files.join(' ') + '\\n');
for (const file of ['src/index.ts']) if (readFileSync(file, 'utf8').includes('"one"')) console.log(file + ':1:1: error T1: wrong type');
`,
      );
      const reviewers = [
        {
          name: 'types',
          kind: 'tool',
          command: [process.execPath, checker, '{files}'],
          format: 'lines',
          cwd: './packages/cli/',
        },
      ];
      const { ended, report } = await sandbox.report([
        'run',
        '--set',
        `reviewers=${JSON.stringify(reviewers)}`,
        ...fixingFlags(sandbox, mend),
      ]);
      expect(findingOf(report, 'F001')).toMatchObject({ status: 'fixed', file: 'packages/cli/src/index.ts' });
      expect(ended.code).toBe(0);
      const [first, again] = readFileSync(log, 'utf8').trim().split('\n');
      expect(first).toBe('packages/cli .');
      expect(again).toBe('packages/cli src/index.ts');
    }));

  it.each([
    ['../elsewhere', 'outside the repository'],
    ['/tmp', 'outside the repository'],
    ['packages/none', 'there is no such folder'],
  ])('1.11 a reviewer cannot run in %s', (cwd, message) =>
    within(monorepo, async (sandbox) => {
      const reviewers = [{ name: 'types', kind: 'tool', command: ['true'], format: 'lines', cwd }];
      const ended = await sandbox.run([
        'run',
        '--set',
        `reviewers=${JSON.stringify(reviewers)}`,
        ...fixingFlags(sandbox, mend),
      ]);
      expect(ended.code).toBe(1);
      expect(ended.stderr).toContain(message);
    }),
  );
});

describe('1.11 the machine that a report was made on', () => {
  it('1.11 what CI found in this repository is fixed here', () =>
    within(monorepo, async (sandbox) => {
      const stdin = compile(join(sandbox.root, 'packages/cli')).replaceAll(
        'src/index.ts',
        '/home/runner/work/repo/repo/packages/cli/src/index.ts',
      );
      expect(stdin).toContain('/repo/packages/cli/src/index.ts(1,');
      const { ended, report } = await sandbox.report(['fix', '--from', '-', ...fixingFlags(sandbox, mend)], { stdin });
      expect(findingOf(report, 'F001')).toMatchObject({ status: 'fixed', file: 'packages/cli/src/index.ts', line: 1 });
      expect(ended.code).toBe(0);
    }));

  it('1.11 the report of another repository starts nothing, and is not clean', () =>
    within(monorepo, async (sandbox) => {
      const stdin = '/home/runner/work/other/other/lib/x.ts(3,1): error TS2322: wrong type\n';
      const ended = await sandbox.run(['fix', '--from', '-', ...fixingFlags(sandbox, mend)], { stdin });
      expect(ended.stderr).toContain('This seems to be the report of another repository');
      expect(ended.code).toBe(1);
      expect((await sandbox.run(['status'])).stdout).toContain('No runs yet');
    }));

  it('1.11 that of another repository on this machine is not taken for ours, even if its files have the same names', () =>
    within(monorepo, async (sandbox) => {
      const other = join(sandbox.folder, 'other');
      mkdirSync(join(other, '.git'), { recursive: true });
      mkdirSync(join(other, 'src'));
      writeFileSync(join(other, 'src/index.ts'), broken);
      const stdin = `${other}/src/index.ts(1,14): error TS2322: wrong type\n`;
      const ended = await sandbox.run(['fix', '--from', '-', ...fixingFlags(sandbox, mend)], { stdin });
      expect(ended.stderr).toContain('This seems to be the report of another repository');
      expect(ended.code).toBe(1);
    }));
});

describe('1.11 a file that is not found', () => {
  const line = 'src/gone.ts(3,1): error TS2322: wrong type\n';

  it('1.11 keeps a run of a tool’s findings from clean, and says where it was looked for', () =>
    within(monorepo, async (sandbox) => {
      const cwd = join(sandbox.root, 'packages/cli');
      const { ended, report } = await sandbox.report(['fix', '--from', '-', ...fixingFlags(sandbox, mend)], {
        cwd,
        stdin: line,
      });
      const reason = 'src/gone.ts not found (looked in packages/cli and the repository root). Wrong folder?';
      expect(findingOf(report, 'F001')).toMatchObject({ status: 'dismissed', reason });
      expect(report).toMatchObject({ status: 'leftovers', message: expect.stringContaining(reason) });
      expect(ended.code).toBe(2);
    }));

  it('1.11 so does a reviewer whose tool names files from a folder that nobody told us', () =>
    within(monorepo, async (sandbox) => {
      const reviewers = [
        {
          name: 'types',
          kind: 'tool',
          command: 'cd packages && echo "cli/src/index.ts:1:1: error T1: wrong type"',
          format: 'lines',
        },
      ];
      const { ended, report } = await sandbox.report(['review', '--set', `reviewers=${JSON.stringify(reviewers)}`]);
      expect(findingOf(report, 'F001').reason).toBe(
        'cli/src/index.ts not found (looked in the repository root). Wrong folder?',
      );
      expect(ended.code).toBe(2);
    }));

  it('1.11 one that was never committed says so', () =>
    within(monorepo, async (sandbox) => {
      sandbox.write('src/gone.ts', 'let x;\n\nx = 1;\n');
      const { ended, report } = await sandbox.report(['fix', '--from', '-', ...fixingFlags(sandbox, mend)], {
        stdin: line,
      });
      expect(findingOf(report, 'F001').reason).toBe(
        'src/gone.ts is not committed. Commit it, or start with --include-dirty.',
      );
      expect(ended.code).toBe(2);
    }));

  it('1.6 what an agent made up is dismissed as before', () =>
    within(monorepo, async (sandbox) => {
      const from = sandbox.findings([{ code: 'F001', file: 'src/gone.ts', line: 1 }]);
      const { ended, report } = await sandbox.report(['fix', '--from', from, ...fixingFlags(sandbox, mend)]);
      expect(findingOf(report, 'F001')).toMatchObject({
        status: 'dismissed',
        reason: expect.stringContaining('is not in the repository, and never was'),
      });
      expect(report.status).toBe('clean');
      expect(ended.code).toBe(0);
    }));
});
