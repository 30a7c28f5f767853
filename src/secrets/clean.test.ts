import { describe, expect, it } from 'vitest';
import { createSecrets } from './secrets.ts';

const secret = 's3cret-s3cret';
const { clean, json } = createSecrets({ MY_TOKEN: secret, CHOSEN_AUTH: 'security' });

describe('secrets.clean', () => {
  it('4.11 cleans every text and key at any depth, also under the name that the text of an edit has', () => {
    const input = {
      notes: secret,
      conventions: [{ file: 'CLAUDE.md', text: `a ${secret}` }],
      text: secret,
      todo: { F1: { text: [secret] } },
      counts: { [`src/${secret}.ts`]: { rule: 1 } },
    };
    expect(clean(input)).toEqual({
      notes: '[redacted]',
      conventions: [{ file: 'CLAUDE.md', text: 'a [redacted]' }],
      text: '[redacted]',
      todo: { F1: { text: ['[redacted]'] } },
      counts: { 'src/[redacted].ts': { rule: 1 } },
    });
  });

  it('4.12 leaves the code of machine-made edits as it is, and nothing else of them', () => {
    const edits = [{ file: `src/${secret}.ts`, text: `const a = "${secret}";` }];
    expect(clean({ findings: [{ title: secret, edits }] })).toEqual({
      findings: [{ title: '[redacted]', edits: [{ file: 'src/[redacted].ts', text: `const a = "${secret}";` }] }],
    });
  });

  it('gives back what holds no secret, and bytes as they are', () => {
    const value = { a: ['plain', { b: 'text' }], bytes: new TextEncoder().encode(secret), at: new Date(0) };
    expect(clean(value)).toBe(value);
  });

  it('keeps the names that a run goes by, though a variable has the same value', () => {
    const event = { reviewer: 'security', message: 'asked security', prompts: { security: 'look for security holes' } };
    expect(clean(event)).toEqual({
      reviewer: 'security',
      message: 'asked [redacted]',
      prompts: { security: 'look for [redacted] holes' },
    });
    const token = ['ghp', 'a1'.repeat(18)].join('_');
    expect(clean({ reviewer: token, prompts: { [token]: '' } })).toEqual({
      reviewer: '[redacted]',
      prompts: { '[redacted]': '' },
    });
  });

  it('ends where nothing means anything any more', () => {
    let deep: unknown = secret;
    for (let depth = 0; depth < 10_000; depth += 1) deep = [deep];
    expect(JSON.stringify(clean(deep))).not.toContain(secret);
  });

  it('writes JSON that can be read again', () => {
    expect(JSON.parse(json({ line: `MY_PASSWORD=${secret}`, next: { password: 'is', asked: 'for' } }))).toEqual({
      line: 'MY_PASSWORD=[redacted]',
      next: { password: 'is', asked: 'for' },
    });
  });
});
