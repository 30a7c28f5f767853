/** Rooms, only so many at a time: whoever asks for one more waits until another is taken away. */
import type { Room, Rooms } from '../../ports/room.ts';

export const fewRooms = (rooms: Rooms, most: number): Rooms => {
  let free = most;
  const waiting: (() => void)[] = [];
  const enter = async (): Promise<void> => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => void waiting.push(resolve));
  };
  const leave = (): void => {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  };
  const open: Rooms['open'] = async (request) => {
    await enter();
    try {
      const opened = await rooms.open(request);
      if (!opened.ok) leave();
      return opened.ok ? { ...opened, room: leaving(opened.room, leave) } : opened;
    } catch (error) {
      leave();
      throw error;
    }
  };
  return { ...rooms, open };
};

/** Its place is free once it is away. */
const leaving = (room: Room, leave: () => void): Room => ({
  ...room,
  close: async () => {
    await room.close();
    leave();
  },
});
