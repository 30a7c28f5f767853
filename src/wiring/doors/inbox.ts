/** The door to the inboxes of runs: what people say is cleaned before it is kept, whoever sends it. */
import type { Journal } from '../../ports/journal.ts';
import type { Secrets } from '../../secrets/secrets.ts';

/** `secrets`: asked for only when there is something to clean, since loading them takes time. */
export const cleanInbox = (journal: Journal, secrets: () => Promise<Pick<Secrets, 'clean'>>): Journal => ({
  ...journal,
  send: async (run, command) => {
    if (command.do !== 'answer') return journal.send(run, command);
    const { clean } = await secrets();
    return journal.send(run, { ...command, text: clean(command.text) });
  },
});
