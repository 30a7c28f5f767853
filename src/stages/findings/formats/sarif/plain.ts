/** Whether a text is as clean as can be, so that the costlier ways of cleaning it can be spared. */

/** Printable ASCII on one line, without blanks at its ends or side by side; short enough to be kept whole. */
export const isPlain = (text: string): boolean => {
  const { length } = text;
  if (length === 0 || length > 10_000) return false;
  let before = 0x20;
  for (let at = 0; at < length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 0x20 || code > 0x7e || (code === 0x20 && before === 0x20)) return false;
    before = code;
  }
  return before !== 0x20;
};
