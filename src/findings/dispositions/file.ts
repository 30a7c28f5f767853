/**
 * One disposition as a YAML file. Whatever is in the repository may have been written by anybody, so nothing in it is
 * taken for granted.
 */
import { stringify } from 'yaml';
import { explain } from '../../config/explain.ts';
import { parseConfig } from '../../config/files/parse.ts';
import { isPlain, showPath } from '../../plain/plain-data.ts';
import { Disposition } from '../../model/disposition.ts';
import { toRepoPath } from '../read/paths.ts';

export type ReadDisposition = { disposition: Disposition } | { problem: string };

const remedy = 'Correct it, or remove the file and dismiss the finding again.';
const shown = 3;

const conflict = /^(?:<{7}|={7}|>{7})(?:\s|$)/m;

const refuse = (problems: readonly string[]): ReadDisposition => {
  const more = problems.length > shown ? [`and ${problems.length - shown} more`] : [];
  return { problem: `${[...problems.slice(0, shown), ...more].join('; ')}. ${remedy}` };
};

const parse = (value: unknown): Disposition | string[] => {
  if (!isPlain(value)) return ['this must be a section with keys'];
  const parsed = Disposition.safeParse(value);
  if (!parsed.success) {
    const unknown = parsed.error.issues.flatMap((issue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => `${showPath([...issue.path.map(String), key])}: there is no such key`)
        : [],
    );
    const known = explain(
      parsed.error.issues.filter(({ code }) => code !== 'unrecognized_keys'),
      value,
    );
    return [...known.map(({ path, message }) => `${showPath(path)}: ${message}`), ...unknown];
  }
  const { file } = parsed.data.finding;
  if (file === undefined || toRepoPath(file, []).file === file) return parsed.data;
  return [`finding.file: ${toRepoPath(file, []).problem ?? 'must be a path from the root of the repository'}`];
};

/** `at`: as the parser says it, `line:3:5 as`, or the name alone where it knows no place. */
const inWords = (at: string, message: string): string => {
  const [, line, key = ''] = /^line:(\d+):\d+(.*)$/s.exec(at) ?? [];
  return line === undefined ? message : `line ${line}${key}: ${message}`;
};

/** `problem`: what is wrong and what to do, without the name of the file. */
export const readDisposition = (text: string): ReadDisposition => {
  if (conflict.test(text)) return { problem: 'it has the marks of a merge conflict in it. Resolve the conflict.' };
  const { value, problems } = parseConfig({ name: 'line', path: '', text });
  if (problems.length > 0) return refuse(problems.map(({ place, message }) => inWords(place, message)));
  const parsed = parse(value);
  return Array.isArray(parsed) ? refuse(parsed) : { disposition: parsed };
};

export const showDisposition = (disposition: Disposition): string => stringify(disposition, { lineWidth: 0 });
