/** Packs as git reads them, written by hand: whole objects, and differences from objects that the reader has. */
import { createHash } from 'node:crypto';
import { deflate } from '../door/deflate.ts';
import type { ObjectKind } from '../door/object-reader.ts';
import type { ObjectFormat } from '../user/locate.ts';

export type PackedObject = {
  kind: ObjectKind;
  content: Buffer;
  /** One that is much the same. */
  base?: { id: string; content: Buffer } | undefined;
};

const kinds: Readonly<Record<ObjectKind, number>> = { commit: 1, tree: 2, blob: 3 };
const differenceFromId = 7;

/** Kind and size: four bits of the size, then seven in each byte that follows. */
const entryHeader = (kind: number, size: number): Buffer => {
  const bytes = [(kind << 4) | (size & 15)];
  for (let rest = Math.floor(size / 16); rest > 0; rest = Math.floor(rest / 128)) {
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) | 128;
    bytes.push(rest % 128);
  }
  return Buffer.from(bytes);
};

const sizeBytes = (size: number): Buffer => {
  const bytes = [size % 128];
  for (let rest = Math.floor(size / 128); rest > 0; rest = Math.floor(rest / 128)) {
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) | 128;
    bytes.push(rest % 128);
  }
  return Buffer.from(bytes);
};

const mostCopied = 0xff_ff_ff;
const mostInserted = 127;

/** Copies a part of the base: four bytes for where, three for how much. */
const copies = (from: number, length: number): Buffer[] => {
  const parts: Buffer[] = [];
  for (let at = 0; at < length; at += mostCopied) {
    const part = Buffer.alloc(8);
    part.writeUInt8(0xff);
    part.writeUInt32LE(from + at, 1);
    part.writeUIntLE(Math.min(mostCopied, length - at), 5, 3);
    parts.push(part);
  }
  return parts;
};

const insertions = (bytes: Buffer): Buffer[] => {
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += mostInserted) {
    const part = bytes.subarray(at, at + mostInserted);
    parts.push(Buffer.from([part.length]), part);
  }
  return parts;
};

/** What both begin with, what is new, what both end with: fixes are small, and mostly in one place. */
const difference = (base: Buffer, content: Buffer): Buffer => {
  const most = Math.min(base.length, content.length);
  let head = 0;
  while (head < most && base[head] === content[head]) head += 1;
  let tail = 0;
  while (tail < most - head && base[base.length - 1 - tail] === content[content.length - 1 - tail]) tail += 1;
  return Buffer.concat([
    sizeBytes(base.length),
    sizeBytes(content.length),
    ...copies(0, head),
    ...insertions(content.subarray(head, content.length - tail)),
    ...copies(base.length - tail, tail),
  ]);
};

export const wholeEntry = ({ kind, content }: PackedObject): Buffer[] => [
  entryHeader(kinds[kind], content.length),
  deflate(content),
];

const entry = (object: PackedObject): Buffer[] => {
  const { base, content } = object;
  const delta = base && difference(base.content, content);
  if (!base || !delta || delta.length > content.length / 2) return wholeEntry(object);
  return [entryHeader(differenceFromId, delta.length), Buffer.from(base.id, 'hex'), deflate(delta)];
};

export const packHeader = (objects: number): Buffer => {
  const header = Buffer.alloc(12);
  header.write('PACK');
  header.writeUInt32BE(2, 4);
  header.writeUInt32BE(objects, 8);
  return header;
};

export const packOf = (format: ObjectFormat, objects: readonly PackedObject[]): Buffer => {
  const content = Buffer.concat([packHeader(objects.length), ...objects.flatMap(entry)]);
  return Buffer.concat([content, createHash(format).update(content).digest()]);
};
