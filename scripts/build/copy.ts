/** A copy of what was built, so that a build in between does not change what a campaign tests. */
import { execFileSync } from 'node:child_process';
import { cpSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** As a user starts it, and without the script that looks for a Node. */
export type CopiedProgram = { bin: string; command: readonly [string, string] };

/** Builds if needed. With the parsers, which are not part of the bundle. */
export const copyOfProgram = (folder: string): CopiedProgram => {
  execFileSync(process.execPath, [join(root, 'scripts/build.ts'), '--if-needed'], { cwd: root, stdio: 'inherit' });
  for (const name of ['bin', 'dist', 'package.json'])
    cpSync(join(root, name), join(folder, 'program', name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'program/node_modules'));
  return {
    bin: join(folder, 'program/bin/fixpoint'),
    command: [process.execPath, join(folder, 'program/dist/cli.js')],
  };
};
