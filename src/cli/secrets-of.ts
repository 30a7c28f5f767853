/** The secrets of an environment, for what the command line says before it has an App, or when one has failed. */
import type { App } from '../app/app.ts';

/** Loaded when something went wrong: whoever is successful does not wait for it. Nothing else is opened. */
export const secretsOf = async (env: NodeJS.ProcessEnv): ReturnType<App['secrets']> => {
  const { openLocal } = await import('../wiring/local.ts');
  return openLocal({ env }).secrets();
};
