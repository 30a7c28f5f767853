/** Reads many mutated inputs and demands that each is read or refused, in time, and harms nothing. */
import { DraftFinding } from '../../../src/model/finding.ts';
import { FindingsError } from '../../../src/findings/read/error.ts';
import { type FindingsSource, readFindings } from '../../../src/findings/read/read.ts';
import { bytesOf } from '../../../src/plain/json/bytes.ts';
import { caseOf, type FuzzCase } from './case.ts';
import { stopwatch } from './computing-time.ts';
import { expandedMark } from './nasty.ts';

export type Slowest = { ms: number; seed: number; length: number };
export type Fuzzed = { read: number; refused: number; findings: number; slowest: Slowest };

/** An input that broke a demand: its seed gives it again. */
export class FuzzError extends Error {
  override name = 'FuzzError';
  readonly seed: number;

  constructor(seed: number, message: string, cause?: unknown) {
    super(`input ${seed}: ${message}`, { cause });
    this.seed = seed;
  }
}

/** So small that even a small input takes many steps. */
const sizes = { chunk: 61, ahead: 500, batch: 300, element: 64_000_000 };

const readFile = async (): Promise<string> => '{"issue_code":"A","title":"t","file":"../../x"}';

type Read = { format: string; findings: DraftFinding[]; problems: unknown[] } | null;

const attempt = async ({ format, fromTool }: FuzzCase, source: FindingsSource): Promise<Read> => {
  try {
    return await readFindings(source, { root: '/repo', readFile, fromTool, format, sizes });
  } catch (error) {
    if (error instanceof FindingsError) return null;
    throw error;
  }
};

const isInside = (path: string): boolean =>
  path !== '' &&
  !path.startsWith('/') &&
  !/^[A-Za-z]:[/\\]/.test(path) &&
  !path.includes('\0') &&
  path.split('/').every((part) => part !== '..' && part !== '.' && part !== '' && part.toLowerCase() !== '.git');

const pathsOf = ({ file, edits = [] }: DraftFinding): string[] => [
  ...(file === undefined ? [] : [file]),
  ...edits.map((edit) => edit.file),
];

const count = (text: string, part: string): number => text.split(part).length - 1;

const objectionsTo = (finding: DraftFinding): string[] => {
  const { error } = DraftFinding.safeParse(finding);
  const outside = pathsOf(finding).filter((path) => !isInside(path));
  return [
    ...(error ? [`not a finding: ${error.message}`] : []),
    ...outside.map((path) => `a path that leads out: ${JSON.stringify(path)}`),
  ];
};

const prototypes = [Object.prototype, Array.prototype, Function.prototype, String.prototype];
const untouched = prototypes.map((each) => Reflect.ownKeys(each).length);

const objections = ({ text }: FuzzCase, findings: readonly DraftFinding[], problems: readonly unknown[]): string[] => {
  const input = typeof text === 'string' ? text : Buffer.from(text).toString('latin1');
  // A title may repeat what a description says; more than that was multiplied.
  const written = count(input, expandedMark);
  const isExpanded = findings.some((finding) => count(JSON.stringify(finding), expandedMark) > 4 * written);
  const silent = problems.filter(
    (problem) => typeof problem !== 'object' || problem === null || Object.values(problem).some((each) => each === ''),
  );
  const polluted = prototypes.some((each, index) => Reflect.ownKeys(each).length !== untouched[index]);
  return [
    ...findings.flatMap(objectionsTo),
    ...(isExpanded ? ['an entity was expanded'] : []),
    ...(silent.length > 0 ? [`a problem without words: ${JSON.stringify(silent[0])}`] : []),
    ...(polluted ? ['a prototype was changed'] : []),
  ];
};

/** What it took at best of three, so that code which is still being compiled does not accuse an innocent input. */
const timed = async (input: FuzzCase, limitMs: number): Promise<{ result: Read; ms: number }> => {
  let best = Infinity;
  for (let times = 0; ; times += 1) {
    const took = stopwatch();
    const result = await attempt(input, { name: 'x', text: input.text });
    best = Math.min(best, took());
    if (best < limitMs / 4 || times === 2) return { result, ms: best };
  }
};

/**
 * What is large is streamed; that must not change what is read. Broken SARIF may pass for something else only while it
 * is small.
 */
const readsAlike = async (input: FuzzCase): Promise<boolean> => {
  const text = Buffer.from(input.text);
  const whole = await attempt(input, { name: 'x', text });
  const streamed = await attempt(input, { name: 'x', bytes: bytesOf(text) });
  const isSarif = whole === null || whole.format === 'sarif' || streamed !== null;
  return !isSarif || JSON.stringify(streamed?.findings) === JSON.stringify(whole?.findings);
};

export type Campaign = Map<string, Fuzzed>;

/** `limitMs`: what an input may take; none in tests, as those say nothing about time. */
export type FuzzOptions = { limitMs?: number; progress?: (seed: number) => void };

export const runCase = async (seed: number, campaign: Campaign, limitMs: number): Promise<void> => {
  const input = caseOf(seed);
  const { result, ms } = await timed(input, limitMs).catch((error: unknown) => {
    throw new FuzzError(
      seed,
      `an error that is none of ours: ${error instanceof Error ? error.stack : String(error)}`,
      error,
    );
  });
  const said = result ? objections(input, result.findings, result.problems) : [];
  if (input.of === 'sarif' && !(await readsAlike(input))) said.push('it is read otherwise when it is streamed');
  if (ms > limitMs) said.push(`took ${Math.round(ms)} ms`);
  if (said.length > 0) throw new FuzzError(seed, said.slice(0, 5).join('; '));
  const so = campaign.get(input.of) ?? { read: 0, refused: 0, findings: 0, slowest: { ms: 0, seed, length: 0 } };
  campaign.set(input.of, {
    read: so.read + (result ? 1 : 0),
    refused: so.refused + (result ? 0 : 1),
    findings: so.findings + (result?.findings.length ?? 0),
    slowest: ms > so.slowest.ms ? { ms, seed, length: input.text.length } : so.slowest,
  });
};

/** `progress` is told every number before it is tried. */
export const runCampaign = async (
  first: number,
  total: number,
  { limitMs = Infinity, progress }: FuzzOptions = {},
): Promise<Campaign> => {
  const campaign: Campaign = new Map();
  for (let seed = first; seed < first + total; seed += 1) {
    progress?.(seed);
    await runCase(seed, campaign, limitMs);
  }
  return campaign;
};
