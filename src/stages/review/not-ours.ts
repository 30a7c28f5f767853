/** Files that nobody wrote by hand, or that others wrote: reviewing them costs much and finds little. */
import { protectionOf } from '../gates/protected/kinds.ts';

const vendored = /(?:^|\/)(?:node_modules|vendor|vendored|third[_-]party|bower_components|site-packages)\//;

const generated = [
  /\.(?:min\.(?:js|mjs|css)|(?:js|mjs|cjs|css|ts)\.map|pb\.(?:go|cc|h)|g\.dart|freezed\.dart|designer\.cs|snap)$/,
  /_pb2(?:_grpc)?\.pyi?$/,
  /(?:^|\/)(?:__snapshots__|__generated__)\//,
  /[._-]generated\.\w+$/,
];

/** What it is instead; undefined for a file like any other. */
export const whyNotOurs = (file: string): string | undefined => {
  const name = file.toLowerCase();
  if (protectionOf(name)?.what === 'a lock file') return 'a lock file, which is not reviewed';
  if (vendored.test(name)) return 'vendored, which is not reviewed';
  return generated.some((kind) => kind.test(name)) ? 'generated, which is not reviewed' : undefined;
};
