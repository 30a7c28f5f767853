/** Whether a fix counts on the word of its agent (verify.claims). */
import type { Config } from './schema.ts';

/** Whoever names a command wants to see it pass: then nothing is trusted. */
export const trustsClaims = ({ verify }: Pick<Config, 'verify'>): boolean =>
  verify.claims === 'trust' && verify.commands.length === 0 && verify.recheck.length === 0;
