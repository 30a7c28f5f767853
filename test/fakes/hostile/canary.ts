/** A program that leaves a mark under its name when anybody runs it. */
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export type Canary = {
  /**
   * A program that sings under this name: one word, since some settings of git take nothing else. Behaves like `cat`,
   * so that filters go on.
   */
  command: (name: string) => string;
  /** Who sang so far, each with the command line of whoever ran it. */
  sang: () => Record<string, string>;
};

const song = `#!/bin/sh
name=$1; shift
tr '\\0' ' ' < /proc/$PPID/cmdline > "\${0%/*}/sang/$name" 2>/dev/null
case $name in filter.clean|filter.smudge|diff.pager) exec cat ;; esac
[ -f "$1" ] && exec cat "$1"
exit 0
`;

export const canaryIn = (folder: string): Canary => {
  for (const name of ['sang', 'bin']) mkdirSync(join(folder, name), { recursive: true });
  const file = join(folder, 'canary.sh');
  writeFileSync(file, song);
  chmodSync(file, 0o755);
  return {
    command: (name) => {
      const program = join(folder, 'bin', name.replaceAll(' ', '-'));
      writeFileSync(program, `#!/bin/sh\nexec '${file}' '${name}' "$@"\n`);
      chmodSync(program, 0o755);
      return program;
    },
    sang: () =>
      Object.fromEntries(
        readdirSync(join(folder, 'sang')).map((name) => [name, readFileSync(join(folder, 'sang', name), 'utf8')]),
      ),
  };
};
