/** Whether installing what a package.json asks for reads other files of the repository. */
import { posix } from 'node:path';
import type { Managed } from './managers.ts';
import { isManifest } from './manifests.ts';

const lifecycle = new Set([
  'preinstall',
  'install',
  'postinstall',
  'prepublish',
  'preprepare',
  'prepare',
  'postprepare',
  'dependencies',
  'pnpm:devPreinstall',
]);

/** Where versions stand, or where to get a package instead. */
const maps = [
  'dependencies',
  'devDependencies',
  'optionalDependencies',
  'peerDependencies',
  'resolutions',
  'overrides',
  'catalog',
  'catalogs',
  'pnpm',
  'workspaces',
  'patchedDependencies',
];

type Manifest = Readonly<Record<string, unknown>>;

/** Null when it cannot be read: its package manager may read more into it. */
const parse = (text: string): Manifest | null => {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {};
  } catch {
    return null;
  }
};

/** Pairs of a name and a text, however deep. */
const textsIn = (value: unknown): [string, string][] =>
  typeof value !== 'object' || value === null || Array.isArray(value)
    ? []
    : Object.entries(value).flatMap(([name, inner]) =>
        typeof inner === 'string' ? [[name, inner] satisfies [string, string]] : textsIn(inner),
      );

const isLocal = (version: string): boolean => /^(?:(?:file|link|portal|exec):|\.{0,2}\/|~\/|\.$)/.test(version);

/** A patch that lies where nobody expects one. */
const isOddPatch = (version: string): boolean => {
  const path = /^patch:.*#(.+)$/.exec(version)?.[1] ?? (/\.(?:patch|diff)$/.test(version) ? version : undefined);
  return path?.split('&').some((each) => !isManifest(posix.normalize(each.replace(/^[~!]*\//, '')))) === true;
};

const scriptsIn = (text: string, manifest: Manifest | null): string[] => {
  const scripts = manifest?.['scripts'];
  if (manifest === null) return [...text.matchAll(/"(\w+)"\s*:/g)].map(([, name = '']) => name);
  return typeof scripts === 'object' && scripts !== null ? Object.keys(scripts) : [];
};

export const whyPackageReads = (text: string, { runsScripts }: Managed): string | null => {
  const manifest = parse(text);
  const versions = maps.flatMap((name) => textsIn(manifest?.[name])).map(([, version]) => version);
  if (/"(?:file|link|portal|exec):|"injected"\s*:\s*true/.test(text) || versions.some(isLocal))
    return 'installs from a folder of the repository';
  if (versions.some(isOddPatch)) return 'applies a patch of the repository';
  if (!runsScripts) return null;
  const script = scriptsIn(text, manifest).find((name) => lifecycle.has(name));
  return script === undefined ? null : `has a script ${script} that runs on installation`;
};
