/** What was read so far of what Claude Code prints. */
import type { Usage } from '../../../model/attempt.ts';
import type { AgentRequest } from '../../../ports/agent.ts';
import type { ClaudeResult } from './schema.ts';
import { openTally } from './usage.ts';

/** A wait that it announced. */
type Retry = { status: number | undefined; error: string; delayMs: number };

export type Seen = {
  request: AgentRequest;
  session: string | undefined;
  problems: string[];
  text: string;
  /** Messages whose text was shown piece by piece. */
  streamed: string;
  /** Files that are being changed, by the id of the tool's call. */
  changing: Map<string, string>;
  tally: ReturnType<typeof openTally>;
  results: Usage | undefined;
  result: ClaudeResult | undefined;
  /** The wait that it announced last, if that takes too long. */
  retry: Retry | undefined;
};

export const nothingSeen = (request: AgentRequest): Seen => ({
  request,
  session: undefined,
  problems: [],
  text: '',
  streamed: '',
  changing: new Map(),
  tally: openTally(),
  results: undefined,
  result: undefined,
  retry: undefined,
});
