/**
 * Recognising findings in a later list: against sorting the same two lists by file and line, and how it grows with
 * their number.
 */
import { randomFrom } from '../scripts/crash/random.ts';
import { anchorIn } from '../src/findings/identity/anchor.ts';
import { type Recognisable, matchFindings } from '../src/findings/identity/match.ts';
import { toSource } from '../src/findings/identity/source.ts';
import { ms, ratios, type Result } from './measure.ts';

const perFile = 10;
const linesPerFinding = 6;

const lineOf = (file: number, line: number, edited: boolean): string =>
  line % linesPerFinding === 0
    ? `  const total${line} = sum(order${file % 5_003}, ${edited ? 'rate' : 'price'}${line % 13});`
    : `  note(${(file * 31 + line * 7) % 1_009}, "step ${line}");`;

/**
 * Later, one file in ten has a new name, one in three has new lines on top, one in ten has edited lines, and one in
 * twenty is gone.
 */
const listOf = (count: number, later: boolean): Recognisable[] =>
  Array.from({ length: count / perFile }, (_, file): Recognisable[] => {
    if (later && file % 20 === 7) return [];
    const path = `src/part${file % 50}/${later && file % 10 === 3 ? 'renamed' : 'file'}${file}.ts`;
    const top = later && file % 3 === 0 ? 5 : 0;
    const lines = Array.from({ length: perFile * linesPerFinding }, (_, line) =>
      lineOf(file, line, later && file % 10 === 1 && line % 4 === 0),
    );
    const source = toSource(
      [...Array.from({ length: top }, (_, line) => `// remark ${file} ${line}`), ...lines].join('\n'),
    );
    return Array.from({ length: perFile }, (_, n): Recognisable => {
      const line = top + n * linesPerFinding + 1;
      const placed = { file: path, line, column: 9, endColumn: 14 };
      const anchor = anchorIn(placed, source);
      return {
        rule: `rule-${n % 5}`,
        category: 'lint',
        title: 'Sum of floats',
        ...placed,
        ...(anchor !== undefined && { anchor }),
      };
    });
  }).flat();

/** Tools give findings in any order, and sorting what is sorted costs nothing. */
const shuffled = (findings: readonly Recognisable[]): Recognisable[] => {
  const random = randomFrom(1);
  const keyed = findings.map((finding) => ({ finding, key: random(2 ** 30) }));
  return keyed.toSorted((a, b) => a.key - b.key).map(({ finding }) => finding);
};

const byPlace = (a: Recognisable, b: Recognisable): number =>
  (a.file ?? '') < (b.file ?? '') ? -1 : (a.file ?? '') > (b.file ?? '') ? 1 : (a.line ?? 0) - (b.line ?? 0);

const timed = (work: () => unknown): number => {
  const began = performance.now();
  work();
  return performance.now() - began;
};

export const findingsIdentity = (count: number, limit: number): Result => {
  const [before, now] = [shuffled(listOf(count, false)), shuffled(listOf(count, true))];
  const measured = ratios(
    5,
    () => timed(() => matchFindings(before, now)),
    () => timed(() => [before.toSorted(byPlace), now.toSorted(byPlace)]),
  );
  return {
    name: `recognising ${count} findings among ${now.length}`,
    value: measured.ratio,
    limit,
    detail: `${ms(measured.ours)} against ${ms(measured.theirs)} of sorting both`,
  };
};

/** The exponent of growth: 1 is linear. */
export const findingsIdentityGrowth = (from: number, to: number, limit: number): Result => {
  const lists = [from, to].map((count) => ({
    before: shuffled(listOf(count, false)),
    now: shuffled(listOf(count, true)),
  }));
  const [small, large] = lists.map(
    ({ before, now }) =>
      () =>
        timed(() => matchFindings(before, now)),
  );
  if (!small || !large) throw new Error('two sizes are measured');
  const measured = ratios(3, large, small);
  return {
    name: `recognising, exponent from ${from} to ${to}`,
    value: Math.log(measured.ratio) / Math.log(to / from),
    limit,
    detail: `${ms(measured.theirs)} to ${ms(measured.ours)}`,
  };
};
