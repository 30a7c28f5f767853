/** The name of a new run. */
import { randomInt } from 'node:crypto';

/** Sorts by time, is easy to say, and is a valid part of a branch name. */
export const newRunId = (now: Date): string => {
  const time = now.toISOString().replaceAll(/[-:]/g, '').replace('T', '-').slice(0, 15);
  const chance = randomInt(36 ** 4)
    .toString(36)
    .padStart(4, '0');
  return `${time}-${chance}`;
};
