/** Reads a patch as git writes it for two trees (`--no-renames`): its files, and the changed places of each. */
import { patchedFile } from '../../plain/patched-file.ts';

/** A changed place. */
export type Hunk = { text: string; newStart: number; newLines: number };

export type FileDiff = {
  file: string;
  change: 'added' | 'modified' | 'deleted';
  binary: boolean;
  /** The lines before the first changed place, without the hashes, which tell a reader nothing. */
  header: string;
  hunks: Hunk[];
};

const fileStart = 'diff --git ';
const hunkStart = '@@ -';

/** Each file once: one that became a link, or the other way round, is deleted and added in the same patch. */
export const parsePatch = (patch: string): FileDiff[] => {
  const files = new Map<string, FileDiff>();
  for (const part of cutBefore(patch.endsWith('\n') ? patch : `${patch}\n`, fileStart)) {
    if (!part.startsWith(fileStart)) continue;
    const diff = parseFile(part);
    const before = files.get(diff.file);
    if (before) append(before, diff);
    else files.set(diff.file, diff);
  }
  return [...files.values()];
};

/**
 * Cuts before every line that starts like this. Lines of content have a sign in front of them (space, plus, minus) and
 * data of
 * binary files has no spaces: neither can be taken for the start of a file or of a changed place, whatever it holds.
 */
const cutBefore = (text: string, start: string): string[] => {
  const pieces: string[] = [];
  let from = 0;
  for (let at = text.indexOf(`\n${start}`); at >= 0; at = text.indexOf(`\n${start}`, from)) {
    pieces.push(text.slice(from, at + 1));
    from = at + 1;
  }
  return [...pieces, text.slice(from)];
};

const binaryData = /^(?:GIT binary patch|Binary files .*)$/m;

const changeOf = (header: string): FileDiff['change'] => {
  if (header.includes('\nnew file mode ')) return 'added';
  return header.includes('\ndeleted file mode ') ? 'deleted' : 'modified';
};

const parseFile = (text: string): FileDiff => {
  const [head = '', ...hunks] = cutBefore(text, hunkStart);
  const data = head.search(binaryData);
  const header = data < 0 ? head : head.slice(0, data);
  return {
    file: patchedFile(header.slice(0, header.indexOf('\n'))),
    change: changeOf(header),
    binary: data >= 0,
    header: header.replace(/^index .*\n/m, ''),
    hunks: hunks.map(parseHunk),
  };
};

const position = /^@@ -\d{1,10}(?:,\d{1,10})? \+(\d{1,10})(?:,(\d{1,10}))? @@/;

const parseHunk = (text: string): Hunk => {
  const [, newStart = '0', newLines = '1'] = position.exec(text) ?? [];
  return { text, newStart: Number(newStart), newLines: Number(newLines) };
};

const append = (diff: FileDiff, more: FileDiff): void => {
  diff.change = 'modified';
  diff.binary ||= more.binary;
  const last = diff.hunks.at(-1);
  const next = more.hunks[0];
  if (!last) diff.header += more.header;
  else if (next) next.text = more.header + next.text;
  else last.text += more.header;
  for (const hunk of more.hunks) diff.hunks.push(hunk);
};
