/** What went wrong, in words and as an exit code. */
import { expect, it } from 'vitest';
import { JournalError } from '../../src/adapters/journal/journal-database.ts';
import { fail, UsageError } from '../../src/cli/fail.ts';
import { orFullDisk } from '../../src/cli/full-disk.ts';
import { ConfigError } from '../../src/config/error.ts';
import { FindingsError } from '../../src/findings/read/error.ts';
import { Expected, InputError } from '../../src/model/expected.ts';
import { NotTheWriterError } from '../../src/ports/journal.ts';
import { RepoError, TamperedError } from '../../src/ports/repo.ts';
import { PromptError } from '../../src/prompts/error.ts';
import { capturedIo } from './captured-io.ts';

it.each([
  ['input', new UsageError('say more')],
  ['input', new InputError('no such format')],
  ['not-found', new InputError('no such run', 'not-found')],
  ['input', new ConfigError([{ place: 'fixpoint.yaml:1:1', message: 'unknown key' }])],
  ['input', new FindingsError('empty', 'a.sarif', 'it is empty')],
  ['input', new PromptError('fix.md cannot be used')],
  ['busy', new NotTheWriterError('somebody else writes')],
  ['repository', new RepoError('no repository')],
  ['tampered', new TamperedError('it was changed')],
  ['storage', new JournalError('the disk is full')],
])('13.2 an expected error of kind %s is told in its own words, with exit code 1: %s', async (kind, error) => {
  const { io, out, err } = capturedIo();
  expect(error).toBeInstanceOf(Expected);
  expect(error).toMatchObject({ kind });
  expect(await fail(error, io, false)).toBe(1);
  expect([out(), err()]).toEqual(['', `fixpoint: ${error.message}\n`]);
});

it('13.2 whatever has no words for people is a bug, whatever it is called', async () => {
  const { io, err } = capturedIo();
  const bug = Object.assign(new Error('x is undefined'), { name: 'InputError' });
  expect(await fail(bug, io, false)).toBe(1);
  expect(err()).toContain('something went wrong that should not (InputError: x is undefined)');
});

it('13.2 a full disk is told as that, whoever ran into it and in whatever words', async () => {
  const { io, err } = capturedIo();
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  expect(await fail(full, io, false)).toBe(1);
  expect(err()).toMatch(/^fixpoint: A disk is full \(ENOSPC.*Make room/);
  const machine = (freeBytes: number) => ({
    machine: async () => ({ stateSpace: async () => ({ folder: '/s', freeBytes }) }),
  });
  const ofGit = new Error('git read-tree ended with 128: unable to write file a.txt');
  expect(await orFullDisk(ofGit, machine(4_096))).toMatchObject({ kind: 'storage', cause: ofGit });
  expect(await orFullDisk(ofGit, machine(1_000_000_000))).toBe(ofGit);
});

it('4.11 no error leaves with a secret in it, as words, as a document or with its stack', async () => {
  const problems = [{ place: 'fixpoint.yaml:1:1', message: 'not https://me:hunter2hunter2@example.com' }];
  const error = new ConfigError(problems);
  const bug = new TypeError('cannot read hunter2-of-the-house');
  for (const json of [true, false]) {
    for (const each of [error, bug]) {
      const { io, out, err } = capturedIo({ FIXPOINT_DEBUG: '1', MY_TOKEN: 'hunter2-of-the-house' });
      expect(await fail(each, io, json)).toBe(1);
      expect(out() + err()).not.toContain('hunter2');
      expect(out() + err()).toContain('[redacted]');
    }
  }
});
