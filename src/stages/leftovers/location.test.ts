import { describe, expect, it } from 'vitest';
import { locationText, permalink } from './location.ts';

const github = { kind: 'github', project: 'acme/shop', web: 'https://github.com' } as const;
const gitlab = { kind: 'gitlab', project: 'acme/team/shop', web: 'https://gitlab.com' } as const;
const at = { commit: 'abc123', exact: true };

describe('9.1 where a finding is', () => {
  it('as a link to a commit', () => {
    const place = { file: 'src/a.ts', line: 3, endLine: 5 };
    expect(permalink(github, place, at)).toBe('https://github.com/acme/shop/blob/abc123/src/a.ts#L3-L5');
    expect(permalink(gitlab, place, at)).toBe('https://gitlab.com/acme/team/shop/-/blob/abc123/src/a.ts#L3-5');
    expect(permalink(github, { file: 'a.ts', line: 3 }, at)).toMatch(/#L3$/);
    expect(permalink(github, { file: 'a.ts' }, at)).toMatch(/a\.ts$/);
  });

  it('without lines where they may be others, and without a link where there is no commit', () => {
    expect(permalink(github, { file: 'a.ts', line: 3 }, { ...at, exact: false })).toMatch(/a\.ts$/);
    expect(permalink(github, { file: 'a.ts' }, { commit: null, exact: false })).toBeNull();
    expect(permalink(undefined, { file: 'a.ts' }, at)).toBeNull();
    expect(permalink(github, {}, at)).toBeNull();
  });

  it('whatever the file is called', () => {
    const hostile = 'a)](x) <b>@bot #1\n/close `\u202E.ts';
    const link = permalink(github, { file: hostile, line: 1 }, at) ?? '';
    expect(link).toMatch(/^https:\/\/github\.com\/acme\/shop\/blob\/abc123\/[\w%./-]+#L1$/);
    const text = locationText({ file: hostile, line: 1 }, link);
    expect(text).not.toMatch(/@bot|#1[^0-9]|\n/);
    expect(locationText({}, null)).toBe('`the whole repository`');
    expect(locationText({ file: 'a.ts', line: 1, endLine: 1 }, null)).toBe('`a.ts:1`');
  });
});
