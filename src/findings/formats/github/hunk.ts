/** The diff that a comment hangs on: it ends with the line that the comment is about. */

/** Lines of the new side, without their marks. */
const rightSide = (hunk: string): string[] =>
  hunk
    .split(/\r?\n/)
    .slice(1)
    .filter((line) => line.startsWith('+') || line.startsWith(' '))
    .map((line) => line.slice(1));

/** The number of its last line on the new side. */
export const lastLineOf = (hunk: string): number | undefined => {
  const first = /^@@ -\d{1,9}(?:,\d{1,9})? \+(\d{1,9})/.exec(hunk)?.[1];
  const count = rightSide(hunk).length;
  return first === undefined || count === 0 ? undefined : Number(first) + count - 1;
};

/** More code than that is not quoted. */
const most = 4_000;

/** The code of its last lines on the new side, as far as it shows them all. */
export const codeOf = (hunk: string, count: number): string | undefined => {
  const lines = rightSide(hunk);
  const code = lines.slice(-count).join('\n');
  return count <= lines.length && code.trim() !== '' && code.length <= most ? code : undefined;
};
