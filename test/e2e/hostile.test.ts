/**
 * Acceptance 3: what a hostile agent plants in the user's repository is run by no command of Fixpoint, then or later.
 */
import { appendFileSync, lstatSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Kinds, plant } from '../fakes/hostile/plant.ts';
import { reseal } from '../fakes/hostile/tamper.ts';
import { findingOf } from '../support/accounted.ts';
import { reportOf } from '../support/fixpoint.ts';
import { type Hostile, withHostile } from '../support/hostile.ts';

const first = { code: 'F1', file: 'src/a.js', line: 1 };
const second = { code: 'F2', file: 'src/victim.js', line: 1 };
const fixes = { F1: { file: 'src/a.js', text: 'let a = 1;\n' }, F2: { file: 'src/victim.js', text: 'let v = 1;\n' } };
const quick = ['--verify', 'true', '--set', 'limits.cycles=1'];

const runFix = async ({ sandbox, agent }: Hostile, finding: typeof first, more: string[] = []) =>
  sandbox.run(['fix', '--from', sandbox.findings([finding]), ...agent, ...quick, ...more, '--json']);

/** Runs a command, and looks whether anything was run or written by it. */
const unharmedBy = async ({ sandbox, expectUnharmed }: Hostile, args: string[]): Promise<number | null> => {
  const ended = await sandbox.run(args, { limitMs: 60_000 });
  expectUnharmed(`after fixpoint ${args.join(' ')}`);
  expect(ended.signal, `fixpoint ${args.join(' ')} hangs`).toBeNull();
  expect(ended.stderr).not.toMatch(/something went wrong that should not/);
  return ended.code;
};

const plantAndFix = async (hostile: Hostile, kinds: Kinds): Promise<void> => {
  const { sandbox, plan, expectUnharmed, canary } = hostile;
  const tricks = kinds.attributes ? (['plants in its own git', 'adds attributes', 'adds a .gitmodules'] as const) : [];
  plan({ F1: { fix: fixes.F1, plantUser: kinds, tricks: [...tricks] }, F2: { fix: fixes.F2 } });
  const report = reportOf(await runFix(hostile, first));
  expectUnharmed('after the run');
  expect(report).toMatchObject({ status: 'clean', totals: { fixed: 1 } });
  // Otherwise nothing would be proven by what follows.
  expect(readFileSync(join(sandbox.root, '.git/config'), 'utf8')).toContain(canary.command('core.fsmonitor'));
};

const queries = [
  ['status'],
  ['status', 'latest', '--json'],
  ['report'],
  ['report', '--format', 'markdown'],
  ['report', '--json'],
];

describe('planted in the repository of the user', () => {
  test.each<{ name: string; kinds: Kinds }>([
    { name: 'everything', kinds: { attributes: true, signing: true } },
    { name: 'all that leaves runs possible', kinds: { attributes: false, signing: false } },
  ])('$name is run by no later command', ({ kinds }) =>
    withHostile(async (hostile) => {
      const { sandbox } = hostile;
      await plantAndFix(hostile, kinds);
      for (const args of queries) expect(await unharmedBy(hostile, args)).toBe(0);
      for (const args of [['resume'], ['cancel']]) expect(await unharmedBy(hostile, args)).toBe(1);
      expect(await unharmedBy(hostile, ['apply'])).toBe(0);
      expect(sandbox.read('src/a.js')).toBe('let a = 1;\n');
      expect(await unharmedBy(hostile, ['apply', '--undo'])).toBe(0);
      expect(sandbox.read('src/a.js')).toBe('var a = 1;\n');
      expect(await unharmedBy(hostile, ['apply', '--merge'])).toBe(0);
      expect(sandbox.git('cat-file', 'blob', 'HEAD:src/a.js')).toBe('let a = 1;');
      expect(sandbox.read('src/a.js')).toBe('let a = 1;\n');
    }),
  );

  test.each<{ name: string; kinds: Kinds; works: boolean }>([
    { name: 'everything', kinds: { attributes: true, signing: true }, works: false },
    { name: 'attributes without signing', kinds: { attributes: true, signing: false }, works: false },
    { name: 'all that leaves runs possible', kinds: { attributes: false, signing: false }, works: true },
  ])('$name is run by no later run', ({ kinds, works }) =>
    withHostile(async (hostile) => {
      const { sandbox, agent } = hostile;
      await plantAndFix(hostile, kinds);
      sandbox.write('dir/one.txt', 'changed by the user\n');
      sandbox.write('untracked.txt', 'new\n');
      const from = sandbox.findings([second]);
      const reviewers = JSON.stringify([{ name: 'tool', kind: 'tool', command: ['cat', from] }]);
      const fix = ['fix', '--from', from, ...agent, ...quick];
      const runs = [
        [...fix, '--dry-run'],
        fix,
        [...fix, '--include-dirty'],
        // It reports the finding again when it is run on the fix, so that is refused.
        ['run', '--set', `reviewers=${reviewers}`, ...agent, ...quick],
        [...fix, '--in-place'],
        ['apply', '--undo'],
        [...fix, '--include-dirty', '--in-place'],
        ['apply', '--undo'],
      ];
      for (const args of runs) {
        const code = await unharmedBy(hostile, args);
        if (works) expect(code, `fixpoint ${args.join(' ')}`).toBe(args[0] === 'run' ? 2 : 0);
      }
      expect(sandbox.read('dir/one.txt')).toBe('changed by the user\n');
      expect(sandbox.read('untracked.txt')).toBe('new\n');
      expect(sandbox.read('src/victim.js')).toBe('var v = 1;\n');
    }),
  );

  test('a promised remote is not asked by a planted command for objects that are missing', () =>
    withHostile(async (hostile) => {
      const { sandbox } = hostile;
      await plantAndFix(hostile, { attributes: false, signing: false });
      const blob = sandbox.git('rev-parse', 'HEAD:src/victim.js');
      rmSync(join(sandbox.root, '.git/objects', blob.slice(0, 2), blob.slice(2)));
      for (const protocol of ['ext', 'ssh']) {
        const url = protocol === 'ext' ? `ext::${hostile.canary.command('promisor')}` : 'ssh://example.invalid/repo';
        appendFileSync(
          join(sandbox.root, '.git/config'),
          `[remote "origin"]\n\turl = ${url}\n[extensions]\n\tpartialClone = origin\n`,
        );
        const ended = await runFix(hostile, second);
        hostile.expectUnharmed(`after a run with a promisor by ${protocol}`);
        expect(ended.code).toBe(1);
        expect(ended.stdout).toMatch(/partial clone/);
      }
    }));

  test('a work tree somewhere else is not written to', () =>
    withHostile(async (hostile) => {
      const { sandbox } = hostile;
      await plantAndFix(hostile, { attributes: false, signing: false });
      appendFileSync(join(sandbox.root, '.git/config'), `[core]\n\tworktree = ${sandbox.outside}\n`);
      for (const args of [...queries, ['apply'], ['apply', '--merge'], ['apply', '--undo'], ['resume']])
        await unharmedBy(hostile, args);
      for (const more of [[], ['--include-dirty'], ['--in-place']]) {
        await runFix(hostile, second, more);
        hostile.expectUnharmed(`after fixpoint fix ${more.join(' ')}`);
      }
    }));
});

