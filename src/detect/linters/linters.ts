/** Linters that a repository configures, as reviewers: with what they print, and how they look again. */
import picomatch from 'picomatch';
import type { Command } from '../../config/values.ts';
import type { KnownTool } from '../../stages/recheck/tool.ts';
import { knownTools } from '../../stages/recheck/tools/index.ts';
import type { Facts, Folder } from '../folder.ts';
import { type Finds, finds, type FoundReviewer, type Place, together } from '../found.ts';
import { readPackage } from '../node/package.ts';
import { lintScript } from '../node/scripts.ts';
import { packagesOf } from '../others/go.ts';
import { eslintScope } from './eslint-scope.ts';
import { placesOf } from './places.ts';
import { programOf } from './program.ts';

/** All of one folder. */
export const lintersIn = (folder: Folder, facts: Facts): Finds =>
  together(knownTools.map((tool) => linterIn(tool, folder, facts)));

const hasFiles = ({ files }: KnownTool, folder: Folder): boolean => {
  const fits = picomatch([...files], { dot: false });
  return folder.files.some((file) => fits(file));
};

const linterIn = (tool: KnownTool, folder: Folder, facts: Facts): Finds => {
  const places = placesOf(tool, folder, facts);
  const isUsed = places.length > 0 || (tool.configuredBy.always === true && folder.path === '');
  if (!isUsed || !hasFiles(tool, folder) || isOnlyReferences(tool, folder) || isReplaced(tool, folder))
    return finds({});
  const program = programOf(tool, folder);
  if ('words' in program) return finds({ reviewers: [reviewer(tool, folder, program.words, places)] });
  // One that needs no configuration is missed by nobody who does not use it.
  return places.length === 0
    ? finds({})
    : finds({ leftOut: [{ message: program.missing, remedy: program.remedy, places }] });
};

/** A tsconfig.json that only refers to others checks nothing by itself. */
const isOnlyReferences = ({ name }: KnownTool, folder: Folder): boolean =>
  name === 'tsc' && /"references"\s*:/.test(folder.text('tsconfig.json'));

const compilers = ['svelte-check', '@astrojs/check'];

/** The compiler itself does not know the files of a framework that brings a compiler of its own. */
const isReplaced = ({ name }: KnownTool, folder: Folder): boolean =>
  name === 'tsc' && compilers.some((each) => readPackage(folder).dependencies.has(each));

const reviewer = (tool: KnownTool, folder: Folder, words: readonly string[], places: Place[]): FoundReviewer => ({
  name: tool.name,
  command: commandOf(tool, folder, words),
  format: tool.format,
  ...(folder.path !== '' && { cwd: folder.path }),
  places: places.length > 0 ? places : [folder.place(folder.files.find((file) => /\.(?:sh|bash)$/.test(file)) ?? '')],
});

/** In a workspace of Go, that of the root would be none of its modules. */
const goPackages = './...';

const commandOf = (tool: KnownTool, folder: Folder, words: readonly string[]): Command => {
  const whole = tool.everything ?? tool.command;
  const command = whole(words.join(' '));
  if (typeof command === 'string') return command.replace(goPackages, packagesOf(folder));
  const started = [...words, ...command.slice(1)].flatMap((word) =>
    word === goPackages ? packagesOf(folder).split(' ') : [word],
  );
  const scope = tool.name === 'eslint' ? eslintScope(lintScript(readPackage(folder))?.text ?? '') : null;
  return scope === null ? started : started.flatMap((word) => (word === '{files}' ? scope : [word]));
};
