/** Keeps the head and the tail of a stream in a fixed amount of memory, however much is printed. */
import { StringDecoder } from 'node:string_decoder';
import { withoutFirstWord, withoutLastWord } from '../../plain/cut.ts';

const defaultKeepBytes = 256 * 1024;
const firstAllocation = 4096;

export class KeptOutput {
  /** Bytes seen in all. */
  total = 0;
  readonly #headSize: number;
  readonly #tailSize: number;
  #head = Buffer.alloc(0);
  #headLength = 0;
  /** A ring that is written round and round once the head is full. */
  #tail: Buffer | undefined;
  #tailWritten = 0;

  constructor(keepBytes: number = defaultKeepBytes) {
    this.#headSize = Math.ceil(keepBytes / 2);
    this.#tailSize = Math.max(1, keepBytes - this.#headSize);
  }

  add(chunk: Buffer): void {
    this.total += chunk.length;
    const room = Math.min(chunk.length, this.#headSize - this.#headLength);
    if (room > 0) this.#addToHead(chunk.subarray(0, room));
    if (room < chunk.length) this.#addToTail(chunk.subarray(room));
  }

  text(): string {
    const head = this.#head.subarray(0, this.#headLength);
    if (this.#tail === undefined) return head.toString('utf8');
    const leftOut = this.#tailWritten - this.#tailSize;
    const tail = this.#orderedTail(this.#tail);
    if (leftOut <= 0) return Buffer.concat([head, tail]).toString('utf8');
    const start = withoutLastWord(new StringDecoder('utf8').write(head));
    const end = withoutFirstWord(fromCharacterBorder(tail).toString('utf8'));
    return `${start}\n… ${leftOut.toLocaleString('en-US')} bytes left out …\n${end}`;
  }

  #addToHead(part: Buffer): void {
    const needed = this.#headLength + part.length;
    if (needed > this.#head.length) {
      const grown = Buffer.allocUnsafe(
        Math.min(this.#headSize, Math.max(firstAllocation, needed, this.#head.length * 2)),
      );
      this.#head.copy(grown, 0, 0, this.#headLength);
      this.#head = grown;
    }
    part.copy(this.#head, this.#headLength);
    this.#headLength = needed;
  }

  #addToTail(part: Buffer): void {
    this.#tail ??= Buffer.allocUnsafe(this.#tailSize);
    const kept = part.subarray(Math.max(0, part.length - this.#tailSize));
    const at = (this.#tailWritten + part.length - kept.length) % this.#tailSize;
    const untilEnd = kept.copy(this.#tail, at);
    kept.copy(this.#tail, 0, untilEnd);
    this.#tailWritten += part.length;
  }

  #orderedTail(tail: Buffer): Buffer {
    if (this.#tailWritten <= this.#tailSize) return tail.subarray(0, this.#tailWritten);
    const at = this.#tailWritten % this.#tailSize;
    return Buffer.concat([tail.subarray(at), tail.subarray(0, at)]);
  }
}

/** Drops the rest of a character whose beginning was left out. */
const fromCharacterBorder = (bytes: Buffer): Buffer => {
  let at = 0;
  while (at < 3 && at < bytes.length && ((bytes[at] ?? 0) & 0xc0) === 0x80) at += 1;
  return bytes.subarray(at);
};
