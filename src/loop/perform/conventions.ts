/** What every agent is told: the conventions of the repository, and the notes of the user. */
import type { Config } from '../../config/schema.ts';
import type { Convention } from '../../model/answer.ts';
import type { Custody } from '../../ports/repo.ts';
import type { Engine } from '../engine.ts';

const conventionFiles = ['AGENTS.md', 'CLAUDE.md'];
const mostCharacters = 30_000;

/** Where the text of files comes from. */
export type Source = Pick<Custody, 'start' | 'readText'>;

const known = new WeakMap<object, Promise<Convention[]>>();

/** As they were at the start: an agent cannot write its own conventions. Read once per run, or per `keep`. */
export const readConventions = (source: Source, keep: object = source): Promise<Convention[]> => {
  const earlier = known.get(keep);
  if (earlier) return earlier;
  const reading = Promise.all(conventionFiles.map(async (file) => ({ file, text: await source.readText(source.start.commit, file) }))).then(
    (files) => files.flatMap(({ file, text }) => (text === null ? [] : [{ file, text: text.slice(0, mostCharacters) }])),
  );
  known.set(keep, reading);
  return reading;
};

export const conventionsOf = ({ custody }: Pick<Engine, 'custody'>): Promise<Convention[]> => readConventions(custody);

/** What the user wants every agent to know (3.4). */
export const notesOf = ({ fix: { notes } }: Config): { notes?: string } => (notes === undefined ? {} : { notes });
