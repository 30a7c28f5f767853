/** What the call is about: the part of its input that the tools tell. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';
import { FixInput } from '../../../model/answer.ts';

const CallInput = FixInput.pick({ findings: true, attempts: true });
export type CallInput = z.infer<typeof CallInput>;

/** Throws when it is not there or not what it should be: then nothing can be answered. */
export const readCallInput = (folder: string): CallInput =>
  CallInput.parse(JSON.parse(readFileSync(join(folder, 'input.json'), 'utf8')));
