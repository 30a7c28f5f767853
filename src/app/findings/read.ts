/** Reads findings without starting a run: merged, recognised, and judged as a run would judge them. */
import { resolve } from 'node:path';
import { takeUp } from '../../findings/admit/take-up.ts';
import type { DraftFinding } from '../../model/finding.ts';
import type { Listing } from '../../model/listing.ts';
import type { Repo } from '../../ports/repo.ts';
import { compareWith } from '../../findings/admit/baseline.ts';
import type { App } from '../app.ts';
import { commitFor } from '../config-from.ts';
import { InputError } from '../../model/expected.ts';
import { workFolder } from '../options.ts';
import { readSources, type ReadSource } from '../start/sources.ts';
import {
  type ReadFindingsOptions,
  refuseContradiction,
  openNearby,
  configuredFor,
  bareAt,
  aroundOf,
} from './surroundings.ts';
import { type Read, type Judged, listingOf } from './listing.ts';

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

const readWhatWasNamed = async (app: App, options: ReadFindingsOptions, repo: Repo | null): Promise<Read> => ({
  sources: await readAll(app, options, repo, options.from),
  older: options.baseline && (await readAll(app, options, repo, options.baseline)),
});

/** As a run would, and compared with older findings where there are any. */
const judge = async (
  app: App,
  options: ReadFindingsOptions,
  repo: Repo | null,
  { sources, older }: Read,
): Promise<Judged> => {
  const from = repo ? await commitFor(repo, options) : undefined;
  const configured = await configuredFor(app, options, repo, from);
  const dedup = options.dedup ?? configured.findings.dedup;
  const { exclude } = configured;
  const around = await aroundOf(app, options, repo, from);
  const taken = await takeUp(reportsOf(sources), { dedup, only: options.only, exclude }, around);
  if (!older) return { taken, compared: null };
  const bare = { ...bareAt(app), known: async () => taken.findings };
  const baseline = await takeUp(reportsOf(older), { dedup, exclude }, bare);
  return { taken, compared: compareWith(baseline.findings, taken.findings) };
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

/** Whatever is written next is as large again: what was needed to get here makes room for it first. */
const many = 50_000;

const reportsOf = (sources: readonly { findings: DraftFinding[] }[]) =>
  sources.map((source) => ({ reviewer: 'import', level: 'blocking' as const, drafts: source.findings }));
