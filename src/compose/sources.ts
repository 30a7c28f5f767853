/** Reads the files with findings that a run is started with. */
import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { dirname, isAbsolute, resolve } from 'node:path';
import { formatNames } from '../config/schema.ts';
import type { DraftFinding, ReadProblem } from '../model/finding.ts';
import { readFindings } from '../stages/findings/read.ts';
import { InputError } from './options.ts';

export type ReadSource = { name: string; findings: DraftFinding[]; problems: ReadProblem[] };

export const readSources = async (
  from: readonly string[],
  cwd: string,
  root: string,
  format: string | undefined,
): Promise<ReadSource[]> => {
  const named = formatNames.find((name) => name === format);
  if (format !== undefined && !named) throw new InputError(`There is no format ${format}. Known are: ${formatNames.join(', ')}.`);
  const sources: ReadSource[] = [];
  for (const name of from) {
    const { findings, problems } = await readFindings(
      { name: name === '-' ? 'standard input' : name, text: await readSource(name, cwd) },
      { root, format: named, readFile: (path) => readFile(isAbsolute(path) ? path : resolve(dirname(resolve(cwd, name)), path)) },
    );
    sources.push({ name, findings, problems: problems.map((problem) => ({ ...problem, place: `${name}: ${problem.place}` })) });
  }
  return sources;
};

export const readSource = async (name: string, cwd: string): Promise<Buffer> => {
  if (name === '-') return buffer(process.stdin);
  try {
    return await readFile(resolve(cwd, name));
  } catch (error) {
    throw new InputError(`${name} cannot be read: ${describe(error)}.`);
  }
};

const describe = (error: unknown): string => {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT') return 'there is no such file';
  if (code === 'EISDIR') return 'it is a folder, not a file';
  if (code === 'EACCES') return 'you may not read it';
  return error instanceof Error ? error.message : String(error);
};
