/** Files that package managers read besides what a command names: by name, wherever they lie in the repository. */

const manifestNames = new Set(
  `
  package.json package-lock.json npm-shrinkwrap.json .npmrc .nvmrc .node-version .tool-versions mise.toml .mise.toml
  yarn.lock .yarnrc .yarnrc.yml pnpm-lock.yaml pnpm-workspace.yaml .pnpmfile.cjs .pnpmfile.mjs
  package.json5 package.yaml
  bun.lock bun.lockb bunfig.toml lerna.json binding.gyp go.mod go.sum go.work go.work.sum
  Cargo.toml Cargo.lock rust-toolchain rust-toolchain.toml
  composer.json composer.lock symfony.lock auth.json Gemfile Gemfile.lock gems.rb gems.locked .ruby-version .gitmodules
  pyproject.toml setup.cfg pip.conf .python-version
  `
    .trim()
    .split(/\s+/),
);

/** Folders all of whose files count: patches of dependencies, and package managers that are kept in the repository. */
const manifestFolders = ['patches', '.yarn', '.cargo', '.bundle', 'vendor', 'third_party'];

/** Read by what many dependencies run when they are installed: Prisma, Puppeteer, Cypress. */
const readByDependencies = /\.prisma$|(?:^|\/)(?:prisma\.config|\.puppeteerrc|puppeteer\.config|\.cypress)[^/]*$/;

const packages = /\.(?:tgz|tbz2?|txz|tar|tar\.\w+|zip|gem|gemspec|whl|egg)$/;

/** `named`: requirements that a command names. */
export const isManifest = (path: string, named: ReadonlySet<string> = new Set()): boolean => {
  const parts = path.split('/');
  return (
    manifestNames.has(parts.at(-1) ?? '') ||
    parts.some((part) => manifestFolders.includes(part)) ||
    packages.test(path) ||
    readByDependencies.test(path) ||
    isRequirements(path, named)
  );
};

export const isRequirements = (path: string, named: ReadonlySet<string> = new Set()): boolean =>
  named.has(path) ||
  /(?:^|\/)[^/]*(?:requirements|constraints)[^/]*\.(?:txt|in)$/.test(path) ||
  /(?:^|\/)(?:requirements|constraints)\/[^/]+\.(?:txt|in)$/.test(path);
