/** The index of a workspace as git keeps it, read and changed by hand: what each file was like when it was laid out. */
import { createHash } from 'node:crypto';
import { lstatSync, readFileSync, rmSync, type Stats, writeFileSync } from 'node:fs';
import type { Frozen } from '../../control/frozen.ts';
import { onDisk } from '../../door/bytes.ts';
import { type WorkFolder, stampOf } from '../work-folder.ts';
import { rewriteFile } from './rewrite-file.ts';

/** Where the fields of an entry lie, in bytes; version 2. */
const at = { ctime: 0, mtime: 8, ino: 20, mode: 24, size: 36, id: 40 } as const;
const headerBytes = 12;
const idBytesOf = { sha1: 20, sha256: 32 } as const;
const whole32 = 2 ** 32;

export type IndexEntry = { path: string; offset: number };

const paddedTo8 = (length: number): number => length + (8 - (length % 8));

/** Times as `Stats` has them. */
const msAt = (bytes: Buffer, offset: number): number =>
  bytes.readUInt32BE(offset) * 1_000 + bytes.readUInt32BE(offset + 4) / 1_000_000;

const writeMs = (bytes: Buffer, offset: number, ns: bigint): void => {
  bytes.writeUInt32BE(Number((ns / 1_000_000_000n) % BigInt(whole32)), offset);
  bytes.writeUInt32BE(Number(ns % 1_000_000_000n), offset + 4);
};

/** What follows the entries can be left out, unless its name begins with a small letter. */
const areOptional = (bytes: Buffer, from: number, to: number): boolean => {
  for (let offset = from; offset + 8 <= to; offset += 8 + bytes.readUInt32BE(offset + 4))
    if (!/^[A-Z]/.test(bytes.toString('latin1', offset, offset + 1))) return false;
  return true;
};

/** All entries, and where they end; null for what only git reads: other versions, conflicts, entries with flags. */
const entriesIn = (bytes: Buffer, idBytes: number): { entries: IndexEntry[]; end: number } | null => {
  if (bytes.toString('latin1', 0, 4) !== 'DIRC' || bytes.readUInt32BE(4) !== 2) return null;
  const entries: IndexEntry[] = [];
  let offset = headerBytes;
  for (let left = bytes.readUInt32BE(8); left > 0; left -= 1) {
    const name = offset + at.id + idBytes + 2;
    // The lower bits are the length of the name.
    if ((bytes.readUInt16BE(name - 2) & 0xf000) !== 0) return null;
    const end = bytes.indexOf(0, name);
    if (end < 0) return null;
    entries.push({ path: bytes.toString('latin1', name, end), offset });
    offset += paddedTo8(end - offset);
  }
  const last = bytes.length - idBytes;
  return offset <= last && areOptional(bytes, offset, last) ? { entries, end: offset } : null;
};

/** Reads and changes single entries; `save` writes all of it. */
export class GitIndex {
  readonly entries: readonly IndexEntry[];
  /** Of the file that it was read from, or written to last. */
  stamp: string | null;
  readonly #format: Frozen['format'];
  #bytes: Buffer;
  readonly #end: number;
  #writtenAt: number;
  #byPath: Map<string, IndexEntry> | undefined;

  private constructor(bytes: Buffer, format: Frozen['format'], found: { entries: IndexEntry[]; end: number }) {
    this.#bytes = bytes;
    this.#format = format;
    this.entries = found.entries;
    this.#end = found.end;
    this.stamp = null;
    this.#writtenAt = 0;
  }

  /** Null when only git can read it, or somebody else wrote it. */
  static of(folder: WorkFolder, format: Frozen['format']): GitIndex | null {
    const { mtimeMs } = lstatSync(folder.index);
    const bytes = readFileSync(folder.index);
    const found = entriesIn(bytes, idBytesOf[format]);
    if (!found || stampOf(folder.index) !== folder.indexStamp) return null;
    const index = new GitIndex(bytes, format, found);
    index.stamp = folder.indexStamp;
    index.#writtenAt = mtimeMs;
    return index;
  }

