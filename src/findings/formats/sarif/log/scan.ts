/** Goes through the bytes of what may be a SARIF log once: is all of it JSON, and where are its parts? */
import { isUtf8 } from 'node:buffer';
import { notUtf8 } from '../../../read/decode.ts';
import { FindingsError } from '../../../read/error.ts';
import { brokenJson } from '../../../read/json.ts';
import type { ByteSource } from '../../../../plain/json/bytes.ts';
import { jsonBytes } from '../../../../plain/json/json-bytes.ts';
import { characterAt, positionOf } from '../../../../plain/json/position.ts';
import { type Outline, outliner, type Sizes } from './outline.ts';

export type ScanSizes = Sizes & {
  /** How many bytes are looked at at once. */
  chunk: number;
  /** How many bytes are read at once when parts are parsed. */
  ahead: number;
};

/** How many bytes at the end belong to a character that is not complete. */
const cutOff = (bytes: Uint8Array): number => {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? back : 0;
  }
  return 0;
};

const isSpace = (byte: number): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
const hasMark = (bytes: Uint8Array): boolean => bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;

/**
 * Null for what is no SARIF. Rejects with FindingsError for what seems to be SARIF, but is no JSON, and for what is no
 * UTF-8.
 */
export const scanLog = async (source: ByteSource, name: string, sizes: ScanSizes): Promise<Outline | null> => {
  const { outline, watch } = outliner(sizes);
  const buffer = new Uint8Array(Math.max(sizes.chunk, 4));
  const start = hasMark(buffer.subarray(0, await source.read(buffer.subarray(0, 4), 0))) ? 3 : 0;
  const json = jsonBytes({
    ...watch,
    begin: (depth, at, first) => watch.begin(depth, at + start, first),
    end: (depth, at) => watch.end(depth, at + start),
  });
  const broken = async (at: number, deep: boolean): Promise<null> => {
    if (outline.runs === null) return null;
    const place = `${name}:${await positionOf(source, start, at)}`;
    throw deep
      ? new FindingsError('not-json', place, 'this is nested too deeply to be read')
      : brokenJson(place, await characterAt(source, at));
  };
  let begun = false;
  for (let at = start; at < source.size;) {
    const read = buffer.subarray(0, await source.read(buffer, at));
    const piece = at + read.length < source.size ? read.subarray(0, read.length - cutOff(read)) : read;
    if (piece.length === 0) return null;
    if (!begun) {
      const first = piece.find((byte) => !isSpace(byte));
      if (first !== undefined && first !== 0x7b) return null;
      begun = first !== undefined;
    }
    if (!isUtf8(piece)) throw notUtf8(name);
    const end = json.feed(piece);
    if (end) return broken(end.at + start, end.deep);
    at += piece.length;
  }
  return json.isComplete() ? outline : broken(source.size, false);
};
