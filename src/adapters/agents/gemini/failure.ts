/** What a call of Gemini CLI came to that did not end well. */
import { firstLine } from '../../../plain/text.ts';
import type { ProcessOutcome } from '../../../ports/process.ts';
import type { CliReading } from '../shared/driver.ts';
import { classifyFailure, statusIn } from '../shared/failure.ts';
import { cutEnd } from '../../../plain/cut.ts';

type Verdict = Pick<CliReading, 'outcome' | 'message' | 'retryAfterMs'>;

/** Its exit code when nobody is signed in. */
const notSignedIn = 41;
/** A longer wait than this is not about a rate: it is what is left until a day's or a month's allowance comes. */
const longestRateWaitMs = 300_000;

const longestComplaint = 16 * 1024;

/** `complaint`: what it complained about last, if there was a word. */
export const geminiFailure = (complaint: string | undefined, process: ProcessOutcome): Verdict => {
  if (complaint === undefined) return silentEnd(process);
  const said = cutEnd(complaint, longestComplaint);
  const message = messageIn(said);
  const status = statusOf(process) ?? statusIn(said);
  const retryAfterMs = retryAfterIn(said);
  // Google speaks of plan and billing whenever a limit is hit; only how long to wait tells a minute's from a day's.
  if (status === 429 && retryAfterMs !== undefined && retryAfterMs <= longestRateWaitMs)
    return { outcome: 'rate-limit', message, retryAfterMs };
  if (/\b(?:safety|recitation|blocked)\b/i.test(message)) return { outcome: 'refused', message };
  return { ...classifyFailure(status, message, retryAfterMs), message };
};

const silentEnd = (process: ProcessOutcome): Verdict => {
  const how = process.exitCode === null ? `signal ${process.signal}` : `exit code ${process.exitCode}`;
  const said = complaintIn(process.stderr);
  const message = `ended without a result (${how})${said === '' ? '' : `: ${said}`}`;
  return process.exitCode === notSignedIn
    ? { outcome: 'auth', message }
    : { ...classifyFailure(undefined, said), message };
};

/** The last thing that it said is why it ended; where in its own code it was is nobody's business. */
const complaintIn = (stderr: string): string => {
  const lines = stderr.split('\n').filter((line) => /\w/.test(line) && !/^\s+at /.test(line));
  return firstLine(lines.at(-1) ?? '', 500);
};

/** `[API Error: …]`, perhaps with JSON in it, and advice that is about its own commands. */
const messageIn = (said: string): string => {
  const inner = /^\[API Error: ([^]*)\](?:\n|$)/.exec(said)?.[1] ?? said;
  return firstLine(/"message":"((?:[^"\\]|\\.)*)"/.exec(inner)?.[1] ?? inner, 500);
};

/**
 * It ends with the status of the response, of which the system keeps the lower eight bits; up to 511 that is enough.
 */
const statusOf = ({ exitCode, stderr }: ProcessOutcome): number | undefined => {
  if (exitCode !== null && exitCode >= 400 % 256) return exitCode + 256;
  const found = /^ {2}status: ([45]\d\d)$/m.exec(stderr)?.[1];
  return found === undefined ? undefined : Number(found);
};

const retryAfterIn = (said: string): number | undefined => {
  const found = /(?:retry in|retry after) ([\d.]{1,12})(ms|s)\b/i.exec(said);
  const amount = Number(found?.[1]);
  return found === null || Number.isNaN(amount) ? undefined : Math.round(found[2] === 'ms' ? amount : amount * 1_000);
};
