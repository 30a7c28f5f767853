/** Paths as tools write them, made into paths within the repository; whatever leads out of it is refused. */

/** `{}` stands for the repository as a whole. */
export type RepoPath = { file?: string; problem?: string };

const maxLength = 4_096;

/** Windows separators and WSL shares in POSIX form. In an absolute POSIX path a backslash is part of a name. */
const unify = (raw: string): string => {
  if (raw.startsWith('/') && !raw.startsWith('//')) return raw;
  return raw.replaceAll('\\', '/').replace(/^\/\/wsl(?:\$|\.localhost)\/[^/]+(?=\/)/i, '');
};

const isAbsolute = (path: string): boolean => path.startsWith('/') || /^[A-Za-z]:\//.test(path);

/** `C:/x` as WSL mounts it, so that a Windows tool's paths match a root seen from Linux. */
const mounted = (path: string): string => path.replace(/^([A-Za-z]):\//, (_, drive: string) => `/mnt/${drive.toLowerCase()}/`);

const ignoresCase = (path: string): boolean => /^(?:\/mnt\/[a-z]\/|[A-Za-z]:\/)/i.test(path);

/** Resolves `.` and `..`; null when a relative path climbs out. */
const resolveDots = (path: string): string[] | null => {
  const kept: string[] = [];
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') kept.push(part);
    else if (kept.length > 0) kept.pop();
    else if (!isAbsolute(path)) return null;
  }
  return kept;
};

const within = (path: string, root: string): string[] | null => {
  const parts = resolveDots(path) ?? [];
  const rootParts = resolveDots(root) ?? [];
  const fold = ignoresCase(root) ? (part: string): string => part.toLowerCase() : (part: string): string => part;
  const inside = rootParts.every((part, index) => fold(parts[index] ?? '') === fold(part));
  return inside ? parts.slice(rootParts.length) : null;
};

const partsWithin = (path: string, roots: readonly string[]): string[] | null => {
  if (!isAbsolute(path)) return resolveDots(path);
  for (const root of roots) {
    const unified = unify(root);
    const found = within(path, unified) ?? within(mounted(path), mounted(unified));
    if (found) return found;
  }
  return null;
};

/** `roots`: absolute paths under which the repository's files may be named. */
export const toRepoPath = (raw: string, roots: readonly string[]): RepoPath => {
  const bare = /^`[^`]*`$/.test(raw) ? raw.slice(1, -1) : raw;
  if (bare.includes('\0')) return { problem: 'a path with a NUL character in it' };
  if (bare.length > maxLength) return { problem: `a path of ${bare.length} characters` };
  const parts = partsWithin(unify(bare), roots);
  if (!parts) return { problem: `${JSON.stringify(bare)} is outside the repository` };
  if (parts.some((part) => part.toLowerCase() === '.git')) return { problem: `${JSON.stringify(bare)} is inside a .git folder` };
  return parts.length === 0 ? {} : { file: parts.join('/') };
};
