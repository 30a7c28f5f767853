/** What a fix adds that lasts and that its finding does not ask for (7.7): whether that is wanted is for a person. */
import type { Remark } from '../../model/remark.ts';
import { isCode } from '../code-files.ts';
import type { ReadFile, ReadPatch } from '../read-patch.ts';
import { isTestFile } from '../test-files.ts';
import { type Addition, additionsIn, type Changes, changesIn, type Spotter } from './additions.ts';
import { isAskedFor, isIn, type Kind } from './asked-for.ts';
import { isJobFile, spotJob, spotState, variablesIn } from './running.ts';
import { isMigration, spotSchema } from './schema.ts';
import { newDependencies, newKeys } from './settings.ts';

const aside = [
  /(?:^|\/)(?:docs?|examples?|samples?|fixtures?|__fixtures__|__mocks__|mocks?|stories|benchmarks?|bench)\//i,
  /\.(?:md|mdx|rst|txt|snap|lock)$|-lock\.\w+$|\.stories\.\w+$/i,
];
const isManifestText = (path: string): boolean => /requirements[\w-]*\.txt$/.test(path);

/** What is no part of the program adds nothing to it. */
const isProduct = ({ path, isOpaque }: ReadFile): boolean =>
  isOpaque !== true && !isTestFile(path) && (!aside.some((each) => each.test(path)) || isManifestText(path));

type Found = Omit<Addition, 'line' | 'key'> & { rule: string; kind: Kind; line?: number; named?: string };

const accepted: Readonly<Record<Kind, string>> = {
  schema: 'a fix that keeps to the tables and fields that are there',
  state: 'a fix that keeps nothing more than before',
  setting: 'a fix that works with the settings that are there',
  dependency: 'a fix with what the project depends on already',
  job: 'a fix that mends the code where it runs now',
};

const spotted = (changes: Changes, rule: string, kind: Kind, spot: Spotter): Found[] =>
  additionsIn(changes, spot).map(({ what, file, line }) => ({ rule, kind, what, file, line }));

const spotVariable: Spotter = (line, { path }) =>
  isCode(path) ? variablesIn(line).map((own) => ({ key: own, what: own })) : [];

/** Each once, and only those that nothing read before. */
const variables = (files: readonly ReadFile[], changes: Changes): Found[] => {
  const before = new Set(files.flatMap((file) => (file.before?.lines ?? []).flatMap(variablesIn)));
  const once = new Map(
    additionsIn(changes, spotVariable)
      .filter(({ key }) => !before.has(key))
      .toReversed()
      .map((each) => [each.key, each]),
  );
  return [...once.values()].toReversed().map(({ key, file, line }) => ({
    rule: 'new-variable',
    kind: 'setting',
    what: `the environment variable ${key} is read, and was not`,
    file,
    line,
    named: key,
  }));
};

const newFiles = (files: readonly ReadFile[]): Found[] =>
  files
    .filter(({ before, was, after }) => before === null && was === undefined && after !== null)
    .flatMap(({ path }): Found[] => [
      ...(isMigration(path)
        ? [{ rule: 'new-migration', kind: 'schema' as const, what: 'a migration is new', file: path }]
        : []),
      ...(isJobFile(path)
        ? [{ rule: 'new-job', kind: 'job' as const, what: 'something that runs by itself is new', file: path }]
        : []),
    ]);

const keys = (files: readonly ReadFile[]): Found[] =>
  files.flatMap((file) =>
    newKeys(file).map((key) => ({
      rule: 'new-setting',
      kind: 'setting' as const,
      what: `the setting ${key} is new`,
      file: file.path,
      named: key.split('.').at(-1) ?? '',
    })),
  );

const dependencies = (files: readonly ReadFile[]): Found[] =>
  files.flatMap((file) =>
    newDependencies(file).map((name) => ({
      rule: 'new-dependency',
      kind: 'dependency' as const,
      what: `the dependency ${name} is new`,
      file: file.path,
      named: name,
    })),
  );

const found = (files: readonly ReadFile[]): Found[] => {
  const code = files.filter(({ path }) => isCode(path) || /\.(?:sql|prisma)$/.test(path));
  const migrations = newFiles(files);
  // A migration says itself what it does.
  const others = changesIn(code.filter(({ path }) => !migrations.some(({ file }) => file === path)));
  return [
    ...migrations,
    ...spotted(others, 'new-schema', 'schema', spotSchema),
    ...spotted(others, 'new-state', 'state', spotState),
    ...spotted(changesIn(files), 'new-job', 'job', spotJob),
    ...variables(code, changesIn(code)),
    ...keys(files),
    ...dependencies(files),
  ];
};

/** Whoever reports a file of settings, or a schema, asks for a change of it; in code, and in manifests, by words. */
const isWanted = ({ findings }: ReadPatch, { kind, file, rule, named }: Found): boolean =>
  isAskedFor(findings, kind, named) || (rule !== 'new-dependency' && !isCode(file) && isIn(findings, file));

const most = 20;

export const inspectDurable = (patch: ReadPatch): Remark[] =>
  found(patch.files.filter(isProduct))
    .filter((each) => !isWanted(patch, each))
    .slice(0, most)
    .map(({ rule, kind, what, file, line }) => ({
      gate: 'durable',
      rule,
      file,
      ...(line !== undefined && { line }),
      message: what,
      accepted: accepted[kind],
      // By itself it speaks against nothing: a person says whether it is wanted.
      noteOnly: true,
    }));
