/** What a call of opencode came to that did not end well. */
import { stripVTControlCharacters } from 'node:util';
import { firstLine } from '../../../plain/text.ts';
import type { ProcessOutcome } from '../../../ports/process.ts';
import type { CliReading } from '../shared/driver.ts';
import { classifyFailure, statusIn } from '../shared/failure.ts';
import type { OpencodeEventOf, OpencodeFailure } from './schema.ts';
import { cutEnd } from '../../../plain/cut.ts';

export type OpencodeVerdict = Pick<CliReading, 'outcome' | 'message' | 'retryAfterMs'>;

const longestMessage = 500;

/** It gave up. */
export const opencodeFailure = ({ name, data }: OpencodeFailure): OpencodeVerdict => {
  const message = firstLine(data.message ?? name ?? '', longestMessage) || 'failed without a word';
  if (name === 'ProviderAuthError') return { outcome: 'auth', message };
  const said = `${message}\n${cutEnd(data.responseBody ?? '', 4_000)}`;
  const status = data.statusCode ?? statusIn(message);
  return { ...classifyFailure(status, said, retryAfterIn(data.responseHeaders)), message };
};

const retryAfterIn = (headers: Readonly<Record<string, unknown>>): number | undefined => {
  const seconds = Number(headers['retry-after'] ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? Math.round(seconds * 1_000) : undefined;
};

/** Before it asks again for the first time it waits at most this long by itself; each time it doubles that. */
const ownWaitMs = 2_600;

/**
 * It waits to ask again. Once is let pass, for a hiccup in the middle of a call; whoever called waits for what takes
 * longer, which it would do without end.
 */
export const opencodeRetry = ({
  attempt,
  message: said,
  waitMs,
}: OpencodeEventOf<'fixpoint_retry'>): OpencodeVerdict | undefined => {
  if (attempt <= 1 && waitMs <= ownWaitMs) return undefined;
  const message = firstLine(said, longestMessage) || 'the model could not be reached';
  const wasTold = waitMs > ownWaitMs * 2 ** Math.max(0, Math.min(attempt, 10) - 1);
  return { ...classifyFailure(statusIn(message), message, wasTold ? waitMs : undefined), message };
};

const logLine = /^timestamp=\S+ level=/;

/** It ended without having said how. */
export const opencodeSilence = ({ exitCode, signal, stderr }: ProcessOutcome): OpencodeVerdict => {
  const lines = stripVTControlCharacters(stderr)
    .split('\n')
    .map((line) => line.trim());
  const complaint = firstLine(lines.findLast((line) => line !== '' && !logLine.test(line)) ?? '', longestMessage);
  const how = exitCode === null ? `signal ${signal}` : `exit code ${exitCode}`;
  const message = `ended without a result (${how})${complaint === '' ? '' : `: ${complaint}`}`;
  return { ...classifyFailure(statusIn(complaint), complaint), message };
};
