/** Reads the files with findings that a run is started with. */
import { dirname, isAbsolute, resolve } from 'node:path';
import { formatNames } from '../../config/schema.ts';
import { readFindings, type ReadResult } from '../../findings/read/read.ts';
import { notingFolder } from '../../findings/read/tool-formats.ts';
import type { PathOptions } from '../../adapters/files/look-in.ts';
import { InputError } from '../../model/expected.ts';
import { openInput, readInputFile } from '../../adapters/files/read-input.ts';

export type ReadSource = Pick<ReadResult, 'format' | 'verdict' | 'findings' | 'problems'> & { name: string };

export const readSources = async (
  from: readonly string[],
  cwd: string,
  paths: PathOptions,
  format: string | undefined,
): Promise<ReadSource[]> => {
  const named = formatNames.find((name) => name === format);
  if (format !== undefined && !named)
    throw new InputError(`There is no format ${format}. Known are: ${formatNames.join(', ')}.`);
  if (from.filter((name) => name === '-').length > 1)
    throw new InputError(
      'Standard input (-) was given twice, and can be read only once. Give the other input as a file.',
    );
  const sources: ReadSource[] = [];
  for (const name of from) {
    const readFile = (path: string): Promise<Buffer> =>
      readInputFile(path, isAbsolute(path) ? path : resolve(dirname(resolve(cwd, name)), path));
    const input = await openInput(name, resolve(cwd, name));
    const source = { name: name === '-' ? 'standard input' : name, ...input };
    try {
      // An empty document is broken; an empty list of lines is one without findings.
      const mayBeEmpty = !/\.(?:json|jsonl|sarif|xml)$/i.test(name);
      const found = await readFindings(source, { ...paths, format: named, readFile, mayBeEmpty });
      const { problems, ...read } = notingFolder(found, paths.folder ?? '');
      sources.push({
        name,
        ...read,
        problems: problems.map((problem) => ({ ...problem, place: `${name}: ${problem.place}` })),
      });
    } finally {
      if ('bytes' in input) await input.bytes.close();
    }
  }
  return sources;
};

export const readSource = (name: string, cwd: string): Promise<Buffer> => readInputFile(name, resolve(cwd, name));
