/** Reads findings without starting a run: merged, recognised, and judged as a run would judge them. */
import { resolve } from 'node:path';
import { Config } from '../config/schema.ts';
import { type Surroundings, type TakenUp, takeUp } from '../findings/admit/take-up.ts';
import type { DraftFinding } from '../model/finding.ts';
import type { BaselineState, ListedFinding, Listing } from '../model/listing.ts';
import { type CommittedTree, type Repo, RepoError } from '../ports/repo.ts';
import { compareWith } from '../findings/admit/baseline.ts';
import { given } from '../plain/given.ts';
import type { App } from './app.ts';
import { commitFor, configAt } from './config-from.ts';
import { InputError } from '../model/expected.ts';
import { type Options, workFolder } from './options.ts';
import { readSources, type ReadSource } from './start/sources.ts';
import { resolveNewSince, surroundingsOf } from './surroundings.ts';

export type ReadFindingsOptions = Options & {
  /** Files with findings; `-` is standard input. */
  from: string[];
  format?: string;
  /** Folder that paths are relative to, before the root of the repository; the current folder by default. */
  root?: string;
  dedup?: Config['findings']['dedup'];
  /** Codes, ids, files, globs or rules: nothing else is listed. */
  only?: string[];
  /** Only what came in since the current branch left this one. */
  newSince?: string;
  /** Older findings to compare with. */
  baseline?: string[];
  /** Whether findings are judged by the repository: evidence, dispositions. On by default, inside of one. */
  check?: boolean;
};

export const readFindings = async (app: App, options: ReadFindingsOptions): Promise<Listing> => {
  if (options.from.length === 0)
    throw new InputError('No file with findings was given. Name one with --from FILE, or pipe one in.');
  const { repo, warnings } = await openNearby(app, options);
  refuseContradiction(options, repo);
  const read = await readWhatWasNamed(app, options, repo);
  const { taken, compared } = await judge(app, options, repo, read);
  if (taken.findings.length > many) (await app.files()).collectGarbage();
  const { clean } = await app.secrets();
  return clean(listingOf(read, taken, compared, warnings));
};

type Read = { sources: ReadSource[]; older: ReadSource[] | undefined };

const readWhatWasNamed = async (app: App, options: ReadFindingsOptions, repo: Repo | null): Promise<Read> => ({
  sources: await readAll(app, options, repo, options.from),
  older: options.baseline && (await readAll(app, options, repo, options.baseline)),
});

type Judged = { taken: TakenUp; compared: ReturnType<typeof compareWith> | null };

/** As a run would, and compared with older findings where there are any. */
const judge = async (
  app: App,
  options: ReadFindingsOptions,
  repo: Repo | null,
  { sources, older }: Read,
): Promise<Judged> => {
  const from = repo ? await commitFor(repo, options) : undefined;
  const dedup = options.dedup ?? (await configuredDedup(app, options, repo, from));
  const around = await aroundOf(app, options, repo, from);
  const taken = await takeUp(reportsOf(sources), { dedup, only: options.only }, around);
  if (!older) return { taken, compared: null };
  const bare = { ...bareAt(app), known: async () => taken.findings };
  const baseline = await takeUp(reportsOf(older), { dedup }, bare);
  return { taken, compared: compareWith(baseline.findings, taken.findings) };
};

const listingOf = (
  { sources, older = [] }: Read,
  taken: TakenUp,
  compared: Judged['compared'],
  warnings: readonly string[],
): Listing => ({
  findings: listed(taken, compared?.states),
  absent: compared?.absent ?? [],
  sources: sources.map(sourceOf),
  reports: sources.reduce((sum, source) => sum + source.findings.length, 0),
  leftOut: taken.leftOut,
  problems: [...sources, ...older].flatMap((source) => source.problems),
  warnings: [
    ...warnings,
    ...taken.warnings,
    ...taken.unmatched.map((selector) => `--only ${selector} fits no finding`),
  ],
});

const refuseContradiction = (options: ReadFindingsOptions, repo: Repo | null): void => {
  const { newSince, check, configFrom } = options;
  if (!repo && newSince !== undefined)
    throw new InputError('--new-since needs a git repository. Change to one and try again.');
  if (check === false && newSince !== undefined)
    throw new InputError(
      '--new-since judges findings by the repository, and --no-check leaves that out. Give one of them.',
    );
  if (!repo && configFrom !== undefined)
    throw new InputError('--config-from needs a git repository. Change to one and try again.');
};

const readAll = async (
  app: App,
  options: ReadFindingsOptions,
  repo: Repo | null,
  names: string[],
): Promise<ReadSource[]> => {
  const cwd = workFolder(options);
  const files = await app.files();
  const folder = options.root === undefined ? cwd : resolve(cwd, options.root);
  const paths = repo ? files.lookFrom(repo.root, folder) : files.lookIn(folder);
  const secrets = await app.secrets();
  return readSources(files, { from: names, cwd, paths, format: options.format, secrets });
};

const sourceOf = ({ name, format, findings, verdict }: ReadSource): Listing['sources'][number] => ({
  name,
  format,
  reports: findings.length,
  ...(verdict && { verdict }),
});

/** Whatever is written next is as large again: what was needed to get here makes room for it first. */
const many = 50_000;

const reportsOf = (sources: readonly { findings: DraftFinding[] }[]) =>
  sources.map((source) => ({ reviewer: 'import', level: 'blocking' as const, drafts: source.findings }));

/** A converter works anywhere; a repository that cannot be worked with is no reason not to. */
const openNearby = async (
  app: App,
  options: ReadFindingsOptions,
): Promise<{ repo: Repo | null; warnings: string[] }> => {
  const cwd = workFolder(options);
  if (app.repositories.nearby(cwd) === null) return { repo: null, warnings: [] };
  try {
    return { repo: await app.repositories.open(cwd), warnings: [] };
  } catch (error) {
    if (!(error instanceof RepoError) || options.newSince !== undefined || options.configFrom !== undefined)
      throw error;
    return { repo: null, warnings: [`Findings are not judged by the repository: ${error.message}`] };
  }
};

const configuredDedup = async (
  app: App,
  options: ReadFindingsOptions,
  repo: Repo | null,
  commit: CommittedTree | undefined,
): Promise<Config['findings']['dedup']> => {
  if (!repo) return Config.parse({}).findings.dedup;
  const { config } = await configAt(app, options, { root: repo.root, commit });
  return config.findings.dedup;
};

/** Nothing is known, so nothing is judged. */
const bareAt = (app: App): Surroundings => ({
  facts: async () => new Map(),
  known: async () => [],
  dispositions: async () => ({ dispositions: [], warnings: [] }),
  now: app.clock.now,
});

const aroundOf = async (
  app: App,
  options: ReadFindingsOptions,
  repo: Repo | null,
  from: CommittedTree | undefined,
): Promise<Surroundings> => {
  if (!repo || options.check === false) return bareAt(app);
  const newSince = await resolveNewSince(repo, options.newSince);
  return surroundingsOf(app, { repo, workTree: true, newSince, from });
};

const listed = (
  { findings, dismissed }: TakenUp,
  states: ReadonlyMap<string, BaselineState> | undefined,
): ListedFinding[] => {
  const reasons = new Map(dismissed.map(({ id, reason }) => [id, reason]));
  return findings.map((each) => {
    const { ranIn: _, ...finding } = each;
    const reason = reasons.get(finding.id);
    const baselineState = states?.get(finding.id);
    return {
      ...finding,
      status: reason === undefined ? 'open' : 'dismissed',
      ...given({ reason, baselineState }),
    };
  });
};
