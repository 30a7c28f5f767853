/** What reaches a run from outside while it is under way: its caller, its inbox, and the loss of its lease. */
import { Inbox } from '../../loop/inbox.ts';
import type { RunState } from '../../loop/state/state.ts';
import { Expected } from '../../model/expected.ts';
import type { StoredCommand } from '../../model/run/run-command.ts';
import type { CleanWriter, Journal } from '../../ports/journal.ts';
import type { App } from '../app.ts';
import { AnswerBox } from './answer-box.ts';
import { watchInbox } from './watch-inbox.ts';

/** The run was ended at once, in the middle of things. */
export class EndedAtOnce extends Expected {
  override name = 'EndedAtOnce';

  constructor(message: string) {
    super('cancelled', message);
  }
}

export type Steering = {
  /** By whoever holds the handle, or by a command. */
  cancel: (command?: CancelCommand) => void;
  inbox: Inbox;
  box: AnswerBox;
  /** Aborts when the run is to be brought to a clean end. */
  clean: AbortSignal;
  /** Rejects when the run is to end in the middle of things, even where the loop was quicker than that. */
  unlessAtOnce: <T>(loop: Promise<T>) => Promise<T>;
  stop: () => void;
};

type CancelCommand = Extract<StoredCommand, { do: 'cancel' }>;

export type Steered = {
  app: Pick<App, 'endProcesses'>;
  journal: Journal;
  writer: CleanWriter;
  state: RunState;
  /** What was in the inbox when the run was resumed. */
  commands?: readonly StoredCommand[];
  cancelled?: boolean;
};

type AtOnce = {
  begin: () => void;
  fail: (reason: unknown) => void;
  unless: Steering['unlessAtOnce'];
};

const makeAtOnce = (endProcesses: () => Promise<unknown>, run: string): AtOnce => {
  const end = Promise.withResolvers<never>();
  let isBegun = false;
  return {
    begin: () => {
      isBegun = true;
      void endProcesses().finally(() => end.reject(new EndedAtOnce(`Run ${run} was ended at once.`)));
    },
    fail: end.reject,
    unless: async (loop) => {
      try {
        return await Promise.race([loop, end.promise]);
      } finally {
        if (isBegun) await end.promise;
      }
    },
  };
};

export const steer = ({ app, journal, writer, state, commands = [], cancelled = false }: Steered): Steering => {
  const run = state.run.id;
  const clean = new AbortController();
  const atOnce = makeAtOnce(() => app.endProcesses(run, state.run.processes, { graceMs: 0 }), run);
  const inbox = new Inbox();
  const box = new AnswerBox();
  let isCancelled = false;
  const cancel = (command?: CancelCommand): void => {
    if (isCancelled) return atOnce.begin();
    isCancelled = true;
    if (command) inbox.push(command);
    clean.abort();
  };
  const answer = ({ id, question, text }: Extract<StoredCommand, { do: 'answer' }>): void =>
    box.add([{ question, answer: text, command: id }]);
  const onCommand = (command: StoredCommand): void => {
    if (command.do === 'cancel') cancel(command);
    else if (command.do === 'answer') answer(command);
    else inbox.push(command);
  };
  // Limits that came before the run was resumed are events by now, and what was to end has ended.
  for (const command of commands) if (command.do === 'answer') answer(command);
  writer.lost.addEventListener('abort', () => atOnce.fail(writer.lost.reason), { once: true });
  if (cancelled) cancel();
  const after = Math.max(state.run.inbox, commands.at(-1)?.n ?? 0);
  return {
    cancel,
    inbox,
    box,
    clean: clean.signal,
    unlessAtOnce: atOnce.unless,
    stop: watchInbox(journal, run, after, onCommand),
  };
};
