/** Where a run starts: the repository, its configuration, and who fixes. */
import { resolve } from 'node:path';
import { type LoadedConfig, loadConfig } from '../../config/load.ts';
import type { Config } from '../../config/schema.ts';
import { refuseUnknownPrice } from '../unknown-price.ts';
import type { CommittedTree, Repo } from '../../ports/repo.ts';
import type { Sandbox } from '../../ports/sandbox.ts';
import type { App } from '../app.ts';
import { commitFor, configAt } from '../config-from.ts';
import { sameMind, withAgents, withReviewers } from './roles.ts';
import { readOwnPrompts } from '../prompts/own.ts';
import { InputError } from '../../model/expected.ts';
import { commandsOf } from '../doctor/agents.ts';
import { type Options, type StartOptions, workFolder } from '../options.ts';

export type Place = Pick<LoadedConfig, 'namedByRepository' | 'sources'> & {
  cwd: string;
  config: Config;
  warnings: string[];
  repo: Repo;
  /** The configuration file that was read, from the root where it lies in the repository. */
  file: string | null;
  /** The commit that it is from, when it is not the one of the checkout. */
  from?: CommittedTree | undefined;
};

export const openPlace = async (app: App, options: Options): Promise<Place> => {
  const cwd = workFolder(options);
  const repo = await app.repositories.open(cwd);
  const from = await commitFor(repo, options);
  const loaded = await loadConfig(configAt(app, options, { root: repo.root, commit: from }));
  const { config, namedByRepository, file, sources } = loaded;
  const warnings = loaded.warnings.map(({ place, message }) => `${place}: ${message}`);
  return { cwd, config, warnings, repo, namedByRepository, file: file && relativeTo(repo.root, file), from, sources };
};

const relativeTo = (root: string, file: string): string =>
  file.startsWith(`${root}/`) ? file.slice(root.length + 1) : file;

/**
 * `chosen`: why this agent fixes, when nobody named one. The folders are absolute. `prompts`: those that the repository
 * has of its own.
 */
export type StartPlace = Place & { chosen?: string; record?: string; replay?: string; prompts: Record<string, string> };

/** Everything that can keep a run from starting is found here, before anything is created. */
export const openStart = async (
  app: App,
  options: StartOptions & { needsReviewers?: boolean },
): Promise<StartPlace> => {
  const place = await openPlace(app, options);
  const checked = checkSandbox(app, place);
  const folders = foldersOf(options, place.cwd);
  if (folders.record !== undefined) await app.recordings.check(folders.record);
  const prompts = await readOwnPrompts(app, { root: place.repo.root, from: place.from });
  if (folders.replay !== undefined) {
    const config = await app.recordings.withReplay(place.config, folders.replay);
    return { ...place, ...folders, prompts, config: settle(config, options) };
  }
  const start = { ...place, ...folders, prompts, ...(await choose(app, place)) };
  const config = settle(start.config, options);
  refuseUnknownPrice(config);
  const { warnings } = start;
  return { ...start, config, warnings: [...warnings, ...sameMind(config), ...withoutSandbox(config, await checked)] };
};

const foldersOf = ({ record, replay }: StartOptions, cwd: string): Pick<StartPlace, 'record' | 'replay'> => ({
  ...(record !== undefined && { record: resolve(cwd, record) }),
  ...(replay !== undefined && { replay: resolve(cwd, replay) }),
});

/** Whoever needs reviewers gets one, and every role its agent. */
const settle = (config: Config, options: StartOptions & { needsReviewers?: boolean }): Config =>
  withAgents(options.needsReviewers === true ? withReviewers(config) : config, options);

/** With nobody named, the first agent that works. */
const choose = async (app: App, place: Place): Promise<Partial<Pick<StartPlace, 'config' | 'chosen'>>> => {
  const { config, cwd, repo } = place;
  if (config.fix.agent !== undefined || config.fix.agents !== undefined) return {};
  const { choose: chooseAgent } = await app.agents();
  const found = await chooseAgent({ env: app.env, cwd, repository: repo.root, commands: commandsOf(place) });
  if (!found) return {};
  const { name, version, why } = found;
  return {
    config: { ...config, fix: { ...config.fix, agent: name } },
    chosen: `${[name, ...(version === null ? [] : [version])].join(' ')}, ${why}`,
  };
};

type Checked = Awaited<ReturnType<Sandbox['check']>> | null;

/** It takes its time, while others are looked for. Nobody is told of a failure before somebody asks. */
const checkSandbox = (app: App, { config, repo }: Place): Promise<Checked> => {
  if (config.sandbox === 'off') return Promise.resolve(null);
  const checking = app.sandbox(repo.root).then((sandbox) => sandbox.check());
  checking.catch(() => undefined);
  return checking;
};

/** Refused where it is wanted; where it is not, a run says in a line that it has none. */
const withoutSandbox = ({ sandbox }: Config, checked: Checked): string[] => {
  if (checked === null || checked.usable) return [];
  const { reason, remedy } = checked;
  if (sandbox === 'on') throw new InputError(`sandbox is on, but it cannot run here: ${reason}. ${remedy}`);
  return [`No sandbox, so agents and your commands run with all your rights: ${reason}. ${remedy}`];
};
