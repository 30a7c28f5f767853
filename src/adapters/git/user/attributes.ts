/** All attributes that count at the start of a run, as one text: to know what they could do, not to interpret them. */
import { nameOf } from '../door/bytes.ts';
import { git } from '../door/git.ts';
import type { GitDirPlan } from '../control/git-dir.ts';

/** The id of the blob, where a line of `ls-tree -r` is about such a file. */
const attributesBlob = (line: string): string[] => {
  const tab = line.indexOf('\t');
  return nameOf(line.slice(tab + 1)) === '.gitattributes' ? [line.slice(0, tab).split(' ')[2] ?? ''] : [];
};

/** `entries` are lines of `ls-tree -r`. */
export const attributeTexts = async (
  controlDir: string,
  entries: readonly string[],
  plan: GitDirPlan,
): Promise<string> => {
  const outside = `${plan.info['attributes'] ?? ''}${plan.info['global-attributes'] ?? ''}`;
  const blobs = entries.flatMap(attributesBlob);
  if (blobs.length === 0) return outside;
  const { stdout } = await git(['cat-file', '--batch'], { gitDir: controlDir, input: `${blobs.join('\n')}\n` });
  return outside + stdout.toString('latin1');
};
