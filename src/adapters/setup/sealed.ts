/** What is written down about a folder that set-up filled: its seal, and where it can be used. */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { leadsTo } from './leads-to.ts';
import { sealOf } from './seal.ts';

const Sealed = z.object({
  seal: z.string(),
  /** Where set-up ran. */
  at: z.string(),
  /** The topmost paths that it made. */
  outputs: z.array(z.string()),
  /** Whether `at` is written in there; not known before somebody asks. */
  leadsToIt: z.boolean().optional(),
});
export type Sealed = z.infer<typeof Sealed>;

export const readSealed = (entry: string): Sealed | null => {
  try {
    return Sealed.parse(JSON.parse(readFileSync(join(entry, 'sealed.json'), 'utf8')));
  } catch {
    return null;
  }
};

export const writeSealed = (entry: string, sealed: Sealed): void => {
  const file = join(entry, 'sealed.json');
  writeFileSync(`${file}.new`, JSON.stringify(sealed), { mode: 0o600 });
  renameSync(`${file}.new`, file);
};

export const sealIfReadable = async (files: string): Promise<string | null> => {
  try {
    return await sealOf(files);
  } catch {
    return null;
  }
};

/** Whether it can only be used where it was made. */
export const isTied = async (entry: string, sealed: Sealed): Promise<boolean> => {
  if (sealed.leadsToIt !== undefined) return sealed.leadsToIt;
  const leadsToIt = await leadsTo(join(entry, 'files'), sealed.at);
  writeSealed(entry, { ...sealed, leadsToIt });
  return leadsToIt;
};
