/** Secrets that say what they are by how they begin. */
import { moreTokens } from '../catalogue/more-tokens.ts';
import { platformTokens } from '../catalogue/platforms.ts';
import { serviceTokens } from '../catalogue/services.ts';
import type { Scanned, Span } from './span.ts';

type Format = { beginning: string; rest: RegExp };

const formats: readonly Format[] = [...platformTokens, ...serviceTokens, ...moreTokens]
  .flatMap(([beginnings, rest]) =>
    beginnings.split(' ').map((beginning) => ({ beginning, rest: new RegExp(rest, 'y') })),
  )
  .toSorted((a, b) => b.beginning.length - a.beginning.length);

const pairOf = (text: string, at: number): number =>
  ((text.charCodeAt(at) & 0xff) << 8) | (text.charCodeAt(at + 1) & 0xff);

/** By the first two characters: the one thing that is looked at everywhere. */
const byPair = Map.groupBy(formats, ({ beginning }) => pairOf(beginning, 0));
const begins = new Uint8Array(1 << 16);
for (const pair of byPair.keys()) begins[pair] = 1;

const isAlphanumeric = (code: number): boolean =>
  (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122);

/** By hand: a regular expression with so many beginnings takes five times as long. */
export const tokensIn = ({ text, bytes }: Scanned): Span[] => {
  const spans: Span[] = [];
  for (let at = 0; at + 1 < bytes.length; at += 1) {
    const pair = ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
    if (begins[pair] !== 1 || isAlphanumeric(text.charCodeAt(at - 1))) continue;
    const end = endOf(text, at);
    if (end === null) continue;
    spans.push({ start: at, end });
    at = end - 1;
  }
  return spans;
};

const endOf = (text: string, start: number): number | null => {
  for (const { beginning, rest } of byPair.get(pairOf(text, start)) ?? []) {
    if (!text.startsWith(beginning, start)) continue;
    rest.lastIndex = start + beginning.length;
    if (rest.test(text)) return rest.lastIndex;
  }
  return null;
};
