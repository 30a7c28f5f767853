/** What was read so far of what Gemini CLI prints. */
import type { GeminiEventOf } from './schema.ts';

/** A tool in use. */
type Use = { name: string; detail: string; file: string | undefined };

export type Seen = {
  session: string | undefined;
  /** What it said since it last used a tool. */
  text: string[];
  length: number;
  /** Tools that are in use, by the id of the call. */
  uses: Map<string, Use>;
  denials: string[];
  /** What it complained about on its way. */
  faults: string[];
  result: GeminiEventOf<'result'> | undefined;
};

export const nothingSeen = (): Seen => ({
  session: undefined,
  text: [],
  length: 0,
  uses: new Map(),
  denials: [],
  faults: [],
  result: undefined,
});
