/** How a command ended, in words. */
import type { CommandResult } from '../../model/verification.ts';

export const describe = (result: CommandResult): string => {
  const { command, status, signal, stderr, exitCode } = result;
  if (status === 'timeout') return `\`${command}\` ran out of time`;
  if (status !== 'crashed') return `\`${command}\` failed (exit ${exitCode})`;
  const lastWords = stderr.trim().split('\n').at(-1);
  return `\`${command}\` crashed (${signal ?? (lastWords || `exit ${exitCode}`)})`;
};
