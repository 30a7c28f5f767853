/** The line and column of a byte, for people. */
import type { ByteSource } from './bytes.ts';

const chunkSize = 1 << 20;

/** Counted from 1; columns in UTF-16 units, as everywhere. `from`: behind a byte order mark. */
export const positionOf = async (source: ByteSource, from: number, at: number): Promise<string> => {
  const buffer = new Uint8Array(chunkSize);
  const position = { line: 1, column: 1 };
  for (let start = from; start < at; start += chunkSize) {
    const read = await source.read(buffer.subarray(0, Math.min(chunkSize, at - start)), start);
    advance(position, buffer.subarray(0, read));
  }
  return `${position.line}:${position.column}`;
};

const advance = (position: { line: number; column: number }, bytes: Uint8Array): void => {
  for (const byte of bytes) {
    if (byte === 0x0a) {
      position.line += 1;
      position.column = 1;
    } else if (byte >= 0xf0) position.column += 2;
    else if ((byte & 0xc0) !== 0x80) position.column += 1;
  }
};

/** The character at a byte; undefined at the end. */
export const characterAt = async (source: ByteSource, at: number): Promise<string | undefined> => {
  const buffer = new Uint8Array(4);
  const read = await source.read(buffer, at);
  const [character] = new TextDecoder().decode(buffer.subarray(0, read));
  return character;
};
