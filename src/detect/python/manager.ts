/** Who installs what a Python project needs, and how programs are started afterwards. */
import type { Folder } from '../folder.ts';
import type { FoundCommand, LeftOut, Place } from '../found.ts';
import { hasSection } from '../toml.ts';
import { declares, extrasOf, groupsOf, hasDependencies, isInstallable, requirementsOf } from './requirements.ts';

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
    setup: (folder) => `uv sync${folder.has('uv.lock') ? ' --frozen' : ''}${flags('--extra', extrasOf(folder))}`,
  },
  {
    name: 'poetry',
    program: 'poetry',
    marks: either(file('poetry.lock'), section('tool\\.poetry')),
    setup: () => 'POETRY_VIRTUALENVS_IN_PROJECT=true poetry install --no-interaction',
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
    marks: file('Pipfile.lock'),
    setup: () => 'PIPENV_VENV_IN_PROJECT=1 pipenv sync --dev',
  },
];

/** `also`: packages that are used and nowhere declared. */
export const pythonHome = (folder: Folder, also: readonly string[]): PythonHome => {
  const way = ways.find(({ marks }) => marks(folder).length > 0);
  if (way !== undefined) return withManager(folder, way);
  if (hasSection(folder.text('pyproject.toml'), 'tool\\.hatch\\.envs\\.default')) return withHatch(folder);
  return withPip(folder, also);
};

const withManager = (folder: Folder, { name, program, marks, setup }: Way): PythonHome => {
  const places = marks(folder);
  if (!folder.canStart(program)) return withoutProgram(folder, name, program, places);
  const found = { command: folder.run(setup(folder)), places };
  return { name, setup: [found], start: inVenv, isInstalled: true, leftOut: [] };
};

const withHatch = (folder: Folder): PythonHome => {
  const places = section('tool\\.hatch\\.envs\\.default')(folder);
  if (!folder.canStart('hatch')) return withoutProgram(folder, 'hatch', 'hatch', places);
  const setup = { command: folder.run('HATCH_DATA_DIR=.hatch hatch env create'), places };
  const start = ['env', 'HATCH_DATA_DIR=.hatch', 'hatch', 'run', 'python', '-m'];
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
  const [extras, groups] = [extrasOf(folder), groupsOf(folder)];
  const itself = isInstallable(folder) && (hasDependencies(folder) || extras.length > 0);
  if (requirements.length === 0 && !itself && groups.length === 0) return system('pip');
  const wanted = [
    ...requirements.map((each) => ` -r ${each}`),
    flags('--group', groups),
    itself ? ` -e '.${extras.length > 0 ? `[${extras.join(',')}]` : ''}'` : '',
    ...also.filter((name) => declares(folder, name) === undefined).map((name) => ` ${name}`),
  ];
  const places = [...requirements, ...(itself || groups.length > 0 ? [projectFile(folder)] : [])].map((each) =>
    folder.place(each),
  );
  const commands = ['python3 -m venv .venv', `.venv/bin/python -m pip install -q${wanted.join('')}`];
  const setup = commands.map((command) => ({ command: folder.run(command), places }));
  return { name: 'pip', setup, start: inVenv, isInstalled: true, leftOut: [] };
};

const projectFile = (folder: Folder): string => (folder.has('pyproject.toml') ? 'pyproject.toml' : 'setup.py');
