/**
 * Follows places in the code from one revision to a later one, through insertions, deletions, moved blocks and renamed
 * files.
 */
import type { FileChange } from '../../../model/attempt.ts';
import { type LineMover, type LineRange, lineMover, linesOf, moverOf } from '../../../plain/lines/moved-lines.ts';
import type { MovedPlace, Placed } from '../../../model/place.ts';
import type { Custody } from '../../../ports/repo.ts';
import { given } from '../../../plain/given.ts';

type Versions = Pick<Custody, 'diff' | 'renames' | 'readText'>;

export type Followed = {
  /** By id, of those whose file was changed. */
  places: Map<string, MovedPlace>;
  /** Files that have another name now, with the one that they had. */
  renamed: Map<string, string>;
};

type Hop = {
  from: string;
  to: string;
  custody: Versions;
  changes: readonly FileChange[];
  nameNow: ReadonlyMap<string, string>;
};

/** `known`: what was changed, if that was found out already. */
export const followPlaces = async (
  custody: Versions,
  { from, to, known }: { from: string; to: string; known?: readonly FileChange[] },
  findings: readonly Placed[],
): Promise<Followed> => {
  const changes = known ?? (await custody.diff(from, to)).files;
  const touched = new Set(changes.map(({ path }) => path));
  const concerned = findings.filter(({ file }) => file !== undefined && touched.has(file));
  const renamed = mayRename(changes) ? await custody.renames(from, to) : new Map<string, string>();
  const nameNow = new Map([...renamed].map(([now, then]) => [then, now]));
  const hop = { from, to, custody, changes, nameNow };
  const places = new Map<string, MovedPlace>();
  for (const [file, own] of Map.groupBy(concerned, (finding) => finding.file ?? ''))
    for (const [id, place] of await inFile(hop, file, own)) places.set(id, place);
  return { places, renamed };
};

const mayRename = (changes: readonly FileChange[]): boolean =>
  changes.some(({ change }) => change === 'deleted') && changes.some(({ change }) => change === 'added');

const inFile = async (hop: Hop, file: string, findings: readonly Placed[]): Promise<[string, MovedPlace][]> => {
  const now = hop.nameNow.get(file) ?? file;
  const [before, after] = await Promise.all([hop.custody.readText(hop.from, file), hop.custody.readText(hop.to, now)]);
  // What is no text has no lines that could be followed.
  if (before === null)
    return findings.map((finding) => [finding.id, { ...unmoved(finding), file: now, fate: 'changed' }]);
  const isThere = after !== null || !isDeleted(hop, file);
  const mover = lineMover(before, after ?? '');
  const moved = findings.map((finding): [Placed, MovedPlace] => [
    finding,
    isThere ? { ...move(finding, mover), file: now } : vanished(finding),
  ]);
  return Promise.all(
    moved.map(async ([finding, place]): Promise<[string, MovedPlace]> => {
      const elsewhere = place.fate === 'gone' ? await inOtherFiles(hop, finding, mover, now) : null;
      return [finding.id, elsewhere ?? place];
    }),
  );
};

const isDeleted = ({ changes, nameNow }: Hop, file: string): boolean =>
  !nameNow.has(file) && changes.some(({ path, change }) => path === file && change === 'deleted');

const unmoved = ({ file, line, endLine, column, endColumn, merged }: Placed): Omit<MovedPlace, 'fate'> => ({
  ...given({ file, line, endLine, column, endColumn }),
  ...(merged && { merged: merged.map((report) => linesIn(report)) }),
});

const linesIn = ({ line, endLine }: Pick<Placed, 'line' | 'endLine'>): { line?: number; endLine?: number } => ({
  ...given({ line, endLine }),
});

/** Its file is not there any more. */
const vanished = (finding: Placed): MovedPlace => ({ ...unmoved(finding), fate: 'gone' });

const rangeOf = ({ line, endLine }: Pick<Placed, 'line' | 'endLine'>): LineRange | null =>
  line === undefined ? null : { line, endLine: Math.max(line, endLine ?? line) };

/** The end is named only where it was named before. */
const asGiven = (
  given: Pick<Placed, 'line' | 'endLine'>,
  { line, endLine }: LineRange,
): { line: number; endLine?: number } => ({
  line,
  ...((given.endLine !== undefined || endLine > line) && { endLine }),
});

const move = (finding: Placed, mover: LineMover): MovedPlace => {
  const range = rangeOf(finding);
  if (!range) return { ...unmoved(finding), fate: 'kept' };
  const { fate, ...lines } = mover.move(range);
  return placed(finding, lines, fate, (report) => mover.move(report));
};

const placed = (
  finding: Placed,
  lines: LineRange,
  fate: MovedPlace['fate'],
  moveReport: (range: LineRange) => LineRange,
): MovedPlace => ({
  ...given({ file: finding.file }),
  ...asGiven(finding, fate === 'gone' ? { ...lines, endLine: lines.line } : lines),
  ...(fate === 'kept' && finding.column !== undefined && { column: finding.column }),
  ...(fate === 'kept' && finding.endColumn !== undefined && { endColumn: finding.endColumn }),
  ...(finding.merged && {
    merged: finding.merged.map((report) => {
      const range = rangeOf(report);
      return range ? asGiven(report, moveReport(range)) : {};
    }),
  }),
  fate,
});

/** More than these are not searched for a block that was moved. */
const mostSearched = 50;

/** A block that was taken to another file is still the same code. */
const inOtherFiles = async (hop: Hop, finding: Placed, mover: LineMover, now: string): Promise<MovedPlace | null> => {
  const range = rangeOf(finding);
  if (!range) return null;
  const block = mover.before(range);
  const found: [string, LineRange][] = [];
  for (const { path, change } of hop.changes.slice(0, mostSearched)) {
    if (path === now || change === 'deleted') continue;
    const place = (await moverFor(hop, path, change)).findBlock(block);
    if (place) found.push([path, place]);
  }
  const [only] = found;
  if (!only || found.length > 1) return null;
  const [file, lines] = only;
  const by = lines.line - range.line;
  return {
    ...placed(finding, lines, 'kept', (report) => ({
      line: Math.max(1, report.line + by),
      endLine: Math.max(1, report.endLine + by),
    })),
    file,
  };
};

const moverFor = async ({ custody, from, to }: Hop, path: string, change: FileChange['change']): Promise<LineMover> => {
  const after = (await custody.readText(to, path)) ?? '';
  const before = change === 'added' ? null : await custody.readText(from, path);
  return before === null ? moverOf([], linesOf(after)) : lineMover(before, after);
};
