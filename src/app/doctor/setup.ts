/** What `doctor` says about set-up: when what it makes has to be made again. Runs none of it. */
import { readable, splitNul } from '../../adapters/git/door/bytes.ts';
import { git } from '../../adapters/git/door/git.ts';
import { openRepo } from '../../adapters/git/user/open-repo.ts';
import { locate } from '../../adapters/git/user/locate.ts';
import { whyAtEveryChange } from '../../adapters/setup/explain.ts';
import type { Config } from '../../config/schema.ts';
import { showCommand } from '../../config/values.ts';
import type { DoctorItem } from './doctor.ts';
import { type Options, stateFolder } from '../options.ts';

export const checkSetup = async (options: Options, config: Config, root: string): Promise<DoctorItem[]> => {
  const { setup } = config.verify;
  if (setup.length === 0) return [];
  const { gitDir } = await locate(root);
  const repo = await openRepo(root, { stateDir: stateFolder(options) });
  const { commit } = await repo.head();
  const why = await whyAtEveryChange(setup, {
    paths: async () =>
      splitNul((await git(['ls-tree', '-r', '-z', '--name-only', '--full-tree', commit], { gitDir })).stdout).map(
        readable,
      ),
    text: (path) => repo.readText(commit, path),
  });
  const until =
    why === null ? 'is kept until a lock file or manifest changes' : `is made again for every change: ${why}`;
  return [
    {
      area: 'configuration',
      verdict: 'ok',
      message: `what set-up (${setup.map(showCommand).join('; ')}) makes ${until}`,
    },
  ];
};
