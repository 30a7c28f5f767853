/** All languages of the soak. */
import type { Language } from './language.ts';
import { c } from './languages/c.ts';
import { cPrograms } from './languages/more/c-programs.ts';
import { node } from './languages/node.ts';
import { nodeSpec } from './languages/more/node-spec.ts';
import { plainShell } from './languages/more/plain-shell.ts';
import { python } from './languages/python.ts';
import { rust } from './languages/more/rust.ts';
import { shell } from './languages/shell.ts';
import { unittest } from './languages/more/unittest.ts';

const all: readonly Language[] = [node, python, shell, c, nodeSpec, unittest, plainShell, cPrograms, rust];

/** Those whose programs are on this machine. */
export const languages: readonly Language[] = all.filter(({ programs }) => programs !== null);
