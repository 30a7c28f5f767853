import { linkSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { begin } from '../../../../test/support/custody.ts';
import { poison } from '../../../../test/support/poison.ts';
import { withRepo } from '../../../../test/support/repo.ts';

describe('the throw-away git of a workspace', () => {
  it('8.1 is as new at every use, and nothing is written through links in it', async () => {
    await withRepo(async (test) => {
      const { custody } = await begin(test);
      const precious = join(test.folder, 'precious');
      const tricks: ((git: string) => void)[] = [
        (git) => (rmSync(join(git, 'index')), symlinkSync(precious, join(git, 'index'))),
        (git) => (rmSync(join(git, 'index')), linkSync(precious, join(git, 'index'))),
        (git) => (rmSync(join(git, 'HEAD')), linkSync(precious, join(git, 'HEAD'))),
        (git) => (rmSync(join(git, 'config')), symlinkSync(precious, join(git, 'config'))),
        (git) => (rmSync(join(git, 'info'), { recursive: true }), symlinkSync(test.folder, join(git, 'info'))),
        (git) => (rmSync(join(git, 'HEAD')), mkdirSync(join(git, 'HEAD/deep'), { recursive: true })),
        (git) => rmSync(join(git, 'objects'), { recursive: true }),
        (git) => (rmSync(join(git, 'packed-refs')), symlinkSync(precious, join(git, 'packed-refs'))),
        (git) => poison(git, test.canary()),
        (git) => writeFileSync(join(git, 'config.worktree'), ''),
      ];
      for (const trick of tricks) {
        writeFileSync(precious, 'precious');
        const workspace = await custody.workspace(custody.start.commit, 'agent');
        trick(join(workspace.path, '.git'));
        await workspace.release();
        const next = await custody.workspace(custody.start.commit, 'agent');
        expect(readFileSync(precious, 'utf8')).toBe('precious');
        expect(readdirSync(join(next.path, '.git')).toSorted()).toEqual([
          'HEAD',
          'config',
          'index',
          'info',
          'objects',
          'packed-refs',
          'refs',
        ]);
        expect(readFileSync(join(next.path, '.git/config'), 'utf8')).not.toContain('canary');
        expect(test.gitIn(next.path, 'rev-parse', 'HEAD')).toBe(custody.start.commit);
        expect(test.gitIn(next.path, 'status', '--porcelain')).toBe('');
        await next.release();
      }
    });
  });

  it('5.8 has history, tags and the branch of the user, and stands on a commit of exactly its tree', async () => {
    await withRepo(async (test) => {
      test.git('tag', 'v1.0');
      test.git('tag', '-a', '-m', 'annotated', 'v1.1');
      test.write('crlf.txt', 'a\r\nb\r\n');
      test.write('.gitattributes', '*.txt text eol=crlf\n');
      test.write('run.sh', '#!/bin/sh\n');
      test.git('update-index', '--add', '--chmod=+x', 'run.sh');
      test.commitAll('second');
      test.git('checkout', '-q', '-b', 'topic/x');
      const { custody } = await begin(test);
      const agent = await custody.workspace(custody.start.commit, 'agent');
      expect(test.gitIn(agent.path, 'rev-parse', 'HEAD')).toBe(custody.start.commit);
      writeFileSync(join(agent.path, 'src/one.ts'), 'changed\n');
      const { tree } = await custody.capture(agent, custody.start.commit);
      await agent.release();
      for (const revision of [custody.start.commit, custody.start.tree, tree]) {
        const proof = await custody.workspace(revision, 'verify');
        const git = (...args: string[]): string => test.gitIn(proof.path, ...args);
        expect(git('status', '--porcelain')).toBe('');
        expect(git('diff', '--exit-code', '--stat')).toBe('');
        expect(git('rev-parse', 'HEAD^{tree}')).toBe(revision === tree ? tree : custody.start.tree);
        expect(git('log', '--format=%s').split('\n')).toContain('second');
        expect(git('describe', '--tags')).toMatch(/^v1\.1-[12]-g/);
        expect(git('tag').split('\n')).toEqual(['v1.0', 'v1.1']);
        expect(git('symbolic-ref', '--short', 'HEAD')).toBe('topic/x');
        expect(git('fsck', '--connectivity-only')).not.toContain('missing');
        const before = git('rev-parse', 'HEAD');
        await proof.release();
        const again = await custody.workspace(revision, 'verify');
        expect(test.gitIn(again.path, 'rev-parse', 'HEAD')).toBe(before);
        await again.release();
      }
    });
  });
});
