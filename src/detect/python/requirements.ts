/** What a Python project declares to need. */
import type { Folder } from '../folder.ts';
import { isFilled, keysIn, sectionOf } from '../toml.ts';

const purposes = /^(?:dev|develop|development|tests?|testing|lint|linting|typing|types|check|ci)$/i;

const requirementFiles =
  /^(?:requirements(?:[-_.](?:dev|tests?|testing|ci|lint))?|(?:dev|tests?)[-_]requirements)\.txt$/;
const requirementFolder = /^requirements\/(?:base|main|dev|tests?|testing|ci|lint)\.txt$/;

/** Files with requirements for work on the project. */
export const requirementsOf = (folder: Folder): string[] =>
  folder.files.filter((file) => requirementFiles.test(file) || requirementFolder.test(file));

export const manifests = ['pyproject.toml', 'setup.cfg', 'setup.py', 'Pipfile', 'tox.ini', 'noxfile.py'] as const;

const named = (name: string): RegExp => new RegExp(`(?:^|["'\\s(])${name}(?![\\w-])`, 'm');

/** Where a package is named among what is needed; undefined where it is not. */
export const declares = (folder: Folder, name: string): { file: string; mark: RegExp } | undefined => {
  const mark = named(name);
  const file = [...manifests, ...requirementsOf(folder)].find((each) => mark.test(folder.text(each)));
  return file === undefined ? undefined : { file, mark };
};

/** The entries of a section under these keys, each with all its lines. */
const entriesOf = (section: string, keys: readonly string[]): string => {
  const kept: string[] = [];
  let isKept = false;
  for (const line of section.split('\n')) {
    const key = /^["']?([\w.-]+)["']?[ \t]*=/.exec(line)?.[1];
    if (key !== undefined) isKept = keys.includes(key);
    if (isKept) kept.push(line);
  }
  return kept.join('\n');
};

/** What tox installs for its tests, as words of pip; conditions and references to other sections are left alone. */
export const toxRequirements = (folder: Folder): string[] =>
  entriesOf(sectionOf(folder.text('tox.ini'), 'testenv'), ['deps'])
    .replace(/^deps[ \t]*=/, '')
    .split('\n')
    .map((line) => line.replace(/#.*/, '').trim())
    .filter((line) =>
      /^(?:[A-Za-z][\w.-]*(?:\[[\w,-]+\])?(?:[ ]?(?:[<>=!~]=?|===?)[ ]?[\w.*,<>=!~ ]+)?|-r ?[\w./-]+)$/.test(line),
    );

/** Whether set-up installs a package of this name. */
export const brings = (folder: Folder, name: string): boolean => {
  const pyproject = folder.text('pyproject.toml');
  const setup = folder.text('setup.cfg');
  const texts = [
    ...requirementsOf(folder).map(folder.text),
    folder.text('Pipfile'),
    /install_requires\s*=\s*\[([^\]]*)\]/.exec(folder.text('setup.py'))?.[1] ?? '',
    toxRequirements(folder).join('\n'),
    entriesOf(sectionOf(pyproject, 'project'), ['dependencies']),
    entriesOf(sectionOf(pyproject, 'project\\.optional-dependencies'), extrasOf(folder)),
    entriesOf(sectionOf(pyproject, 'dependency-groups'), groupsOf(folder)),
    sectionOf(pyproject, 'tool\\.(?:poetry\\.(?:group\\.[\\w-]+\\.)?(?:dev-)?dependencies|pdm\\.dev-dependencies|uv)'),
    sectionOf(pyproject, 'tool\\.hatch\\.envs\\.(?:default|test)'),
    entriesOf(sectionOf(setup, 'options'), ['install_requires']),
    entriesOf(sectionOf(setup, 'options\\.extras_require'), extrasOf(folder)),
  ];
  return texts.some((text) => named(name).test(text));
};

/** Groups of Poetry for work on the project that are left out unless they are asked for. */
export const optionalGroupsOf = (folder: Folder): string[] => {
  const text = folder.text('pyproject.toml');
  return [...text.matchAll(/^[ \t]*\[tool\.poetry\.group\.([\w-]+)\]/gm)]
    .map(([, name = '']) => name)
    .filter((name) => purposes.test(name))
    .filter((name) => /^[ \t]*optional[ \t]*=[ \t]*true\b/m.test(sectionOf(text, `tool\\.poetry\\.group\\.${name}`)));
};

/** Extras that are meant for work on the project. */
export const extrasOf = (folder: Folder): string[] => {
  const project = keysIn(sectionOf(folder.text('pyproject.toml'), 'project\\.optional-dependencies'));
  const setup = keysIn(sectionOf(folder.text('setup.cfg'), 'options\\.extras_require'));
  return [...new Set([...project, ...setup])].filter((name) => purposes.test(name));
};

/** Groups (PEP 735) that are meant for work on the project. */
export const groupsOf = (folder: Folder): string[] =>
  keysIn(sectionOf(folder.text('pyproject.toml'), 'dependency-groups')).filter((name) => purposes.test(name));

/** Whether the project itself needs other packages to run. */
export const hasDependencies = (folder: Folder): boolean =>
  isFilled(sectionOf(folder.text('pyproject.toml'), 'project'), 'dependencies') ||
  /\binstall_requires[ \t]*=[ \t]*(?:\[\s*["']|\n[ \t]+\w)/.test(folder.text('setup.py') + folder.text('setup.cfg'));

export const isInstallable = (folder: Folder): boolean =>
  folder.has('setup.py') || /^[ \t]*\[(?:build-system|project)\]/m.test(folder.text('pyproject.toml'));
