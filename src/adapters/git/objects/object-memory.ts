/** Objects that were read or written last: they are asked for again and again while fixes are under way. */
import type { ObjectKind } from '../door/object-reader.ts';

export type KnownObject = { kind: ObjectKind; content: Buffer };

const mostBytes = 4_000_000;
const largest = 200_000;

/** What it was cut from may be far larger; and `Buffer.from` cuts short copies from 64 kB that others share. */
const ownCopy = (content: Buffer): Buffer => {
  const copy = Buffer.allocUnsafeSlow(content.length);
  content.copy(copy);
  return copy;
};

export class ObjectMemory {
  readonly #known = new Map<string, KnownObject>();
  #bytes = 0;

  get(id: string): KnownObject | undefined {
    const known = this.#known.get(id);
    if (known) this.#renew(id, known);
    return known;
  }

  /** Trees are kept elsewhere, and what is large is read again. */
  keep(id: string, { kind, content }: KnownObject): void {
    if (kind === 'tree' || content.length > largest) return;
    this.#renew(id, { kind, content: ownCopy(content) });
    for (const oldest of this.#known.keys()) {
      if (this.#bytes <= mostBytes) return;
      this.#forget(oldest);
    }
  }

  #renew(id: string, known: KnownObject): void {
    this.#forget(id);
    this.#known.set(id, known);
    this.#bytes += known.content.length;
  }

  #forget(id: string): void {
    this.#bytes -= this.#known.get(id)?.content.length ?? 0;
    this.#known.delete(id);
  }
}
