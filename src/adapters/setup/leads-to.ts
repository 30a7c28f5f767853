/** Whether what set-up made holds a path, such as that of the folder it ran in: then it is of no use anywhere else. */
import { readFileSync, readlinkSync, statSync } from 'node:fs';
import { setImmediate as breathe } from 'node:timers/promises';
import { walk } from './walk.ts';

/** Larger files are libraries and the like; looking into them would take longer than making them again. */
const largestBytes = 64 * 1024 * 1024;
const atOnce = 500;

export const leadsTo = async (folder: string, path: string): Promise<boolean> => {
  const wanted = Buffer.from(path, 'utf8');
  let seen = 0;
  for (const entry of walk(folder)) {
    if (entry.kind === 'link' && readlinkSync(entry.path, 'buffer').includes(wanted)) return true;
    if (entry.kind === 'file' && holds(entry.path, wanted)) return true;
    seen += 1;
    if (seen % atOnce === 0) await breathe();
  }
  return false;
};

const holds = (file: Buffer, wanted: Buffer): boolean =>
  statSync(file).size > largestBytes || readFileSync(file).includes(wanted);
