/** `fixpoint init`: what was found, written down as a configuration. */
import { configFile } from '../../detect/config-file.ts';
import type { FoundCommand } from '../../detect/found.ts';
import type { App } from '../app.ts';
import { type StartOptions, workFolder } from '../options.ts';
import { type Proposal, proposeAll } from './proposal.ts';

export type Init = {
  proposal: Proposal;
  /** The file as it would be, with commands that a person named besides. */
  text: (also?: readonly FoundCommand[]) => string;
  /** Gives the name of the file. InputError where there is a configuration already. */
  write: (text: string) => Promise<string>;
};

export const init = async (app: App, options: Pick<StartOptions, 'cwd'>): Promise<Init> => {
  const { root } = await app.repositories.open(workFolder(options));
  const { clean } = await app.secrets();
  // Nothing of a file that is there counts: it could not be written anyway.
  const proposal = await proposeAll(app, options);
  return {
    proposal,
    text: (also = []) => clean(configFile({ ...proposal, verify: [...proposal.verify, ...also] })),
    write: async (text) => (await app.files()).writeConfig(root, text),
  };
};
