/** Edits as people make them, on lines whose identity is kept track of. */
import type { Random } from '../crash/random.ts';
import type { CorpusFile } from './corpus.ts';
import type { Line, World } from './world.ts';

export type Editing = {
  world: World;
  random: Random;
  corpus: readonly CorpusFile[];
  fresh: () => number;
  /** Lines that hold a finding. */
  flagged: ReadonlySet<number>;
  reword: () => void;
};

const pick = <T>(list: readonly T[], random: Random): T => {
  const chosen = list[random(list.length)];
  if (chosen === undefined) throw new Error('nothing to pick from');
  return chosen;
};

const someFile = ({ world, random }: Editing): [string, Line[]] => pick([...world], random);

const foreignLines = (editing: Editing, count: number): Line[] => {
  const { lines } = pick(editing.corpus, editing.random);
  const from = editing.random(Math.max(1, lines.length - count));
  return lines.slice(from, from + count).map((text) => ({ uid: editing.fresh(), text }));
};

/** A line with a finding, where there is one: most edits matter only near to one. */
const spot = (editing: Editing): { path: string; lines: Line[]; at: number } => {
  const [path, lines] = someFile(editing);
  const flagged = lines.flatMap(({ uid }, at) => (editing.flagged.has(uid) ? [at] : []));
  return {
    path,
    lines,
    at: flagged.length > 0 ? pick(flagged, editing.random) : editing.random(Math.max(1, lines.length)),
  };
};

const shift = (editing: Editing): void => {
  const [, lines] = someFile(editing);
  lines.splice(editing.random(lines.length + 1), 0, ...foreignLines(editing, 1 + editing.random(12)));
};

const indentStyles: readonly ((text: string) => string)[] = [
  (text) => text.replace(/^(?: {2})+/, (spaces) => '\t'.repeat(spaces.length / 2)),
  (text) => text.replace(/^\t+/, (tabs) => '    '.repeat(tabs.length)),
  (text) => text.replace(/^ +/, (spaces) => spaces + spaces),
  (text) => (text.trim() === '' ? text : `  ${text}`),
];

const reindent = (editing: Editing): void => {
  const [, lines] = someFile(editing);
  const style = pick(indentStyles, editing.random);
  const whole = editing.random(2) === 0;
  const from = whole ? 0 : editing.random(lines.length + 1);
  const to = whole ? lines.length : from + editing.random(40);
  for (const line of lines.slice(from, to)) line.text = style(line.text);
};

const rename = (editing: Editing): void => {
  const [path, lines] = someFile(editing);
  const name = path.slice(path.lastIndexOf('/') + 1);
  const to = pick(
    [`moved/${name}`, `${path.slice(0, path.length - name.length)}renamed-${name}`, `other/place/new-${name}`],
    editing.random,
  );
  if (editing.world.has(to)) return;
  editing.world.delete(path);
  editing.world.set(to, lines);
};

const cut = (editing: Editing, most: number): Line[] => {
  const { lines, at } = spot(editing);
  const before = editing.random(Math.min(at + 1, most));
  return lines.splice(at - before, before + 1 + editing.random(most));
};

const moveWithin = (editing: Editing): void => {
  const { lines, at } = spot(editing);
  const from = Math.max(0, at - editing.random(12));
  const block = lines.splice(from, at - from + 1 + editing.random(12));
  lines.splice(editing.random(lines.length + 1), 0, ...block);
};

const moveBetween = (editing: Editing): void => {
  const block = cut(editing, 25);
  if (editing.random(3) === 0) editing.world.set(`src/extracted-${editing.fresh()}.ts`, block);
  else {
    const [, lines] = someFile(editing);
    lines.splice(editing.random(lines.length + 1), 0, ...block);
  }
};

const words = /[A-Za-z_$][\w$]{2,}/g;
const keywords = new Set([
  'let',
  'var',
  'return',
  'null',
  'undefined',
  'this',
  'const',
  'function',
  'async',
  'export',
  'import',
  'new',
  'for',
]);

/** Renames one name in a line, or appends a remark. */
const touch = (line: Line, editing: Editing): void => {
  const names = [...line.text.matchAll(words)].filter(([name]) => !keywords.has(name));
  const chosen = names[editing.random(Math.max(1, names.length))];
  if (chosen === undefined || editing.random(6) === 0) line.text += ' // see above';
  else
    line.text = `${line.text.slice(0, chosen.index)}${chosen[0]}Changed${line.text.slice(chosen.index + chosen[0].length)}`;
};

const editNearby = (editing: Editing): void => {
  const { lines, at } = spot(editing);
  for (let times = 1 + editing.random(4); times > 0; times -= 1) {
    const near = at + editing.random(7) - 3;
    const line = lines[near];
    if (line === undefined || near === at || editing.flagged.has(line.uid)) continue;
    const kind = editing.random(3);
    if (kind === 0) touch(line, editing);
    else if (kind === 1) lines.splice(near, 1, ...foreignLines(editing, 1));
    else lines.splice(near, 0, ...foreignLines(editing, 1 + editing.random(3)));
    if (lines[at]?.uid !== undefined && kind !== 0) break;
  }
};

const editLine = (editing: Editing): void => {
  const { lines, at } = spot(editing);
  const line = lines[at];
  if (line) touch(line, editing);
};

const deleteLine = (editing: Editing): void => {
  const { lines, at } = spot(editing);
  lines.splice(at, 1);
};

const deleteBlock = (editing: Editing): void => {
  cut(editing, 12);
};

/** Another line takes the place of one: what was said of that one is gone. */
const replaceLine = (editing: Editing): void => {
  const { lines, at } = spot(editing);
  lines.splice(at, 1, ...foreignLines(editing, 1 + editing.random(3)));
};

const copyOf = (line: Line, { fresh }: Editing): Line => ({
  uid: fresh(),
  text: line.text,
  copyOf: line.copyOf ?? line.uid,
});

const duplicate = (editing: Editing): void => {
  const { lines, at } = spot(editing);
  const from = Math.max(0, at - editing.random(15));
  const copy = lines.slice(from, at + 1 + editing.random(15)).map((line) => copyOf(line, editing));
  const [, target] = someFile(editing);
  target.splice(editing.random(target.length + 1), 0, ...copy);
};

const copyFile = (editing: Editing): void => {
  const [path, lines] = someFile(editing);
  editing.world.set(
    `copies/${editing.fresh()}-${path.slice(path.lastIndexOf('/') + 1)}`,
    lines.map((line) => copyOf(line, editing)),
  );
};

const deleteFile = (editing: Editing): void => {
  if (editing.world.size < 2) return;
  editing.world.delete(someFile(editing)[0]);
};

export const edits: Readonly<Record<string, (editing: Editing) => void>> = {
  shift,
  reindent,
  rename,
  'move within a file': moveWithin,
  'move between files': moveBetween,
  'edit nearby': editNearby,
  'edit the line': editLine,
  'delete the line': deleteLine,
  'delete a block': deleteBlock,
  'replace the line': replaceLine,
  'duplicate a block': duplicate,
  'copy a file': copyFile,
  'delete a file': deleteFile,
  reword: (editing) => editing.reword(),
};
