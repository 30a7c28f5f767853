/** Collects a key of JSON, which pieces may cut. */

const longestKey = 1_000;

export class KeyCollector {
  #parts: Uint8Array[] = [];
  #length = 0;

  add(part: Uint8Array): void {
    // A copy: the piece is overwritten by the next one.
    if (this.#length <= longestKey) this.#parts.push(Uint8Array.from(part.subarray(0, longestKey + 1)));
    this.#length += part.length;
  }

  /** Null for one that is too long to be of interest. */
  take(): string | null {
    const text = this.#length > longestKey ? null : keyText(this.#parts);
    this.#parts = [];
    this.#length = 0;
    return text;
  }
}

const keyText = (parts: readonly Uint8Array[]): string | null => {
  const raw = Buffer.concat(parts);
  const name: unknown = raw.includes(0x5c) ? JSON.parse(`"${raw.toString('utf8')}"`) : raw.toString('utf8');
  return typeof name === 'string' ? name : null;
};
