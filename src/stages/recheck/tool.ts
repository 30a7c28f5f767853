/**
 * What is known of a tool that findings came from: how its reports are recognised, and how it is run again. One file
 * for each in `tools/`.
 */
import type { FormatName } from '../../config/sections/reviewing.ts';
import { type Command, showCommand } from '../../config/values.ts';

/** What somebody reported, as far as it tells who that was. */
export type ReportTraits = { reviewer: string; rule?: string | undefined; title: string; file?: string | undefined };

export type KnownTool = {
  /** As people call it; unique. */
  name: string;
  /** What its reports call their source (the driver of SARIF, the source of rdjson, its own format), in lower case. */
  drivers: readonly string[];
  /** Where the source has no name, as in lines and Checkstyle: whether the report looks like one of its own. */
  looksLike: (report: ReportTraits) => boolean;
  /** Globs: the files that it is asked about, besides those of its findings. */
  files: readonly string[];
  /** Any one of these has to be there. */
  programs: readonly string[];
  /** With `{files}` for the files to look at; without, it looks at everything. */
  command: (program: string) => Command;
  /** Looks at all that the repository has, where a folder in the place of `{files}` would not. */
  everything?: (program: string) => Command;
  /** In which its output is read. */
  format: FormatName;
  /** What in a repository says that it is used there. */
  configuredBy: {
    files: readonly string[];
    /** A text in a file that many tools share. */
    mentions?: readonly Mention[];
    /** It has nothing to configure: being there is enough. */
    always?: boolean;
  };
  /** Its rule, as every format of it has it. */
  ruleOf?: (rule: string) => string;
};

export type Mention = { file: string; text: RegExp };

/** Python's tools are configured in files that they share. */
export const pythonMentions = (name: string): Mention[] => [
  { file: 'pyproject.toml', text: new RegExp(`^\\[tool\\.${name}\\b|["'\\s]${name}\\b[^\\n]*["']`, 'm') },
  { file: 'setup.cfg', text: new RegExp(`^\\[${name}\\b`, 'm') },
  { file: 'tox.ini', text: new RegExp(`^\\[${name}\\b|^\\s*${name}\\b`, 'm') },
  ...['requirements.txt', 'requirements-dev.txt', 'dev-requirements.txt', 'requirements/dev.txt'].map((file) => ({
    file,
    text: new RegExp(`^${name}\\b`, 'm'),
  })),
];

/** An entry among the dependencies, or a section of its own. */
export const packageMentions = (...names: readonly string[]): Mention[] => [
  { file: 'package.json', text: new RegExp(`"(?:${names.join('|')})"\\s*:`) },
];

/** Asks about tracked files alone: some tools would look at installed packages as well, or at no folder at all. */
export const overTracked =
  (...globs: readonly string[]) =>
  (program: string, ...words: readonly string[]): string =>
    `git ls-files -z -- ${showCommand([...globs])} | xargs -0 ${program} ${showCommand([...words])}`.trimEnd();

export const overPython = overTracked('*.py');

export const scripts = ['**/*.{js,jsx,mjs,cjs,ts,tsx,mts,cts,vue,svelte,astro}'] as const;
export const python = ['**/*.{py,pyi}'] as const;

export const isIn = (file: string | undefined, extensions: RegExp): boolean =>
  file !== undefined && extensions.test(file);
export const isScript = (file: string | undefined): boolean => isIn(file, /\.(?:[cm]?[jt]sx?|vue|svelte|astro)$/);
export const isPython = (file: string | undefined): boolean => isIn(file, /\.pyi?$/);
