/** 4.11 What people say to a run is kept without secrets, whoever sends it. */
import { afterEach, expect, it } from 'vitest';
import { openJournal } from '../../adapters/journal/sqlite-journal.ts';
import type { Journal } from '../../ports/journal.ts';
import { createSecrets } from '../../secrets/secrets.ts';
import { cleanInbox } from './inbox.ts';

const secret = 'hunter2-hunter2-hunter2';

let journal: Journal;
let loads = 0;
const open = async (): Promise<Journal> => {
  loads = 0;
  journal = cleanInbox(openJournal(':memory:'), async () => {
    loads += 1;
    return createSecrets({ MY_TOKEN: secret });
  });
  await journal.create('r', 'repo');
  return journal;
};
afterEach(() => journal.close());

it('4.11 an answer goes into the inbox without the secret in it', async () => {
  const { send, commands } = await open();
  await send('r', { do: 'answer', id: 'm1', question: 'A-q1', text: `sign in with ${secret}` });
  expect(await commands('r')).toMatchObject([
    { n: 1, do: 'answer', id: 'm1', question: 'A-q1', text: 'sign in with [redacted]' },
  ]);
});

it('other commands hold nothing to clean, and nothing is loaded for them', async () => {
  const { send, commands } = await open();
  await send('r', { do: 'cancel', id: 'm1' });
  await send('r', { do: 'set-limits', id: 'm2', limits: { usd: 3 } });
  expect(await commands('r')).toMatchObject([{ do: 'cancel' }, { do: 'set-limits', limits: { usd: 3 } }]);
  expect(loads).toBe(0);
});