  entryOf(path: string): IndexEntry | undefined {
    this.#byPath ??= new Map(this.entries.map((entry) => [entry.path, entry]));
    return this.#byPath.get(path);
  }

  idOf({ offset }: IndexEntry): string {
    return this.#idAt(offset);
  }

  #idAt(offset: number): string {
    return this.#bytes.toString('hex', offset + at.id, offset + at.id + idBytesOf[this.#format]);
  }

  /** As in a tree. */
  modeOf({ offset }: IndexEntry): string {
    return this.#bytes.readUInt32BE(offset + at.mode).toString(8);
  }

  /**
   * Whether a file is as it was. One that is as young as the index may have changed since without a trace in its times:
   * nothing is known of it.
   */
  isUntouched({ offset }: IndexEntry, stat: Stats): boolean {
    const bytes = this.#bytes;
    return (
      msAt(bytes, offset + at.mtime) === stat.mtimeMs &&
      msAt(bytes, offset + at.ctime) === stat.ctimeMs &&
      bytes.readUInt32BE(offset + at.ino) === stat.ino % whole32 &&
      bytes.readUInt32BE(offset + at.size) === stat.size % whole32 &&
      stat.ctimeMs < this.#writtenAt &&
      stat.mtimeMs < this.#writtenAt
    );
  }

  /** Notes what a file is like that was found to have this content: what was known, unless told. */
  noteFile({ offset }: IndexEntry, file: string | Buffer, id?: string): void {
    const { ctimeNs, mtimeNs, ctimeMs, ino, size } = lstatSync(file, { bigint: true });
    const bytes = this.#bytes;
    writeMs(bytes, offset + at.ctime, ctimeNs);
    writeMs(bytes, offset + at.mtime, mtimeNs);
    bytes.writeUInt32BE(Number(ino % BigInt(whole32)), offset + at.ino);
    // What git does with an entry that is as young as its index: a size of nothing has it look at the file.
    const isOld = Number(ctimeMs) < Math.floor(this.#writtenAt);
    bytes.writeUInt32BE(isOld ? Number(size % BigInt(whole32)) : 0, offset + at.size);
    if (id === undefined || this.#idAt(offset) === id) return;
    bytes.write(id, offset + at.id, 'hex');
    // What git remembers of whole folders is not true any more.
    this.#bytes = bytes.subarray(0, this.#end + idBytesOf[this.#format]);
  }

  /** Notes what files are like that were laid out, and left alone for as long as a file system's clock stands still. */
  noteFiles(folder: WorkFolder, paths: readonly string[]): void {
    this.#writtenAt = Date.now();
    for (const path of paths) {
      const entry = this.entryOf(path);
      if (entry) this.noteFile(entry, onDisk(folder.path, path));
    }
    this.save(folder);
  }

  save(folder: WorkFolder): void {
    const content = this.#bytes.subarray(0, -idBytesOf[this.#format]);
    createHash(this.#format).update(content).digest().copy(this.#bytes, content.length);
    if (!rewriteFile(folder.index, this.#bytes)) {
      rmSync(folder.index, { force: true });
      writeFileSync(folder.index, this.#bytes, { flag: 'wx' });
    }
    this.#writtenAt = lstatSync(folder.index).mtimeMs;
    this.stamp = stampOf(folder.index);
    folder.indexStamp = this.stamp;
  }
}

/** As it was read before, where nobody wrote it since. */
export const indexOf = (folder: WorkFolder, format: Frozen['format']): GitIndex | null => {
  if (folder.tree === null || stampOf(folder.index) !== folder.indexStamp) return null;
  const known = indexes.get(folder);
  if (known && known.stamp === folder.indexStamp) return known;
  const index = GitIndex.of(folder, format);
  if (index) indexes.set(folder, index);
  return index;
};

const indexes = new WeakMap<WorkFolder, GitIndex>();
