/** Which parts of a manifest are about checks, and which put something else in the place of a dependency. */
import { anyOf, pattern } from '../../plain/pattern.ts';

type Section = readonly [file: RegExp, path: RegExp];

const forChecks: readonly Section[] = [
  [
    /package\.json$/,
    pattern(
      '',
      '^',
      anyOf(
        /jest|vitest|mocha|ava|nyc|c8|tap|karma|babel|eslintConfig|eslintIgnore|stylelint|xo|standard|husky/,
        /size-limit|bundlesize|bundlewatch|bundlemon|lint-staged|tsd|ts-node|prettier|pre-commit/,
      ),
      /\b/,
    ),
  ],
  [
    /pyproject\.toml$/,
    pattern(
      '',
      /^tool\./,
      /(?!poetry|setuptools|hatch|pdm|uv|flit|cibuildwheel|commitizen|bumpversion|semantic_release|maturin|versioneer)/,
    ),
  ],
  [/vite\.config\.[cm]?[jt]s$/, /^test\b/],
  [/Cargo\.toml$/, /^(?:workspace\.)?lints\b|^profile\.|^package\.autotests/],
  [/Cargo\.toml$/, /^(?:test|lib|bin|bench|example)\.(?:.*\.)?(?:harness|test|doctest)$/],
  [/setup\.cfg$/, /^(?:tool:pytest|pytest|flake8|mypy|coverage|pylint|isort|pycodestyle|pydocstyle|bandit)/],
  [/composer\.json$/, /^(?:scripts|extra)\b/],
  [/(?:pom\.xml|\.gradle(?:\.kts)?|\w+proj|\.props|\.targets|build\.sbt|mix\.exs|gradle\.properties)$/, /./],
  [/(?:nx|turbo|lerna)\.json$/, /^(?:tasks|pipeline|targetDefaults|targets)\b/],
];

const joined = (path: readonly string[]): string => path.filter((part) => part !== '[]').join('.');

export const isForChecks = (path: readonly string[], file: string): boolean =>
  forChecks.some(([name, section]) => name.test(file) && section.test(joined(path)));

const replacing: readonly Section[] = [
  [
    /package\.json$/,
    /^(?:overrides|resolutions|pnpm\.(?:overrides|patchedDependencies)|patchedDependencies|dependenciesMeta|imports)\b/,
  ],
  [/package\.json$/, /^scripts\.(?:pre|post)?(?:install|prepare)$|^scripts\.(?:pre|post)(?:test|lint|check|build)$/],
  [/Cargo\.toml$/, /^(?:patch|replace)\b/],
  [/pyproject\.toml$/, /^tool\.(?:uv\.(?:sources|override|index)|poetry\.source|pdm\.(?:source|overrides))/],
  [/pom\.xml$/, /\b(?:repository|pluginRepository|systemPath)\b/],
  [/\.gradle(?:\.kts)?$/, /\b(?:resolutionStrategy|dependencySubstitution|repositories)\b/],
];

const replacingLine = /^replace\s|=>|^--(?:extra-)?index-url|^--find-links|^-e\s|^-i\s|git\+|^overrides:|\burl\s*:/;

/** In manifests of lines, the entry itself says so. */
export const isForDependencies = (path: readonly string[], file: string): boolean =>
  replacing.some(([name, section]) => name.test(file) && section.test(joined(path)));

export const isReplacing = (line: string): boolean => replacingLine.test(line.trim());
