/** Where the program of a linter comes from: what set-up installs, or this machine. */
import type { KnownTool } from '../../stages/recheck/tool.ts';
import type { Folder } from '../folder.ts';
import { howToGet, managerOf, startsInstalled } from '../node/manager.ts';
import { readPackage } from '../node/package.ts';
import { homeOf } from '../python/python.ts';
import { brings } from '../python/installed.ts';

/** `words`: how it is started. */
export type Program = { words: readonly string[] } | { missing: string; remedy: string };

const npmPackages: Readonly<Record<string, readonly string[]>> = {
  eslint: ['eslint'],
  biome: ['@biomejs/biome'],
  oxlint: ['oxlint'],
  tsc: ['vue-tsc', 'typescript'],
  stylelint: ['stylelint'],
  markdownlint: ['markdownlint-cli2', 'markdownlint-cli'],
  pyright: ['pyright'],
};

const pythonTools = new Set(['ruff', 'flake8', 'pylint', 'mypy', 'pyright', 'bandit']);

const phpTools = new Set(['phpstan', 'phpcs']);

/** Looked for in this order; the first that will be there when the tool is started. */
export const programOf = (tool: KnownTool, folder: Folder): Program => {
  const ways = [fromNode, fromPython, fromOthers, fromPath];
  return ways.map((way) => way(tool, folder)).find((found) => found !== null) ?? absent(tool);
};

type Way = (tool: KnownTool, folder: Folder) => Program | null;

const fromNode: Way = (tool, folder) => {
  const names = npmPackages[tool.name];
  if (names === undefined || !folder.has('package.json')) return null;
  const own = readPackage(folder);
  const at = names.findIndex((name) => own.dependencies.has(name));
  const manager = managerOf(folder, own).name;
  if (at >= 0 && !folder.canStart(manager) && !folder.files.some((file) => file.startsWith('node_modules/')))
    return { missing: `${tool.name} is installed by ${manager}, which is not installed`, remedy: howToGet[manager] };
  return at < 0 ? null : { words: startsInstalled(folder, own, tool.programs[at] ?? tool.programs[0] ?? tool.name) };
};

const fromPython: Way = (tool, folder) => {
  if (!pythonTools.has(tool.name)) return null;
  const { isInstalled, start } = homeOf(folder);
  return isInstalled && brings(folder, tool.name) ? { words: [...start, tool.name] } : null;
};

const fromOthers: Way = (tool, folder) => {
  if (
    phpTools.has(tool.name) &&
    folder.text('composer.json').includes(tool.name === 'phpcs' ? 'codesniffer' : 'phpstan')
  )
    return folder.canStart('composer')
      ? { words: [`vendor/bin/${tool.name}`] }
      : { missing: `${tool.name} is installed by composer, which is not installed`, remedy: 'install composer' };
  if (tool.name === 'rubocop' && folder.has('Gemfile') && /rubocop/.test(folder.text('Gemfile')))
    return folder.canStart('bundle') ? { words: ['bundle', 'exec', 'rubocop'] } : null;
  return null;
};

const fromPath: Way = (tool, folder) => {
  const program = tool.programs.find(folder.canStart);
  return program === undefined ? null : { words: [program] };
};

const remedies: Readonly<Record<string, string>> = {
  shellcheck: 'install it with your package manager, such as `apt-get install shellcheck`',
  'golangci-lint': 'install it from https://golangci-lint.run',
  'go vet': 'install Go from https://go.dev/dl',
  clippy: 'install it with `rustup component add clippy`',
  rubocop: 'add it to the Gemfile',
  phpstan: 'add it with `composer require --dev phpstan/phpstan`',
  phpcs: 'add it with `composer require --dev squizlabs/php_codesniffer`',
};

const absent = ({ name }: KnownTool): Program => {
  const npm = npmPackages[name]?.at(-1);
  const known = remedies[name] ?? (npm === undefined ? undefined : `add it with \`npm install --save-dev ${npm}\``);
  return {
    missing: `${name} is configured, and not installed`,
    remedy: pythonTools.has(name)
      ? `add it to the development dependencies, or \`pip install ${name}\``
      : (known ?? 'install it'),
  };
};
