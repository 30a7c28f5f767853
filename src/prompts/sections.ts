/** What prompts of all roles have in common: sections that are left out when there is nothing to say. */
import type { Convention } from '../model/answer.ts';
import { asData } from './data-block.ts';

export const section = (title: string, body: string | undefined): string[] =>
  body === undefined || body === '' ? [] : [`# ${title}\n\n${body}\n`];

export const conventionSections = (conventions: readonly Convention[]): string[] =>
  conventions.map(({ file, text }) => `# Conventions of this repository (${file})\n\n${asData(file, text)}\n`);

export const notesSection = (notes: string | undefined): string[] => section('Notes of the user', notes);

/** An estimate on the safe side: code has about four characters to a token, dense text three. */
export const charactersPerToken = 3;
