/** Reads findings without starting a run. */
import { resolve } from 'node:path';
import type { Finding, ReadProblem } from '../model/finding.ts';
import { admit } from '../stages/findings/admit.ts';
import { workFolder } from './options.ts';
import { readSources } from './sources.ts';

export type ReadFindingsOptions = {
  from: string[];
  format?: string;
  /** Root of the repository that paths are relative to; the current folder by default. */
  root?: string;
  dedup?: 'exact' | 'off';
};

export const readFindings = async (options: ReadFindingsOptions): Promise<{ findings: Finding[]; problems: ReadProblem[] }> => {
  const cwd = workFolder({});
  const sources = await readSources(options.from, cwd, resolve(cwd, options.root ?? '.'), options.format);
  const reported = sources.map((source) => ({ reviewer: 'import', level: 'blocking' as const, drafts: source.findings }));
  return { findings: admit(reported, { dedup: options.dedup ?? 'off' }).findings, problems: sources.flatMap((source) => source.problems) };
};
