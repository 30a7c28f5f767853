/** Loads the configuration in four steps: read, parse, normalise, rules. Every problem is reported at once. */
import { present } from '../plain/present.ts';
import { doubtsAbout } from './doubts.ts';
import { ConfigError, type ConfigProblem } from './error.ts';
import { type Layers, originOf, placeInFile, placeOf } from './layers.ts';
import { issuesInFile, normalise } from './normalise.ts';
import { fromEnvironment, fromFlags, fromSet } from './overrides.ts';
import { parseConfig } from './files/parse.ts';
import { type Path, getIn, isPlain, showPath } from '../plain/plain-data.ts';
import { isPreset, presets } from './presets.ts';
import { readIgnoreFile } from './files/ignore-file.ts';
import type { ConfigCommit } from './files/outcome.ts';
import { isRepositorys, readConfigFile } from './files/read.ts';
import type { Breach, RuleInput } from './rules/rule.ts';
import { brokenRules } from './rules/rules.ts';
import type { Config } from './schema.ts';

export type LoadOptions = {
  /** Root of the repository. */
  root: string;
  /** A configuration file to use instead of the one at the root. */
  file?: string | undefined;
  /** A commit whose file is used, whatever is checked out. */
  commit?: ConfigCommit | undefined;
  /** Values by dotted key, from options of the command line; text is read as the key wants it. */
  flags?: Readonly<Record<string, unknown>>;
  /** Which option stands behind a key, for messages: `{ 'fix.mode': '--mode' }`. */
  flagNames?: Readonly<Record<string, string>>;
  /** `key=value`, one for each `--set`. */
  set?: readonly string[];
  env?: Readonly<Record<string, string | undefined>>;
  /** Rules about what is left out, which come after those of `.fixpointignore` and of the file. */
  exclude?: readonly string[] | undefined;
};

export type LoadedConfig = {
  config: Config;
  /** Path of the file that was read; of one in a commit, its name there. */
  file: string | null;
  /** For each key that is not at its default: where its value came from. */
  sources: Record<string, string>;
  /**
   * Where the repository itself gave the value at this key; undefined when it did not: what comes from an option, the
   * environment, or a file that the user named elsewhere is the user's own (docs/trust.md).
   */
  namedByRepository: (path: Path) => string | undefined;
  warnings: ConfigProblem[];
};

type LayersRead = { layers: Layers; path: string | null; ignored: string[]; problems: ConfigProblem[] };

const notASection = (name: string): ConfigProblem => ({
  place: `${name}:1:1`,
  message: 'this must be a section with keys',
  suggestion: 'such as fix: { concurrency: 8 }',
});

/** The keys that a section of the file has: names in it may be of the user's making. */
const namesIn = (value: unknown) => (path: Path) => {
  const section = getIn(value, path);
  return isPlain(section) ? Object.keys(section) : [];
};

/** The preset that was chosen last, by an override or in the file. */
const presetOf = (overrides: Layers['overrides'], inFile: unknown): Layers['preset'] => {
  const override = overrides.findLast(({ path }) => path.length === 1 && path[0] === 'preset');
  const chosen = override?.value ?? getIn(inFile, ['preset']);
  const name = isPreset(chosen) ? chosen : 'default';
  return { name, value: presets.get(name) };
};

const layersOf = async (options: LoadOptions): Promise<LayersRead> => {
  const read = await readConfigFile(options.root, options.file, options.commit);
  const ignored = await readIgnoreFile(options.root, options.commit);
  const file = read.file && { ...parseConfig(read.file), name: read.file.name };
  const isUsable = file !== null && isPlain(file.value);
  const sources = [
    fromEnvironment(options.env ?? {}, namesIn(file?.value)),
    fromFlags(options.flags ?? {}, options.flagNames),
    fromSet(options.set ?? []),
  ];
  const overrides = sources.flatMap((each) => each.overrides);
  return {
    layers: { preset: presetOf(overrides, file?.value), file: isUsable ? file : null, overrides },
    path: read.file?.path ?? null,
    ignored: ignored.lines,
    problems: present([
      ...read.problems,
      ...ignored.problems,
      ...(file?.problems ?? []),
      file && !isUsable && notASection(file.name),
      ...sources.flatMap((each) => each.problems),
    ]),
  };
};

/** Every value that is not a section, by its dotted key. */
const leaves = (value: unknown, path: Path = []): Path[] =>
  isPlain(value) ? Object.keys(value).flatMap((key) => leaves(value[key], [...path, key])) : [path];

const sourcesOf = (config: Config, layers: Layers): Record<string, string> =>
  Object.fromEntries(
    leaves(config).flatMap((path) => {
      const origin = originOf(layers, path);
      return origin === undefined ? [] : [[showPath(path), origin]];
    }),
  );

const placed = (layers: Layers, { path, ...rest }: Breach): ConfigProblem => ({
  place: placeOf(layers, path),
  ...rest,
});

const distinct = (problems: readonly ConfigProblem[]): ConfigProblem[] => [
  ...new Map(problems.map((problem) => [`${problem.place}\n${problem.message}`, problem])).values(),
];

/** By a person: what a preset gives, nobody chose by itself. */
const isChosen = (layers: Layers, key: Path): boolean => {
  const origin = originOf(layers, key);
  return origin !== undefined && origin !== `preset ${layers.preset.name}`;
};

/** Throws ConfigError with everything that is wrong. */
const checkedInput = (layers: Layers, problems: readonly ConfigProblem[]): RuleInput => {
  const { config, issues, dropped } = normalise(layers);
  const input = config && { config, dropped, isSet: (key: Path) => isChosen(layers, key) };
  const breaches = [...issues, ...(input ? brokenRules(input) : [])].map((breach) => placed(layers, breach));
  const hidden = issuesInFile(layers).map((issue) => placed({ ...layers, overrides: [] }, issue));
  const all = distinct([...problems, ...breaches, ...hidden]);
  if (!input || all.length > 0) throw new ConfigError(all);
  return input;
};

/** Values by dotted key over the defaults, checked as those of a new run are; no file is read. Throws ConfigError. */
export const configFromFlags = (flags: Readonly<Record<string, unknown>>): Config => {
  const { overrides, problems } = fromFlags(flags);
  return checkedInput({ preset: presetOf(overrides, undefined), file: null, overrides }, problems).config;
};

/** Rejects with ConfigError. */
export const loadConfig = async (options: LoadOptions): Promise<LoadedConfig> => {
  const { layers, path, ignored, problems } = await layersOf(options);
  const input = checkedInput(layers, problems);
  const exclude = [...ignored, ...input.config.exclude, ...(options.exclude ?? [])];
  const isTheirs = path !== null && (options.commit !== undefined || (await isRepositorys(options.root, path)));
  return {
    config: { ...input.config, exclude },
    file: path,
    namedByRepository: (key) => (isTheirs ? placeInFile(layers, key) : undefined),
    sources: sourcesOf(input.config, layers),
    warnings: doubtsAbout(input).map((doubt) => placed(layers, doubt)),
  };
};
