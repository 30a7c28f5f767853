/** Compresses what goes into objects and packs: quickly, and with little memory for what is small, as most is. */
import { deflateSync } from 'node:zlib';

const small = 16_384;

/** All that zlib sets up for a call is thrown away after it: usually a quarter of a megabyte. */
export const deflate = (content: Uint8Array): Buffer =>
  content.length > small
    ? deflateSync(content, { level: 1 })
    : deflateSync(content, { level: 1, windowBits: 12, memLevel: 5, chunkSize: content.length + 256 });
