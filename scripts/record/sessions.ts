/** First sessions, one for each way of building projects: what is there, and what somebody types. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { byFindings, compiledProjects } from '../../test/support/ecosystems/compiled.ts';
import { type EcosystemProject, json, lines } from '../../test/support/ecosystems/project.ts';
import { javaProjects } from '../../test/support/ecosystems/java.ts';
import { pythonProjects } from '../../test/support/ecosystems/python.ts';
import { scriptedProjects } from '../../test/support/ecosystems/scripted.ts';
import type { Size } from './screen.ts';

export type Session = Pick<EcosystemProject, 'files' | 'needs' | 'prepare'> & {
  /** Of the recording. */
  name: string;
  /** The folder that it is in. */
  folder: string;
  title: string;
  description: string;
  size: Size;
  /** As the docs give them; `~/` stands before the package, which lies in the home folder. */
  commands: readonly [install: string, run: string, apply: string];
};

const size = { columns: 100, height: 30 };

const install = 'npm install -g ~/fixpoint-*.tgz';
const apply = 'fixpoint apply';

const example = join(import.meta.dirname, '../../examples/tally');

/** The bundled example as most projects are: ESLint among its dependencies, and no configuration of Fixpoint. */
const tally = (): Record<string, string> => {
  const files = globSync('{src,test}/**/*.ts', { cwd: example });
  const { name, type, scripts } = JSON.parse(readFileSync(join(example, 'package.json'), 'utf8'));
  const tools = { eslint: '*', '@typescript-eslint/parser': '*' };
  const rules = readFileSync(join(example, 'eslint.config.js'), 'utf8');
  return {
    ...Object.fromEntries(files.map((file) => [file, readFileSync(join(example, file), 'utf8')])),
    'package.json': json({ name, version: '1.0.0', private: true, type, scripts, devDependencies: tools }),
    'eslint.config.js': rules
      .replace(/^import[\s\S]*?\n\n\/\/[\s\S]*?\n\n/, "import parser from '@typescript-eslint/parser';\n\n")
      .replace(/beside\(.*?\)/, 'parser'),
    '.gitignore': 'node_modules\n',
  };
};

const named = (projects: readonly EcosystemProject[], name: string): EcosystemProject => {
  const project = projects.find((each) => each.name === name);
  if (!project) throw new Error(`no project is called ${name}`);
  return project;
};

/** The project, and its fault's fix as a program that changes files: what any agent does, and nothing more. */
const withAgent = ({ files, needs, agent = 'true' }: EcosystemProject): Pick<Session, 'files' | 'needs'> => ({
  needs,
  files: { ...files, 'my-agent': lines('#!/bin/sh', 'cat > /dev/null', agent) },
});

const run = 'fixpoint run --agent-command ./my-agent';

export const sessions: readonly Session[] = [
  {
    name: 'npm',
    folder: 'tally',
    title: 'npm, ESLint and node:test',
    description: 'ESLint finds 14 faults; 11 of its own fixes are proven, one breaks a test and is refused.',
    needs: ['npm'],
    files: tally(),
    prepare: ['npm install --package-lock-only --silent'],
    // Its whole report fits.
    size: { columns: 124, height: 40 },
    commands: [install, 'fixpoint run', apply],
  },
  {
    name: 'python',
    folder: 'calc',
    title: 'Python, flake8 and pytest',
    description: 'flake8 finds an unused import; an agent removes it; pytest and flake8 prove it.',
    ...withAgent(named(pythonProjects, 'Python with pytest and flake8')),
    size,
    commands: [install, run, apply],
  },
  {
    name: 'go',
    folder: 'greet',
    title: 'Go, go vet and go test',
    description: 'go vet finds a broken struct tag; an agent mends it; go test and go vet prove it.',
    ...withAgent(named(compiledProjects, 'Go')),
    size,
    commands: [install, run, apply],
  },
  {
    name: 'rust',
    folder: 'blanks',
    title: 'Rust, clippy and cargo test',
    description: 'clippy finds a length that is compared with zero; an agent mends it; cargo test and clippy prove it.',
    ...withAgent(named(compiledProjects, 'Rust with clippy')),
    size,
    commands: [install, run, apply],
  },
  {
    name: 'shell',
    folder: 'greet',
    title: 'shell, shellcheck and bats',
    description: 'shellcheck finds a variable without quotes; an agent adds them; bats and shellcheck prove it.',
    ...withAgent(named(scriptedProjects, 'shell with bats and shellcheck')),
    size,
    commands: [install, run, apply],
  },
  {
    name: 'c',
    folder: 'longer',
    title: 'C, warnings of the compiler and make check',
    description: 'The compiler warns of an unused variable; an agent removes it; make check proves it.',
    ...withAgent(named(byFindings, 'C by make')),
    size,
    commands: [install, 'make test 2>&1 | fixpoint fix - --yes --agent-command ./my-agent', apply],
  },
  {
    name: 'java',
    folder: 'twice',
    title: 'Java, warnings of the compiler and Maven',
    description: 'javac warns of a redundant cast; an agent removes it; mvn test proves it.',
    ...withAgent(named(javaProjects, 'Java by Maven')),
    // Its second command fits on a line.
    size: { columns: 124, height: 30 },
    commands: [
      install,
      'javac -Xlint -d target src/main/java/*/*.java 2>&1 | fixpoint fix - --yes --agent-command ./my-agent',
      apply,
    ],
  },
  {
    name: 'ruby',
    folder: 'greet',
    title: 'Ruby, RuboCop and rspec',
    description: 'RuboCop finds a variable that nobody uses; an agent removes it; rspec and RuboCop prove it.',
    ...withAgent(named(scriptedProjects, 'Ruby with rspec and RuboCop')),
    size,
    commands: [install, run, apply],
  },
  {
    name: 'php',
    folder: 'greet',
    title: 'PHP, phpcs and PHPUnit',
    description:
      'phpcs finds a constant in capitals; an agent writes it as the others are; PHPUnit and phpcs prove it.',
    ...withAgent(named(scriptedProjects, 'PHP with phpcs, and the PHPUnit of the machine')),
    size,
    commands: [install, run, apply],
  },
];
