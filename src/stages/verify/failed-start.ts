/**
 * What is to be said of a start that fails its own verification: what to do where nothing can be proven, and what
 * counts where something can.
 */
import type { CommandResult, Verification } from '../../model/verification.ts';
import { totalOf } from './compare-output.ts';
import { describe } from './describe.ts';

/** By what each of these files says about how dependencies are installed; the first that is there counts. */
export const setupExamples: Readonly<Record<string, string>> = {
  'package-lock.json': 'npm ci',
  'npm-shrinkwrap.json': 'npm ci',
  'pnpm-lock.yaml': 'pnpm install --frozen-lockfile',
  'yarn.lock': 'yarn install --frozen-lockfile',
  'bun.lock': 'bun install --frozen-lockfile',
  'bun.lockb': 'bun install --frozen-lockfile',
  'uv.lock': 'uv sync --frozen',
  'poetry.lock': 'poetry install',
  'Pipfile.lock': 'pipenv sync --dev',
  'requirements.txt': 'pip install -r requirements.txt',
  'Gemfile.lock': 'bundle install',
  'composer.lock': 'composer install',
  'go.mod': 'go mod download',
  'Cargo.lock': 'cargo fetch',
  'pyproject.toml': 'pip install -e .',
  'package.json': 'npm install',
};

/** Words of shells, runtimes and package managers for something that nobody has installed. */
const missing = new RegExp(
  [
    String.raw`^\S*sh: .*not found$`,
    String.raw`^\S*: command not found`,
    String.raw`Cannot find (?:module|package) '[^./]`,
    'ERR_MODULE_NOT_FOUND',
    'No module named ',
    'could not determine executable to run',
    'node_modules missing',
    'no required module provides package',
    'cannot find module providing package',
    'Could not find gem',
    'Bundler::GemNotFound',
  ].join('|'),
  'm',
);

/** Build tools that fetch packages while they build, which nothing in a room can: they need what was fetched before. */
const unfetched = new RegExp(
  [
    String.raw`\[(?:ERROR|FATAL)\].{0,2000}(?:Could not transfer artifact|Non-resolvable )`,
    String.raw`\[(?:ERROR|FATAL)\].{0,2000}Could not resolve dependencies`,
    String.raw`\[ERROR\].{0,2000}(?:could not be resolved|Unresolveable build extension|in offline mode)`,
    String.raw`Could not resolve all (?:files|dependencies|artifacts|task dependencies) for `,
    String.raw`^Downloading https?://\S{1,200}\.zip\b[^]{0,4000}UnknownHostException`,
    'error NU1301: |Unable to load the service index for source',
    String.raw`^error: failed to (?:get|download) [^]{0,4000}(?:offline|resolve host|dns)`,
    String.raw`dial tcp: lookup .{1,2000}(?:no such host|name resolution|server misbehaving|connection refused)`,
  ].join('|'),
  'm',
);

const outputOf = ({ stdout, stderr }: CommandResult): string => `${stdout}\n${stderr}`;

/** Something that is not there, in the words of whoever looked for it. */
const lacksSomething = (command: CommandResult): boolean => missing.test(outputOf(command)) || command.exitCode === 127;

/** The command's own first word, where the shell does not know it. */
const unknownProgram = ({ command, stdout, stderr }: CommandResult): string | undefined => {
  const [first = ''] = command.split(' ');
  const [, name] =
    /^\S*sh: (?:\d+: |line \d+: )?([^:\s]+): (?:command )?not found$/m.exec(`${stdout}\n${stderr}`) ?? [];
  return name === first ? name : undefined;
};

/** Compared test by test, or finding by finding, a command says something though it fails. */
const isComparable = ({ failedTests, reported }: CommandResult): boolean =>
  (failedTests?.length ?? 0) > 0 || reported !== undefined;

/** A command that says nothing about the code: it did not get so far. */
const saysNothing = (command: CommandResult): boolean =>
  command.status === 'crashed' ||
  command.status === 'timeout' ||
  (command.status === 'failed' && !isComparable(command) && (missing.test(outputOf(command)) || isUnfetched(command)));

const isUnfetched = (command: CommandResult): boolean => unfetched.test(outputOf(command));

export type Surroundings = {
  /** The commands of verify.setup, as they are shown. */
  setup: readonly string[];
  /** Which of the files of `setupExamples` are there. */
  files: ReadonlySet<string>;
};

const exampleFor = (files: ReadonlySet<string>): string => {
  const known = Object.keys(setupExamples).find((file) => files.has(file));
  return known === undefined ? 'npm ci' : (setupExamples[known] ?? '');
};

/** What to do about a start that cannot be verified; null when it can be, even though it fails. */
export const remedyFor = (verification: Verification, { setup, files }: Surroundings): string | null => {
  const quoted = setup.map((line) => `\`${line}\``).join(', ');
  if (verification.verdict === 'setup-failed')
    return `Mend verify.setup (${quoted}), then start again or \`fixpoint resume\`.`;
  const command = verification.commands.find(saysNothing);
  if (!command) return null;
  if (command.status === 'timeout') return 'Raise verify.timeout, or verify with a command that takes less time.';
  if (command.signal !== null)
    return (
      `It was ended by ${command.signal}${command.signal === 'SIGKILL' ? ' (too little memory?)' : ''}: ` +
      'see what it does in a fresh clone.'
    );
  if (command.exitCode === 126)
    return 'Is it a program, and executable? A workspace holds what is committed, with its mode.';
  if (isUnfetched(command))
    return (
      'It fetches packages while it builds, and has no network here: build the project once outside of Fixpoint, so ' +
      'that they are in the cache of this machine, or have verify.setup fetch them into the project.'
    );
  if (!lacksSomething(command))
    return 'A workspace is a fresh clone: whatever the command needs beside it has to come from verify.setup.';
  const program = unknownProgram(command);
  if (setup.length > 0) {
    const spelled = program === undefined ? '' : `Is ${program} spelled right? If so, `;
    return `${spelled}verify.setup (${quoted}) does not install what it needs: add what is missing to verify.setup.`;
  }
  const why =
    program === undefined
      ? 'Dependencies are not installed:'
      : `Is ${program} spelled right? If it comes with the dependencies,`;
  return `${why} set verify.setup, for example ["${exampleFor(files)}"], and start again.`;
};

/** Failed before, and will prove nothing while it goes on failing: only a fix that makes it pass counts. */
export const isMute = (command: CommandResult): boolean => command.status === 'failed' && !isComparable(command);

/** What a user should know before anything is spent: what still counts as proof, command by command. */
export const provable = ({ commands }: Verification, unproven: 'refuse' | 'accept'): string[] =>
  commands
    .filter(({ status }) => status === 'failed')
    .map((command) => `The untouched start fails: ${describe(command)}. ${countsThen(command, unproven)}`);

const countsThen = (command: CommandResult, unproven: 'refuse' | 'accept'): string => {
  const { failedTests = [], reported } = command;
  if (failedTests.length > 0)
    return (
      'Its tests are compared one by one: a fix counts unless a test fails that did not fail before ' +
      `(${failedTests.length} do).`
    );
  if (reported)
    return (
      `It reports ${totalOf(reported)} findings: while it fails, a fix counts only if it removes some of ` +
      'them and adds none.'
    );
  if (unproven === 'accept')
    return 'While it fails nothing is proven, and fixes count all the same (verify.unproven: accept).';
  return (
    'It says nothing about single tests or findings: while it fails no fix can be proven, and only one that ' +
    'makes it pass counts.'
  );
};
