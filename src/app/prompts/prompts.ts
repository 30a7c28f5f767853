/** Prompts and reviewer skills: what a repository has of its own, and what is used in the end. */
import { loadPrompt, type OwnPrompts } from '../../prompts/load.ts';
import { promptNames } from '../../prompts/names.ts';
import { loadSkill, skillNames } from '../../prompts/skills.ts';
import type { App } from '../app.ts';
import { filesPlaceOf } from '../config-from.ts';
import { InputError } from '../../model/expected.ts';
import { type Options, workFolder } from '../options.ts';
import { prefix, readOwnPrompts, promptKeys, meant } from './own.ts';

/** `source`: `built in`, or its file from the root of the repository. */
export type ListedPrompt = {
  name: string;
  kind: 'prompt' | 'reviewer';
  description: string;
  languages: string[];
  source: string;
};
export type ShownPrompt = Pick<ListedPrompt, 'name' | 'kind' | 'source'> & { text: string };

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
  return (await app.secrets()).clean([...ownOrBuiltIn(sourceOf), ...reviewersAmong(own, sourceOf)]);
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
  return (await app.secrets()).clean(shown(key, sourceOf(key), loadPrompt(key, own)));
};

/** Writes the built-in text into the repository, to be changed there. Never over a file that is there. */
export const ejectPrompt = async (app: App, request: Options & { name: string }): Promise<ShownPrompt> => {
  const key = keyOf(request.name, {});
  const { root } = await app.repositories.checkout(workFolder(request));
  const text = loadPrompt(key);
  return shown(key, await (await app.files()).prompts.write(root, key, text), text);
};
