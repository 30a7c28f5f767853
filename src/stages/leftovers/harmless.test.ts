import { describe, expect, it } from 'vitest';
import { codeBlock, codeSpan, harmless, prose, quotation } from './harmless.ts';

const most = 10_000;

describe('9.1 text of others does nothing in an issue', () => {
  it.each([
    ['@octocat', '@ octocat'],
    ['cc @acme/security, ping.@ops', 'cc @ acme/security, ping.@ ops'],
    ['fixes #12', 'fixes  no. 12'],
    ['closes acme/shop#3', 'closes acme/shop no. 3'],
    ['resolves GH-4 and gh-5', 'resolves GH 4 and GH 5'],
    ['see !6 and group/project!7 and &8', 'see ! 6 and group/project! 7 and & 8'],
    ['https://github.com/acme/shop/issues/9', 'https://github.com/acme/shop/issues/ 9'],
    ['https://gitlab.com/a/b/-/merge_requests/10', 'https://gitlab.com/a/b/-/merge_requests/ 10'],
    ['/close', '/ close'],
    ['  /assign @me', '/ assign @ me'],
    ['\u001B[31mred\u001B[0m \u001B]8;;https://x.example\u0007link', 'red link'],
    ['\u202Egnp.exe\u202C \u200Bhidden\uFEFF \u2066x\u2069 a\u00ADb', 'gnp.exe hidden x ab'],
    ['tag\u{E0041}\u{E007F}s', 'tags'],
    ['a\u0000b\uD800', 'ab\uFFFD'],
  ])('%j', (text, expected) => expect(harmless(text, most)).toBe(expected));

  it('a name that is put together by what is taken out is taken apart as well', () => {
    expect(harmless('@\u200Boctocat #\u200D12 /\u2060close', most)).toBe('@ octocat  no. 12 /close');
    expect(harmless('\u200B/close', most)).toBe('/ close');
  });

  it('escapes Markdown and HTML', () => {
    expect(prose('<img src=x onerror=1> [a](b) `c` *d* ~e~ |f| &lt;', most)).toBe(
      String.raw`&lt;img src=x onerror=1&gt; \[a\](b) \`c\` \*d\* \~e\~ \|f\| &amp;lt;`,
    );
    expect(prose('# head', most)).toBe(String.raw`\# head`);
    expect(prose('1. list', most)).toBe(String.raw`1\. list`);
  });

  it('no line of theirs begins a line of the issue', () => {
    expect(quotation('one\n/close\n<!-- fixpoint:leftover -->\r\n\u2028- two', most)).toBe(
      ['> one', '> / close', '> &lt; !-- fixpoint:leftover --&gt;', '>', String.raw`> \- two`].join('\n'),
    );
    for (const line of codeBlock('```\n/close\n@bot merge\n````', most).split('\n')) expect(line).toMatch(/^>/);
  });

  it('code cannot be ended from inside, and is as harmless', () => {
    expect(codeBlock('a ``` b', most)).toBe('> ````text\n> a ``` b\n> ````');
    expect(codeBlock('@bot retry\n/approve', most)).toBe('> ```text\n> @ bot retry\n> / approve\n> ```');
    expect(codeSpan('a`b', most)).toBe('``a`b``');
    expect(codeSpan('`', most)).toBe('`` ` ``');
    expect(codeSpan('', most)).toBe('');
  });

  it('says where it was cut', () => {
    expect(harmless('word '.repeat(100), 20)).toMatch(/^word word word word … \(cut after 20 characters\)$/);
  });
});
