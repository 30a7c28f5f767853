/** What the journal says of a run when it begins. */
import { resolve } from 'node:path';
import type { Config } from '../../config/schema.ts';
import { trustsClaims } from '../../config/trust.ts';
import type { RunEvent, RunEventOf } from '../../model/event.ts';
import type { Clarified } from '../../model/run/clarified.ts';
import type { Command } from '../../model/run/outcome.ts';
import type { Origin } from '../../model/repository/origin.ts';
import { type StartRequest, startRequest } from '../../model/start-request.ts';
import { given } from '../../plain/given.ts';
import type { Custody } from '../../ports/repo.ts';
import { version } from '../../version.ts';
import type { StartOptions } from '../options.ts';
import type { NewSince } from '../surroundings.ts';
import { fromRoot } from './keep-start.ts';
import type { Place, StartPlace } from './place.ts';

export type Beginning = {
  command: Command;
  sources: string[];
  newSince: NewSince | undefined;
  base?: { ref: string; commit: string };
  reviewReport?: string;
  clarified?: Clarified;
  first: RunEvent[];
  /** What is kept with the run from its beginning. */
  files?: { name: string; text: string }[];
};

export type Begun = { dirty: boolean; custody: Custody };

export const startedEvent = (
  options: StartOptions,
  place: StartPlace,
  { command, sources, base, reviewReport, newSince, clarified }: Beginning,
  { dirty, custody, repository }: Begun & { repository: Origin },
): RunEventOf<'run.started'> => ({
  type: 'run.started',
  command,
  request: keptRequest(options, place),
  sources,
  ...(isSource(options, place) && { progressIsSource: true }),
  ...given({ base, reviewReport, newSince, clarified }),
  root: place.repo.root,
  repository,
  start: custody.start,
  dirty,
  ...settingsOf(options, place),
  config: place.config,
  version,
  seal: custody.seal,
});

const isSource = (options: StartOptions, { cwd, repo, config }: StartPlace): boolean => {
  const { from = [], plan, progress } = startRequest(options);
  const file = progress === undefined ? config.progress && resolve(repo.root, config.progress) : resolve(cwd, progress);
  if (file === undefined || plan !== undefined || from.length === 0) return false;
  return from.every((name) => resolve(cwd, name) === file);
};

/** What a resumed run goes by means the same there, wherever it is resumed from. */
const keptRequest = (options: StartOptions, { repo, cwd, config }: StartPlace): StartRequest => {
  const { only, progress, record, replay, ...request } = startRequest(options);
  const inRepo = (path: string | undefined): string | undefined =>
    path === undefined ? undefined : fromRoot(repo.root, resolve(cwd, path));
  const paths = { progress: inRepo(progress) ?? config.progress, record: inRepo(record), replay: inRepo(replay) };
  return { ...request, ...given({ only: unlessEmpty(only), ...paths }) };
};

type Settings = 'agent' | 'prompts' | 'configuration' | 'attended';

/** What the run is to do, beside its configuration, and where that comes from. */
const settingsOf = (
  { askUser }: StartOptions,
  { chosen, prompts, file, from }: StartPlace,
): Pick<RunEventOf<'run.started'>, Settings> => ({
  ...given({ agent: chosen, prompts: Object.keys(prompts).length > 0 ? prompts : undefined }),
  configuration: { file, ...(from && { ref: from.ref, commit: from.commit }) },
  ...(askUser && { attended: true }),
});

const unlessEmpty = (list: string[] | undefined): string[] | undefined => (list?.length ? list : undefined);

/** What a user is to know before anything happens. */
export const warningsOf = ({ config, warnings }: Place, notes: readonly string[], command: Command): RunEvent[] => {
  const fixes = config.limits.cycles > 0 && (command === 'fix' || command === 'run');
  const unverified = fixes && config.verify.commands.length === 0 ? [nothingVerifies(config)] : [];
  return [...warnings, ...notes, ...unverified].map((message) => ({ type: 'warning', message }));
};

const nothingVerifies = (config: Config): string =>
  trustsClaims(config)
    ? 'Nothing verifies the fixes: what an agent changed and calls fixed is trusted (verify.claims). Name a ' +
      'command with --verify CMD to have every fix proven.'
    : 'Nothing verifies the fixes: no verification commands are configured (verify.commands, or --verify CMD). ' +
      'Fixes will be committed unproven.';
