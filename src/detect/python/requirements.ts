/** What a Python project declares to need. */
import type { Folder } from '../folder.ts';
import { isFilled, keysIn, sectionOf } from '../toml.ts';

const purposes = /^(?:dev|develop|development|tests?|testing|lint|linting|typing|types|check|ci)$/i;

const requirementFiles =
  /^(?:src\/)?(?:requirements(?:[-_.](?:dev|tests?|testing|ci|lint))?|(?:dev|tests?)[-_]requirements)\.txt$/;
const requirementFolder = /^(?:src\/)?requirements\/(?:base|main|dev|tests?|testing|ci|lint)\.txt$/;

/** Files with requirements for work on the project. */
export const requirementsOf = (folder: Folder): string[] =>
  folder.files.filter((file) => requirementFiles.test(file) || requirementFolder.test(file));

export const manifests = ['pyproject.toml', 'setup.cfg', 'setup.py', 'Pipfile', 'tox.ini', 'noxfile.py'] as const;

export const named = (name: string): RegExp => new RegExp(`(?:^|["'\\s(])${name}(?![\\w-])`, 'm');

/** Where a package is named among what is needed; undefined where it is not. */
export const declares = (folder: Folder, name: string): { file: string; mark: RegExp } | undefined => {
  const mark = named(name);
  const file = [...manifests, ...requirementsOf(folder)].find((each) => mark.test(folder.text(each)));
  return file === undefined ? undefined : { file, mark };
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
