/** Artifacts as files in a folder of the run, readable by its owner only. */
import { createHash, randomUUID } from 'node:crypto';
import { renameSync, writeFileSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ArtifactStore } from '../../ports/artifacts.ts';
import { errnoOf } from '../../plain/errno.ts';
import { ownFolder } from '../files/own-folder.ts';

const longestPart = 120;
const shortBytes = 64_000;
const ownFile = { flag: 'wx', mode: 0o600 };

/** `base`: a folder above it that is known to be ours; nothing between the two may be a link. */
export const localArtifacts = (folder: string, base: string = folder): ArtifactStore => {
  const locate = (name: string): string => join(folder, safeName(name));
  return {
    put: async (name, content) => {
      const safe = safeName(name);
      ownFolder(base, dirname(join(folder, safe)));
      await writeWhole(join(folder, safe), content);
      return safe;
    },
    get: async (name) => {
      try {
        return await readFile(locate(name));
      } catch (error) {
        if (['ENOENT', 'EISDIR'].includes(errnoOf(error) ?? '')) return null;
        throw error;
      }
    },
    locate,
  };
};

/** Stays below the folder whatever the name holds; names made of finding codes and agents come from outside. */
const safeName = (name: string): string => {
  const parts = name.split(/[/\\]+/).map(safePart);
  return parts.filter((part) => part !== '').join('/') || '_';
};

/** A part that had to be changed gets a hash of what it was, so that two names never become one. */
const safePart = (part: string): string => {
  if (/^\.*$/.test(part)) return '';
  const plain = part.replaceAll(/[^\w.@+=,-]/gu, '_');
  if (plain === part && plain.length <= longestPart) return plain;
  return `${plain.slice(0, longestPart - 9)}-${createHash('sha256').update(part).digest('hex').slice(0, 8)}`;
};

/**
 * Written beside and renamed, so that nobody ever reads half of it. What is short is written at once: handing it to
 * another thread four times costs more than that.
 */
const writeWhole = async (path: string, content: string | Uint8Array): Promise<void> => {
  const temporary = `${path.slice(0, path.lastIndexOf('/') + 1)}.${randomUUID()}.tmp`;
  try {
    if (content.length <= shortBytes) writeFileSync(temporary, content, ownFile);
    else await writeFile(temporary, content, ownFile);
    renameSync(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
};
