/** Which files hold a configuration: of these, a repository has at most one. */

/** A package.json is one when it has a key of this name. */
export const packageKey = 'fixpoint';

export const configFileNames = ['fixpoint.yaml', 'fixpoint.yml', 'fixpoint.json', 'package.json'] as const;

export const isPackage = (name: string): boolean => /(?:^|[/\\:])package\.json$/.test(name);

/** Looked at before it is parsed: most of them have no such key, and how they are written is not our business then. */
export const mayConfigure = (name: string, text: string): boolean =>
  !isPackage(name) || new RegExp(`"${packageKey}"\\s*:`).test(text);

/** What a person reads of a file that is one of two. */
export const called = (name: string): string => (isPackage(name) ? `"${packageKey}" in package.json` : name);
