/** What a commit holds, by name, and the text of those files that tell something: read without a check-out. */
import type { Survey } from '../../../ports/repo.ts';
import { readable, splitNul } from '../door/bytes.ts';
import { git } from '../door/git.ts';
import { objectReader } from '../door/object-reader.ts';
import { asText } from '../door/read-text.ts';
import type { Location } from '../user/locate.ts';

const mostTexts = 400;
const largestText = 512 * 1024;

type Entry = { path: string; id: string; bytes: number };

/** Files alone: links lead elsewhere, and submodules are projects of others. */
const entryOf = (line: string): Entry[] => {
  const [, id = '', bytes = '', path = ''] = /^100\d{3} blob ([0-9a-f]+) +(\d+)\t([^]+)$/.exec(line) ?? [];
  return path === '' ? [] : [{ path, id, bytes: Number(bytes) }];
};

const depthOf = ({ path }: Entry): number => path.split('/').length;

/** Those near the root first: there are only so many. */
const worthReading = (entries: readonly Entry[], tells: (file: string) => boolean): Entry[] =>
  entries
    .filter(({ path, bytes }) => bytes <= largestText && tells(path))
    .toSorted((a, b) => depthOf(a) - depthOf(b))
    .slice(0, mostTexts);

export const surveyOf = async (
  { gitDir }: Pick<Location, 'gitDir'>,
  revision: string,
  tells: (file: string) => boolean,
): Promise<Survey> => {
  const { stdout } = await git(['ls-tree', '-r', '-l', '-z', '--full-tree', revision], { gitDir });
  const entries = splitNul(stdout).flatMap((line) => entryOf(readable(line)));
  const reader = objectReader({ gitDir });
  try {
    const texts = new Map<string, string>();
    for (const { path, id } of worthReading(entries, tells)) {
      const content = await reader.read(id);
      const text = content && asText(content);
      if (text !== null) texts.set(path, text);
    }
    return { files: entries.map(({ path }) => path), texts };
  } finally {
    reader.end();
  }
};
