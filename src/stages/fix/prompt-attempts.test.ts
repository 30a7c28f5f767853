/** What a fixer is told of earlier attempts. */
import { expect, it } from 'vitest';
import type { Attempt } from '../../model/attempt.ts';
import { historyOf } from './prompt-attempts.ts';

const attempt = (result: Attempt['result']): Attempt => ({
  n: 1,
  at: '',
  cycle: 1,
  agent: 'house',
  claim: 'fixed',
  result,
  files: [],
  usage: {},
  durationMs: 1,
});
const toldOf = (result: Attempt['result'], fromRefused = false): string => {
  const entry = { attempts: [attempt(result)] };
  return historyOf([entry], fromRefused).below(entry).join('\n');
};

it('B12 7.9 a fix that was accepted and did not help is in the working folder, and the fixer knows', () => {
  expect(toldOf('accepted')).toContain('its change is in your working folder, and a reviewer has reported');
  expect(toldOf('accepted')).not.toContain('none of which was accepted');
});

it('4.14 what was refused is not, unless the retry begins from it', () => {
  expect(toldOf('refused')).toContain('Their changes are not in your working folder');
  expect(toldOf('refused', true)).toContain('Your working folder holds the changes of the last one');
});
