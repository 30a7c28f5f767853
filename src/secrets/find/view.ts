/** A text as it is once it is decoded, and the way back from it. */
import type { Span } from './span.ts';

/** `toSource`: where a stretch of the view was. */
export type View = { text: string; toSource: (span: Span) => Span };

/** What a view is made of, part by part, each with the place in the source that it stands for. */
export class Parts {
  readonly #source: string;
  readonly #texts: string[] = [];
  /** Where parts begin in the view and in the source, and where they end in the source. */
  readonly #inView: number[] = [];
  readonly #inSource: number[] = [];
  readonly #sourceEnds: number[] = [];
  #length = 0;

  constructor(source: string) {
    this.#source = source;
  }

  copy(from: number, to: number): void {
    this.add(this.#source.slice(from, to), from, to);
  }

  add(part: string, from: number, to: number): void {
    if (part === '') return;
    this.#inView.push(this.#length);
    this.#inSource.push(from);
    this.#sourceEnds.push(to);
    this.#texts.push(part);
    this.#length += part.length;
  }

  text(): string {
    return this.#texts.join('');
  }

  toSource({ start, end }: Span): Span {
    return { start: this.#startOf(start), end: this.#endOf(end - 1) };
  }

  #startOf(position: number): number {
    const part = lastUpTo(this.#inView, position);
    const offset = position - (this.#inView[part] ?? 0);
    return (this.#inSource[part] ?? 0) + (this.#isEscape(part) ? 0 : offset);
  }

  #endOf(position: number): number {
    const part = lastUpTo(this.#inView, position);
    return this.#isEscape(part) ? (this.#sourceEnds[part] ?? 0) : this.#startOf(position) + 1;
  }

  #isEscape(part: number): boolean {
    const inView = (this.#inView[part + 1] ?? this.#length) - (this.#inView[part] ?? 0);
    return inView !== (this.#sourceEnds[part] ?? 0) - (this.#inSource[part] ?? 0);
  }
}

/** The last index whose number is not above the limit; the numbers do not fall. */
const lastUpTo = (numbers: readonly number[], limit: number): number => {
  let [low, high] = [0, numbers.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((numbers[middle] ?? 0) <= limit) low = middle;
    else high = middle - 1;
  }
  return low;
};
