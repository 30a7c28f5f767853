/** Scripts beside the tests: what has to be built first, types, and linters that are not read as reviewers. */
import { inCi } from '../evidence/ci.ts';
import type { Facts, Folder } from '../folder.ts';
import type { Finds, FoundCommand } from '../found.ts';
import { managerOf, runs } from './manager.ts';
import { readPackage, scriptPlace } from './package.ts';
import { lintScript, typesOf } from './scripts.ts';

/** Names of linters that review already, or are missing: their scripts would say the same, or fail. */
const isTold = ({ reviewers, leftOut }: Finds, script: string): boolean =>
  [
    ...reviewers.map(({ name }) => name.split(' ')[0] ?? ''),
    ...leftOut.map(({ message }) => message.split(' ')[0] ?? ''),
  ].some((name) => name !== '' && new RegExp(`\\b${name}\\b`).test(script));

/** `linters`: what was found of them in the same folder. */
export const aroundTests = (folder: Folder, tests: Finds, linters: Finds, facts: Facts): FoundCommand[] => {
  if (!folder.has('package.json') || tests.kinds.length === 0) return tests.verify;
  const own = readPackage(folder);
  const manager = managerOf(folder, own);
  if (!folder.canStart(manager.name)) return tests.verify;
  const lint = lintScript(own);
  const unread = lint !== undefined && !isTold(linters, lint.text) ? [commandFor(lint.name)] : [];
  const hasTypes = linters.reviewers.some(({ name }) => name.startsWith('tsc'));
  return [...built(), ...tests.verify, ...(hasTypes ? [] : typesOf(folder, own, manager)), ...unread];

  function commandFor(name: string): FoundCommand {
    return { command: folder.run(runs(manager.name, name)), places: [scriptPlace(folder, name)] };
  }

  /** Tests may need what CI builds before them. */
  function built(): FoundCommand[] {
    const isBuilt = own.scripts.has('build') && inCi(facts, runs(manager.name, 'build')) !== null;
    return isBuilt && tests.verify.length > 0 ? [commandFor('build')] : [];
  }
};
