/** The prompts and reviewer skills that a repository has of its own, and what is wrong with them. */
import { nearest } from '../../plain/nearest.ts';
import { PromptError } from '../../prompts/error.ts';
import { builtInPrompt, type OwnPrompts, reviewerFolder } from '../../prompts/load.ts';
import { promptNames } from '../../prompts/names.ts';
import { placeholdersOf } from '../../prompts/placeholders.ts';
import { readSkill } from '../../prompts/skills.ts';
import type { FilesPlace, OwnFile } from '../../ports/files.ts';
import type { App } from '../app.ts';
import { InputError } from '../../model/expected.ts';

export const prefix = `${reviewerFolder}/`;

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

export const promptKeys = (): string[] => promptNames().flatMap(({ kind, key }) => (kind === 'prompt' ? [key] : []));

export const meant = (name: string, known: readonly string[]): string => {
  const guess = nearest(name, known);
  return guess === undefined ? ` There are: ${known.join(', ')}.` : ` Did you mean ${guess}?`;
};
