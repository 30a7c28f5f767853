/** Which language a file is written in, by its name: those that are read by their syntax. */

export const languages = ['typescript', 'tsx', 'javascript', 'python', 'go', 'rust', 'java'] as const;
export type Language = (typeof languages)[number];

const byEnding: Readonly<Record<string, Language>> = {
  ts: 'typescript',
  mts: 'typescript',
  cts: 'typescript',
  tsx: 'tsx',
  js: 'javascript',
  mjs: 'javascript',
  cjs: 'javascript',
  jsx: 'javascript',
  py: 'python',
  pyi: 'python',
  go: 'go',
  rs: 'rust',
  java: 'java',
};

/** Null for all others, which are read as text. */
export const languageOf = (path: string): Language | null =>
  byEnding[/\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? ''] ?? null;
