/**
 * What changed in the user's own `.git` while agents were at work: not by us, and we run none of it, but the user's git
 * might.
 */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Control } from '../control/control.ts';
import { hooksChanged } from './hook-guard.ts';
import { readIfThere } from './user-config.ts';

export const digestOfConfig = (commonDir: string): string =>
  createHash('sha256')
    .update(readIfThere(join(commonDir, 'config')), 'latin1')
    .digest('hex');

export const suspicions = ({ frozen, paths, objects }: Control): string[] => {
  const changed = [
    ...(digestOfConfig(frozen.commonDir) === frozen.configDigest ? [] : [join(frozen.commonDir, 'config')]),
    ...(hooksChanged(paths.hookMemory, frozen.hooksFolder) ? [frozen.hooksFolder] : []),
  ];
  const forged = [...new Set(objects.forged)].map(
    (path) => `${path} was forged: it was not what its name says. It was taken out before anything was run on it.`,
  );
  const touched = changed.map(
    (path) =>
      `${path} was changed while agents were at work. Fixpoint runs nothing of it, but your own git may: ` +
      'look at it before you use git here.',
  );
  return [...touched, ...forged];
};
