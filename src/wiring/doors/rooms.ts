/** The door to rooms: hidden values are put back into commands on their way in, and what is printed comes out clean. */
import type { CleanRoom } from '../../loop/engine.ts';
import type { Room, RoomCommand, RoomRequest, Rooms, SetupFailure } from '../../ports/room.ts';
import type { HiddenCommands } from '../../secrets/commands.ts';
import type { Secrets } from '../../secrets/secrets.ts';

export const cleanRooms = (
  rooms: Rooms,
  { clean }: Secrets,
  { reveal }: Pick<HiddenCommands, 'reveal'>,
): Rooms<CleanRoom> => {
  const cleanFailure = ({ reason, output, ...failure }: SetupFailure): SetupFailure => ({
    ...failure,
    reason: clean(reason),
    output: clean(output),
  });
  const asWritten = <T extends Omit<RoomRequest, 'revision'>>(request: T): T => ({
    ...request,
    setup: { ...request.setup, commands: request.setup.commands.map(reveal) },
  });
  const cleanRoom = (room: Room): CleanRoom => {
    const raw = (command: RoomCommand): ReturnType<Room['run']> =>
      room.run({ ...command, command: reveal(command.command) });
    return { ...room, raw, run: async (command) => clean(await raw(command)) };
  };
  return {
    ...rooms,
    open: async (request) => {
      const opened = await rooms.open(asWritten(request));
      return opened.ok ? { ...opened, room: cleanRoom(opened.room) } : cleanFailure(opened);
    },
    furnish: async (workspace, request, otherwise) => {
      const furnished = await rooms.furnish(workspace, asWritten(request), otherwise);
      return furnished.ok ? furnished : cleanFailure(furnished);
    },
  };
};
