/**
 * How Gitbeaker's resources ask: one request, one answer. Its own handler would repeat a POST after a 502, which makes
 * a second issue whenever the first one had arrived.
 */
import { createRequesterFn, type RequestOptions } from '@gitbeaker/requester-utils';
import { connectionError, refusalError } from './fault.ts';
import { given } from '../../plain/given.ts';

const messageIn = (text: string): string => {
  try {
    const { message, error }: { message?: unknown; error?: unknown } = JSON.parse(text);
    return typeof message === 'string' ? message : JSON.stringify(message ?? error ?? text);
  } catch {
    return text;
  }
};

const ask = async (what: string, url: string, { method, headers, body, signal }: RequestOptions): Promise<Response> => {
  const init = { method: method ?? 'GET', ...(headers && { headers }), ...given({ body }) };
  return fetch(url, { ...init, ...(signal && { signal }) }).catch((error: unknown) => {
    throw connectionError(what, error);
  });
};

const read = async (what: string, response: Response): Promise<unknown> => {
  const headers = Object.fromEntries(response.headers);
  const text = await response.text().catch((error: unknown) => {
    throw connectionError(what, error);
  });
  if (!response.ok)
    throw refusalError(what, { status: response.status, headers, message: messageIn(text) }, Date.now());
  try {
    return JSON.parse(text);
  } catch (error) {
    throw connectionError(what, error);
  }
};

/** What it throws is a TrackerError. The shape of answers is for whoever asks to check. */
export const singleRequests = (what: string) =>
  createRequesterFn(
    async (_, options) => options,
    async (endpoint: string, options: RequestOptions = {}) => {
      const query = options.searchParams === undefined ? '' : `?${options.searchParams}`;
      // Some resources bring a prefix, with or without a slash at its end.
      const prefix = (options.prefixUrl ?? '').replace(/\/+$/, '');
      const response = await ask(what, `${prefix}/${endpoint}${query}`, options);
      const body = await read(what, response);
      return { body: isAnswer(body) ? body : null, headers: {}, status: response.status };
    },
  );

const isAnswer = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
