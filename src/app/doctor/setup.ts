/** What `doctor` says about set-up: when what it makes has to be made again. Runs none of it. */
import type { Config } from '../../config/schema.ts';
import { showCommand } from '../../config/values.ts';
import type { App } from '../app.ts';
import { type DoctorItem, ok } from './item.ts';

export const checkSetup = async (app: App, { verify: { setup } }: Config, root: string): Promise<DoctorItem[]> => {
  if (setup.length === 0) return [];
  const why = await (await app.machine()).whySetupRepeats(setup, root);
  const until =
    why === null ? 'is kept until a lock file or manifest changes' : `is made again for every change: ${why}`;
  return [ok('configuration', `what set-up (${setup.map(showCommand).join('; ')}) makes ${until}`)];
};
