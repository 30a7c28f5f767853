/** Asks GitHub one thing: what goes wrong is a TrackerError, and an answer has the form of one. */
import { z } from 'zod';
import { TrackerError } from '../../ports/tracker.ts';
import { connectionError, refusalError } from './fault.ts';

const HttpError = z.object({
  status: z.int(),
  message: z.string(),
  response: z.object({ headers: z.record(z.string(), z.union([z.string(), z.number()]).optional()) }),
});

const faultOf = (what: string, error: unknown): TrackerError => {
  const refused = HttpError.safeParse(error);
  if (!refused.success) return connectionError(what, error);
  const { status, message, response } = refused.data;
  return refusalError(what, { status, message, headers: response.headers }, Date.now());
};

/** Asks one thing, and believes no answer that has not the form of one. */
export const createAsker =
  (what: string, timeoutMs: number) =>
  async <T>(shape: z.ZodType<T>, request: (signal: AbortSignal) => Promise<{ data: unknown }>): Promise<T> => {
    const answer = await request(AbortSignal.timeout(timeoutMs)).catch((error: unknown) => {
      throw faultOf(what, error);
    });
    const read = shape.safeParse(answer.data);
    if (!read.success) throw new TrackerError('unclear', `${what} gave an answer that cannot be read`);
    return read.data;
  };
