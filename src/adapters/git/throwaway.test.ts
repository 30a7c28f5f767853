import { linkSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { begin } from '../../../test/support/custody.ts';
import { poison } from '../../../test/support/poison.ts';
import { withRepo } from '../../../test/support/repo.ts';

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
        expect(readdirSync(join(next.path, '.git')).toSorted()).toEqual(['HEAD', 'config', 'index', 'info', 'objects', 'refs']);
        expect(readFileSync(join(next.path, '.git/config'), 'utf8')).not.toContain('canary');
        expect(test.gitIn(next.path, 'rev-parse', 'HEAD')).toBe(custody.start.commit);
        expect(test.gitIn(next.path, 'status', '--porcelain')).toBe('');
        await next.release();
      }
    });
  });
});
