/** Whether fixes are proven in groups (5.6), or each by itself as well. */
import type { Config } from './schema.ts';

/** Runs of versions that knew no groups proved each fix by itself. */
export const provesTogether = ({ verify }: Pick<Config, 'verify'>): boolean => (verify.together ?? 'each') !== 'each';
