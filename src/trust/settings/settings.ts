/**
 * Checks that got weaker by their settings (7.1): thresholds, rules, strictness, what is left out, commands whose
 * result does not count, code between tests and runner, dependencies that were swapped.
 */
import type { Remark } from '../../model/remark.ts';
import type { FileState, ReadFile, ReadPatch } from '../read-patch.ts';
import { isTestFile } from '../test-files.ts';
import { addedLines } from '../text/added-lines.ts';
import { isAskedFor, isInFile } from './asked.ts';
import { commandLines, commandsAmong, isCommand, isOption } from './commands-in.ts';
import { compareCommands } from './compare-commands.ts';
import { type Difference, differencesOf } from './compare-leaves.ts';
import { dependenciesOf } from './dependencies.ts';
import { type SettingsFile, settingsFileOf } from './files.ts';
import { hooksIn } from './hooks.ts';
import { type DependencyRemark, isDependencyAskedFor, judgeDependencies } from './judge-dependencies.ts';
import { judgeLock } from './judge-lock.ts';
import { judgeValue } from './judge-value.ts';
import type { Leaf } from './leaves/leaf.ts';
import { readLeaves } from './leaves/read-leaves.ts';
import { replacedImports } from './replaced-imports.ts';
import { isForChecks, isForDependencies, isReplacing } from './sections.ts';

/** What was noticed, before it is known whether somebody asked for it. `about`: words that a finding would have. */
type Noticed = { rule: string; message: string; about: string; noteOnly?: true };

const accepted = 'checks as strict as before; or a finding in this very file that asks for exactly this change';

/** The line that shows it best: a new one with one of its words. */
const lineOf = (file: ReadFile, about: string): number | undefined => {
  const fresh = addedLines(file);
  const words = about.split(/[\s.,:]+/).filter((word) => word.length > 2);
  const text = (number: number): string => file.after?.lines[number - 1] ?? '';
  return fresh.find((number) => words.some((word) => text(number).includes(word))) ?? fresh[0];
};

const remarkOn = (file: ReadFile, { rule, message, about, noteOnly }: Noticed): Remark => {
  const line = lineOf(file, about);
  return {
    gate: 'settings',
    rule,
    file: file.path,
    ...(line !== undefined && { line }),
    message,
    accepted,
    ...(noteOnly && { noteOnly }),
  };
};

const keyOf = ({ path }: Difference): string => path.filter((part) => part !== '[]').join('.');

/** Files that say nothing but what is left out of a check. */
const listsExceptions = (path: string): boolean =>
  /(?:suppress|exclu|baseline|ignore)[\w-]*\.(?:xml|json|ya?ml|neon|toml|txt)$/i.test(path);

const judged = (difference: Difference, { kind }: SettingsFile, path: string): Noticed[] => {
  const isException = listsExceptions(path) && difference.added.length > 0;
  const left = `more is left out: ${difference.added.join().slice(0, 80)}`;
  const verdict = isException ? { rule: 'left-out', weaker: left } : judgeValue(difference);
  const about = `${keyOf(difference)} ${difference.added.join(' ')} ${difference.removed.join(' ')}`.slice(0, 500);
  if (verdict === 'fine') return [];
  if (verdict !== 'unknown') return [{ rule: verdict.rule, message: verdict.weaker, about }];
  const message = `${keyOf(difference).slice(0, 100)} is another one, and nobody can say what that does to the check`;
  return kind === 'check' || kind === 'ci' ? [{ rule: 'check-changed', message, about }] : [];
};

const isJudged = (kind: SettingsFile['kind'], path: readonly string[], file: string): boolean =>
  !isCommand(path) && !isOption(path) && (kind === 'check' || kind === 'ci' || isForChecks(path, file));

const commandsOf = (state: FileState | null, leaves: readonly Leaf[], kind: SettingsFile['kind']): string[] => {
  if (state === null) return [];
  if (kind === 'commands' || kind === 'environment' || state.path.endsWith('noxfile.py')) return commandLines(state);
  return commandsAmong(leaves);
};

type Sides = { before: Leaf[]; after: Leaf[] };

