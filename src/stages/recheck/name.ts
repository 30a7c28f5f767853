/** What a command is called in a sentence: the program that it comes down to. */
import type { Command } from '../../config/values.ts';

/** What only starts the program behind it. */
const starters = new Set(
  (
    'npx pnpm pnpx yarn npm bunx bun dlx exec run tool uv uvx poetry pipx python python3 -m env -- -s ' +
    '--silent sh -c bash'
  ).split(' '),
);

export const nameOf = (command: Command): string => {
  const words =
    typeof command === 'string'
      ? command
          .replace(/^\s*cd\s+\S+\s*&&/, '')
          .trim()
          .split(/\s+/)
      : command;
  const program = words.find((word) => !starters.has(word) && !/^[A-Za-z_]\w*=/.test(word)) ?? words[0] ?? '';
  const name = program.slice(program.lastIndexOf('/') + 1).replaceAll(/[^\w.@-]/g, '');
  return name === '' ? 'recheck' : name;
};

/** The same name with a number where it is taken. */
export const unique = (name: string, taken: ReadonlySet<string>): string => {
  if (!taken.has(name)) return name;
  let n = 2;
  while (taken.has(`${name} ${n}`)) n += 1;
  return `${name} ${n}`;
};
