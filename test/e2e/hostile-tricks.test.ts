/**
 * Acceptance 3: whatever a hostile agent leaves in its workspace, nothing of it is run, and nothing is written through
 * it.
 */
import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { type Trick, tricks } from '../fakes/hostile/tricks.ts';
import { expectAccounted, findingOf } from '../support/accounted.ts';
import { withHostile } from '../support/hostile.ts';

const fixes = { F1: { file: 'src/a.js', text: 'let a = 1;\n' }, F2: { file: 'src/b.js', text: 'let b = 2;\n' } };
const findings = [
  { code: 'F1', file: 'src/a.js', line: 1 },
  { code: 'F2', file: 'src/hard.txt', line: 1, severity: 'low' },
];
/** One after the other, so that the second works where the first has been; the verification reads the files. */
const flags = ['--verify', 'cat src/*.js > /dev/null', '--set', 'fix.concurrency=1', '--set', 'limits.cycles=1'];

const start = {
  'AGENTS.md': 1,
  'dir/one.txt': 1,
  'dir/two/deep.txt': 1,
  'src/a.js': 1,
  'src/hard.txt': 1,
  'src/piped.txt': 1,
  'src/victim.js': 1,
  'verify.sh': 1,
};

/**
 * What the fix of F1 is taken to have changed; `-` before a path that it deleted. Nothing else of the trick remains.
 */
const changes: Record<Trick, string[] | 'many'> = {
  'plants in its own git': ['src/a.js'],
  'adds attributes': ['.gitattributes', 'src/a.js'],
  'adds a .gitmodules': ['.gitmodules', 'src/a.js'],
  'leaves nested repositories': 'many',
  'has a git file that leads elsewhere': 'many',
  'links its own git to the repository of the user': ['src/a.js'],
  'removes its git and commits': ['src/a.js'],
  'commits, stashes and rewrites in its own git': ['src/a.js'],
  'leads links outside': [
    'links/absolute',
    'links/chain-1',
    'links/chain-2',
    'links/file',
    'links/loop',
    'links/relative',
    'src/a.js',
  ],
  'puts a link where a folder was': ['-dir/one.txt', '-dir/two/deep.txt', 'dir', 'src/a.js'],
  'puts a link where a file was': ['src/a.js', 'src/victim.js'],
  'puts a link where a submodule is': ['src/a.js', 'sub'],
  'puts a link where its workspace was': Object.keys(start).map((path) => `-${path}`),
  'removes its workspace': Object.keys(start).map((path) => `-${path}`),
  'makes hard links': ['hard.txt', 'src/a.js', 'src/hard.txt'],
  'leaves pipes and sockets': ['-src/piped.txt', 'src/a.js'],
  'leaves many files': 'many',
  'nests deeply': 'many',
  'nests deeper than a path can be': ['src/a.js'],
  'uses strange names': 'many',
  'takes permissions away': ['closed-file', 'closed/inner/file', 'src/a.js'],
  'edits configuration and instructions': ['AGENTS.md', 'fixpoint.yaml', 'src/a.js', 'verify.sh'],
  'writes into the folder of its input': ['src/a.js'],
};

const names = Object.keys(tricks).filter((name): name is Trick => name in tricks);

describe('a hostile agent that', () => {
  test.each(names.map((name) => ({ name })))('$name', ({ name }) =>
    withHostile(async ({ sandbox, agent, plan, expectUnharmed }) => {
      // A repository around everything: a commit that goes astray would land there.
      execFileSync('git', ['init', '--quiet', sandbox.folder], { env: sandbox.env });
      plan({ F1: { fix: fixes.F1, tricks: [name] }, F2: { fix: fixes.F2 } });
      const { report } = await sandbox.report(['fix', '--from', sandbox.findings(findings), ...agent, ...flags]);
      expectUnharmed('after the run');
      expect(sandbox.git('-C', sandbox.folder, 'for-each-ref')).toBe('');
      expect(sandbox.git('rev-parse', 'HEAD')).toBe(report.start);
      const [attempt] = findingOf(report, 'F1').attempts;
      const seen = attempt?.files.map(({ path, change }) => (change === 'deleted' ? `-${path}` : path)) ?? [];
      if (changes[name] === 'many') expect(seen).toContain('src/a.js');
      else expect(seen.toSorted()).toEqual([...changes[name]].toSorted());
      expect(seen.filter((path) => path.split('/').some((part) => part.toLowerCase() === '.git'))).toEqual([]);
      // A workspace without its files verifies as nothing; whatever is accepted is proven, and the next one is not
      // harmed.
      expectAccounted(report, sandbox);
      expect(findingOf(report, 'F2').status).toBe('fixed');
      // Every file of a backup is synchronised to the disk: with ten thousand that alone takes minutes.
      const later =
        name === 'leaves many files' ? [['apply', '--merge']] : [['apply'], ['apply', '--undo'], ['apply', '--merge']];
      for (const args of later) {
        await sandbox.run(args);
        expectUnharmed(`after fixpoint ${args.join(' ')}`);
      }
    }),
  );
});
