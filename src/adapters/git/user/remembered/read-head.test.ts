import { expect, it } from 'vitest';
import { type TestRepo, withRepo } from '../../../../../test/support/repo.ts';
import { locate } from '../locate.ts';
import { type Head, readHead } from './read-head.ts';
import { headStanding } from './head-standing.ts';

const asGitSays = (test: TestRepo): Omit<Head, 'branch'> => ({
  commit: test.git('rev-parse', 'HEAD'),
  tree: test.git('rev-parse', 'HEAD^{tree}'),
});

/** Each moves HEAD, or what it names, in another way. */
const moves: Readonly<Record<string, (test: TestRepo) => { branch: string | null }>> = {
  'a commit': (test) => {
    test.write('new.ts', '1\n');
    test.commitAll('more');
    return { branch: 'main' };
  },
  'another branch': (test) => {
    test.git('checkout', '-q', '-b', 'feature/one');
    test.write('other.ts', '1\n');
    test.commitAll('other');
    return { branch: 'feature/one' };
  },
  'packed references': (test) => {
    test.git('pack-refs', '--all');
    return { branch: 'feature/one' };
  },
  'a reset of a packed branch': (test) => {
    test.git('reset', '-q', '--hard', 'HEAD~1');
    return { branch: 'feature/one' };
  },
  'no branch': (test) => {
    test.git('checkout', '-q', '--detach', 'main');
    return { branch: null };
  },
  'a link to a branch': (test) => {
    test.git('symbolic-ref', 'refs/heads/alias', 'refs/heads/main');
    test.git('symbolic-ref', 'HEAD', 'refs/heads/alias');
    return { branch: 'main' };
  },
};

it.each(['sha1', 'sha256'] as const)('8.1 HEAD is what git says, whatever moved it (%s)', async (format) => {
  await withRepo(
    async (test) => {
      const at = await locate(test.root);
      for (const [what, move] of Object.entries(moves)) {
        const { branch } = move(test);
        const expected = { ...asGitSays(test), branch };
        expect([await readHead(at), await readHead(at)], what).toEqual([expected, expected]);
      }
    },
    { format },
  );
});

it('is known by its files where they tell, and only there', async () => {
  await withRepo(async (test) => {
    const at = await locate(test.root);
    expect(headStanding(at)).toBe(`ref: refs/heads/main\n${test.git('rev-parse', 'HEAD')}\n`);
    test.git('pack-refs', '--all');
    const packed = headStanding(at);
    test.git('branch', 'more');
    expect(headStanding(at)).toBe(packed);
    test.git('pack-refs', '--all');
    expect([typeof packed, headStanding(at)]).not.toEqual(['string', packed]);
    test.git('symbolic-ref', 'refs/heads/alias', 'refs/heads/main');
    test.git('symbolic-ref', 'HEAD', 'refs/heads/alias');
    expect(headStanding(at)).toBeNull();
    test.git('checkout', '-q', '--detach');
    expect(headStanding(at)).toBe(`${test.git('rev-parse', 'HEAD')}\n`);
    test.git('symbolic-ref', 'HEAD', 'refs/heads/nowhere');
    await expect(readHead(at)).rejects.toThrow('has no commit to start from');
  });
});
