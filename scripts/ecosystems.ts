/** Installs the toolchains that tests of ecosystems use: from npm into test/ecosystems, the others from Debian. */
import { installPrograms } from './install/debian.ts';
import { installForTests } from './install/packages-of-tests.ts';

const packages = {
  name: 'ecosystems',
  what: 'pnpm, yarn, bun and older versions of Node (about 600 MB)',
  command: 'npm run ecosystems',
};

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
  ['javac', 'default-jdk-headless'],
  ['make', 'make'],
  ['mypy', 'mypy'],
  ['phpunit', 'phpunit'],
  ['pylint', 'pylint'],
  ['pytest', 'python3-pytest'],
  ['rspec', 'ruby-rspec'],
  ['rubocop', 'rubocop'],
  ['ruby', 'ruby'],
  ['shellcheck', 'shellcheck'],
  ['socat', 'socat'],
]);
process.exitCode = fromNpm && fromDebian ? 0 : 1;
