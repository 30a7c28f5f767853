/** What in a repository says that a linter is used there. */
import type { KnownTool } from '../../stages/recheck/tool.ts';
import { inCi } from '../evidence/ci.ts';
import { inPreCommit } from '../evidence/pre-commit.ts';
import { type Facts, type Folder, openFolder } from '../folder.ts';
import type { Place } from '../found.ts';

/** Those that are called by more than the name of one program. */
const calledAs: Readonly<Record<string, string>> = { clippy: 'cargo clippy', 'go vet': 'go vet' };

/** Empty where nothing says so. */
export const placesOf = ({ name, configuredBy, programs }: KnownTool, folder: Folder, facts: Facts): Place[] => {
  const { files, mentions = [] } = configuredBy;
  const own = [
    ...files.filter(folder.has).map((file) => folder.place(file)),
    ...mentions
      .filter(({ file, text }) => text.test(folder.text(file)))
      .slice(0, 1)
      .map(({ file, text }) => folder.place(file, text)),
  ];
  if (folder.path !== '') return own;
  const [program = name] = programs;
  const run = inCi(facts, calledAs[name] ?? program);
  return [...own, ...inPreCommit(openFolder(facts, ''), name), ...(run ? [run] : [])];
};
