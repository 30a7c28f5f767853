/** Whether a repository has a tool: its program in the workspace, or on the PATH where the repository configures it. */
import type { Presence } from './recognise.ts';
import type { KnownTool } from './tool.ts';

/** Where package managers put the programs of a project. */
const folders = ['node_modules/.bin', '.venv/bin', 'venv/bin', 'vendor/bin'] as const;

/**
 * Looks where programs are from inside the workspace, as the tool itself would be started there: one line for each that
 * is found.
 */
export const probe = (programs: readonly string[]): string[] => {
  const script = `for program; do
  for folder in ${folders.join(' ')}; do
    if [ -x "$folder/$program" ]; then echo "$program=$folder/$program"; continue 2; fi
  done
  if command -v "$program" >/dev/null 2>&1; then echo "$program=$program"; fi
done`;
  return ['sh', '-c', script, 'sh', ...programs];
};

/** By name, with the place that it is started from. */
export const readProbe = (output: string): Map<string, string> =>
  new Map(
    output.split('\n').flatMap((line): [string, string][] => {
      const at = line.indexOf('=');
      return at < 1 ? [] : [[line.slice(0, at), line.slice(at + 1)]];
    }),
  );

/** Files whose presence or text says whether tools are configured. */
export const telling = (tools: readonly KnownTool[]): string[] => [
  ...new Set(
    tools.flatMap(({ configuredBy: { files, mentions = [] } }) => [...files, ...mentions.map(({ file }) => file)]),
  ),
];

/** `textOf`: of a file at the root of the start; null where there is none. */
const isConfigured = (
  { configuredBy: { files, mentions = [], always } }: KnownTool,
  textOf: (file: string) => string | null,
): boolean =>
  always === true ||
  files.some((file) => textOf(file) !== null) ||
  mentions.some(({ file, text }) => text.test(textOf(file) ?? ''));

export const presenceOf = (
  tool: KnownTool,
  programs: ReadonlyMap<string, string>,
  textOf: (file: string) => string | null,
): Presence => {
  const [program] = tool.programs.flatMap((name) => programs.get(name) ?? []);
  if (program === undefined) return { missing: `${tool.name} is not in the repository` };
  if (program.includes('/') || isConfigured(tool, textOf)) return { program };
  return { missing: `${tool.name} is on the PATH, but the repository does not configure it` };
};
