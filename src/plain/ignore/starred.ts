/** Patterns with stars, where anything or nothing may stand; matching takes at most the product of the lengths. */

/** `star` stands for any number of elements, `fits` compares one element of the pattern with one of what is matched. */
export const matchesStarred = <Part, Element>(
  pattern: readonly Part[],
  elements: readonly Element[],
  { isStar, fits }: { isStar: (part: Part) => boolean; fits: (part: Part, element: Element) => boolean },
): boolean => {
  let [at, index] = [0, 0];
  // Where the last star stands, and how much it has taken so far: an earlier one never has to take more.
  let [star, taken] = [-1, 0];
  while (index < elements.length) {
    const [part, element] = [pattern[at], elements[index]];
    if (part !== undefined && isStar(part)) {
      [star, taken] = [at, index];
      at += 1;
    } else if (part !== undefined && element !== undefined && fits(part, element)) {
      at += 1;
      index += 1;
    } else if (star >= 0) {
      taken += 1;
      [at, index] = [star + 1, taken];
    } else return false;
  }
  return pattern.slice(at).every(isStar);
};
