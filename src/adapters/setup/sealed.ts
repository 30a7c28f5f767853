/** What is written down about a folder that set-up filled: its seal, and where it can be used. */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { leadsTo } from './leads-to.ts';
import { foldersIn } from './made-folders.ts';
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

const madeIn = (entry: string): string[] => Object.values(foldersIn(entry)).filter((folder) => existsSync(folder));

/** Of all that was made. */
export const sealOfAll = async (entry: string): Promise<string> => {
  const seals: string[] = [];
  for (const folder of madeIn(entry)) seals.push(`${basename(folder)} ${await sealOf(folder)}`);
  return seals.join(' ');
};

export const sealIfReadable = async (entry: string): Promise<string | null> => {
  try {
    return await sealOfAll(entry);
  } catch {
    return null;
  }
};

const leadsToAny = async (folders: readonly string[], path: string): Promise<boolean> => {
  for (const folder of folders) if (await leadsTo(folder, path)) return true;
  return false;
};

/** Whether it can only be used where it was made. */
export const isTied = async (entry: string, sealed: Sealed): Promise<boolean> => {
  if (sealed.leadsToIt !== undefined) return sealed.leadsToIt;
  const leadsToIt = await leadsToAny(madeIn(entry), sealed.at);
  writeSealed(entry, { ...sealed, leadsToIt });
  return leadsToIt;
};
