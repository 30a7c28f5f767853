/** Where the parts of a SARIF log lie in its bytes, found without building any of it. */
import { given } from '../../../../plain/given.ts';
import type { Watch } from '../../../../plain/json/json-bytes.ts';

export type Span = { start: number; end: number };

/** Some elements of a list, side by side: `first` is the index of the first of them. */
export type Batch = Span & { first: number; count: number };

/** A value; a list that is read in batches has them. */
export type Part = Span & { batches?: Batch[] };

/** Of a run that is no object there are no parts. */
export type RunOutline = Span & { parts: Map<string, Part> | null };

export type Outline = {
  /** The values of the log, but for its runs. */
  parts: Map<string, Part>;
  /** Null until there is a list of runs. */
  runs: RunOutline[] | null;
  /** How many runs there are behind those, too many to be read. */
  moreRuns: number;
};

export type Sizes = {
  /** How many bytes are parsed at once, unless one element has more. */
  batch: number;
  /** What is larger is not read, but said. */
  element: number;
};

const object = 0x7b;
const list = 0x5b;

/** Lists that may have millions of elements. */
const longLists = new Set(['results', 'artifacts', 'threadFlowLocations']);

/**
 * What is needed of a run besides its lists. Nothing else is remembered: a hostile file may have any number of keys.
 */
export const runKeys: readonly string[] = [
  'tool',
  'originalUriBaseIds',
  'columnKind',
  'invocations',
  'versionControlProvenance',
  'externalPropertyFileReferences',
];
const runParts = new Set([...longLists, ...runKeys]);
const logParts = new Set(['version', '$schema', 'inlineExternalProperties']);

const mostRuns = 100_000;

/** Cuts a list into batches, at the borders of its elements. One that is too large to be read is a batch of its own. */
const cutter = (batches: Batch[], sizes: Sizes) => {
  let current: Batch | null = null;
  let index = 0;
  return (element: Span): void => {
    const isLarge = element.end - element.start > sizes.element;
    if (current && !isLarge && element.end - current.start <= sizes.batch) {
      current.end = element.end;
      current.count += 1;
    } else {
      const batch = { ...element, first: index, count: 1 };
      batches.push(batch);
      current = isLarge ? null : batch;
    }
    index += 1;
  };
};

/** Where the scan is: the keys and starts of the values it is in, by depth. */
type Scan = {
  outline: Outline;
  sizes: Sizes;
  key: (string | null)[];
  start: number[];
  inRuns: boolean;
  run: RunOutline | null;
  part: Part | null;
  cut: ((element: Span) => void) | null;
};

const beginInLog = (scan: Scan, name: string | null, first: number): void => {
  scan.inRuns = name === 'runs' && first === list;
  if (name !== 'runs') return;
  scan.outline.runs = scan.inRuns ? [] : null;
  scan.outline.moreRuns = 0;
};

const beginPart = (scan: Scan, name: string, at: number, first: number): void => {
  const batches: Batch[] | undefined = first === list && longLists.has(name) ? [] : undefined;
  scan.part = { start: at, end: at, ...given({ batches }) };
  scan.cut = batches ? cutter(batches, scan.sizes) : null;
};

const begin = (scan: Scan, depth: number, at: number, first: number): void => {
  scan.start[depth] = at;
  const name = scan.key[depth] ?? null;
  if (depth === 1) beginInLog(scan, name, first);
  else if (depth === 2 && scan.inRuns) {
    scan.run = { start: at, end: at, parts: first === object ? new Map() : null };
  } else if (depth === 3 && scan.run?.parts && name !== null && runParts.has(name)) beginPart(scan, name, at, first);
};

// With the same key twice the last one counts, as it does where JSON is parsed.
const endPart = (scan: Scan, name: string | null, at: number): void => {
  if (!scan.run?.parts || !scan.part || name === null) return;
  scan.run.parts.set(name, { ...scan.part, end: at });
  scan.part = null;
  scan.cut = null;
};

const endRun = (scan: Scan, at: number): void => {
  const { outline, run } = scan;
  if (!run) return;
  if (outline.runs && outline.runs.length < mostRuns) outline.runs.push({ ...run, end: at });
  else outline.moreRuns += 1;
  scan.run = null;
};

const end = (scan: Scan, depth: number, at: number): void => {
  const span = { start: scan.start[depth] ?? 0, end: at };
  const name = scan.key[depth] ?? null;
  if (depth === 4) scan.cut?.(span);
  else if (depth === 3) endPart(scan, name, at);
  else if (depth === 2) endRun(scan, at);
  else if (depth === 1 && name !== null && logParts.has(name)) scan.outline.parts.set(name, span);
};

/** Depths: the values of the log are at 1, runs at 2, the values of a run at 3, the elements of its lists at 4. */
export const outliner = (sizes: Sizes): { outline: Outline; watch: Watch } => {
  const outline: Outline = { parts: new Map(), runs: null, moreRuns: 0 };
  const scan: Scan = { outline, sizes, key: [], start: [], inRuns: false, run: null, part: null, cut: null };
  return {
    outline,
    watch: {
      depth: 4,
      key: (depth, name) => void (scan.key[depth] = name),
      begin: (depth, at, first) => begin(scan, depth, at, first),
      end: (depth, at) => end(scan, depth, at),
    },
  };
};
