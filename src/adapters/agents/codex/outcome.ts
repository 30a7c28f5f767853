/** What a call of codex came to. */
import type { AgentRequest } from '../../../ports/agent.ts';
import type { ProcessOutcome } from '../../../ports/process.ts';
import { classifyFailure, type Failure, statusIn } from '../shared/failure.ts';
import type { CodexLog } from './log.ts';
import { hasNoSandbox, type State } from './state.ts';

export const outcomeOf = (
  state: State,
  request: AgentRequest,
  process: ProcessOutcome,
  log: CodexLog,
): Failed | { outcome: 'ok' } => {
  if (state.completed !== undefined) return { outcome: 'ok' };
  if (state.sandbox !== undefined && hasNoSandbox(state))
    return { outcome: 'crashed', message: withoutSandbox(state.sandbox) };
  const complaint = state.failed ?? state.lastError;
  if (complaint !== undefined) return { ...classify(complaint, log), message: complaint };
  return endedEarly(request, process, log.lastWords);
};

const endedEarly = ({ session }: AgentRequest, process: ProcessOutcome, words: string): Failed => {
  if (words.includes('no rollout found'))
    return { outcome: 'crashed', message: `codex does not know session ${session?.id ?? ''} any more: ${words}` };
  const end = process.exitCode === null ? `signal ${process.signal ?? 'unknown'}` : `exit code ${process.exitCode}`;
  if (words === '') return { outcome: 'crashed', message: `ended without a result (${end})` };
  return { ...classifyFailure(statusIn(words), words), message: `ended without a result (${end}): ${words}` };
};

type Failed = Failure & { message: string };

const classify = (message: string, { status, retryAfterMs }: CodexLog): Failure => {
  if (/reason: content_filter/.test(message)) return { outcome: 'refused' };
  if (/reason: max_output_tokens/.test(message)) return { outcome: 'crashed' };
  const failed = status !== undefined && status >= 400;
  return classifyFailure(failed ? status : statusIn(message), message, failed ? retryAfterMs : waitIn(message));
};

/** "Please try again in 2.5s", within the stream of a response. */
const waitIn = (message: string): number | undefined => {
  const [, amount, unit] = /try again in (\d{1,6}(?:\.\d{1,6})?) ?(ms|s)\b/.exec(message) ?? [];
  return amount === undefined ? undefined : Math.ceil(Number(amount) * (unit === 'ms' ? 1 : 1000));
};

const withoutSandbox = (reason: string): string =>
  `codex cannot set up its sandbox here, so none of its commands run (${reason}). ` +
  'Allow unprivileged user namespaces on this machine or in this container; ' +
  'or, where nothing can be harmed, set `access: full` for this agent';
