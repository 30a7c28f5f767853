import { describe, expect, it } from 'vitest';
import { redactAll } from './every-text.ts';

const redact = (text: string): string => text.replaceAll('s3cret', '[redacted]');

describe('redactAll', () => {
  it('4.11 cleans every text at any depth, also under the name that the text of an edit has', () => {
    const input = {
      notes: 's3cret',
      conventions: [{ file: 'CLAUDE.md', text: 'a s3cret' }],
      text: 's3cret',
      todo: { F1: { text: ['s3cret'] } },
    };
    expect(redactAll(input, redact)).toEqual({
      notes: '[redacted]',
      conventions: [{ file: 'CLAUDE.md', text: 'a [redacted]' }],
      text: '[redacted]',
      todo: { F1: { text: ['[redacted]'] } },
    });
  });

  it('4.12 leaves the code of machine-made edits as it is, and nothing else of them', () => {
    const edits = [{ file: 'src/s3cret.ts', text: 'const a = "s3cret";' }];
    expect(redactAll({ findings: [{ title: 's3cret', edits }] }, redact)).toEqual({
      findings: [{ title: '[redacted]', edits: [{ file: 'src/[redacted].ts', text: 'const a = "s3cret";' }] }],
    });
  });
});
