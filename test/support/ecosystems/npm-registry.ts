/**
 * A registry of npm packages on loopback that has what this project itself has installed, so that package managers
 * really install something and nothing leaves the machine.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { join } from 'node:path';

type Manifest = { name: string; version: string } & Record<string, unknown>;
type Installed = { folder: string; manifest: Manifest };

export type NpmRegistry = { url: string; close: () => void };

const modules = join(import.meta.dirname, '../../../node_modules');

const packagesIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .flatMap(({ name }) =>
      name.startsWith('@')
        ? readdirSync(join(folder, name)).map((inner) => join(folder, name, inner))
        : [join(folder, name)],
    );

/** Every version that lies somewhere below: other versions of a package lie below those that need them. */
const installedBelow = (folder: string): Installed[] =>
  packagesIn(folder).flatMap((each) => {
    const file = join(each, 'package.json');
    const nested = join(each, 'node_modules');
    const manifest = existsSync(file) ? [{ folder: each, manifest: JSON.parse(readFileSync(file, 'utf8')) }] : [];
    return [...manifest, ...(existsSync(nested) ? installedBelow(nested) : [])];
  });

/** Compressed as little as possible: it is unpacked at once. */
const pack = (folder: string): Buffer => {
  const asPackage = ['--transform', 's,^\\.,package,', '--exclude', './node_modules'];
  const words = ['--create', '--use-compress-program', 'gzip -1', ...asPackage, '--directory', folder, '.'];
  return execFileSync('tar', words, { maxBuffer: 1 << 28 });
};

const withoutScripts = (manifest: Manifest): Manifest => ({ ...manifest, scripts: {} });

/** `lodash`, `@scope/name`, with the version behind them for an archive. */
const archiveName = /^(.+)\/-\/(.+)\.tgz$/;

export const openNpmRegistry = async (): Promise<NpmRegistry> => {
  const byName = new Map<string, Map<string, Installed>>();
  for (const each of installedBelow(modules)) {
    const versions = byName.get(each.manifest.name) ?? new Map<string, Installed>();
    byName.set(each.manifest.name, versions.set(each.manifest.version, each));
  }
  const archives = new Map<string, Buffer>();
  const archiveOf = ({ folder }: Installed): Buffer => {
    const bytes = archives.get(folder) ?? pack(folder);
    archives.set(folder, bytes);
    return bytes;
  };
  const described = (each: Installed, url: string): Manifest => ({
    ...withoutScripts(each.manifest),
    dist: {
      tarball: `${url}/${each.manifest.name}/-/${each.manifest.version}.tgz`,
      integrity: `sha512-${createHash('sha512').update(archiveOf(each)).digest('base64')}`,
    },
  });

  const server = createServer((request, response) => {
    const path = decodeURIComponent((request.url ?? '').slice(1).replace(/\?.*$/, ''));
    const [, owner, version] = archiveName.exec(path) ?? [];
    const archive = owner === undefined ? undefined : byName.get(owner)?.get(version ?? '');
    if (archive) return void response.end(archiveOf(archive));
    const versions = byName.get(path);
    if (!versions) return notFound(response);
    const url = `http://${request.headers.host ?? ''}`;
    const latest = [...versions.keys()].at(0);
    response.setHeader('content-type', 'application/json').end(
      JSON.stringify({
        name: path,
        'dist-tags': { latest },
        versions: Object.fromEntries([...versions].map(([number, each]) => [number, described(each, url)])),
      }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the registry has no port');
  return { url: `http://127.0.0.1:${address.port}`, close: () => void server.close() };
};

const notFound = (response: ServerResponse): void => void response.writeHead(404).end('{"error":"not found"}');
