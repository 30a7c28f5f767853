/** What somebody who follows a run is told of a command in a room. */
import type { ShownProcess } from '../../ports/process.ts';
import type { RoomCommand } from '../../ports/room.ts';
import { shellWord } from '../../plain/shell-word.ts';

export const shownAs = ({ command, isSetup = false }: Pick<RoomCommand, 'command' | 'isSetup'>): ShownProcess => ({
  command: typeof command === 'string' ? command : command.map(shellWord).join(' '),
  ...(isSetup && { isSetup }),
});
