/** What the call is about: the part of its input that the tools tell. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';
import { FixInput } from '../../../model/answer.ts';
import type { Finding } from '../../../model/finding.ts';

const CallInput = FixInput.pick({ findings: true, attempts: true });
export type CallInput = z.infer<typeof CallInput>;

/** Throws when it is not there or not what it should be: then nothing can be answered. */
export const readCallInput = (folder: string): CallInput =>
  CallInput.parse(JSON.parse(readFileSync(join(folder, 'input.json'), 'utf8')));

/** By id, else by code, in any case and with spaces around it. */
export const findFinding = (findings: readonly Finding[], name: string): Finding | undefined => {
  const wanted = name.trim().toLowerCase();
  return findings.find(({ id }) => id === name) ?? findings.find(({ code }) => code.toLowerCase() === wanted);
};
