/** What to try next, as commands to copy. */
import type { Report } from '../../model/report.ts';
import { type NextStep, nextSteps } from '../next-steps.ts';
import type { Paint } from './paint.ts';

/** Beside the commands where that fits, else above each, so that no terminal breaks a line that is to be copied. */
const stepLines = (all: readonly NextStep[], paint: Paint, columns: number): string[] => {
  const width = Math.max(0, ...all.map(({ command }) => command.length));
  const isNarrow = all.some(({ why }) => width + why.length + 6 > columns);
  return all.flatMap(({ command, why }) =>
    isNarrow
      ? [`  ${paint('dim', `# ${why}`)}`, `  ${command}`]
      : [`  ${command.padEnd(width)}  ${paint('dim', `# ${why}`)}`],
  );
};

export const stepsSection = (
  report: Report,
  paint: Paint,
  { inPlace = false, width }: { inPlace?: boolean; width?: number | undefined },
): string[] => {
  const all = nextSteps(report, inPlace);
  return all.length === 0 ? [] : [paint('bold', 'What to try next'), ...stepLines(all, paint, width ?? Infinity)];
};
