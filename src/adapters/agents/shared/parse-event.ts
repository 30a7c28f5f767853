/** Reads one line of what an agent prints as an event. */
import type { z } from 'zod';

/** Null for what is not an event, or not one that the schema knows. */
export const parseEvent =
  <T>(schema: z.ZodType<T>) =>
  (line: string): T | null => {
    try {
      return schema.safeParse(JSON.parse(line)).data ?? null;
    } catch {
      return null;
    }
  };
