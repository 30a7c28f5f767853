/** A path as a tool writes it, taken apart. */

/** Windows separators and WSL shares in POSIX form. In an absolute POSIX path a backslash is part of a name. */
export const unify = (raw: string): string => {
  if (raw.startsWith('/') && !raw.startsWith('//')) return raw;
  return raw.replaceAll('\\', '/').replace(/^\/\/wsl(?:\$|\.localhost)\/[^/]+(?=\/)/i, '');
};

export const isAbsolute = (path: string): boolean => path.startsWith('/') || /^[A-Za-z]:\//.test(path);

/** Resolves `.` and `..`; null when a relative path climbs out. */
export const resolveDots = (path: string): string[] | null => {
  const kept: string[] = [];
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') kept.push(part);
    else if (kept.length > 0) kept.pop();
    else if (!isAbsolute(path)) return null;
  }
  return kept;
};

/** The names that it is made of. */
export const partsOf = (path: string): string[] => resolveDots(unify(path)) ?? [];

export const baseName = (path: string): string => partsOf(path).at(-1) ?? '';
