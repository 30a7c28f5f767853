/** Bundles of a run's commits, read by git itself in a clone that knows nothing of the run. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { begin, fixed } from '../../../../test/support/custody.ts';
import { withRepo } from '../../../../test/support/repo.ts';

describe('bundle', () => {
  it.each(['sha1', 'sha256'] as const)(
    '11.1 holds commits for a clone that has only the start (%s)',
    async (format) => {
      await withRepo(
        async (test) => {
          const { custody } = await begin(test);
          const start = custody.start.commit;
          const first = await fixed(custody);
          const second = await fixed(custody, { file: 'README.md', text: '# Better\n', parent: first });
          const clone = join(test.folder, 'clone');
          test.git('clone', '-q', test.root, clone);
          for (const [tip, known] of [
            [first, start],
            [second, first],
          ] as const) {
            const { bytes, digest } = await custody.bundle({ tips: [tip], prerequisites: [known] });
            expect(digest).toMatch(/^[0-9a-f]{64}$/);
            const file = join(test.folder, `${tip}.bundle`);
            writeFileSync(file, bytes);
            test.gitIn(clone, 'bundle', 'verify', '-q', file);
            test.gitIn(clone, 'bundle', 'unbundle', file);
          }
          expect(test.gitIn(clone, 'rev-list', second)).toBe([second, first, start].join('\n'));
          expect(test.gitIn(clone, 'show', `${second}:README.md`)).toBe('# Better');
          await custody.close();
        },
        { format },
      );
    },
  );

  it('11.1 is thin: what the prerequisites have is not in it', async () => {
    await withRepo(async (test) => {
      const text = Array.from({ length: 20_000 }, (_, n) => `line ${n} ${Math.sin(n)}`).join('\n');
      test.write('large.txt', text);
      test.commitAll('large');
      const { custody } = await begin(test);
      const workspace = await custody.workspace(custody.start.commit, 'agent');
      writeFileSync(join(workspace.path, 'large.txt'), `first\n${text}`);
      const { tree } = await custody.capture(workspace, custody.start.commit);
      const at = new Date().toISOString();
      const { commit: tip } = await custody.commit({ tree, parent: custody.start.commit, message: 'x', at });
      const { bytes } = await custody.bundle({ tips: [tip], prerequisites: [custody.start.commit] });
      expect(bytes.length).toBeLessThan(2_000);
      await custody.close();
    });
  });
});
