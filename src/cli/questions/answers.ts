/** Answers in a file: `--answers FILE`, given beforehand, and `fixpoint answer --file FILE`. */
import { readFile, stat } from 'node:fs/promises';
import { z } from 'zod';
import { UsageError } from '../fail.ts';

const longest = 1024 * 1024;
const example = '{ "F001-q1": "return 404" }';

const ById = z.record(z.string(), z.string());
const Answers = z.union([z.object({ answers: ById }).transform(({ answers }) => answers), ById]);

const textOf = async (file: string, flag: string): Promise<string> => {
  try {
    const facts = await stat(file);
    if (!facts.isFile()) throw new Error('it is not a file');
    if (facts.size > longest) throw new Error(`it has more than ${longest / 1024} KiB`);
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new UsageError(`${flag} ${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
};

const valueOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** By id of the question. */
export const readAnswers = async (file: string, flag = '--answers'): Promise<Record<string, string>> => {
  const { data } = Answers.safeParse(valueOf(await textOf(file, flag)));
  if (data === undefined)
    throw new UsageError(
      `${flag} ${file} does not hold answers: it takes one JSON object, question id to text, such as ${example}`,
    );
  return data;
};
