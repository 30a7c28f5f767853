/** What an error of the Agent Client Protocol means. */
import type { RpcError } from './peer.ts';
import { classifyFailure, statusIn, type Failure } from '../shared/failure.ts';
import { cutEnd } from '../../../plain/cut.ts';

const longest = 2_000;

/** The protocol's own words for "something went wrong" say nothing about the model. */
const empty = /^internal error:?\s*/i;

export const describeError = ({ code, message, data }: RpcError): string => {
  const words = message.replace(empty, '').trim();
  const more = data === undefined || data === null ? '' : (JSON.stringify(data) ?? '');
  const text = [words, more === '{}' ? '' : more].filter((part) => part !== '').join(' ');
  return text === '' ? `error ${code}` : cutEnd(text, longest);
};

export const failureOf = (error: RpcError, doing: string): Failure & { message: string } => {
  const text = describeError(error);
  const isStatus = error.code >= 400 && error.code < 600;
  // 500 is also what is said for want of a status; then the words tell more.
  const status = statusIn(text) ?? (isStatus && error.code !== 500 ? error.code : undefined);
  const byWords = classifyFailure(status, text);
  const failure = byWords.outcome === 'crashed' && isStatus ? classifyFailure(error.code, text) : byWords;
  const isSignIn = failure.outcome === 'crashed' && error.code === authRequired && doing === 'session/new';
  return {
    ...failure,
    ...(isSignIn && { outcome: 'auth' as const }),
    message: doing === '' ? text : `${doing}: ${text}`,
  };
};

const authRequired = -32_000;

const signs = [
  // opencode, with --print-logs.
  /message="stream error".* error(?:\.\w+)?="(.*)"/,
  // gemini
  /^Attempt \d+ failed(.*)\. Retrying/,
];

/**
 * Told on standard error: the agent goes on trying by itself, for minutes or for ever. It is us who wait and ask again.
 */
export const retrySign = (line: string): (Failure & { message: string }) | null => {
  for (const sign of signs) {
    const words = sign.exec(cutEnd(line, longest))?.[1]?.trim();
    if (words !== undefined) return { ...classifyFailure(statusIn(words), words), message: words };
  }
  return null;
};
