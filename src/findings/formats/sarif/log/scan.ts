/** Goes through the bytes of what may be a SARIF log once: is all of it JSON, and where are its parts? */
import { isUtf8 } from 'node:buffer';
import { notUtf8 } from '../../../read/decode.ts';
import { FindingsError } from '../../../read/error.ts';
import { brokenJson } from '../../../read/json.ts';
import type { ByteSource } from '../../../../plain/json/bytes.ts';
import { jsonBytes, type Watch } from '../../../../plain/json/json-bytes.ts';
import { characterAt, positionOf } from '../../../../plain/json/position.ts';
import { type Outline, outliner, type Sizes } from './outline.ts';

export type ScanSizes = Sizes & {
  /** How many bytes are looked at at once. */
  chunk: number;
  /** How many bytes are read at once when parts are parsed. */
  ahead: number;
};

/** Of the character that a byte begins. */
const lengthOf = (byte: number): number => {
  if (byte >= 0xf0) return 4;
  return byte >= 0xe0 ? 3 : 2;
};

/** How many bytes at the end belong to a character that is not complete. */
const cutOff = (bytes: Uint8Array): number => {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) return back < lengthOf(byte) ? back : 0;
  }
  return 0;
};

const openingBrace = 0x7b;
const isSpace = (byte: number): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
const hasMark = (bytes: Uint8Array): boolean => bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;

/** Where the JSON breaks, and how; null where that is no matter, since it is no SARIF. */
const refuse = async (log: Log, at: number, isDeep: boolean): Promise<null> => {
  const { outline, source, name, start } = log;
  if (outline.runs === null) return null;
  const place = `${name}:${await positionOf(source, start, at)}`;
  if (isDeep) throw new FindingsError('not-json', place, 'this is nested too deeply to be read');
  throw brokenJson(place, await characterAt(source, at));
};

type Log = { outline: Outline; source: ByteSource; name: string; start: number };

/** Whole characters only: the rest comes with the next piece. */
const readPiece = async (source: ByteSource, buffer: Uint8Array, at: number): Promise<Uint8Array> => {
  const bytes = buffer.subarray(0, await source.read(buffer, at));
  return at + bytes.length < source.size ? bytes.subarray(0, bytes.length - cutOff(bytes)) : bytes;
};

/** Positions in the file: a byte order mark before the JSON counts. */
const shifted = (watch: Watch, start: number): Watch => ({
  ...watch,
  begin: (depth, at, first) => watch.begin(depth, at + start, first),
  end: (depth, at) => watch.end(depth, at + start),
});

/**
 * Null for what is no SARIF. Rejects with FindingsError for what seems to be SARIF, but is no JSON, and for what is no
 * UTF-8.
 */
export const scanLog = async (source: ByteSource, name: string, sizes: ScanSizes): Promise<Outline | null> => {
  const { outline, watch } = outliner(sizes);
  const buffer = new Uint8Array(Math.max(sizes.chunk, 4));
  const start = hasMark(buffer.subarray(0, await source.read(buffer.subarray(0, 4), 0))) ? 3 : 0;
  const json = jsonBytes(shifted(watch, start));
  const log = { outline, source, name, start };
  let hasBegun = false;
  for (let at = start; at < source.size;) {
    const piece = await readPiece(source, buffer, at);
    if (piece.length === 0) return null;
    const first: number | undefined = hasBegun ? openingBrace : piece.find((byte) => !isSpace(byte));
    if (first !== undefined && first !== openingBrace) return null;
    hasBegun = first !== undefined;
    if (!isUtf8(piece)) throw notUtf8(name);
    const end = json.feed(piece);
    if (end) return refuse(log, end.at + start, end.deep);
    at += piece.length;
  }
  return json.isComplete() ? outline : refuse(log, source.size, false);
};
