/** Commands from the inbox of a run that is under way. */
import { expect, it } from 'vitest';
import { openJournal } from '../../adapters/journal/sqlite-journal.ts';
import type { Journal } from '../../ports/journal.ts';
import { watchInbox } from './watch-inbox.ts';

/** As long as it takes: how soon a command is heard is not what is proven here. */
const patient = { timeout: 60_000 };

const journalWithRun = async (): Promise<Journal> => {
  const journal = openJournal(':memory:');
  await journal.create('r', 'repo');
  return journal;
};

it('4.10 gives each command once and in order, after those that were heard before, until it is stopped', async () => {
  const journal = await journalWithRun();
  await journal.send('r', { do: 'cancel', id: 'heard before' });
  const heard: string[] = [];
  const stop = watchInbox(journal, 'r', 1, ({ id }) => heard.push(id));
  for (const id of ['a', 'b', 'a']) await journal.send('r', { do: 'cancel', id });
  await expect.poll(() => heard, patient).toEqual(['a', 'b']);
  await journal.send('r', { do: 'cancel', id: 'c' });
  await expect.poll(() => heard, patient).toEqual(['a', 'b', 'c']);
  stop();
  await journal.close();
});

it('looks again when the inbox could not be read', async () => {
  const journal = await journalWithRun();
  let failures = 0;
  const busy: Pick<Journal, 'commands'> = {
    commands: (...of) => {
      failures += 1;
      return failures === 1 ? Promise.reject(new Error('the file is locked')) : journal.commands(...of);
    },
  };
  const heard: string[] = [];
  const stop = watchInbox(busy, 'r', 0, ({ id }) => heard.push(id));
  await journal.send('r', { do: 'cancel', id: 'a' });
  await expect.poll(() => heard, patient).toEqual(['a']);
  expect(failures).toBeGreaterThan(1);
  stop();
  await journal.close();
});
