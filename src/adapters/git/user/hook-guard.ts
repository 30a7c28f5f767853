/**
 * Remembers the user's hooks from before agents were at work until nobody is any more. Hooks that changed in between
 * may have
 * been planted: they are never run, not even by a later run.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { RepoError } from '../../../ports/repo.ts';

const Memory = z.object({ run: z.string(), folder: z.string(), digest: z.string() });

/** Names, modes and contents of everything in the folder; its path counts too, since configuration names it. */
const digestOf = (folder: string): string => {
  const hash = createHash('sha256').update(folder);
  for (const entry of list(folder)) {
    const path = `${entry.parentPath}/${entry.name}`;
    hash.update(`\0${path}\0`);
    if (entry.isFile()) hash.update(readFileSync(path));
    else hash.update(entry.isDirectory() ? 'folder' : 'other');
  }
  return hash.digest('hex');
};

const list = (folder: string) => {
  try {
    return readdirSync(folder, { withFileTypes: true, recursive: true }).toSorted((a, b) =>
      `${a.parentPath}/${a.name}` < `${b.parentPath}/${b.name}` ? -1 : 1,
    );
  } catch {
    return [];
  }
};

const recall = (file: string): z.infer<typeof Memory> | null => {
  try {
    return Memory.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return null;
  }
};

/**
 * Before the first agent of a run starts. What an earlier run is still unsure about stays as it was remembered then.
 */
export const rememberHooks = (file: string, run: string, folder: string): void => {
  if (recall(file) === null) writeFileSync(file, JSON.stringify({ run, folder, digest: digestOf(folder) }));
};

/** The repository lies elsewhere now: from here on, the hooks there count as the user's. */
export const moveHookMemory = (file: string, { run, from, to }: { run: string; from: string; to: string }): void => {
  if (recall(file)?.folder === from && from !== to) rmSync(file);
  rememberHooks(file, run, to);
};

/** Whether they are not what they were before agents were at work. */
export const hooksChanged = (file: string, folder: string): boolean => {
  const memory = recall(file);
  return memory !== null && memory.digest !== digestOf(folder);
};

/** After the last agent of a run: unchanged hooks need not be remembered any longer. */
export const settleHooks = (file: string, folder: string): void => {
  if (!hooksChanged(file, folder)) rmSync(file, { force: true });
};

/** For a run that wants to use them as a gate. */
export const requireOwnHooks = (file: string, folder: string): void => {
  if (!hooksChanged(file, folder)) return;
  throw new RepoError(
    `The hooks in ${folder} changed while run ${recall(file)?.run} had agents at work, so they may not be yours. ` +
      `Look at them; when they are, remove ${file} and start again, or go without them: --set commit.hooks=false.`,
  );
};
