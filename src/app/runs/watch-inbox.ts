/** Looks into the inbox of a run while it is under way. */
import type { StoredCommand } from '../../model/run/run-command.ts';
import type { Journal } from '../../ports/journal.ts';

const pollMs = 300;

/** Gives each command once, in order, until it is stopped. */
export const watchInbox = (
  journal: Pick<Journal, 'commands'>,
  run: string,
  after: number,
  onCommand: (command: StoredCommand) => void,
): (() => void) => {
  let last = after;
  const look = async (): Promise<void> => {
    // What cannot be read now is looked for again.
    for (const command of await journal.commands(run, last).catch(() => [])) {
      if (command.n <= last) continue;
      last = command.n;
      onCommand(command);
    }
  };
  const timer = setInterval(() => void look(), pollMs);
  return () => clearInterval(timer);
};
