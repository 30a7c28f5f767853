/**
 * Objects are named by their digests, but git believes the names: what came in by another hand is read again before it
 * is checked out.
 */
import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { TamperedError } from '../../../ports/repo.ts';
import { objectFolders } from './borrowed-objects.ts';
import type { Frozen } from './frozen.ts';
import { git } from '../door/git.ts';
import type { RunPaths } from './paths.ts';

export type ObjectGuard = {
  /**
   * Takes forged objects out of the control repository; throws TamperedError for those in a repository that is not
   * ours.
   */
  verify: () => Promise<void>;
  /** What was taken out, in words. */
  forged: readonly string[];
};

type Entry = { path: string; stamp: string; changedAt: number };

/**
 * Nobody but the kernel sets the time of the last change, so what is older than the seal was there before the first
 * agent.
 */
const entryAt = (path: string): Entry | null => {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  return stat ? { path, stamp: `${stat.ino} ${stat.size} ${stat.ctimeMs}`, changedAt: stat.ctimeMs } : null;
};

const list = (folder: string): string[] => {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
};

const looseIn = (objects: string): string[] =>
  list(objects)
    .filter((name) => /^[0-9a-f]{2}$/.test(name))
    .flatMap((name) =>
      list(`${objects}/${name}`).flatMap((rest) =>
        /^[0-9a-f]{38,62}$/.test(rest) ? [`${objects}/${name}/${rest}`] : [],
      ),
    );

/** Whether a loose object is what its name says. */
const isTrue = (path: string, format: Frozen['format']): boolean => {
  const [folder = '', rest = ''] = path.split('/').slice(-2);
  try {
    return (
      createHash(format)
        .update(inflateSync(readFileSync(path)))
        .digest('hex') ===
      folder + rest
    );
  } catch {
    return false;
  }
};

export const openObjectGuard = (paths: RunPaths, { format }: Frozen): ObjectGuard => {
  const own = `${paths.control}/objects`;
  const sealedAt = entryAt(paths.seal)?.changedAt ?? 0;
  const looked = new Map<string, string>();
  const forged: string[] = [];

  const isNew = ({ path, stamp, changedAt }: Entry): boolean => changedAt >= sealedAt && looked.get(path) !== stamp;

  const refuse = (path: string, files: readonly string[]): void => {
    if (!path.startsWith(`${own}/`))
      throw new TamperedError(
        `${path} is not what its name says: somebody wrote it while agents were at work. Nothing was run on it. Remove it, repair the repository with \`git fsck\`, then start a new run.`,
      );
    for (const file of files) rmSync(file, { force: true });
    forged.push(path);
  };

  const news = (files: readonly string[]): Entry[] => files.flatMap((file) => entryAt(file) ?? []).filter(isNew);

  const verifyLoose = (objects: string): void => {
    for (const { path, stamp } of news(looseIn(objects))) {
      if (isTrue(path, format)) looked.set(path, stamp);
      else refuse(path, [path]);
    }
  };

  const verifyPacks = async (objects: string): Promise<void> => {
    const files = list(`${objects}/pack`).map((name) => join(objects, 'pack', name));
    for (const { path, stamp } of news(files.filter((file) => /\.(?:idx|pack)$/.test(file)))) {
      const base = path.replace(/\.(?:idx|pack)$/, '');
      const { exitCode } = await git(['verify-pack', `${base}.idx`], { gitDir: paths.control, allow: 'any' });
      if (exitCode === 0) looked.set(path, stamp);
      else
        refuse(
          path,
          ['idx', 'pack', 'rev', 'bitmap'].map((end) => `${base}.${end}`),
        );
    }
    for (const { path, stamp } of news(files.filter((file) => file.endsWith('/multi-pack-index')))) {
      const { exitCode } = await git(['multi-pack-index', `--object-dir=${objects}`, 'verify'], {
        gitDir: paths.control,
        allow: 'any',
      });
      if (exitCode === 0) looked.set(path, stamp);
      else refuse(path, [path]);
    }
  };

  return {
    forged,
    verify: async () => {
      for (const objects of objectFolders(own)) {
        const [changed] = objects === own ? [] : news([`${objects}/info/alternates`]);
        if (changed) refuse(changed.path, []);
        verifyLoose(objects);
        await verifyPacks(objects);
      }
    },
  };
};
