/** Installs the toolchains that tests of ecosystems use: from npm into test/ecosystems, the others from Debian. */
import { installPrograms } from './install/debian.ts';
import { installForTests } from './install/packages-of-tests.ts';

const packages = {
  name: 'ecosystems',
  what: 'pnpm, yarn, bun and older versions of Node (about 600 MB)',
  command: 'npm run ecosystems',
};

/** What Debian's Maven needs to compile and test. */
const mavenRepository = '/usr/share/maven-repo';
const mavenPlugins = `${mavenRepository}/org/apache/maven/plugins`;

const fromNpm = installForTests(packages);
const fromDebian = installPrograms([
  ['bats', 'bats'],
  ['bwrap', 'bubblewrap'],
  ['cargo', 'cargo'],
  ['cargo-clippy', 'rust-clippy'],
  ['cc', 'gcc'],
  ['cmake', 'cmake'],
  ['flake8', 'flake8'],
  ['go', 'golang-go'],
  ['gradle', 'gradle'],
  ['javac', 'default-jdk-headless'],
  ['make', 'make'],
  ['mvn', 'maven'],
  ['mypy', 'mypy'],
  ['phpcs', 'php-codesniffer'],
  ['phpunit', 'phpunit'],
  ['pylint', 'pylint'],
  ['pytest', 'python3-pytest'],
  ['rspec', 'ruby-rspec'],
  ['rubocop', 'rubocop'],
  ['ruby', 'ruby'],
  ['shellcheck', 'shellcheck'],
  ['socat', 'socat'],
  [`${mavenRepository}/junit`, 'junit4'],
  [`${mavenPlugins}/maven-compiler-plugin`, 'libmaven-compiler-plugin-java'],
  [`${mavenPlugins}/maven-resources-plugin`, 'libmaven-resources-plugin-java'],
  [`${mavenPlugins}/maven-surefire-plugin`, 'libsurefire-java'],
]);
process.exitCode = fromNpm && fromDebian ? 0 : 1;
