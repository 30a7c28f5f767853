/** What a revision holds under the names that findings give, and whether what is missing was ever there. */
import type { FileFacts } from '../../../model/finding/file-facts.ts';
import { splitNul, toByteString } from '../door/bytes.ts';
import { git } from '../door/git.ts';
import { GitFailure } from '../door/git-call.ts';
import { asText } from '../door/read-text.ts';
import { type FactsSource, historyOf, mostNames, possible } from './history.ts';

type Entry = { mode: string; id: string };

/** A line of `ls-tree`: mode, kind and id, then a tab and the path. */
const parseEntry = (line: string): [string, Entry] => {
  const tab = line.indexOf('\t');
  const [mode = '', , id = ''] = line.slice(0, tab).split(' ');
  return [line.slice(tab + 1), { mode, id }];
};

/** The whole tree where there are many names: it is listed faster than each of them is looked up. */
const entriesOf = async (
  { gitDir }: FactsSource,
  revision: string,
  names: readonly string[],
): Promise<Map<string, Entry>> => {
  const files = possible(names);
  const named = files.length > mostNames ? ['-r'] : [];
  const paths = files.length > mostNames ? [] : ['--', ...files];
  const { stdout } = await git(['ls-tree', '-t', '-z', '--full-tree', ...named, revision, ...paths], { gitDir });
  return new Map(splitNul(stdout).map(parseEntry));
};

/** Null where the content cannot be read: nothing is known then. */
const factsOfEntry = async ({ mode, id }: Entry, blob: FactsSource['blob']): Promise<FileFacts | null> => {
  if (mode === '040000') return { kind: 'folder' };
  if (mode === '160000') return { kind: 'submodule' };
  const content = await blob(id);
  if (content === null) return null;
  const text = asText(content);
  if (mode === '120000') return { kind: 'link', ...(text !== null && { to: text }) };
  return text === null ? { kind: 'binary' } : { kind: 'text', text };
};

/** Null where a tree is not here. What that means for a run, its beginning finds out. */
const entriesIfThere = async (
  source: FactsSource,
  revision: string,
  files: readonly string[],
): Promise<Map<string, Entry> | null> => {
  try {
    return await entriesOf(source, revision, files);
  } catch (failure) {
    if (!(failure instanceof GitFailure)) throw failure;
    return null;
  }
};

/**
 * In a partial clone git ends over the first blob that is not here, and starting it again for each of the others would
 * take long.
 */
const untilItFails = (blob: FactsSource['blob']): FactsSource['blob'] => {
  let failed = false;
  return async (id) => {
    try {
      return failed ? null : await blob(id);
    } catch (failure) {
      if (!(failure instanceof GitFailure)) throw failure;
      failed = true;
      return null;
    }
  };
};

/** Of files about which nothing can be known here there are no facts. */
export const factsAt = async (
  source: FactsSource,
  revision: string,
  files: readonly string[],
): Promise<Map<string, FileFacts>> => {
  const entries = await entriesIfThere(source, revision, files);
  if (!entries) return new Map();
  const facts = await factsThere(files, entries, untilItFails(source.blob));
  const missing = files.filter((file) => !entries.has(toByteString(file)));
  for (const [file, inHistory] of await historyOf(source, revision, missing))
    facts.set(file, { kind: 'missing', inHistory });
  return facts;
};

const factsThere = async (
  files: readonly string[],
  entries: ReadonlyMap<string, Entry>,
  blob: FactsSource['blob'],
): Promise<Map<string, FileFacts>> => {
  const facts = new Map<string, FileFacts>();
  for (const file of files) {
    const entry = entries.get(toByteString(file));
    const found = entry && (await factsOfEntry(entry, blob));
    if (found) facts.set(file, found);
  }
  return facts;
};

/** Files that have another name now, with the one that they had; by their content. */
export const renamesBetween = async (gitDir: string, from: string, to: string): Promise<Map<string, string>> => {
  const { stdout } = await git(['diff-tree', '-r', '-z', '-M', '--diff-filter=R', '--name-status', from, to], {
    gitDir,
  });
  const fields = splitNul(stdout).map((field) => Buffer.from(field, 'latin1').toString('utf8'));
  const renames = new Map<string, string>();
  for (let at = 0; at + 2 < fields.length; at += 3) renames.set(fields[at + 2] ?? '', fields[at + 1] ?? '');
  return renames;
};
