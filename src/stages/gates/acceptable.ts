/** Whether what verification showed is enough to count a tree as proven. */
import type { Config } from '../../config/schema.ts';
import type { Verification } from '../../model/verification.ts';

/** `none` passes here, but a run in which nothing verifies never ends `clean`. */
export const isAcceptable = (verification: Verification, config: Config): boolean => {
  switch (verification.verdict) {
    case 'passed':
    case 'none':
      return true;
    case 'unproven':
      return config.verify.unproven === 'accept';
    case 'failed':
    case 'crashed':
    case 'setup-failed':
    case 'cancelled':
      return false;
    default:
      return verification.verdict satisfies never;
  }
};
