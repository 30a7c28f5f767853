import {
  appendFileSync,
  chmodSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { withRepo } from '../../../../test/support/repo.ts';
import { copyTree } from '../user/open-repo.ts';

it('5.3 copies a folder for real: what is written to the copy does not reach the original', async () => {
  await withRepo(async ({ folder }) => {
    const from = join(folder, 'from');
    const to = join(folder, 'to');
    mkdirSync(join(from, 'deep'), { recursive: true });
    writeFileSync(join(from, 'deep/tool.sh'), 'original');
    chmodSync(join(from, 'deep/tool.sh'), 0o751);
    utimesSync(join(from, 'deep/tool.sh'), 1_000_000, 1_000_000);
    symlinkSync('deep/tool.sh', join(from, 'link'));
    symlinkSync('/nowhere', join(from, 'dangling'));
    await copyTree(from, to);
    expect(statSync(join(to, 'deep/tool.sh'))).toMatchObject({ mtimeMs: 1_000_000_000, nlink: 1 });
    expect(statSync(join(to, 'deep/tool.sh')).mode & 0o777).toBe(0o751);
    expect(readlinkSync(join(to, 'dangling'))).toBe('/nowhere');
    expect(lstatSync(join(to, 'link')).isSymbolicLink()).toBe(true);
    appendFileSync(join(to, 'link'), ' changed');
    expect(readFileSync(join(from, 'deep/tool.sh'), 'utf8')).toBe('original');
  });
});
