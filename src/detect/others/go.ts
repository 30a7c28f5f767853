/** Go: modules and workspaces. */
import { posix } from 'node:path';
import { type Detector, markedBy } from '../detector.ts';
import type { Folder } from '../folder.ts';
import { type Finds, finds } from '../found.ts';

/** The modules that a workspace uses. */
const used = (folder: Folder): string[] => {
  const text = folder.text('go.work').replaceAll(/\/\/.*/g, '');
  const block = /^use\s*\(([^)]*)\)/m.exec(text)?.[1]?.trim().split(/\s+/) ?? [];
  return [...block, ...[...text.matchAll(/^use\s+([^\s(]+)\s*$/gm)].map(([, path = '']) => path)].filter(
    (path) => path !== '',
  );
};

export const packagesOf = (folder: Folder): string =>
  folder.has('go.work')
    ? used(folder)
        .map((path) => `${path === '.' ? '.' : path.replace(/\/$/, '')}/...`)
        .join(' ')
    : './...';

const modulesOf = (folder: Folder): string[] =>
  folder.has('go.work') ? used(folder).map((path) => posix.join(path, 'go.mod')) : ['go.mod'];

const detect = (folder: Folder): Finds => {
  const file = folder.has('go.work') ? 'go.work' : 'go.mod';
  const places = [folder.place(file)];
  if (!folder.canStart('go'))
    return finds({
      kinds: ['Go'],
      leftOut: [
        { message: 'go is not installed', remedy: 'install Go from https://go.dev/dl', places, isLanguage: true },
      ],
    });
  const needy = modulesOf(folder).find((module) => /^[ \t]*require\b/m.test(folder.text(module)));
  const tests = folder.files.find((each) => each.endsWith('_test.go'));
  return finds({
    kinds: ['Go'],
    setup:
      needy !== undefined && !folder.has('vendor/modules.txt')
        ? [{ command: folder.run('go mod download'), places: [folder.place(needy, 'require')] }]
        : [],
    verify: [
      {
        command: folder.run(`go ${tests === undefined ? 'build' : 'test'} ${packagesOf(folder)}`),
        places: tests === undefined ? places : [...places, folder.place(tests)],
      },
    ],
    leftOut: tests === undefined ? [{ message: 'no tests were found in Go: it is only built', places }] : [],
  });
};

/** Every module is one of its own, unless a workspace above it uses it. */
export const go: Detector = {
  marks: markedBy('go.mod', 'go.work'),
  isApart: (folder, above) => folder.has('go.mod') && !above.some((upper) => upper.has('go.work')),
  detect,
};
