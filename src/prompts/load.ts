/** Loads prompts: markdown files beside this module, unless the repository has one of its own. */
import { readdirSync, readFileSync } from 'node:fs';
import { PromptError } from './error.ts';

/**
 * Texts that the repository has of its own, by name: `review`, `fix`, `reviewers/python`. They win over the built-in
 * ones.
 */
export type OwnPrompts = Readonly<Record<string, string>>;

export const reviewerFolder = 'reviewers';

const ending = '.md';
const loaded = new Map<string, string>();

/** In the bundle, all of them lie beside it as well. */
const at = (path: string): URL => new URL(`./${path}`, import.meta.url);

const namesIn = (folder: string): string[] =>
  readdirSync(at(folder))
    .filter((file) => file.endsWith(ending))
    .map((file) => file.slice(0, -ending.length))
    .sort();

let names: readonly string[] | undefined;

/** Of all that come with Fixpoint: prompts first, then `reviewers/…`. */
export const builtInNames = (): readonly string[] => {
  names ??= [...namesIn('.'), ...namesIn(reviewerFolder).map((name) => `${reviewerFolder}/${name}`)];
  return names;
};

/** Null for a name that is not known, so that no name leads to another file. */
export const builtInPrompt = (name: string): string | null => {
  const known = loaded.get(name);
  if (known !== undefined) return known;
  if (!builtInNames().includes(name)) return null;
  const text = readFileSync(at(`${name}${ending}`), 'utf8');
  loaded.set(name, text);
  return text;
};

export const ownPrompt = (name: string, own: OwnPrompts): string | null =>
  Object.hasOwn(own, name) ? (own[name] ?? null) : null;

export const loadPrompt = (name: string, own: OwnPrompts = {}): string => {
  const text = ownPrompt(name, own) ?? builtInPrompt(name);
  if (text === null)
    throw new PromptError(`There is no prompt ${JSON.stringify(name)}. Known are: ${builtInNames().join(', ')}.`);
  return text;
};
