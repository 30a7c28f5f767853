/** The door to rooms: hidden values are put back into commands on their way in, and what is printed comes out clean. */
import type { CleanRoom } from '../../loop/engine.ts';
import type { Room, RoomCommand, RoomRequest, Rooms, SetupFailure } from '../../ports/room.ts';
import type { HiddenCommands } from '../../secrets/commands.ts';
import type { Secrets } from '../../secrets/secrets.ts';

type Clean = Secrets['clean'];
type Reveal = HiddenCommands['reveal'];

export const cleanRooms = (
  rooms: Rooms,
  { clean }: Secrets,
  { reveal }: Pick<HiddenCommands, 'reveal'>,
): Rooms<CleanRoom> => ({
  ...rooms,
  open: async (request) => {
    const opened = await rooms.open(asWritten(request, reveal));
    return opened.ok ? { ...opened, room: cleanRoom(opened.room, clean, reveal) } : cleanFailure(opened, clean);
  },
  furnish: async (workspace, request, otherwise) => {
    const furnished = await rooms.furnish(workspace, asWritten(request, reveal), otherwise);
    return furnished.ok ? furnished : cleanFailure(furnished, clean);
  },
});

const asWritten = <T extends Omit<RoomRequest, 'revision'>>(request: T, reveal: Reveal): T => ({
  ...request,
  setup: { ...request.setup, commands: request.setup.commands.map(reveal) },
});

const cleanRoom = (room: Room, clean: Clean, reveal: Reveal): CleanRoom => {
  const raw = (command: RoomCommand): ReturnType<Room['run']> =>
    room.run({ ...command, command: reveal(command.command) });
  return { ...room, raw, run: async (command) => clean(await raw(command)) };
};

const cleanFailure = ({ reason, output, ...failure }: SetupFailure, clean: Clean): SetupFailure => ({
  ...failure,
  reason: clean(reason),
  output: clean(output),
});
