/** Addresses are kept without what would let somebody in. */
import { expect, it } from 'vitest';
import type { UserConfig } from '../../user/user-config.ts';
import { remoteOf } from './remote.ts';

const configWith = (values: Record<string, string>): UserConfig => ({
  get: (key) => values[key],
  trusted: () => undefined,
  flag: () => undefined,
  keys: () => Object.keys(values),
});

it.each([
  ['https://example.com/a/b.git', 'https://example.com/a/b.git'],
  ['https://user:pa@ss@example.com/a@b.git', 'https://example.com/a@b.git'],
  ['https://ghp_token@example.com/a.git?private_token=x#y', 'https://example.com/a.git'],
  ['ssh://git@example.com:22/a.git', 'ssh://git@example.com:22/a.git'],
  ['ssh://git:secret@example.com/a.git', 'ssh://git@example.com/a.git'],
  ['git@example.com:a/b.git', 'git@example.com:a/b.git'],
  ['/srv/git/a.git', '/srv/git/a.git'],
])('%s becomes %s', (url, clean) => {
  expect(remoteOf(configWith({ 'remote.origin.url': url }), null)).toBe(clean);
});

it('is the one of the branch, else origin, else none', () => {
  const two = { 'remote.origin.url': '/origin', 'remote.fork.url': '/fork', 'branch.mine.remote': 'fork' };
  expect(remoteOf(configWith(two), 'mine')).toBe('/fork');
  expect(remoteOf(configWith(two), 'main')).toBe('/origin');
  expect(remoteOf(configWith({}), 'main')).toBeNull();
});
