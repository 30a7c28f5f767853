/**
 * Takes in findings and problems. A log may be millions of bad results: the first ones are told, the others are
 * counted.
 */
import type { Collected } from '../../format.ts';

export type Collector = { collected: Collected; tell: (place: () => string, message: string) => void };

const mostProblems = 100_000;

export const collector = (most = mostProblems): Collector => {
  const collected: Collected = { findings: [], problems: [] };
  const { problems } = collected;
  let more = 0;
  let from = '';
  const tell = (place: () => string, message: string): void => {
    if (problems.length < most) {
      problems.push({ place: place(), message });
      return;
    }
    if (more === 0) from = place();
    more += 1;
    problems[most] = { place: from, message: `${more} more from here on, which are not listed` };
  };
  return { collected, tell };
};
