/** What an answer of a tracker means: to be asked again, perhaps done, or refused. */
import { TrackerError, type TrackerFault } from '../../ports/tracker.ts';

/** `headers`: their names in lower case. */
export type Refusal = {
  status: number;
  headers: Readonly<Record<string, string | number | undefined>>;
  message: string;
};

const seconds = (value: string | number | undefined): number | null => {
  const text = value === undefined ? '' : String(value);
  return /^\d{1,12}$/.test(text) ? Number(text) : null;
};

/** A date, or a number of seconds. */
const retryAfter = (value: string | number | undefined, now: number): number | null => {
  const after = seconds(value);
  if (after !== null) return after * 1_000;
  const at = Date.parse(String(value ?? ''));
  return Number.isNaN(at) ? null : Math.max(0, at - now);
};

const resetAt = ({ headers }: Refusal, now: number): number | null => {
  const left = headers['x-ratelimit-remaining'] ?? headers['ratelimit-remaining'];
  const reset = seconds(headers['x-ratelimit-reset'] ?? headers['ratelimit-reset']);
  return String(left) === '0' && reset !== null ? Math.max(0, reset * 1_000 - now) : null;
};

/** Limits that have no header of their own. */
const isSecondaryLimit = /secondary rate limit|abuse detection|rate limit exceeded/i;

const faultOf = (refusal: Refusal, waitMs: number | null): TrackerFault => {
  const { status, message } = refusal;
  if (status === 429) return 'limited';
  if (status === 403 && (waitMs !== null || isSecondaryLimit.test(message))) return 'limited';
  if (status >= 500 || status === 408) return 'unclear';
  return status === 401 || status === 403 || status === 404 || status === 410 ? 'shut' : 'refused';
};

const remedies: ReadonlyMap<number, string> = new Map([
  [401, 'the token is not accepted; give another'],
  [403, 'the token may not do this; it needs to write issues'],
  [404, 'there is no such repository, or the token may not see it'],
  [410, 'issues are switched off there'],
]);

export const refusalError = (what: string, refusal: Refusal, now: number): TrackerError => {
  const { status, headers, message } = refusal;
  const waitMs = retryAfter(headers['retry-after'], now) ?? resetAt(refusal, now);
  const fault = faultOf(refusal, waitMs);
  const words = fault === 'shut' ? (remedies.get(status) ?? message) : message;
  return new TrackerError(fault, `${what} answered ${status}: ${words.slice(0, 500)}`, waitMs);
};

/** Nobody was reached, so nothing was done. */
const unreachable = new Set(['ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED', 'ENETUNREACH', 'EHOSTUNREACH']);

const codesIn = (error: unknown, depth = 0): string[] => {
  if (!(error instanceof Error) || depth > 5) return [];
  const own = 'code' in error && typeof error.code === 'string' ? [error.code] : [];
  const inner = error instanceof AggregateError ? error.errors : [error.cause];
  return [...own, ...inner.flatMap((each: unknown) => codesIn(each, depth + 1))];
};

export const connectionError = (what: string, error: unknown): TrackerError => {
  const code = codesIn(error).find((each) => unreachable.has(each));
  if (code !== undefined) return new TrackerError('shut', `${what} cannot be reached (${code})`);
  const words = error instanceof Error ? error.message : String(error);
  return new TrackerError('unclear', `${what} did not answer: ${words.slice(0, 500)}`);
};
