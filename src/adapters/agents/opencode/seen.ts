/** What was read so far of what opencode prints. */
import type { OpencodeVerdict } from './failure.ts';

export type Used = { inputTokens: number; cachedTokens: number; outputTokens: number; usd: number };

export type Seen = {
  session: string | undefined;
  /** What the last message with a text says, and which message that is. */
  text: string;
  message: string | undefined;
  used: Used;
  denials: string[];
  /** By the first of what nothing that matters can follow. */
  verdict: OpencodeVerdict | undefined;
};

export const nothingSeen = (): Seen => ({
  session: undefined,
  text: '',
  message: undefined,
  used: { inputTokens: 0, cachedTokens: 0, outputTokens: 0, usd: 0 },
  denials: [],
  verdict: undefined,
});
