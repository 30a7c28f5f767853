/** The real agent CLIs, from a package of its own beside the tests. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const modules = join(import.meta.dirname, '..', 'real-agents', 'node_modules');
const platform = `${process.platform}-${process.arch}`;

/** Where the programs are without any install script having run. */
const places = {
  claude: `@anthropic-ai/claude-code-${platform}/claude`,
  gemini: '.bin/gemini',
  codex: '.bin/codex',
  opencode: `opencode-${platform}/bin/opencode`,
} as const;

export type RealAgent = keyof typeof places;

/** The program to start. `npm test` installs it; `npm run real-agents` does it alone. */
export const realAgent = (name: RealAgent): string[] => {
  const program = join(modules, places[name]);
  if (!existsSync(program)) throw new Error(`${name} is not installed for the tests: run \`npm run real-agents\``);
  return [program];
};
