/** All languages of the soak. */
import type { Language } from './language.ts';
import { c } from './languages/c.ts';
import { node } from './languages/node.ts';
import { python } from './languages/python.ts';
import { shell } from './languages/shell.ts';

export const languages: readonly Language[] = [node, python, shell, c];
