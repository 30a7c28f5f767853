/** Where a run starts: the repository, its configuration, and who fixes. */
import { resolve } from 'node:path';
import { openRepo } from '../../adapters/git/user/open-repo.ts';
import { agentsInUse } from '../../config/agents.ts';
import { type LoadedConfig, loadConfig } from '../../config/load.ts';
import type { Config } from '../../config/schema.ts';
import { priceOf } from '../../loop/decide/calls/budget.ts';
import type { CommittedTree, Repo } from '../../ports/repo.ts';
import { openSandbox } from '../../wiring/cage.ts';
import { commitFor } from '../config-from.ts';
import { sameMind, withAgents, withReviewers } from './roles.ts';
import { readOwnPrompts } from '../prompts.ts';
import { InputError } from '../../model/expected.ts';
import { type Options, type StartOptions, stateFolder, workFolder } from '../options.ts';

export type Place = Pick<LoadedConfig, 'namedByRepository'> & {
  cwd: string;
  config: Config;
  warnings: string[];
  repo: Repo;
  stateDir: string;
  /** The configuration file that was read, from the root where it lies in the repository. */
  file: string | null;
  /** The commit that it is from, when it is not the one of the checkout. */
  from?: CommittedTree | undefined;
};

export const openPlace = async (options: Options): Promise<Place> => {
  const cwd = workFolder(options);
  const stateDir = stateFolder(options);
  const repo = await openRepo(cwd, { stateDir });
  const from = await commitFor(repo, options);
  const { config, warnings, namedByRepository, file } = await loadConfig({
    root: repo.root,
    commit: from,
    ...(options.configFile !== undefined && { file: resolve(cwd, options.configFile) }),
    flags: options.set ?? {},
    env: options.env ?? process.env,
  });
  const told = warnings.map(({ place, message }) => `${place}: ${message}`);
  return {
    cwd,
    config,
    warnings: told,
    repo,
    stateDir,
    namedByRepository,
    file: file && relativeTo(repo.root, file),
    from,
  };
};

const relativeTo = (root: string, file: string): string =>
  file.startsWith(`${root}/`) ? file.slice(root.length + 1) : file;

/**
 * `chosen`: why this agent fixes, when nobody named one. The folders are absolute. `prompts`: those that the repository
 * has of its own.
 */
export type StartPlace = Place & { chosen?: string; record?: string; replay?: string; prompts: Record<string, string> };

/** Everything that can keep a run from starting is found here, before anything is created. */
export const openStart = async (options: StartOptions & { needsReviewers?: boolean }): Promise<StartPlace> => {
  const place = await openPlace(options);
  const folders = {
    ...(options.record !== undefined && { record: resolve(place.cwd, options.record) }),
    ...(options.replay !== undefined && { replay: resolve(place.cwd, options.replay) }),
  };
  if (folders.record !== undefined) (await import('../../wiring/recording.ts')).checkRecordFolder(folders.record);
  const prompts = await readOwnPrompts({ root: place.repo.root, from: place.from });
  if (folders.replay !== undefined) {
    const { loadReplay, withReplay } = await import('../../wiring/recording.ts');
    const config = withReplay(place.config, loadReplay(folders.replay));
    return { ...place, ...folders, prompts, config: settle(config, options) };
  }
  const start = { ...place, ...folders, prompts, ...(await choose(options, place)) };
  const config = settle(start.config, options);
  refuseUnknownPrice(config);
  await refuseWithoutSandbox(config, options.env ?? process.env, place.repo.root);
  return { ...start, config, warnings: [...start.warnings, ...sameMind(config)] };
};

/** Whoever needs reviewers gets one, and every role its agent. */
const settle = (config: Config, options: StartOptions & { needsReviewers?: boolean }): Config =>
  withAgents(options.needsReviewers === true ? withReviewers(config) : config, options);

/** With nobody named, the first agent that works. */
const choose = async (options: StartOptions, place: Place): Promise<Partial<Pick<StartPlace, 'config' | 'chosen'>>> => {
  const { config, cwd, repo } = place;
  if (config.fix.agent !== undefined) return {};
  const { chooseAgent } = await import('../../adapters/agents/found/find-agents.ts');
  const { commandsOf } = await import('../doctor/agents.ts');
  const found = await chooseAgent({
    env: options.env ?? process.env,
    cwd,
    repository: repo.root,
    commands: commandsOf(place),
  });
  if (!found) return {};
  const { name, version, why } = found;
  return {
    config: { ...config, fix: { ...config.fix, agent: name } },
    chosen: `${[name, ...(version === null ? [] : [version])].join(' ')}, ${why}`,
  };
};

const refuseWithoutSandbox = async (config: Config, env: NodeJS.ProcessEnv, checkout: string): Promise<void> => {
  if (config.sandbox !== 'on') return;
  const checked = await (await openSandbox(env, checkout)).check();
  if (!checked.usable)
    throw new InputError(`sandbox is on, but it cannot run here: ${checked.reason}. ${checked.remedy}`);
};

/** A hard limit on money cannot be kept with an agent whose price nobody knows (10.4). */
const refuseUnknownPrice = (config: Config): void => {
  if (config.limits.usd === undefined) return;
  const unknown = agentsInUse(config).filter((name) => priceOf(config, name) === undefined);
  if (unknown.length > 0)
    throw new InputError(
      `limits.usd is set, but nobody knows what agent ${unknown.join(', ')} costs. Set agents.${unknown[0]}.price (inputPerMTok, outputPerMTok), or agents.${unknown[0]}.model to one with a known price.`,
    );
};
