/** An input that is too large to be held at once: bytes that can be read again, at any place. */

export type ByteSource = {
  size: number;
  /** Fills the buffer from a place on; gives how many bytes were read, fewer only at the end. */
  read: (into: Uint8Array, from: number) => Promise<number>;
  /** All of it. Rejects when that is more than memory is meant for. */
  whole: () => Promise<Uint8Array>;
};

export const bytesOf = (bytes: Uint8Array): ByteSource => ({
  size: bytes.length,
  read: async (into, from) => {
    const part = bytes.subarray(from, from + into.length);
    into.set(part);
    return part.length;
  },
  whole: async () => bytes,
});

/** What was counted before must still be there. */
export class Changed extends Error {}

export const readExactly = async (source: ByteSource, into: Uint8Array, from: number): Promise<void> => {
  if ((await source.read(into, from)) < into.length) throw new Changed('it became shorter while it was read');
};
