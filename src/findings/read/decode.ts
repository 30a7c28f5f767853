/** Bytes of a findings file as text: UTF-8, or UTF-16 where a byte order mark says so. */
import { FindingsError } from './error.ts';

const encodingOf = (bytes: Uint8Array): string => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return 'utf-8';
};

/** Always without a byte order mark. Throws FindingsError for bytes that are not text. */
export const decodeText = (content: string | Uint8Array, name: string): string => {
  if (typeof content === 'string') return content.startsWith('\uFEFF') ? content.slice(1) : content;
  const encoding = encodingOf(content);
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(content);
  } catch {
    throw notText(encoding, name);
  }
};

const notText = (encoding: string, name: string): FindingsError =>
  new FindingsError(
    'encoding',
    name,
    `this is not ${encoding.toUpperCase()} text. Save it as UTF-8, or as UTF-16 with a byte order mark, and try again.`,
  );

export const notUtf8 = (name: string): FindingsError => notText('utf-8', name);
