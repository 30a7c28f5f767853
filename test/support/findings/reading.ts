/** For tests of formats: reads a text, or gives the error with which it is refused. */
import { FindingsError } from '../../../src/findings/read/error.ts';
import { type ReadOptions, type ReadResult, readFindings } from '../../../src/findings/read/read.ts';

type Options = Partial<ReadOptions>;

/** What lies outside the repository, or is none of its business. */
export const outside = /^\/|(?:^|\/)(?:\.\.|\.git)(?:\/|$)|\0/;

export const readingOf = (
  name: string,
  defaults: Options = {},
): {
  read: (text: string, options?: Options) => Promise<ReadResult>;
  refusal: (text: string, options?: Options) => Promise<FindingsError>;
} => {
  const read = (text: string, options: Options = {}): Promise<ReadResult> =>
    readFindings({ name, text }, { root: '/repo', ...defaults, ...options });
  const refusal = async (text: string, options: Options = {}): Promise<FindingsError> => {
    const error: unknown = await read(text, options).catch((cause: unknown) => cause);
    if (error instanceof FindingsError) return error;
    throw new Error(`refused with a FindingsError was expected, not ${JSON.stringify(error)}`);
  };
  return { read, refusal };
};
