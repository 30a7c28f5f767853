/**
 * Finds the first bad one of several fixes that fail together, by trying the first so many of them: what holds is
 * proven by that very run, so no run is made only to find something out. Pure.
 */

/** What is known of the first so many fixes; undefined where nothing is. */
export type Known = (count: number) => 'holds' | 'fails' | undefined;

export type Split =
  /** The first so many hold. */
  | { next: 'accept'; count: number }
  /** Find out about the first so many. */
  | { next: 'try'; count: number }
  /** The first one fails, and what is beneath it holds. */
  | { next: 'culprit' };

/** Whoever was suspected so often in vain is not believed any more: halving always comes to an end soon. */
const mostMisled = 2;

/** `suspects`: which ones a failure seems to be about, counted from 1; they are looked at first. */
export const splitGroup = (size: number, known: Known, suspects: (failing: number) => readonly number[]): Split => {
  const counts = Array.from({ length: size }, (_, index) => index + 1);
  const holding = counts.findLast((count) => known(count) === 'holds');
  if (holding !== undefined) return { next: 'accept', count: holding };
  const failing = counts.find((count) => known(count) === 'fails');
  if (failing === undefined) return { next: 'try', count: size };
  if (failing === 1) return { next: 'culprit' };
  const isMisled = counts.filter((count) => known(count) === 'fails').length > mostMisled;
  const [suspect] = isMisled ? [] : suspects(failing).filter((place) => place <= failing);
  // First what comes before it: when that holds, the suspect is the next to be tried.
  if (suspect !== undefined) return { next: 'try', count: Math.max(1, suspect - 1) };
  return { next: 'try', count: Math.floor(failing / 2) };
};

/** A group is as large as it can be while it is at least as likely to hold as not. */
const likely = 0.5;

/** How many fixes make up a group, of those that are ready, by how likely each is to be bad. */
export const groupSize = (risks: readonly number[]): number => {
  let holds = 1;
  const over = risks.findIndex((risk) => {
    holds *= 1 - risk;
    return holds < likely;
  });
  return over === -1 ? risks.length : Math.max(1, over);
};
