/** Names what went wrong between an agent and its model, the same for every agent. */
import type { AgentOutcome } from '../../../model/run/outcome.ts';
import { anyLineOf } from '../../../plain/alternatives.ts';

export type Failure = { outcome: Exclude<AgentOutcome, 'ok' | 'timeout' | 'cancelled'>; retryAfterMs?: number };

/** In any case of letters. */
const oneOf = (phrases: string): RegExp => new RegExp(anyLineOf(phrases), 'i');

/** Money or a plan's allowance is used up: waiting a minute does not help. */
const noQuota = oneOf(`
  insufficient[_ ]quota
  credit balance
  billing
  payment required
  usage limit
  quota (?:exceeded|has been|will reset)
  exceeded your (?:current )?quota
  exhausted your (?:daily )?quota
  out of credits
  spend(?:ing)? limit
  (?:hit|reached) your .{0,40}(?:limit|budget)
  out of extra usage
  limit will reset
  plan's limit
`);
const notSignedIn = oneOf(`
  unauthori[sz]ed
  unauthenticated
  authentication
  invalid (?:x-)?api[- ]key
  api key not (?:valid|found)
  not logged in
  please (?:run )?/?log ?in
  sign in
  permission_denied
  oauth token
  token (?:has )?expired
  missing environment variable
`);
const rateLimited = /rate[_ -]?limit|too many requests|resource[_ ]exhausted/i;
const overloaded =
  /overloaded|at capacity|high demand|service unavailable|server error|internal error|bad gateway|gateway time-?out/i;
const noNetwork = oneOf(`
  ECONN(?:RESET|REFUSED|ABORTED)
  ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPIPE|EHOSTUNREACH|ENETUNREACH
  socket hang ?up
  fetch failed
  network
  connection (?:was )?(?:error|refused|reset|closed|failed)
  stream (?:disconnected|closed|ended|error)
  terminated
  error sending request
  (?:unable to|cannot) connect
  incomplete
  premature
`);

/** By the status of the response where it is known, by what was said where it is not. */
export const classifyFailure = (status: number | undefined, message: string, retryAfterMs?: number): Failure => {
  const outcome = byStatus(status, message) ?? byWords(message);
  const waits = outcome === 'rate-limit' || outcome === 'overloaded';
  return { outcome, ...(waits && retryAfterMs !== undefined && { retryAfterMs }) };
};

const byStatus = (status: number | undefined, message: string): Failure['outcome'] | null => {
  if (status === undefined || status < 400) return null;
  if (status === 402) return 'quota';
  if (status === 401 || status === 403) return noQuota.test(message) ? 'quota' : 'auth';
  if (status === 429) return noQuota.test(message) ? 'quota' : 'rate-limit';
  if (status === 408) return 'network';
  // Some providers say with a 400 that there is no money left.
  if (status < 500) return noQuota.test(message) ? 'quota' : 'refused';
  return 'overloaded';
};

const byWords = (message: string): Failure['outcome'] => {
  if (noQuota.test(message)) return 'quota';
  if (rateLimited.test(message)) return 'rate-limit';
  if (notSignedIn.test(message)) return 'auth';
  if (overloaded.test(message)) return 'overloaded';
  if (noNetwork.test(message)) return 'network';
  return 'crashed';
};

/** The status of a response that a message mentions, such as "last status: 429 Too Many Requests". */
export const statusIn = (message: string): number | undefined => {
  const found =
    /(?:status(?: code)?|HTTP|error|code)\D{0,4}\b([45]\d\d)\b/i.exec(message) ?? /\(([45]\d\d)\)/.exec(message);
  return found?.[1] === undefined ? undefined : Number(found[1]);
};
