/** Prompts and reviewer skills: what a repository has of its own, and what is used in the end. */
import { nearest } from '../plain/nearest.ts';
import { PromptError } from '../prompts/error.ts';
import { builtInPrompt, loadPrompt, type OwnPrompts, reviewerFolder } from '../prompts/load.ts';
import { promptNames } from '../prompts/names.ts';
import { placeholdersOf } from '../prompts/placeholders.ts';
import { loadSkill, readSkill, skillNames } from '../prompts/skills.ts';
import type { FilesPlace, OwnFile } from '../ports/files.ts';
import type { App } from './app.ts';
import { filesPlaceOf } from './config-from.ts';
import { InputError } from '../model/expected.ts';
import { type Options, workFolder } from './options.ts';

/** `source`: `built in`, or its file from the root of the repository. */
export type ListedPrompt = {
  name: string;
  kind: 'prompt' | 'reviewer';
  description: string;
  languages: string[];
  source: string;
};
export type ShownPrompt = Pick<ListedPrompt, 'name' | 'kind' | 'source'> & { text: string };

const prefix = `${reviewerFolder}/`;

const unusable =
  'The repository has prompts of its own that cannot be used. `fixpoint prompts list` shows which names there are.';

/** Texts of `.fixpoint/prompts` and `.fixpoint/reviewers`, by name. Rejects with all that is wrong with any of them. */
export const readOwnPrompts = async (app: App, place: FilesPlace): Promise<Record<string, string>> => {
  const { files, problems } = await (await app.files()).prompts.read(place);
  const own = Object.fromEntries(files.map(({ key, text }) => [key, text]));
  const all = [...problems, ...files.flatMap((file) => problemsOf(file, own))];
  if (all.length > 0) throw new InputError([unusable, ...all.map((problem) => `- ${problem}`)].join('\n'));
  return own;
};

/**
 * Without the form nobody could read the answer, and without the threshold a score means nothing. The others may be
 * left out.
 */
const needed = new Set(['answerSchema', 'threshold']);

const problemsOf = ({ key, file, text }: OwnFile, own: OwnPrompts): string[] => {
  if (key.startsWith(prefix)) return skillProblems(key.slice(prefix.length), own);
  const builtIn = builtInPrompt(key);
  if (builtIn === null)
    return [`${file}: there is no prompt of this name to replace.${meant(key, promptKeys())} Rename or remove it.`];
  const there = placeholdersOf(text);
  return placeholdersOf(builtIn)
    .filter((name) => needed.has(name) && !there.includes(name))
    .map(
      (name) =>
        `${file}: {{${name}}} is missing, in whose place Fixpoint puts what the agent has to know. ` +
        `Put it in, as in \`fixpoint prompts show ${key} --built-in\`.`,
    );
};

const skillProblems = (name: string, own: OwnPrompts): string[] => {
  try {
    readSkill(name, own);
    return [];
  } catch (error) {
    if (error instanceof PromptError) return [error.message];
    throw error;
  }
};

const promptKeys = (): string[] => promptNames().flatMap(({ kind, key }) => (kind === 'prompt' ? [key] : []));

const meant = (name: string, known: readonly string[]): string => {
  const guess = nearest(name, known);
  return guess === undefined ? ` There are: ${known.join(', ')}.` : ` Did you mean ${guess}?`;
};

const ownOf = async (app: App, request: Options): Promise<OwnPrompts> => {
  const folder = workFolder(request);
  // Built-in texts can be read anywhere.
  if (app.repositories.nearby(folder) === null && request.configFrom === undefined) return {};
  return readOwnPrompts(app, await filesPlaceOf(await app.repositories.checkout(folder), request));
};

/** Says of a prompt or skill where its text is from. */
const sourcesOf = async (app: App, own: OwnPrompts): Promise<(key: string) => string> => {
  const { fileOf } = (await app.files()).prompts;
  return (key) => (Object.hasOwn(own, key) ? fileOf(key) : 'built in');
};

/** Every prompt and every reviewer skill that a run here could use. */
export const listPrompts = async (app: App, request: Options = {}): Promise<ListedPrompt[]> => {
  const own = await ownOf(app, request);
  const sourceOf = await sourcesOf(app, own);
  return [...ownOrBuiltIn(sourceOf), ...reviewersAmong(own, sourceOf)];
};

const ownOrBuiltIn = (sourceOf: (key: string) => string): ListedPrompt[] =>
  promptNames().flatMap(({ kind, name, key, description }) =>
    kind === 'prompt' ? [{ name, kind, description, languages: [], source: sourceOf(key) }] : [],
  );

const reviewersAmong = (own: OwnPrompts, sourceOf: (key: string) => string): ListedPrompt[] =>
  skillNames(own).map((name) => {
    const { description, languages } = loadSkill(name, own);
    return { name, kind: 'reviewer', description, languages, source: sourceOf(`${prefix}${name}`) };
  });

/** A prompt wins over a reviewer of the same name, which can still be had as `reviewers/NAME`. */
const keyOf = (name: string, own: OwnPrompts): string => {
  const keys = [...promptKeys(), ...skillNames(own).map((skill) => `${prefix}${skill}`)];
  const key = keys.find((each) => each === name) ?? keys.find((each) => each === `${prefix}${name}`);
  if (key !== undefined) return key;
  const known = [...promptKeys(), ...skillNames(own)];
  throw new InputError(`There is no prompt and no reviewer ${JSON.stringify(name)}.${meant(name, known)}`, 'not-found');
};

const shown = (key: string, source: string, text: string): ShownPrompt =>
  key.startsWith(prefix)
    ? { name: key.slice(prefix.length), kind: 'reviewer', source, text }
    : { name: key, kind: 'prompt', source, text };

/** The text that a run here would use. */
export const showPrompt = async (
  app: App,
  request: Options & { name: string; builtIn?: boolean },
): Promise<ShownPrompt> => {
  // What is wrong with the repository's own must not keep anybody from the text to compare it with.
  const own = request.builtIn === true ? {} : await ownOf(app, request);
  const key = keyOf(request.name, own);
  const sourceOf = await sourcesOf(app, own);
  return shown(key, sourceOf(key), loadPrompt(key, own));
};

/** Writes the built-in text into the repository, to be changed there. Never over a file that is there. */
export const ejectPrompt = async (app: App, request: Options & { name: string }): Promise<ShownPrompt> => {
  const key = keyOf(request.name, {});
  const { root } = await app.repositories.checkout(workFolder(request));
  const text = loadPrompt(key);
  return shown(key, await (await app.files()).prompts.write(root, key, text), text);
};
