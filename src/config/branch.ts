/** Whether a pattern can become the name of a branch: the rules of `git check-ref-format`. */

const forbidden = /[\0-\x20\x7f~^:?*[\\]|\.\.|@\{|\/\/|\/$|^\/|\.$|^-/;

const isBranchName = (name: string): boolean =>
  name !== '' &&
  name !== '@' &&
  name !== 'HEAD' &&
  !forbidden.test(name) &&
  name.split('/').every((part) => !part.startsWith('.') && !part.endsWith('.lock') && isShort(part));

/** Git keeps refs as files, with the name of a lock beside them: file systems take names of 255 bytes. */
const isShort = (part: string): boolean => Buffer.byteLength(part) <= 240;

/** What is wrong with it, or null. */
export const branchProblem = (pattern: string): string | null => {
  const strange = [...pattern.matchAll(/\{([^}]*)\}/g)].map((match) => match[0]).find((each) => each !== '{run}');
  if (strange !== undefined) return `${strange} does not stand for anything; only {run} does`;
  return isBranchName(pattern.replaceAll('{run}', '20250101-000000-abcd'))
    ? null
    : 'git does not allow this as the name of a branch';
};
