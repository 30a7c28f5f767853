/** Who installs what a Python project needs, and how programs are started afterwards. */
import { shellWord } from '../../plain/shell-word.ts';
import { type Folder, subfolder } from '../folder.ts';
import type { FoundCommand, LeftOut, Place } from '../found.ts';
import { hasSection } from '../toml.ts';
import { brings, toxRequirements } from './installed.ts';
import {
  extrasOf,
  groupsOf,
  hasDependencies,
  isInstallable,
  optionalGroupsOf,
  requirementsOf,
} from './requirements.ts';

export type PythonHome = {
  name: string;
  setup: FoundCommand[];
  /** Starts a module of Python: `.venv/bin/python -m` */
  start: readonly string[];
  /** Everything that is declared is installed; otherwise there is what this machine has. */
  isInstalled: boolean;
  leftOut: LeftOut[];
};

const inVenv = ['.venv/bin/python', '-m'] as const;

type Way = { name: string; program: string; marks: (folder: Folder) => Place[]; setup: (folder: Folder) => string };

const file =
  (name: string) =>
  (folder: Folder): Place[] =>
    folder.has(name) ? [folder.place(name)] : [];

const section =
  (name: string) =>
  (folder: Folder): Place[] =>
    hasSection(folder.text('pyproject.toml'), name)
      ? [{ ...folder.place('pyproject.toml', new RegExp(`^[ \\t]*\\[${name}`, 'm')), key: name.replaceAll('\\', '') }]
      : [];

const either =
  (...marks: ((folder: Folder) => Place[])[]) =>
  (folder: Folder): Place[] =>
    marks.flatMap((mark) => mark(folder));

const flags = (flag: string, names: readonly string[]): string => names.map((name) => ` ${flag} ${name}`).join('');

/** The environment lies in the project with all of them: what is made elsewhere does not reach a clean room. */
const ways: readonly Way[] = [
  {
    name: 'uv',
    program: 'uv',
    marks: either(file('uv.lock'), section('tool\\.uv')),
    setup: (folder) =>
      [
        `uv sync${folder.has('uv.lock') ? ' --frozen' : ''}`,
        hasSection(folder.text('pyproject.toml'), 'tool\\.uv\\.workspace') ? ' --all-packages' : '',
        flags('--extra', extrasOf(folder)),
        // That of this name comes anyway.
        flags(
          '--group',
          groupsOf(folder).filter((name) => name !== 'dev'),
        ),
      ].join(''),
  },
  {
    name: 'poetry',
    program: 'poetry',
    marks: either(file('poetry.lock'), section('tool\\.poetry')),
    setup: (folder) =>
      `POETRY_VIRTUALENVS_IN_PROJECT=true poetry install --no-interaction${flags('--with', optionalGroupsOf(folder))}`,
  },
  {
    name: 'pdm',
    program: 'pdm',
    marks: either(file('pdm.lock'), section('tool\\.pdm')),
    setup: () => 'pdm install --frozen-lockfile',
  },
  {
    name: 'pipenv',
    program: 'pipenv',
    marks: (folder) => (folder.has('Pipfile.lock') ? file('Pipfile.lock') : file('Pipfile'))(folder),
    setup: (folder) =>
      `PIPENV_VENV_IN_PROJECT=1 pipenv ${folder.has('Pipfile.lock') ? 'sync' : 'install --skip-lock'} --dev`,
  },
];

/** `also`: packages that are used and nowhere declared. */
export const pythonHome = (folder: Folder, also: readonly string[]): PythonHome => {
  const way = ways.find(({ marks }) => marks(folder).length > 0);
  if (way !== undefined) return withManager(folder, way);
  const env = hatchEnvs.find((name) => hasSection(folder.text('pyproject.toml'), `tool\\.hatch\\.envs\\.${name}`));
  if (env !== undefined) return withHatch(folder, env);
  return withPip(folder, also);
};

const withManager = (folder: Folder, { name, program, marks, setup }: Way): PythonHome => {
  const places = marks(folder);
  if (!folder.canStart(program)) return withoutProgram(folder, name, program, places);
  const found = { command: folder.run(setup(folder)), places };
  return { name, setup: [found], start: inVenv, isInstalled: true, leftOut: [] };
};

/** Where tests are run, the first that there is. */
const hatchEnvs = ['test', 'default'] as const;

const withHatch = (folder: Folder, env: (typeof hatchEnvs)[number]): PythonHome => {
  const places = section(`tool\\.hatch\\.envs\\.${env}`)(folder);
  if (!folder.canStart('hatch')) return withoutProgram(folder, 'hatch', 'hatch', places);
  const setup = {
    command: folder.run(`HATCH_DATA_DIR=.hatch hatch env create${env === 'default' ? '' : ` ${env}`}`),
    places,
  };
  const start = ['env', 'HATCH_DATA_DIR=.hatch', 'hatch', 'run', env === 'default' ? 'python' : `${env}:python`, '-m'];
  return { name: 'hatch', setup: [setup], start, isInstalled: true, leftOut: [] };
};

const withoutProgram = (folder: Folder, name: string, program: string, places: Place[]): PythonHome => ({
  ...system(name),
  leftOut: [
    {
      message: `${program} is not installed, so what ${folder.place('pyproject.toml').file} needs is not either`,
      remedy: `install it with \`pipx install ${program}\``,
      places,
    },
  ],
});

const system = (name: string): PythonHome => ({
  name,
  setup: [],
  start: ['python3', '-m'],
  isInstalled: false,
  leftOut: [],
});

/** Nothing is installed where nothing is needed. */
const withPip = (folder: Folder, also: readonly string[]): PythonHome => {
  const requirements = requirementsOf(folder);
  const tox = toxRequirements(folder).filter((each) => !requirements.some((file) => each.endsWith(file)));
  const packaged = packagedIn(folder);
  const [extras, groups] = [extrasOf(packaged), groupsOf(folder)];
  const itself = isInstallable(packaged) && (hasDependencies(packaged) || extras.length > 0);
  if (requirements.length === 0 && !itself && groups.length === 0 && tox.length === 0) return system('pip');
  const wanted = [
    ...requirements.map((each) => ` -r ${each}`),
    flags('--group', groups),
    itself ? ` -e '${packaged === folder ? '.' : './src'}${extras.length > 0 ? `[${extras.join(',')}]` : ''}'` : '',
    ...tox.map((each) => ` ${each.startsWith('-r') ? each : shellWord(each)}`),
    ...also.filter((name) => !brings(folder, name)).map((name) => ` ${name}`),
  ];
  const places = [
    ...requirements,
    ...(groups.length > 0 && !itself ? [projectFile(folder)] : []),
    ...(tox.length > 0 ? ['tox.ini'] : []),
  ].map((each) => folder.place(each));
  if (itself) places.splice(requirements.length, 0, packaged.place(projectFile(packaged)));
  const commands = ['python3 -m venv .venv', `.venv/bin/python -m pip install -q${wanted.join('')}`];
  const setup = commands.map((command) => ({ command: folder.run(command), places }));
  return { name: 'pip', setup, start: inVenv, isInstalled: true, leftOut: [] };
};

/** Its manifest lies at the root, or in `src` while its tests do not. */
const packagedIn = (folder: Folder): Folder => (isInstallable(folder) ? folder : subfolder(folder, 'src'));

const projectFile = (folder: Folder): string => (folder.has('pyproject.toml') ? 'pyproject.toml' : 'setup.py');