describe('a hostile agent', () => {
  test('cannot have its commands run through the control repository of an earlier run, even with a seal that fits', () =>
    withHostile(async (hostile) => {
      const { sandbox, plan, canary } = hostile;
      plan({ F1: { fix: fixes.F1 } });
      const { run } = reportOf(await runFix(hostile, first));
      const base = join(sandbox.state, 'fixpoint');
      const [repo = ''] = readdirSync(base).filter((name) => name.startsWith('repo-'));
      const folder = join(base, repo, 'runs', run);
      plant(join(folder, 'control.git'), canary, { attributes: true, signing: false });
      writeFileSync(join(folder, 'control.git/info/global-attributes'), '* filter=planted\n');
      reseal(folder);
      for (const args of [['apply'], ['apply', '--merge']]) expect(await unharmedBy(hostile, args)).toBe(1);
      expect(sandbox.read('src/a.js')).toBe('var a = 1;\n');
    }));

  test('cannot lead machine-made edits outside by a link in the place of the file', () =>
    withHostile(async (hostile) => {
      const { sandbox, plan, expectUnharmed } = hostile;
      plan({ F1: { fix: fixes.F1, tricks: ['puts a link where a file was'] } });
      await runFix(hostile, first);
      expect(await unharmedBy(hostile, ['apply', '--merge'])).toBe(0);
      expect(lstatSync(join(sandbox.root, 'src/victim.js')).isSymbolicLink()).toBe(true);
      const message = {
        ruleId: 'r',
        severity: 2,
        line: 1,
        column: 1,
        message: 'no',
        fix: { range: [0, 3], text: 'PWN' },
      };
      const lint = [{ filePath: join(sandbox.root, 'src/victim.js'), messages: [message] }];
      writeFileSync(join(sandbox.scratch, 'lint.json'), JSON.stringify(lint));
      const { ended, report } = await sandbox.report([
        'fix',
        '--from',
        join(sandbox.scratch, 'lint.json'),
        '--in-place',
        ...quick,
      ]);
      expectUnharmed('after machine-made edits');
      expect(ended.code).toBe(2);
      expect(report.findings[0]?.attempts).toMatchObject([{ agent: 'autofix', result: 'no-change' }]);
      expect(report.findings[0]?.reason).toMatch(/cannot be applied/);
    }));

  test.each([['leaves nested repositories'], ['puts a link where a submodule is']] as const)(
    'that %s, where a submodule is, changes nothing of it',
    (trick) =>
      withHostile(async ({ sandbox, agent, plan, expectUnharmed }) => {
        const module = join(sandbox.scratch, 'module');
        sandbox.git('clone', '--quiet', sandbox.root, module);
        sandbox.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', module, 'sub');
        sandbox.commitAll('with a submodule');
        plan({ F1: { fix: fixes.F1, tricks: [trick] }, F2: { fix: fixes.F2 } });
        const args = [
          'fix',
          '--from',
          sandbox.findings([first, second]),
          ...agent,
          ...quick,
          '--set',
          'fix.concurrency=1',
        ];
        const { report } = await sandbox.report(args);
        expectUnharmed('after the run');
        expect(report.totals.open).toBe(0);
        expect(findingOf(report, 'F2').status).toBe('fixed');
        expect(sandbox.git('ls-tree', report.head ?? '', 'sub')).toBe(sandbox.git('ls-tree', 'HEAD', 'sub'));
      }),
  );
});
