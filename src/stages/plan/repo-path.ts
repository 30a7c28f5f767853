/** Paths that a plan names: within the repository, or refused. */

const longest = 4_096;

/** As Fixpoint writes paths: relative, with forward slashes, nothing that climbs out or lies in a .git folder. */
export const isInside = (path: string): boolean => {
  if (path === '' || path.length > longest || path.includes('\0') || path.startsWith('/')) return false;
  return path.split('/').every((part) => part !== '' && part !== '.' && part !== '..' && part.toLowerCase() !== '.git');
};

/** As a person writes them: `./src\a.ts` is `src/a.ts`. Null for what is not inside. */
export const repoPath = (raw: string): string | null => {
  const unified = raw.trim().replaceAll('\\', '/');
  if (/^(?:\/|[A-Za-z]:)/.test(unified)) return null;
  const path = unified
    .split('/')
    .filter((part) => part !== '' && part !== '.')
    .join('/');
  return isInside(path) ? path : null;
};
