/** Why the system refused something: `ENOENT`, `EACCES` and their like. */

/** Undefined for an error that the system did not give a code. */
export const errnoOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
