/**
 * Looks at everything that a run needs, and says what is missing and what to do about it. Changes and spends nothing.
 */
import type { Config } from '../../config/schema.ts';
import type { Sandbox } from '../../ports/sandbox.ts';
import { createRedactor } from '../../secrets/redact.ts';
import { openSandbox } from '../../wiring/cage.ts';
import { checkAgents } from './agents.ts';
import { checkConfig, checkGit, checkNode, checkRepository, checkRuns, checkState } from './place.ts';
import { checkSetup } from './setup.ts';
import type { Options } from '../options.ts';

/** `warning`: a run starts, but something is not as it could be. `problem`: no run can start. */
export type DoctorItem = {
  area: DoctorArea;
  verdict: 'ok' | 'aside' | 'warning' | 'problem';
  message: string;
  remedy?: string;
};
export type DoctorArea = 'node' | 'git' | 'repository' | 'configuration' | 'state' | 'runs' | 'sandbox' | 'agents';

export type Diagnosis = { ok: boolean; items: DoctorItem[] };

export type DoctorOptions = Options & {
  /** Told about each item as soon as it is known. */
  onItem?: (item: DoctorItem) => void;
  /** Told what is waited for now. */
  onWait?: (what: string) => void;
};

export type DoctorNeeds = {
  sandbox: (env: NodeJS.ProcessEnv, checkout: string | null) => Promise<Pick<Sandbox, 'check'>>;
};

const usual: DoctorNeeds = { sandbox: openSandbox };

export const doctor = async (options: DoctorOptions, needs: DoctorNeeds = usual): Promise<Diagnosis> => {
  const { redact } = createRedactor(options.env ?? process.env);
  const items: DoctorItem[] = [];
  const tell = (found: readonly DoctorItem[]): void => {
    for (const { message, remedy, ...rest } of found) {
      const item = { ...rest, message: redact(message), ...(remedy !== undefined && { remedy: redact(remedy) }) };
      items.push(item);
      options.onItem?.(item);
    }
  };
  const wait = async <T>(what: string, work: Promise<T>): Promise<T> => {
    options.onWait?.(what);
    return work;
  };
  tell(checkNode());
  const git = await wait('git', checkGit(options));
  tell(git);
  const isGitThere = git.every(({ verdict }) => verdict !== 'problem');
  const repository = isGitThere ? await wait('the repository', checkRepository(options)) : { root: null, items: [] };
  tell(repository.items);
  const { loaded, items: configItems } = await wait('the configuration', checkConfig(options, repository.root));
  tell(configItems);
  if (repository.root !== null && loaded)
    tell(await wait('set-up', checkSetup(options, loaded.config, repository.root)));
  tell(await wait('the state folder', checkState(options)));
  tell(await wait('earlier runs', checkRuns(options)));
  // Programs take their time to start: all of them at once, told in their order.
  const env = options.env ?? process.env;
  const sandbox = checkSandbox(loaded?.config ?? null, needs.sandbox(env, repository.root));
  const agents = checkAgents(options, loaded, repository.root);
  tell(await wait('the sandbox', sandbox));
  for (const { what, found } of agents) tell(await wait(what, found));
  return { ok: items.every(({ verdict }) => verdict !== 'problem'), items };
};

const checkSandbox = async (config: Config | null, opening: Promise<Pick<Sandbox, 'check'>>): Promise<DoctorItem[]> => {
  const wanted = config?.sandbox ?? 'auto';
  const area = 'sandbox';
  const check = await (await opening).check();
  if (check.usable) {
    const message =
      wanted === 'off'
        ? `${check.what} could be used, but sandbox is off`
        : `${check.what}; set-up, verification, tools and hooks run in it, too`;
    return [
      wanted === 'off'
        ? { area, verdict: 'warning', message, remedy: 'set sandbox: auto' }
        : { area, verdict: 'ok', message },
    ];
  }
  if (wanted === 'off') return [{ area, verdict: 'ok', message: 'off, as configured' }];
  return [
    {
      area,
      verdict: wanted === 'on' ? 'problem' : 'warning',
      message: `agents and verification run without one: ${check.reason}`,
      remedy: check.remedy,
    },
  ];
};
