/** Commands from outside on their way into the loop, which carries them out between two decisions. */
import type { RunEvent } from '../model/event.ts';
import type { StoredCommand } from '../model/run/run-command.ts';

/** What the loop carries out by an event alone; answers go the way of all answers. */
export type LoopCommand = Exclude<StoredCommand, { do: 'answer' }>;

export class Inbox {
  #commands: LoopCommand[] = [];
  #arrival = Promise.withResolvers<null>();

  push(command: LoopCommand): void {
    this.#commands.push(command);
    this.#arrival.resolve(null);
  }

  /** What has come since it was asked last. */
  take(): LoopCommand[] {
    const commands = this.#commands;
    this.#commands = [];
    this.#arrival = Promise.withResolvers();
    return commands;
  }

  /** Resolves when there is something to take. */
  get arrival(): Promise<null> {
    return this.#arrival.promise;
  }
}

/** Carrying out a command is an event with its number: after a crash, that tells what is left to do. */
export const eventsOfCommand = (command: LoopCommand): RunEvent[] => {
  switch (command.do) {
    case 'cancel':
      return [{ type: 'cancel.requested', inbox: command.n }];
    case 'set-limits':
      return [{ type: 'limits.set', inbox: command.n, limits: command.limits }];
    default:
      return command satisfies never;
  }
};

/** What waits for a run that is resumed. Whoever resumes it takes back that it was to end. */
export const eventsOfWaiting = (commands: readonly StoredCommand[]): RunEvent[] =>
  commands.flatMap((command) => (command.do === 'set-limits' ? eventsOfCommand(command) : []));
