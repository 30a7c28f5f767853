/** Scripts of a package.json that verify: tests and types. */
import type { Folder } from '../folder.ts';
import type { FoundCommand, LeftOut } from '../found.ts';
import { isWorkspace, membersOf, type Package, readPackage, scriptPlace } from './package.ts';
import { type Manager, runs, runsEverywhere } from './manager.ts';

const testNames = ['test', 'test:unit', 'tests', 'unit'] as const;

/** What `npm init` writes. */
const isPlaceholder = (script: string): boolean => /no test specified/.test(script);

/** They wait for changes, unless somebody says that nobody is there. */
const watches = (script: string): boolean =>
  /\breact-scripts test\b|\bng test\b|--watch(?:All)?\b(?!=false)/.test(script);

type Verified = { verify: FoundCommand[]; leftOut: LeftOut[] };

const testScript = ({ scripts }: Package): string | undefined =>
  testNames.find((name) => scripts.has(name) && !isPlaceholder(scripts.get(name) ?? ''));

/** Packages that are part of it, and have a script of this name. */
const membersWith = (folder: Folder, own: Package, script: string): string[] =>
  membersOf(folder, own).filter((file) => {
    const member = readPackage({ ...folder, text: () => folder.text(file) });
    return member.scripts.has(script) && !isPlaceholder(member.scripts.get(script) ?? '');
  });

/** What bun takes for tests without being told. */
const bunTest = /(?:^|\/)[^/]+[._](?:test|spec)\.[cm]?[jt]sx?$/;

export const testsOf = (folder: Folder, own: Package, { name }: Manager): Verified => {
  const script = testScript(own);
  if (script !== undefined) {
    const prefix = watches(own.scripts.get(script) ?? '') ? 'CI=true ' : '';
    const command = folder.run(`${prefix}${runs(name, script)}`);
    return { verify: [{ command, places: [scriptPlace(folder, script)] }], leftOut: [] };
  }
  const members = isWorkspace(folder, own) ? membersWith(folder, own, 'test') : [];
  const found = name === 'bun' ? folder.files.find((file) => bunTest.test(file)) : undefined;
  if (members.length === 0 && found !== undefined)
    return { verify: [{ command: folder.run('bun test'), places: [folder.place(found)] }], leftOut: [] };
  if (members.length === 0) return { verify: [], leftOut: [noTests(folder)] };
  const places = members.slice(0, 3).map((file) => ({ ...folder.place(file, '"test":'), key: 'scripts.test' }));
  return { verify: [{ command: folder.run(runsEverywhere(folder, own, name, 'test')), places }], leftOut: [] };
};

const noTests = (folder: Folder): LeftOut => ({
  message: 'package.json has no script that tests',
  isAboutTests: true,
  remedy: 'add a script "test", or name a command with --verify CMD',
  places: [folder.place('package.json', '"scripts"')],
});

const typeNames = ['typecheck', 'type-check', 'types', 'check-types', 'check:types', 'tsc'] as const;

const typesBeside = /\b(?:svelte-check|astro check)\b(?!.*--watch)/;

export const typesOf = (folder: Folder, own: Package, { name }: Manager): FoundCommand[] => {
  const script =
    typeNames.find((each) => own.scripts.has(each)) ?? [...own.scripts].find(([, text]) => typesBeside.test(text))?.[0];
  return script === undefined
    ? []
    : [{ command: folder.run(runs(name, script)), places: [scriptPlace(folder, script)] }];
};

const lintNames = ['lint', 'lint:check', 'eslint', 'lint:js'] as const;

/** The script that lints, and what it runs. */
export const lintScript = ({ scripts }: Package): { name: string; text: string } | undefined => {
  const name = lintNames.find((each) => scripts.has(each));
  return name === undefined ? undefined : { name, text: scripts.get(name) ?? '' };
};
