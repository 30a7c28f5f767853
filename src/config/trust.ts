/** Whether a fix counts on the word of its agent (verify.claims). */
import type { Config } from './schema.ts';
import { targetsIn } from './sections/targets.ts';

/** Whoever names a command wants to see it pass: then nothing is trusted. */
export const trustsClaims = (config: Pick<Config, 'verify'>): boolean => {
  const { claims, commands, recheck } = config.verify;
  return claims === 'trust' && [commands, recheck, targetsIn(config)].every((named) => named.length === 0);
};
