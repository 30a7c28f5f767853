/** What set-up installs of that which a Python project declares. */
import type { Folder } from '../folder.ts';
import { sectionOf } from '../toml.ts';
import { extrasOf, groupsOf, named, requirementsOf } from './requirements.ts';

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
