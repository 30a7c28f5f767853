import { expect, it } from 'vitest';
import type { OpenedRoom, Room, RoomRequest, Rooms } from '../../ports/room.ts';
import { fewRooms } from './few-rooms.ts';

const request: RoomRequest = { revision: 'a', setup: { commands: [], timeoutMs: 1 }, process: { marker: 'r' } };

const roomsThat = (open: () => OpenedRoom | Promise<OpenedRoom>): Rooms => ({
  open: async () => open(),
  furnish: async () => ({ ok: true }),
  close: async () => undefined,
});

const room: Room = {
  path: '/',
  caged: false,
  run: () => Promise.reject(new Error('nothing runs here')),
  written: '/',
  changed: async () => [],
  write: async () => undefined,
  close: async () => undefined,
};

it('5.6 opens no more rooms at once than verify.concurrency says, and the next one when another is away', async () => {
  const rooms = fewRooms(
    roomsThat(() => ({ ok: true, room })),
    2,
  );
  const opened: OpenedRoom[] = [];
  const asked = [1, 2, 3].map(async () => void opened.push(await rooms.open(request)));
  await Promise.all(asked.slice(0, 2));
  await new Promise((resolve) => setImmediate(resolve));
  expect(opened).toHaveLength(2);
  const [first] = opened;
  if (first?.ok) await first.room.close();
  await Promise.all(asked);
  expect(opened).toHaveLength(3);
});

it('5.6 keeps no place for a room that could not be opened', async () => {
  const answers: (() => OpenedRoom)[] = [
    () => ({ ok: false, reason: 'no', output: '', cancelled: false }),
    () => {
      throw new Error('broken');
    },
    () => ({ ok: true, room }),
  ];
  const rooms = fewRooms(
    roomsThat(() => answers.shift()?.() ?? { ok: true, room }),
    1,
  );
  expect(await rooms.open(request)).toMatchObject({ ok: false });
  await expect(rooms.open(request)).rejects.toThrow('broken');
  expect(await rooms.open(request)).toMatchObject({ ok: true });
});
