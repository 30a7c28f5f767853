/** Loads prompts: markdown files beside this module. */
import { readFileSync } from 'node:fs';

const loaded = new Map<string, string>();

export const loadPrompt = (name: string): string => {
  const known = loaded.get(name);
  if (known !== undefined) return known;
  const text = readFileSync(new URL(`./${name}.md`, import.meta.url), 'utf8');
  loaded.set(name, text);
  return text;
};
