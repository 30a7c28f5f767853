/** The door to rooms: hidden values are put back into commands on their way in, and what is printed comes out clean. */
import type { CleanRoom } from '../../loop/engine.ts';
import type { Room, RoomCommand, RoomRequest, Rooms, SetupFailure } from '../../ports/room.ts';
import type { HiddenCommands } from '../../secrets/commands.ts';
import type { Secrets } from '../../secrets/secrets.ts';

type Thorough = Secrets['thorough'];
type Reveal = HiddenCommands['reveal'];

export const cleanRooms = (
  rooms: Rooms,
  { thorough }: Secrets,
  { reveal }: Pick<HiddenCommands, 'reveal'>,
): Rooms<CleanRoom> => ({
  ...rooms,
  open: async (request) => {
    const opened = await rooms.open(asWritten(request, reveal));
    return opened.ok ? { ...opened, room: cleanRoom(opened.room, thorough, reveal) } : cleanFailure(opened, thorough);
  },
  furnish: async (workspace, request, otherwise) => {
    const furnished = await rooms.furnish(workspace, asWritten(request, reveal), otherwise);
    return furnished.ok ? furnished : cleanFailure(furnished, thorough);
  },
});

const asWritten = <T extends Omit<RoomRequest, 'revision'>>(request: T, reveal: Reveal): T => ({
  ...request,
  setup: { ...request.setup, commands: request.setup.commands.map(reveal) },
});

const cleanRoom = (room: Room, thorough: Thorough, reveal: Reveal): CleanRoom => {
  const raw = (command: RoomCommand): ReturnType<Room['run']> =>
    room.run({ ...command, command: reveal(command.command) });
  return { ...room, raw, run: async (command) => thorough(await raw(command)) };
};

const cleanFailure = async (
  { reason, output, ...failure }: SetupFailure,
  thorough: Thorough,
): Promise<SetupFailure> => ({
  ...failure,
  reason: await thorough(reason),
  output: await thorough(output),
});
