/** Removes a test's folder whatever permissions were taken from it; never follows a link. */
import { chmodSync, lstatSync, readdirSync, rmSync } from 'node:fs';

export const removeByForce = (folder: string): void => {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    open(Buffer.from(folder));
    rmSync(folder, { recursive: true, force: true });
  }
};

const open = (folder: Buffer): void => {
  chmodSync(folder, 0o700);
  for (const name of readdirSync(folder, { encoding: 'buffer' })) {
    const path = Buffer.concat([folder, Buffer.from('/'), name]);
    if (lstatSync(path).isDirectory()) open(path);
  }
};
