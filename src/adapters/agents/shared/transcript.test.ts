/** What is kept of what an agent did. */
import { expect, it } from 'vitest';
import { openTranscript } from './transcript.ts';

it('10.3 reads like what happened', () => {
  const transcript = openTranscript();
  transcript.add({ kind: 'text', text: 'Look' });
  transcript.add({ kind: 'text', text: 'ing.' });
  transcript.add({ kind: 'tool', name: 'Bash', detail: 'npm test' });
  transcript.add({ kind: 'usage', usage: { inputTokens: 1 } });
  transcript.add({ kind: 'file', path: 'a.ts' });
  transcript.add({ kind: 'tool', name: 'Read' });
  expect(transcript.text('warning\n')).toBe('Looking.\n[Bash] npm test\n\n[changed] a.ts\n\n[Read]\n\nwarning\n');
});

it('4.9 keeps the beginning and the end of what is too long', () => {
  const transcript = openTranscript();
  transcript.add({ kind: 'text', text: 'first ' });
  for (let n = 0; n < 3_000; n += 1) transcript.add({ kind: 'text', text: 'x'.repeat(1024) });
  transcript.add({ kind: 'text', text: ' last' });
  const text = transcript.text('');
  expect(text.length).toBeLessThan(600 * 1024);
  expect(text.startsWith('first ')).toBe(true);
  expect(text.endsWith(' last')).toBe(true);
});
