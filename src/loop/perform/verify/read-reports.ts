/**
 * Reads what a verification command printed as findings: what is there to compare when it failed before and fails
 * again.
 */
import type { Reported } from '../../../model/verification.ts';
import type { ProcessOutcome } from '../../../ports/process.ts';
import { countReports } from '../../../stages/verify/compare-output.ts';
import type { Engine } from '../../engine.ts';

/** What package managers print above the output of a script. */
const headline = /^(?:> .*|\$ .*)?$/;

const withoutHeadlines = (text: string): string => {
  const lines = text.split('\n');
  return lines
    .slice(
      Math.max(
        0,
        lines.findIndex((line) => !headline.test(line.trim())),
      ),
    )
    .join('\n');
};

/** Standard output, else standard error: compilers differ. Null where neither can be read. */
export const readReports = async (
  engine: Pick<Engine, 'readToolOutput'>,
  { stdout, stderr }: Pick<ProcessOutcome, 'stdout' | 'stderr'>,
  root: string,
): Promise<Reported | null> => {
  for (const text of [stdout, stderr].map(withoutHeadlines)) {
    if (text.trim() === '') continue;
    const read = await engine.readToolOutput(text, { name: 'verification' }, root).catch(() => null);
    const reported = read && countReports(read.findings, read.problems);
    if (reported) return reported;
  }
  return null;
};
