/** Which set-up commands can be used again, and what decides about it. */
import { describe, expect, it } from 'vitest';
import { whyAtEveryChange } from './explain.ts';
import { managedBy } from './managers.ts';
import { isManifest } from './manifests.ts';

const why = (commands: (string | string[])[], files: Record<string, string> = {}): Promise<string | null> =>
  whyAtEveryChange(commands, { paths: async () => Object.keys(files), text: async (path) => files[path] ?? null });

describe('5.3 what set-up reads', () => {
  it.each([
    [['npm ci']],
    [[['npm', 'ci', '--ignore-scripts']]],
    [['npm ci --no-audit --no-fund']],
    [['pnpm install --frozen-lockfile']],
    [['yarn']],
    [['go mod download', 'npm install']],
    [
      [
        'python3 -m venv .venv',
        '.venv/bin/python -m pip install -q -r requirements.txt -r requirements/dev.txt pytest',
      ],
    ],
  ])('is known of %j', async (commands) => {
    expect(await why(commands, { 'package.json': '{"name":"x"}' })).toBeNull();
  });

  it.each([
    ['npm ci && npm run build'],
    ['npm run build'],
    ['npm ci --prefix ../elsewhere'],
    ['pip install -e .'],
    [".venv/bin/python -m pip install -q -e '.[dev]'"],
    ['.venv/bin/python -m pip install .'],
    ['.venv/bin/python -m pip install -r ../requirements.txt'],
    ['sh setup.sh'],
    ['npm ci; make'],
    ['npm install "$PACKAGE"'],
  ])('is not known of %s, so every file counts', async (command) => {
    expect(managedBy([command])).toBeNull();
    expect(await why(['npm ci', command])).toContain('more than');
  });

  it.each([
    ['{"scripts":{"postinstall":"node build.js"}}', 'postinstall'],
    ['{"scripts": { "prepare" : "husky" } }', 'prepare'],
    ['{"dependencies":{"a":"file:../a"}}', 'folder of the repository'],
    ['{"dependencies":{"a":"link:../a"}}', 'folder of the repository'],
  ])('is every file where a manifest says %s', async (text, reason) => {
    expect(await why(['npm ci'], { 'packages/a/package.json': text })).toContain(reason);
  });

  it.each<[string, string, string]>([
    ['npm ci', 'package.json', '{"dependencies":{"a":"../a"}}'],
    ['npm ci', 'package.json', '{"overrides":{"a":{"b":"./b"}}}'],
    ['yarn', 'package.json', '{"dependencies":{"a":"patch:a@npm:1#./tools/a.patch"}}'],
    ['pnpm install', 'package.json', '{"pnpm":{"patchedDependencies":{"a@1":"fixes/a.patch"}}}'],
    ['pnpm install', 'package.json', '{"dependenciesMeta":{"a":{"injected":true}}}'],
    ['pnpm install', 'pnpm-workspace.yaml', 'overrides:\n  a: "link:./a"\n'],
    ['pnpm install', '.pnpmfile.cjs', "const x = require('./x')\n"],
    ['pnpm install', 'package.yaml', 'name: x\n'],
    ['npm ci', 'binding.gyp', '{}'],
    ['npm ci', '.npmrc', 'node-options=--require ./x.js\n'],
    ['yarn', '.yarnrc', 'yarn-path "./tools/yarn.js"\n'],
    ['yarn', '.yarnrc.yml', 'plugins:\n  - path: tools/plugin.cjs\n    spec: x\n'],
    ['composer install', 'composer.json', '{"repositories":[{"type":"path","url":"a"}]}'],
    ['composer install', 'composer.json', '{"autoload":{"classmap":["src/"]}}'],
    ['composer install', 'composer.json', '{"scripts":{"pre-install-cmd":"x"}}'],
    ['bundle install', 'Gemfile', 'require_relative "x"\n'],
    ['bundle install', 'Gemfile', 'gem "a", path: "a"\n'],
    ['bundle install', 'gems.rb', 'eval_gemfile "x"\n'],
    ['.venv/bin/python -m pip install -r requirements.txt', 'requirements.txt', 'libs/a\n'],
    ['.venv/bin/python -m pip install -r deps.txt', 'deps.txt', '-e ./a\n'],
  ])('is every file where %s finds %s with %s', async (command, file, text) => {
    expect(await why([command], { [file]: text })).toContain(file);
  });

  it.each<[string, string, string]>([
    ['npm ci', 'package.json', '{"main":"./x.js","files":["./dist"],"dependencies":{"a":"^1","b":"github:a/b"}}'],
    ['yarn', 'package.json', '{"resolutions":{"a":"patch:a@npm%3A1#~/.yarn/patches/a.patch"},"workspaces":["./a"]}'],
    ['pnpm install', 'package.json', '{"pnpm":{"patchedDependencies":{"a@1":"patches/a.patch"}}}'],
    ['pnpm install', 'pnpm-workspace.yaml', 'packages:\n  - ./a\npatchedDependencies:\n  a: patches/a.patch\n'],
    ['npm ci', '.npmrc', 'registry=https://registry.example.com/\nsave-exact=true\n'],
    ['yarn', '.yarnrc.yml', 'yarnPath: .yarn/releases/yarn-4.cjs\nnodeLinker: node-modules\n'],
    ['npm ci --ignore-scripts', 'binding.gyp', '{}'],
    ['composer install', 'composer.json', '{"autoload":{"psr-4":{"A\\\\":"src/"}},"require":{"a/b":"^1"}}'],
    ['bundle install', 'Gemfile', 'ruby File.read(".ruby-version")\ngem "a", "1", require: false\n'],
    ['.venv/bin/python -m pip install -r deps.txt', 'deps.txt', 'flask==1 # web/http\nx @ https://a.example/b/c.whl\n'],
  ])('is what is known where %s finds %s with %s', async (command, file, text) => {
    expect(await why([command], { [file]: text })).toBeNull();
  });

  it.each(['-e .', './lib', 'lib @ file:lib', '-r more.txt', '--constraint=../constraints/all'])(
    'is every file where requirements have %s',
    async (line) => {
      const install = '.venv/bin/python -m pip install -r requirements.txt';
      expect(await why([install], { 'requirements.txt': `flask\n${line}\n` })).toContain('reads other files');
      expect(await why([install], { 'requirements.txt': 'flask\n-r requirements-dev.txt\n' })).toBeNull();
    },
  );

  it.each(['{"dependencies":{"a":"1"}}', '{"scripts":{"test":"node a"},"config":{"install":"x"}}', '{"scripts":null}'])(
    'is what the lock file says where a manifest has no script that installing runs: %s',
    async (text) => {
      expect(await why(['npm ci'], { 'package.json': text })).toBeNull();
    },
  );

  it('is every file where a manifest cannot be read, and may have such a script', async () => {
    expect(await why(['npm ci'], { 'package.json': '{"scripts":{"prepare":"x",}}' })).toContain('prepare');
  });

  it('is not every file where scripts are left out', async () => {
    expect(await why(['npm ci --ignore-scripts'], { 'package.json': '{"scripts":{"postinstall":"x"}}' })).toBeNull();
  });

  it.each([
    'package-lock.json',
    'frontend/package-lock.json',
    '.npmrc',
    'apps/web/.npmrc',
    'patches/left-pad+1.0.0.patch',
    '.yarn/releases/yarn-4.cjs',
    'vendor/dep.tgz',
    'go.sum',
    'backend/requirements/dev.txt',
    'constraints.txt',
    'constraints/all.txt',
    'prisma/schema.prisma',
    '.puppeteerrc.cjs',
    'binding.gyp',
    'mise.toml',
    'wheels/a-1.0.zip',
  ])('are manifests wherever they lie: %s', (path) => expect(isManifest(path)).toBe(true));

  it.each<[string, string[], boolean]>([
    ['npm ci', ['web/package-lock.json'], true],
    ['npm install', ['package.json'], false],
    ['go mod download', ['go.mod'], true],
    ['cargo fetch', ['Cargo.toml'], false],
    ['bundle install', ['Gemfile.lock'], true],
    ['.venv/bin/python -m pip install -r requirements.txt', ['requirements.txt'], false],
  ])('is pinned by a lock file, or not: %s with %j', (command, paths, pinned) => {
    expect(managedBy([command])?.isPinned(paths)).toBe(pinned);
  });

  it.each(['src/index.ts', 'README.md', 'package.json.md'])('are not other files: %s', (path) =>
    expect(isManifest(path)).toBe(false),
  );
});
