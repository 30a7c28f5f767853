/** `npm install --global` of the packed package into a folder of its own, and what older versions of Node say. */
import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { olderNode } from '../support/ecosystems/machine.ts';
import { openNpmRegistry } from '../support/ecosystems/npm-registry.ts';

const root = join(import.meta.dirname, '../..');
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'fixpoint-install-')));
const prefix = join(folder, 'prefix');
const installed = join(prefix, 'lib/node_modules/fixpoint');

/** One Node, and nothing of the clone's node_modules/.bin. */
const envWith = (node: string): Record<string, string> => ({
  PATH: [
    dirname(realpathSync(node)),
    ...(process.env['PATH'] ?? '').split(':').filter((part) => !part.includes('node_modules')),
  ].join(':'),
  HOME: join(folder, 'home'),
  XDG_STATE_HOME: join(folder, 'state'),
  npm_config_cache: join(folder, 'cache'),
});

type Ended = { code: number; stdout: string; stderr: string };

const call = (node: string, program: string, ...args: readonly string[]): Promise<Ended> =>
  new Promise((resolve) => {
    execFile(program, args, { cwd: folder, env: envWith(node) }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code ?? 1), stdout, stderr }),
    );
  });

beforeAll(async () => {
  mkdirSync(join(folder, 'home'));
  const env = envWith(process.execPath);
  // Built already: building again would pull dist/ from under tests that run beside this one.
  execFileSync('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder], { cwd: root, env });
  const file = readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? '';
  const registry = await openNpmRegistry();
  const from = [`--registry=${registry.url}`, '--no-audit', '--no-fund'];
  const ended = await call(process.execPath, 'npm', 'install', '-g', '--prefix', prefix, ...from, `./${file}`);
  registry.close();
  expect(ended, ended.stderr).toMatchObject({ code: 0 });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('13.1 is installed by npm install --global, and starts', async () => {
  const { version, ...manifest } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
  expect(await call(process.execPath, join(prefix, 'bin/fixpoint'), '--version')).toMatchObject({
    code: 0,
    stdout: `${version}\n`,
  });
  expect(manifest).not.toHaveProperty('private');
  // Node comes along with a clone alone.
  expect(readdirSync(join(prefix, 'lib/node_modules'))).toEqual(['fixpoint']);
  expect(readdirSync(join(installed, 'node_modules'))).toEqual(['@ast-grep']);
  for (const name of ['runtime', 'test']) expect(existsSync(join(installed, name))).toBe(false);
});

const library = `
  const { Expected, fix, status } = await import('fixpoint');
  for (const work of [() => fix({ from: ['a.sarif'] }), () => status({})])
    await work().catch((error) => console.log(error instanceof Expected, error.message.split('\\n')[0]));
`;

for (const version of [20, 22] as const) {
  const node = olderNode(version);
  const why = node === null ? ' (skipped: it is not installed; run npm run ecosystems)' : '';
  it.skipIf(node === null)(
    `13.1, 13.2 says on Node ${version} which one is needed, as a library, too${why}`,
    async () => {
      const needed = `needs Node 24 or newer; this is Node ${version}\\.`;
      const ended = await call(node ?? '', join(prefix, 'bin/fixpoint'), 'status');
      expect(ended).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(needed) });
      expect(ended.stderr).not.toContain('    at ');
      const file = join(installed, 'dist/index.js');
      const used = await call(node ?? '', node ?? '', '--input-type=module', '-e', library.replace('fixpoint', file));
      expect(used).toMatchObject({ code: 0, stderr: '' });
      expect(used.stdout.trim().split('\n')).toEqual(
        ['fix', 'status'].map(() => expect.stringMatching(`^true fixpoint ${needed}`)),
      );
    },
  );
}
