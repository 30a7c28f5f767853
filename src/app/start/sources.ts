/** Reads the files with findings that a run is started with; secrets are taken out of what they say. */
import { dirname, isAbsolute, resolve } from 'node:path';
import { formatNames } from '../../config/sections/reviewing.ts';
import { cleanFindings } from '../../findings/read/clean-findings.ts';
import { readFindings, type ReadResult } from '../../findings/read/read.ts';
import { notingFolder } from '../../findings/read/tool-formats.ts';
import { InputError } from '../../model/expected.ts';
import type { Files, PathOptions } from '../../ports/files.ts';
import { nearest } from '../../plain/nearest.ts';
import type { Secrets } from '../../secrets/secrets.ts';

export type ReadSource = Pick<ReadResult, 'format' | 'verdict' | 'findings' | 'problems'> & { name: string };

export type SourcesRequest = {
  /** Files; `-` is standard input. */
  from: readonly string[];
  cwd: string;
  paths: PathOptions;
  format: string | undefined;
  secrets: Pick<Secrets, 'clean'>;
};

const noSuchFormat = (format: string): InputError => {
  const guess = nearest(format, formatNames);
  const meant = guess === undefined ? '' : ` (did you mean ${guess}?)`;
  return new InputError(`There is no format ${format}${meant}. Known are: ${formatNames.join(', ')}.`);
};

export const readSources = async (
  files: Pick<Files, 'openInput' | 'readInput'>,
  { from, cwd, paths, format, secrets }: SourcesRequest,
): Promise<ReadSource[]> => {
  const named = formatNames.find((name) => name === format);
  if (format !== undefined && !named) throw noSuchFormat(format);
  if (from.filter((name) => name === '-').length > 1)
    throw new InputError(
      'Standard input (-) was given twice, and can be read only once. Give the other input as a file.',
    );
  const sources: ReadSource[] = [];
  for (const name of from) sources.push(await readSource(files, name, { cwd, paths, format: named, secrets }));
  return sources;
};

type Reading = Pick<SourcesRequest, 'cwd' | 'paths' | 'secrets'> & {
  format: (typeof formatNames)[number] | undefined;
};

const readSource = async (
  { openInput, readInput }: Pick<Files, 'openInput' | 'readInput'>,
  name: string,
  { cwd, paths, format, secrets }: Reading,
): Promise<ReadSource> => {
  const path = resolve(cwd, name);
  const readFile = (other: string): Promise<Buffer> =>
    readInput(other, isAbsolute(other) ? other : resolve(dirname(path), other));
  const input = await openInput(name, path);
  const source = { name: name === '-' ? 'standard input' : name, ...input };
  try {
    // An empty document is broken; an empty list of lines is one without findings.
    const mayBeEmpty = !/\.(?:json|jsonl|sarif|xml)$/i.test(name);
    const found = await readFindings(source, { ...paths, format, readFile, mayBeEmpty });
    const { problems, ...read } = notingFolder(found, paths.folder ?? '');
    const placed = problems.map((problem) => ({ ...problem, place: `${name}: ${problem.place}` }));
    return cleanFindings({ name, ...read, problems: placed }, secrets);
  } finally {
    if ('bytes' in input) await input.bytes.close();
  }
};
