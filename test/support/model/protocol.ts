/** What a scripted model says, and how one provider's API puts it. */

export type Tokens = { input: number; output: number; cached?: number };

export type ToolCall = { name: string; input: Record<string, unknown> };

/** One response of the model: text, calls of tools, or both. */
export type Speech = { text?: string; tools?: readonly ToolCall[]; usage?: Tokens };

/** What the model does with one request. */
export type Turn =
  | Speech
  /** An HTTP error; `retryAfter` in seconds. */
  | { fail: number; message?: string; retryAfter?: number }
  /** Begins to answer, then the connection breaks. */
  | { cut: true }
  /** Begins to answer, then nothing more comes. */
  | { stall: true };

/**
 * One request of a conversation; side requests (titles, summaries, token counts) are answered without asking the
 * script.
 */
export type ModelRequest = {
  /** Which one of those that the script is asked about, from 0. */
  n: number;
  path: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: Record<string, unknown>;
  /** Names of the tools that the model is offered. */
  tools: readonly string[];
};

export type Protocol = {
  matches: (method: string, path: string) => boolean;
  /** Whether the script is asked; titles, summaries and the like get `side`. */
  isMain: (body: Record<string, unknown>, path: string) => boolean;
  /** Whole response, as JSON, to a request that is not main or not streamed. */
  side: (body: Record<string, unknown>, path: string) => unknown;
  tools: (body: Record<string, unknown>) => string[];
  /** The pieces of a streamed response, in order; at least two, so that it can be cut. */
  stream: (speech: Required<Speech>, body: Record<string, unknown>) => string[];
  /** The body of an error; some providers say in it, and not in a header, after how many seconds to come back. */
  failure: (status: number, message: string, retryAfter?: number) => unknown;
};

export const isSpeech = (turn: Turn): turn is Speech => !('fail' in turn) && !('cut' in turn) && !('stall' in turn);
