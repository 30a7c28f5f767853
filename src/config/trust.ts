/** What a fix is held to: the word of its agent (verify.claims), a run of its own, or one for many. */
import type { Config } from './schema.ts';
import { targetsIn } from './sections/targets.ts';

/** Whoever names a command wants to see it pass: then nothing is trusted. */
export const trustsClaims = (config: Pick<Config, 'verify'>): boolean => {
  const { claims, commands, recheck } = config.verify;
  return claims === 'trust' && [commands, recheck, targetsIn(config)].every((named) => named.length === 0);
};

/** Whether fixes are proven in groups (5.6). Runs of versions that knew none proved each fix by itself. */
export const provesTogether = ({ verify }: Pick<Config, 'verify'>): boolean => (verify.together ?? 'each') !== 'each';

/** What is looked for by reading a patch (7.1, 7.2). Runs of versions that knew no gates say nothing about them. */
export const readingIn = (config: {
  gates?: Partial<Config['gates']>;
}): { integrity: boolean; reversion: boolean } => ({
  integrity: config.gates?.testIntegrity !== false,
  reversion: config.gates?.reversion !== false,
});
