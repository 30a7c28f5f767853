/** Where an artifact lies: URIs, base folders and indexes of SARIF made into a path within the repository. */
import { type RepoPath, toRepoPath } from '../../read/paths.ts';
import type { RunContext } from './run-context.ts';
import type { ArtifactLocation } from './schema.ts';
import { cutEnd } from '../../../plain/cut.ts';

const maxDepth = 20;

/** Base folders that mean the root of the sources, wherever the scan was run. */
const rootNames = new Set([
  'srcroot',
  'sourceroot',
  'sourcesroot',
  'reporoot',
  'repositoryroot',
  'projectroot',
  'projectdir',
  'rootpath',
  'root',
  'workspace',
  'cwd',
  'pwd',
]);
const namesRoot = (id: string): boolean => rootNames.has(id.replaceAll(/[^a-z]/gi, '').toLowerCase());

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    // A tool that does not encode its paths: the percent sign is meant.
    return text;
  }
};

/** The path that a URI means; null for one that is not of a file. */
const pathOf = (uri: string): string | null => {
  const scheme = /^([A-Za-z][A-Za-z0-9+.-]+):/.exec(uri)?.[1];
  if (scheme === undefined) return decode(uri.replaceAll('\\', '/'));
  if (scheme.toLowerCase() !== 'file') return null;
  const path = uri
    .slice(scheme.length + 1)
    .replaceAll('\\', '/')
    .replace(/^\/\/(?:localhost)?(?=\/|[A-Za-z]:)/i, '');
  return decode(path.replace(/^\/(?=[A-Za-z]:(?:\/|$))/, ''));
};

const isAbsolute = (path: string): boolean => path.startsWith('/') || /^[A-Za-z]:\//.test(path);
const join = (folder: string, path: string): string =>
  folder === '' || folder.endsWith('/') ? folder + path : `${folder}/${path}`;

/** A path put together from its bases, with the part that is relative to the outermost of them. */
type Resolved = { path: string; relative: string; base: string | undefined };

const resolveBases = (location: ArtifactLocation, run: RunContext): Resolved | null => {
  const uri = pathOf(location.uri ?? '');
  if (uri === null) return null;
  const state: Resolved = { path: uri, relative: uri, base: undefined };
  let id = location.uriBaseId ?? undefined;
  for (let depth = 0; id !== undefined && id !== '' && depth < maxDepth; depth += 1) {
    // An invalid leading slash below a base is common: it means the base, not the root of the disk.
    if (depth === 0 && uri.startsWith('/') && toRepoPath(uri, run.roots).problem)
      state.path = state.relative = uri.replace(/^\/+/, '');
    if (isAbsolute(state.path)) break;
    state.base = id;
    const base = run.bases.get(id);
    const folder = base?.uri ? pathOf(base.uri) : '';
    if (folder === null) return null;
    state.path = join(folder, state.path);
    if (!isAbsolute(folder)) state.relative = state.path;
    id = base?.uriBaseId ?? undefined;
  }
  return state;
};

const find = (location: ArtifactLocation & { uri: string }, run: RunContext): RepoPath => {
  const resolved = resolveBases(location, run);
  if (!resolved) return { problem: `${JSON.stringify(cutEnd(location.uri, 200))} is not a file` };
  // A base that is not defined, or is itself relative, starts at the root of the sources.
  const rootFirst = resolved.base !== undefined;
  const path = toRepoPath(resolved.path, run, { rootFirst });
  const elsewhere =
    path.problem !== undefined &&
    resolved.base !== undefined &&
    (run.rootBases.has(resolved.base) || namesRoot(resolved.base));
  return elsewhere ? toRepoPath(resolved.relative, run, { rootFirst }) : path;
};

const nowhere: RepoPath = {};
/** So that a hostile file with millions of names does not keep them all. */
const mostSeen = 200_000;

/**
 * By index where no URI is given. `{}`: the source names no file. Each is resolved once, and findings share the path.
 */
export const locate = (given: ArtifactLocation | null | undefined, run: RunContext): RepoPath => {
  const location = given?.uri || typeof given?.index !== 'number' ? given : run.artifacts[given.index];
  const uri = location?.uri;
  if (!location || !uri) return nowhere;
  const base = location.uriBaseId ?? '';
  const byUri = run.seen.paths.get(base) ?? new Map<string, RepoPath>();
  const seen = byUri.get(uri);
  if (seen) return seen;
  const path = find({ ...location, uri }, run);
  if (byUri.size >= mostSeen) byUri.clear();
  run.seen.paths.set(base, byUri.set(uri, path));
  return path;
};
