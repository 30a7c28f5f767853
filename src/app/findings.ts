/** Reads findings without starting a run: merged, recognised, and judged as a run would judge them. */
import { resolve } from 'node:path';
import { nearbyRepo } from '../adapters/git/user/nearby.ts';
import { openRepo } from '../adapters/git/user/open-repo.ts';
import { loadConfig } from '../config/load.ts';
import { Config } from '../config/schema.ts';
import { type Surroundings, type TakenUp, takeUp } from '../findings/admit/take-up.ts';
import type { DraftFinding } from '../model/finding.ts';
import type { BaselineState, ListedFinding, Listing } from '../model/listing.ts';
import { type CommittedTree, type Repo, RepoError } from '../ports/repo.ts';
import { compareWith } from '../findings/admit/baseline.ts';
import { redactFindings } from '../secrets/findings.ts';
import { createRedactor } from '../secrets/redact.ts';
import { collectGarbage } from '../adapters/files/collect-garbage.ts';
import { commitFor } from './config-from.ts';
import { lookFrom, lookIn } from '../adapters/files/look-in.ts';
import { InputError } from '../model/expected.ts';
import { type Options, stateFolder, workFolder } from './options.ts';
import { readSources, type ReadSource } from './start/sources.ts';
import { openStore } from '../wiring/store.ts';
import { resolveNewSince, surroundingsOf } from '../wiring/surroundings.ts';

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

export const readFindings = async (options: ReadFindingsOptions): Promise<Listing> => {
  if (options.from.length === 0)
    throw new InputError('No file with findings was given. Name one with --from FILE, or pipe one in.');
  const cwd = workFolder(options);
  const { repo, warnings } = await openNearby(options, cwd);
  if (!repo && options.newSince !== undefined)
    throw new InputError('--new-since needs a git repository. Change to one and try again.');
  if (options.check === false && options.newSince !== undefined)
    throw new InputError(
      '--new-since judges findings by the repository, and --no-check leaves that out. Give one of them.',
    );
  if (!repo && options.configFrom !== undefined)
    throw new InputError('--config-from needs a git repository. Change to one and try again.');
  const from = repo ? await commitFor(repo, options) : undefined;
  const folder = options.root === undefined ? cwd : resolve(cwd, options.root);
  const paths = repo ? lookFrom(repo.root, folder) : lookIn(folder);
  const { redact } = createRedactor(options.env ?? process.env);
  const read = async (files: string[]): Promise<ReadSource[]> =>
    (await readSources(files, cwd, paths, options.format)).map((source) => redactFindings(source, redact));
  const sources = await read(options.from);
  const older = options.baseline && (await read(options.baseline));
  const dedup = options.dedup ?? (await configuredDedup(options, repo, from));
  const taken = await inSurroundings(options, repo, from, (around) =>
    takeUp(reportsOf(sources), { dedup, only: options.only }, around),
  );
  const baseline = older && (await takeUp(reportsOf(older), { dedup }, { ...bare, known: async () => taken.findings }));
  if (taken.findings.length > many) collectGarbage();
  const compared = baseline ? compareWith(baseline.findings, taken.findings) : null;
  return {
    findings: listed(taken, compared?.states),
    absent: compared?.absent ?? [],
    sources: sources.map(({ name, format, findings, verdict }) => ({
      name,
      format,
      reports: findings.length,
      ...(verdict && { verdict }),
    })),
    reports: sources.reduce((sum, source) => sum + source.findings.length, 0),
    leftOut: taken.leftOut,
    problems: [...sources, ...(older ?? [])].flatMap((source) => source.problems),
    warnings: [
      ...warnings,
      ...taken.warnings,
      ...taken.unmatched.map((selector) => `--only ${selector} fits no finding`),
    ],
  };
};

/** Whatever is written next is as large again: what was needed to get here makes room for it first. */
const many = 50_000;

const reportsOf = (sources: readonly { findings: DraftFinding[] }[]) =>
  sources.map((source) => ({ reviewer: 'import', level: 'blocking' as const, drafts: source.findings }));

/** A converter works anywhere; a repository that cannot be worked with is no reason not to. */
const openNearby = async (
  options: ReadFindingsOptions,
  cwd: string,
): Promise<{ repo: Repo | null; warnings: string[] }> => {
  if (nearbyRepo(cwd) === null) return { repo: null, warnings: [] };
  try {
    return { repo: await openRepo(cwd, { stateDir: stateFolder(options) }), warnings: [] };
  } catch (error) {
    if (!(error instanceof RepoError) || options.newSince !== undefined || options.configFrom !== undefined)
      throw error;
    return { repo: null, warnings: [`Findings are not judged by the repository: ${error.message}`] };
  }
};

const configuredDedup = async (
  options: ReadFindingsOptions,
  repo: Repo | null,
  commit: CommittedTree | undefined,
): Promise<Config['findings']['dedup']> => {
  if (!repo) return Config.parse({}).findings.dedup;
  const file = options.configFile === undefined ? {} : { file: resolve(workFolder(options), options.configFile) };
  const { config } = await loadConfig({
    root: repo.root,
    commit,
    ...file,
    flags: options.set ?? {},
    env: options.env ?? process.env,
  });
  return config.findings.dedup;
};

/** Nothing is known, so nothing is judged. */
const bare: Surroundings = {
  facts: async () => new Map(),
  known: async () => [],
  dispositions: async () => ({ dispositions: [], warnings: [] }),
  now: () => new Date(),
};

const inSurroundings = async <T>(
  options: ReadFindingsOptions,
  repo: Repo | null,
  from: CommittedTree | undefined,
  work: (around: Surroundings) => Promise<T>,
): Promise<T> => {
  if (!repo || options.check === false) return work(bare);
  const { journal } = openStore(options);
  try {
    const { commit } = await repo.head();
    const newSince = await resolveNewSince(repo, options.newSince);
    return await work(surroundingsOf({ repo, journal, commit, workTree: true, newSince, from }));
  } finally {
    journal.close();
  }
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
      ...(reason !== undefined && { reason }),
      ...(baselineState !== undefined && { baselineState }),
    };
  });
};
