/** Writes many objects as one pack: each file of its own costs the file system more than what is in it. */
import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import type { Frozen } from '../control/frozen.ts';
import { packHeader, wholeEntry } from '../result/pack-format.ts';
import type { KnownObject } from './object-memory.ts';

type Format = Frozen['format'];
type Packed = { id: string; offset: number; bytes: Buffer };

/** Under other names first, the index last: git reads a pack that has one. */
export const writePack = (controlDir: string, format: Format, objects: ReadonlyMap<string, KnownObject>): void => {
  const { pack, index, name } = packOfObjects(format, objects);
  const folder = `${controlDir}/objects/pack`;
  const passing = `${folder}/tmp_pack_${randomUUID()}`;
  mkdirSync(folder, { recursive: true });
  try {
    writeFileSync(passing, pack, readOnly);
    writeFileSync(`${passing}_idx`, index, readOnly);
    renameSync(passing, `${folder}/pack-${name}.pack`);
    renameSync(`${passing}_idx`, `${folder}/pack-${name}.idx`);
  } catch (error) {
    for (const file of [passing, `${passing}_idx`]) rmSync(file, { force: true });
    throw error;
  }
};

const readOnly = { mode: 0o444, flag: 'wx' };

const packOfObjects = (
  format: Format,
  objects: ReadonlyMap<string, KnownObject>,
): { pack: Buffer; index: Buffer; name: string } => {
  const header = packHeader(objects.size);
  let offset = header.length;
  const packed = [...objects].map(([id, object]): Packed => {
    const bytes = Buffer.concat(wholeEntry(object));
    offset += bytes.length;
    return { id, offset: offset - bytes.length, bytes };
  });
  const pack = withDigest(format, [header, ...packed.map(({ bytes }) => bytes)]);
  const digest = pack.subarray(offset);
  return { pack, index: indexOf(format, packed, digest), name: digest.toString('hex') };
};

/** Version 2: how many ids begin with no more than each byte, the ids, checksums of the entries, where they are. */
const indexOf = (format: Format, packed: readonly Packed[], digest: Buffer): Buffer => {
  const sorted = packed.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  return withDigest(format, [
    Buffer.from('ff744f6300000002', 'hex'),
    numbers(counts(sorted)),
    Buffer.from(sorted.map(({ id }) => id).join(''), 'hex'),
    numbers(sorted.map(({ bytes }) => crc32(bytes))),
    numbers(sorted.map(({ offset }) => offset)),
    digest,
  ]);
};

const counts = (sorted: readonly Packed[]): number[] => {
  const found = Array.from({ length: 256 }, () => 0);
  for (const { id } of sorted) found[firstByte(id)] = (found[firstByte(id)] ?? 0) + 1;
  let all = 0;
  return found.map((count) => (all += count));
};

const firstByte = (id: string): number => Number.parseInt(id.slice(0, 2), 16);

const numbers = (values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [n, value] of values.entries()) bytes.writeUInt32BE(value, n * 4);
  return bytes;
};

const withDigest = (format: Format, parts: readonly Buffer[]): Buffer => {
  const content = Buffer.concat(parts);
  return Buffer.concat([content, createHash(format).update(content).digest()]);
};
