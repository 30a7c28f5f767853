import { describe, expect, it } from 'vitest';
import { apiUrl, locateTracker } from './locate.ts';

const github = { to: 'github', remote: null } as const;

describe('where issues go', () => {
  it.each([
    'git@github.com:acme/shop.git',
    'ssh://git@github.com:22/acme/shop.git',
    'https://github.com/acme/shop',
    'https://user@GitHub.com/acme/shop.git/',
  ])('9.3 from the remote %s', (remote) =>
    expect(locateTracker({}, { to: 'github', remote })).toEqual({
      kind: 'github',
      project: 'acme/shop',
      web: 'https://github.com',
    }),
  );

  it('9.3 the configuration counts before CI, and CI before the remote', () => {
    const env = { GITHUB_REPOSITORY: 'ci/repo' };
    const remote = 'git@github.com:remote/repo.git';
    expect(locateTracker(env, { to: 'github', remote, repository: 'my/repo' }).project).toBe('my/repo');
    expect(locateTracker(env, { to: 'github', remote }).project).toBe('ci/repo');
    expect(locateTracker({}, { to: 'github', remote }).project).toBe('remote/repo');
  });

  it('9.3 servers of companies, by what CI says of them', () => {
    const env = { GITHUB_API_URL: 'https://git.corp.example/api/v3/' };
    expect(locateTracker(env, { to: 'github', remote: 'git@git.corp.example:a/b.git' })).toEqual({
      kind: 'github',
      project: 'a/b',
      web: 'https://git.corp.example',
    });
    const gitlab = { CI_API_V4_URL: 'https://lab.example/api/v4', CI_PROJECT_PATH: 'a/b/c' };
    expect(locateTracker(gitlab, { to: 'gitlab', remote: null })).toEqual({
      kind: 'gitlab',
      project: 'a/b/c',
      web: 'https://lab.example',
    });
  });

  it('4.11 a remote never says which server gets the token', () => {
    expect(() => locateTracker({}, { to: 'github', remote: 'https://evil.example/acme/shop.git' })).toThrow(
      'nothing says which repository on github.com has the issues; set leftovers.repository',
    );
    expect(apiUrl('github', {})).toBe('https://api.github.com');
    expect(apiUrl('gitlab', {})).toBe('https://gitlab.com/api/v4');
  });

  it('4.11 a token goes over no line that others can listen to', () => {
    expect(() => apiUrl('github', { GITHUB_API_URL: 'http://github.example' })).toThrow('https://');
    expect(() => apiUrl('gitlab', { GITLAB_API_URL: 'nonsense' })).toThrow('https://');
    expect(apiUrl('github', { GITHUB_API_URL: 'http://127.0.0.1:8080' })).toBe('http://127.0.0.1:8080');
  });

  it.each(['acme', 'a/b/c', '../x', 'a/..', 'a b/c'])('%s is no repository on GitHub', (repository) =>
    expect(() => locateTracker({}, { ...github, repository })).toThrow('is no repository on github.com'),
  );
});
