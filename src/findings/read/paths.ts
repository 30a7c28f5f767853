/** Paths as tools write them, made into paths within the repository; whatever leads out of it is refused. */
import { isAbsolute, resolveDots, unify } from './path-parts.ts';

/** `{}` stands for the repository as a whole. */
export type RepoPath = { file?: string; problem?: string };

const maxLength = 4_096;

/** `C:/x` as WSL mounts it, so that a Windows tool's paths match a root seen from Linux. */
const mounted = (path: string): string =>
  path.replace(/^([A-Za-z]):\//, (_, drive: string) => `/mnt/${drive.toLowerCase()}/`);

const ignoresCase = (path: string): boolean => /^(?:\/mnt\/[a-z]\/|[A-Za-z]:\/)/i.test(path);

const within = (path: string, root: string): string[] | null => {
  const parts = resolveDots(path) ?? [];
  const rootParts = resolveDots(root) ?? [];
  const fold = ignoresCase(root) ? (part: string): string => part.toLowerCase() : (part: string): string => part;
  const inside = rootParts.every((part, index) => fold(parts[index] ?? '') === fold(part));
  return inside ? parts.slice(rootParts.length) : null;
};

/** How the paths of a source are to be understood. */
export type Lookup = {
  /** Absolute paths under which the repository's files may be named. */
  roots: readonly string[];
  /**
   * The folder, from the root of the repository, that relative paths are tried in before the root itself (requirement
   * 1.11).
   */
  folder?: string | undefined;
  /** Whether the repository has such a file or folder; needed where there is a folder. */
  exists?: ((path: string) => boolean) | undefined;
  /** Is told absolute paths that lie outside. */
  elsewhere?: ((path: string) => void) | undefined;
};

/** Where it may lie: in the folder, then below the root. */
const candidatesOf = (path: string, folder: string | undefined, rootFirst: boolean): string[][] => {
  const fromRoot = resolveDots(path);
  if (folder === undefined || folder === '' || fromRoot?.length === 0) return fromRoot ? [fromRoot] : [];
  const inFolder = resolveDots(`${folder}/${path}`);
  const inOrder = rootFirst ? [fromRoot, inFolder] : [inFolder, fromRoot];
  return inOrder.filter((parts) => parts !== null);
};

/** The first that is there; else the first whose uppermost folder is. */
const relativeParts = (
  path: string,
  { folder, exists }: Omit<Lookup, 'roots'>,
  rootFirst: boolean,
): string[] | null => {
  const candidates = candidatesOf(path, folder, rootFirst);
  if (candidates.length < 2 || !exists) return candidates[0] ?? null;
  const depth = (parts: readonly string[]): number =>
    parts.join('/').startsWith(`${folder}/`) ? (folder?.split('/').length ?? 0) + 1 : 1;
  return (
    candidates.find((parts) => exists(parts.join('/'))) ??
    candidates.find((parts) => exists(parts.slice(0, depth(parts)).join('/'))) ??
    candidates[0] ??
    null
  );
};

const absoluteParts = (path: string, roots: readonly string[]): string[] | null => {
  for (const root of roots) {
    const unified = unify(root);
    const found = within(path, unified) ?? within(mounted(path), mounted(unified));
    if (found) return found;
  }
  return null;
};

/** `rootFirst`: the source says that the path is relative to the root of its sources. */
export const toRepoPath = (raw: string, where: readonly string[] | Lookup, { rootFirst = false } = {}): RepoPath => {
  const lookup = 'roots' in where ? where : { roots: where };
  const bare = /^`[^`]*`$/.test(raw) ? raw.slice(1, -1) : raw;
  if (bare.includes('\0')) return { problem: 'a path with a NUL character in it' };
  if (bare.length > maxLength) return { problem: `a path of ${bare.length} characters` };
  const path = unify(bare);
  const isWhole = isAbsolute(path);
  const parts = isWhole ? absoluteParts(path, lookup.roots) : relativeParts(path, lookup, rootFirst);
  if (!parts && isWhole) lookup.elsewhere?.(path);
  if (!parts) return { problem: `${JSON.stringify(bare)} is outside the repository` };
  if (parts.some((part) => part.toLowerCase() === '.git'))
    return { problem: `${JSON.stringify(bare)} is inside a .git folder` };
  return parts.length === 0 ? {} : { file: parts.join('/') };
};
