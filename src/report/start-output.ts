/** The end of what a start printed that cannot be verified: what a person has to see to mend it. */
import type { Report } from '../model/report.ts';

const shown = 20;

const lastLines = (text: string): string[] =>
  text
    .trimEnd()
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(-shown);

/** Nothing where the run was not stopped for it. */
export const startOutput = ({
  stopReason,
  verification: { baseline },
}: Pick<Report, 'stopReason' | 'verification'>): string[] => {
  if (!baseline || (stopReason !== 'setup' && stopReason !== 'baseline')) return [];
  const command =
    baseline.commands.find(({ status }) => status === 'crashed' || status === 'timeout') ??
    baseline.commands.find(({ status }) => status === 'failed');
  // Of a set-up that failed, the reason has the output below its first line.
  return lastLines(
    command ? `${command.stdout}\n${command.stderr}` : (baseline.reason ?? '').split('\n').slice(1).join('\n'),
  );
};