const inCommands = (file: ReadFile, { kind }: SettingsFile, { before, after }: Sides, patch: ReadPatch): Noticed[] =>
  compareCommands(commandsOf(file.before, before, kind), commandsOf(file.after, after, kind), {
    isAll: kind === 'environment',
    testsChange: patch.files.some(({ path }) => isTestFile(path)),
  }).map(({ rule, says, command }) => ({
    rule,
    message: `${command.slice(0, 80)}: ${says}`,
    about: `${command} ${says}`,
  }));

const toNoticed =
  (patch: ReadPatch) =>
  (each: DependencyRemark): Noticed[] =>
    isDependencyAskedFor(each, patch.findings)
      ? []
      : [{ rule: each.rule, message: each.says, about: '', ...(each.noteOnly && { noteOnly: true }) }];

/** Keys by which one dependency stands in for another: overrides, resolutions, replace. */
const replacing = (file: ReadFile, sides: Sides): Difference[] =>
  differencesOf(sides.before, sides.after).filter(
    ({ path, added }) =>
      added.length > 0 && (isForDependencies(path, file.path) || (path[0] === 'entries' && added.some(isReplacing))),
  );

const inDependencies = (file: ReadFile, sides: Sides, patch: ReadPatch): Noticed[] => {
  const { before, after } = file;
  if (before === null || after === null) return [];
  const [old, now] = [dependenciesOf(before, sides.before), dependenciesOf(after, sides.after)];
  return [
    ...judgeDependencies(old, now).flatMap(toNoticed(patch)),
    ...replacing(file, sides).map((difference) => ({
      rule: 'dependency-swapped',
      message: `${keyOf(difference).slice(0, 100)} replaces a dependency: ${difference.added.join().slice(0, 60)}`,
      about: keyOf(difference),
    })),
  ];
};

/** It could be read before, or is new, and cannot be read now. */
const unreadable = (file: ReadFile): Noticed[] =>
  file.after === null ? [] : [{ rule: 'check-changed', message: 'these settings cannot be read any more', about: '' }];

const deleted: Noticed = { rule: 'check-removed', message: 'the settings of a check are gone', about: '' };

const inValues = (file: ReadFile, own: SettingsFile, sides: Sides): Noticed[] =>
  differencesOf(sides.before, sides.after)
    .filter(({ path }) => isJudged(own.kind, path, file.path))
    .flatMap((difference) => judged(difference, own, file.path));

const inSettings = (file: ReadFile, own: SettingsFile, patch: ReadPatch): Noticed[] => {
  if (own.kind === 'lock') return judgeLock(file).flatMap(toNoticed(patch));
  if (file.after === null) return own.kind === 'check' || own.kind === 'ci' ? [deleted] : [];
  const [before, after] = [readLeaves(file.before, own.format), readLeaves(file.after, own.format)];
  if (after === null) return unreadable(file);
  const sides = { before: before ?? [], after };
  const hasValues = own.kind !== 'commands' && own.kind !== 'environment' && before !== null;
  return [
    ...inCommands(file, own, sides, patch),
    ...(hasValues ? inValues(file, own, sides) : []),
    ...(own.kind === 'manifest' ? inDependencies(file, sides, patch) : []),
  ];
};

const inFile = (file: ReadFile, patch: ReadPatch): Remark[] => {
  const own = settingsFileOf(file.path) ?? settingsFileOf(file.was ?? file.path);
  if (own === null || file.before?.text === file.after?.text || file.isOpaque === true) return [];
  const isOpen = isInFile(patch.findings, file.path);
  return inSettings(file, own, patch)
    .filter(({ rule, about }) => !(isOpen && rule === 'check-changed') && !isAskedFor(patch.findings, file.path, about))
    .map((noticed) =>
      remarkOn(file, isOpen && noticed.rule === 'runner-hooked' ? { ...noticed, noteOnly: true } : noticed),
    );
};

const inHooks = (patch: ReadPatch): Remark[] =>
  hooksIn(patch)
    .filter(({ file }) => !isInFile(patch.findings, file))
    .map(({ file, line, says }) => ({
      gate: 'settings',
      rule: 'runner-hooked',
      file,
      ...(line !== undefined && { line }),
      message: says,
      accepted: 'tests that are run, and judged, by the runner alone',
    }));

export const inspectSettings = (patch: ReadPatch): Remark[] => [
  ...patch.files.flatMap((file) => inFile(file, patch)),
  ...inHooks(patch),
  ...replacedImports(patch),
];
