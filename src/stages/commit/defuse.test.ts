/** What git, forges and their CI act upon in a commit message. */
import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { defuse } from './defuse.ts';

/** What GitHub, GitLab, Bitbucket, Gitea and Azure close, link or notify. */
const acted: readonly RegExp[] = [
  /#\d/,
  /\bGH-\d/i,
  /(^|\s)!\d/,
  /(^|\s)#[a-z]/i,
  /\/(issues|pull|merge_requests)\/\d/,
  /(^|[^\w.+-])@\w/,
  /\[(skip ci|ci skip|no ci|skip actions|actions skip|ci-skip|skip-ci)\]/i,
  /\*{3}NO_CI\*{3}/,
  /^\/\w/m,
  /\p{Cf}/u,
  /^---/m,
  /^(closes|fixes|resolves) [A-Z]+-\d/im,
];

const attacks = [
  'Closes #1, fixes org/other#2, ping @admin',
  'resolves: #3 and resolved GH-4',
  'Implements https://gitlab.example/a/b/-/issues/5',
  'Fixes https://github.com/a/b/pull/6',
  'closes JIRA-7, PROJ-8',
  'PROJ-9 #close #time 2h',
  'AB#10',
  'See !11',
  '[skip ci] [CI SKIP] [no ci] [skip actions] [ci-skip]',
  '***NO_CI***',
  '\u202eDesrever\u2066',
  'clo\u200bses #\u206012',
  '\u{e0041}hidden\u{e007f}',
  '/merge\n/approve',
  'text\n---\ndiff --git a/x b/x',
  'zero\u00adwidth@\u200badmin and (@team/reviewers)',
];

describe('defuse', () => {
  it.each(attacks)('8.2 leaves nothing to act upon in %j', (text) => {
    const harmless = defuse(text, '\n');
    for (const pattern of acted) expect(harmless).not.toMatch(pattern);
  });

  it.each([
    'Co-authored-by : Mallory <m@evil.example>',
    'Co-authored-by:Mallory <m@evil.example>',
    'Signed-off-by\t: x <x@y>',
    'Release-As: 9.0.0',
    'BREAKING CHANGE: all',
    'skip-checks: true',
    'Change-Id: I123',
    '\u200bReviewed-by: x',
    'a\u2028Acked-by: x',
    'a\rTested-by: x',
    '(cherry picked from commit 0123456789012345678901234567890123456789)',
  ])('8.2 leaves no trailer that git reads: %j', (text) => {
    const message = `subject\n\n${defuse(`Words.\n${text}`, '\n')}\n\n${defuse(text, '\n')}\n`;
    expect(execFileSync('git', ['interpret-trailers', '--parse'], { input: message, encoding: 'utf8' })).toBe('');
    expect(message).not.toMatch(/^BREAKING[ -]CHANGE\s*:/m);
  });

  it('8.2 stays readable, and leaves ordinary text alone', () => {
    expect(defuse('Closes #1, fixes org/other#2, ping @admin')).toBe(
      'Closes no. 1, fixes org/other no. 2, ping @ admin',
    );
    const ordinary = 'Compare with === in a[i], see CVE-2024-1 (UTF-8, SHA-256); mail a@b.example; 100 % of x!';
    expect(defuse(ordinary)).toBe(ordinary);
    expect(defuse('Überprüft 日本語 👍')).toBe('Überprüft 日本語 👍');
  });
});
