/** Edit distance, 32 rows of the table at a time in the bits of one number (after Myers and Hyyrö). */

/** Rows of the current block in which a code unit stands; all zero between calls. */
const rowsWith = new Int32Array(0x1_0000);
/** By how much each column changes at the last row so far: -1, 0 or 1. */
let steps = new Int8Array(128);

const advance = (text: string, lastRow: number): void => {
  let up = -1;
  let down = 0;
  for (let column = 0; column < text.length; column += 1) {
    const step = steps[column] ?? 0;
    const fell = step < 0 ? 1 : 0;
    const rows = rowsWith[text.charCodeAt(column)] ?? 0;
    const vertical = rows | down;
    const equal = rows | fell;
    const diagonal = (((equal & up) + up) ^ up) | equal;
    let plus = down | ~(diagonal | up);
    let minus = up & diagonal;
    steps[column] = ((plus >>> lastRow) & 1) - ((minus >>> lastRow) & 1);
    plus = (plus << 1) | (step > 0 ? 1 : 0);
    minus = (minus << 1) | fell;
    up = minus | ~(vertical | plus);
    down = plus & vertical;
  }
};

const distanceOf = (pattern: string, text: string): number => {
  if (steps.length < text.length) steps = new Int8Array(text.length * 2);
  steps.fill(1, 0, text.length);
  for (let from = 0; from < pattern.length; from += 32) {
    const rows = Math.min(32, pattern.length - from);
    for (let row = 0; row < rows; row += 1) {
      const unit = pattern.charCodeAt(from + row);
      rowsWith[unit] = (rowsWith[unit] ?? 0) | (1 << row);
    }
    advance(text, rows - 1);
    for (let row = 0; row < rows; row += 1) rowsWith[pattern.charCodeAt(from + row)] = 0;
  }
  let distance = pattern.length;
  for (let column = 0; column < text.length; column += 1) distance += steps[column] ?? 0;
  return distance;
};

/** Insertions, deletions and substitutions of UTF-16 code units that turn one text into the other. */
export const editDistance = (a: string, b: string): number => {
  let same = 0;
  let [endA, endB] = [a.length, b.length];
  while (same < endA && same < endB && a.charCodeAt(same) === b.charCodeAt(same)) same += 1;
  while (endA > same && endB > same && a.charCodeAt(endA - 1) === b.charCodeAt(endB - 1)) {
    endA -= 1;
    endB -= 1;
  }
  return endA < endB
    ? distanceOf(a.slice(same, endA), b.slice(same, endB))
    : distanceOf(b.slice(same, endB), a.slice(same, endA));
};
