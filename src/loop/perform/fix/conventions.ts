/** What every agent is told: the conventions of the repository, and the notes of the user. */
import type { Config } from '../../../config/schema.ts';
import type { Convention } from '../../../model/answer.ts';
import type { Custody } from '../../../ports/repo.ts';
import type { Performing } from '../../engine.ts';
import type { RunState } from '../../state/state.ts';
import { cutEnd } from '../../../plain/cut.ts';

const conventionFiles = ['AGENTS.md', 'CLAUDE.md'];
const mostCharacters = 30_000;

/** What is cut says so: the file itself is there to be read. */
const bounded = (text: string): string => {
  const head = cutEnd(text, mostCharacters);
  const more = text.length - head.length;
  return more === 0 ? text : `${head}\n… ${more} characters left out; the file has the rest …\n`;
};

/** Where the text of files comes from. */
export type Source = Pick<Custody, 'start' | 'readText'>;

const known = new WeakMap<object, Promise<Convention[]>>();

/**
 * As they were at the start, or in the commit that the configuration is from: an agent cannot write its own
 * conventions. Read once per run.
 */
export const readConventions = (source: Source, { run }: Pick<RunState, 'run'>): Promise<Convention[]> => {
  const earlier = known.get(source);
  if (earlier) return earlier;
  const commit = run.started.configuration?.commit ?? source.start.commit;
  const reading = Promise.all(
    conventionFiles.map(async (file) => ({ file, text: await source.readText(commit, file) })),
  ).then((files) => files.flatMap(({ file, text }) => (text === null ? [] : [{ file, text: bounded(text) }])));
  known.set(source, reading);
  return reading;
};

export const conventionsOf = ({ engine, state }: Pick<Performing, 'engine' | 'state'>): Promise<Convention[]> =>
  readConventions(engine.custody, state);

/** What the user wants every agent to know (3.4). */
export const notesOf = ({ fix: { notes } }: Config): { notes?: string } => (notes === undefined ? {} : { notes });
