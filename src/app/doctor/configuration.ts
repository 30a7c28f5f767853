/** What `doctor` says about the configuration. */
import { ConfigError } from '../../config/error.ts';
import { type LoadedConfig, loadConfig } from '../../config/load.ts';
import type { CommittedTree } from '../../ports/repo.ts';
import type { App } from '../app.ts';
import { commitFor, configAt } from '../config-from.ts';
import { type Options, workFolder } from '../options.ts';
import { type DoctorItem, ok, problem, warning } from './item.ts';

export const checkConfig = async (
  app: App,
  options: Options,
  root: string | null,
): Promise<{ loaded: LoadedConfig | null; items: DoctorItem[] }> => {
  if (root === null && options.configFile === undefined) return { loaded: null, items: [] };
  try {
    const cwd = workFolder(options);
    const commit =
      options.configFrom === undefined ? undefined : await commitFor(await app.repositories.checkout(cwd), options);
    const loaded = await loadConfig(configAt(app, options, { root: root ?? cwd, commit }));
    return { loaded, items: itemsOf(loaded, commit) };
  } catch (error) {
    return { loaded: null, items: problemsOf(error) };
  }
};

const itemsOf = ({ file, warnings }: LoadedConfig, commit: CommittedTree | undefined): DoctorItem[] => {
  const doubts = warnings.map(({ place, message, suggestion }) =>
    warning('configuration', `${place}: ${message}`, suggestion ?? 'look at that place'),
  );
  const where = commit ? ` of ${commit.ref} (${commit.commit.slice(0, 12)})` : '';
  const found = file === null ? `no fixpoint.yaml${where}; everything is at its default` : `${file}${where}`;
  return [ok('configuration', found), ...doubts];
};

const problemsOf = (error: unknown): DoctorItem[] => {
  const problems = error instanceof ConfigError ? error.problems : [];
  const items = problems.map(({ place, message, suggestion }) =>
    problem('configuration', `${place}: ${message}`, suggestion),
  );
  return items.length > 0 ? items : [problem('configuration', error)];
};
