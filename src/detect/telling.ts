/** Which files say something about how a project is built and checked: only these are read. */
import { telling } from '../stages/recheck/presence.ts';
import { knownTools } from '../stages/recheck/tools/index.ts';
import { isCi } from './evidence/ci.ts';
import { baseName } from './folder.ts';

const names = new Set([
  ...telling(knownTools),
  ...`
  package.json pnpm-workspace.yaml .yarnrc.yml pyproject.toml setup.py setup.cfg tox.ini noxfile.py pytest.ini Pipfile
  go.mod go.work Cargo.toml pom.xml build.gradle build.gradle.kts settings.gradle settings.gradle.kts CMakeLists.txt
  Makefile makefile GNUmakefile justfile Justfile .justfile Taskfile.yml Taskfile.yaml taskfile.yml taskfile.yaml
  CMakePresets.json meson.build configure.ac configure.in Makefile.am Makefile.in
  autogen.sh bootstrap bootstrap.sh buildconf Gemfile Rakefile composer.json .pre-commit-config.yaml
  `
    .trim()
    .split(/\s+/),
]);

const kinds = [
  /(?:^|\/)(?:requirements[\w.-]*|(?:dev|tests?)[-_]requirements)\.txt$/,
  /(?:^|\/)requirements\/[\w.-]+\.txt$/,
  /\.(?:cs|fs|vb)proj$/,
];

/** Tests say by their first lines what runs them. */
const tests = [
  /^(?:[\w-]+\/){0,3}(?:test_[^/]*|[^/]*_test|tests?)\.(?:py|sh|bash)$/,
  /^(?:[\w-]+\/)?(?:run[-_]?)?tests?\.(?:sh|bash)$/,
];

export const tells = (file: string): boolean =>
  names.has(baseName(file)) || isCi(file) || [...kinds, ...tests].some((kind) => kind.test(file));
