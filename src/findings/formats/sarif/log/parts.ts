/** Reads parts of a log that is too large to be held as one. */
import { isAscii } from 'node:buffer';
import { type ByteSource, Changed, readExactly } from '../../../../plain/json/bytes.ts';
import type { Span } from './outline.ts';
import type { ScanSizes } from './scan.ts';
import type { FormatContext } from '../../format.ts';
import type { Collector } from './collector.ts';

export const streamSizes: ScanSizes = { chunk: 1 << 20, ahead: 1 << 22, batch: 1 << 16, element: 64_000_000 };

export type Parse = (span: Span, wrap: 'list' | 'value') => Promise<unknown>;

/**
 * Gives the bytes of a span with room for one byte on either side. More is read than asked for: what comes next is
 * asked for next.
 */
const reader = (source: ByteSource, ahead: number) => {
  let buffer = Buffer.alloc(0);
  let from = 0;
  let filled = 0;
  return async ({ start, end }: Span): Promise<Buffer> => {
    if (start < from || end > from + filled) {
      from = start;
      filled = Math.max(end - start, Math.min(ahead, source.size - start));
      if (buffer.length < filled + 2) buffer = Buffer.allocUnsafeSlow(filled + 2);
      await readExactly(source, buffer.subarray(1, filled + 1), start);
    }
    return buffer.subarray(start - from, end - from + 2);
  };
};

/** Brackets go around the elements of a batch, for as long as it is parsed. */
export const parser = (source: ByteSource, { ahead }: ScanSizes): Parse => {
  const read = reader(source, ahead);
  return async (span, wrap) => {
    const text = await read(span);
    const [before = 0, behind = 0] = [text[0], text.at(-1)];
    text[0] = wrap === 'list' ? 0x5b : 0x20;
    text[text.length - 1] = wrap === 'list' ? 0x5d : 0x20;
    try {
      return JSON.parse(text.toString(isAscii(text) ? 'latin1' : 'utf8'));
    } catch {
      throw new Changed('it changed while it was read');
    } finally {
      // The bytes around it may belong to what is asked for next.
      text[0] = before;
      text[text.length - 1] = behind;
    }
  };
};

export const tooLarge = ({ start, end }: Span, { sizes, into }: Reading, place: string): boolean => {
  if (end - start <= sizes.element) return false;
  into.tell(() => place, `left out: it is larger than ${sizes.element / 1_000_000} MB`);
  return true;
};

export type Reading = { parse: Parse; sizes: ScanSizes; into: Collector; context: FormatContext };
