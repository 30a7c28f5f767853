/** Reading what was reported, whatever an agent made of the file. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { answerTools, readReported } from './answer-tools.ts';

let folder = '';
let file = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fixpoint-answers-'));
  file = join(folder, 'outcomes.jsonl');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const fixed = { id: 'a', outcome: 'fixed', explanation: 'Checked the bound.' };
const lines = (...values: unknown[]): void =>
  writeFileSync(file, values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value))).join('\n'));

it('names a program that is there', () => {
  const { name, command, args } = answerTools(folder);
  expect({ name, command, folder: args[1] }).toEqual({ name: 'fixpoint', command: process.execPath, folder });
  expect(existsSync(args[0] ?? '')).toBe(true);
});

it('4.4 takes the last outcome of each finding', () => {
  lines({ id: 'b', outcome: 'blocked' }, fixed, { ...fixed, outcome: 'deferred', confidence: 0.5 });
  expect(readReported(folder)).toEqual({
    outcomes: [
      { id: 'b', outcome: 'blocked', explanation: '' },
      { ...fixed, outcome: 'deferred', confidence: 0.5 },
    ],
  });
});

it('4.4 nothing was reported when there is no file', () => {
  expect(readReported(folder)).toEqual({ outcomes: [] });
});

it('4.9 counts lines that are no outcome and keeps the others', () => {
  lines('{"id":', fixed, 'null', '[]', '', '{"id":1,"outcome":"fixed"}', '{"id":"c","outcome":"done"}', '\u0000');
  expect(readReported(folder)).toEqual({ outcomes: [fixed], problem: expect.stringMatching(/^6 lines/) });
});

it('4.9 keeps names that objects have of themselves apart', () => {
  lines('{"id":"__proto__","outcome":"fixed"}', '{"id":"constructor","outcome":"blocked"}');
  expect(readReported(folder).outcomes.map(({ id }) => id)).toEqual(['__proto__', 'constructor']);
});

it('4.9 follows no link', () => {
  const secret = join(folder, 'elsewhere');
  writeFileSync(secret, JSON.stringify(fixed));
  symlinkSync(secret, file);
  expect(readReported(folder)).toEqual({ outcomes: [], problem: expect.stringContaining('is a link') });
});

it('4.9 waits for no pipe', () => {
  execFileSync('mkfifo', [file]);
  expect(readReported(folder)).toEqual({ outcomes: [], problem: expect.stringContaining('not a regular file') });
});

it('4.9 reads no folder and nothing endless', () => {
  mkdirSync(file);
  expect(readReported(folder).problem).toContain('not a regular file');
  rmSync(file, { recursive: true });
  writeFileSync(file, '');
  truncateSync(file, 1e12);
  expect(readReported(folder)).toEqual({ outcomes: [], problem: expect.stringContaining('more than') });
});

it('4.9 reads as many lines as fit without taking long over them', () => {
  writeFileSync(file, '{}\n'.repeat(2_500_000));
  expect(readReported(folder)).toEqual({ outcomes: [], problem: expect.stringMatching(/^2500000 lines/) });
});
