/** Runs the set-up commands in a room, one after the other. */
import { headAndTail } from '../../plain/text.ts';
import type { ProcessOutcome } from '../../ports/process.ts';
import type { Room, RoomRequest, SetupFailure } from '../../ports/room.ts';

const keptCharacters = 4_000;

const failureOf = (command: string | readonly string[], outcome: ProcessOutcome): SetupFailure => {
  const shown = typeof command === 'string' ? command : command.join(' ');
  const why = outcome.status === 'exited' ? `exit ${outcome.exitCode}` : (outcome.error ?? outcome.status);
  const texts = [outcome.stdout, outcome.stderr].filter((text) => text.trim() !== '');
  const output = headAndTail(texts.join('\n'), keptCharacters);
  return { ok: false, reason: `\`${shown}\` (${why})`, output, cancelled: outcome.status === 'cancelled' };
};

/** Null when all went well. */
export const runSetup = async (
  room: Room,
  { commands, timeoutMs }: RoomRequest['setup'],
  env: Readonly<Record<string, string>> = {},
): Promise<SetupFailure | null> => {
  for (const command of commands) {
    const outcome = await room.run({ command, timeoutMs, env, isSetup: true });
    if (outcome.status !== 'exited' || outcome.exitCode !== 0) return failureOf(command, outcome);
  }
  return null;
};
