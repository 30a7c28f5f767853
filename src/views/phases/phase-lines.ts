/** A phase as lines: its title, and one line for everything in it. */
import { divide } from '../../plain/divide.ts';
import { duration } from '../words/amounts.ts';
import type { Phase, Row } from './phase.ts';

const marks = { good: '✔', bad: '✘', plain: '·' } as const;

/** Whole seconds: anything finer only flickers. */
const clock = (ms: number): string => (ms < 10_000 ? `${Math.max(0, Math.floor(ms / 1_000))} s` : duration(ms));

const rowLine = (row: Row, now: number): string => {
  if (row.ended !== undefined) return `${marks[row.ended]} ${row.label}: ${row.doing}`;
  const parts = row.parts !== undefined && row.parts.of > 1 ? `, ${row.parts.done} of ${row.parts.of} parts done` : '';
  const time = row.until === undefined ? clock(now - row.since) : `in ${clock(row.until - now)}`;
  return `· ${row.label}: ${row.doing}${parts} (${time})`;
};

/** Title first, then one line for each thing in the phase, then what was said meanwhile. */
export const phaseLines = (phase: Phase, now: number): string[] => [
  phase.title,
  ...rowLines(inOrder(phase), now),
  ...phase.notes,
];

const setupFirst = (key: string): boolean => key === 'set-up';
const forAllLast = (key: string): boolean => key !== 'set-up' && key !== 'all together';

/** Set-up comes before all that needs it; where fixes are proven, what is done for all of them stands below them. */
const inOrder = ({ key, rows }: Phase): Row[] => {
  const isFirst = key.startsWith('cycle') ? forAllLast : setupFirst;
  return divide([...rows], ([name]) => isFirst(name)).flatMap((part) => part.map(([, row]) => row));
};

/** More lines than these do not fit on a screen, and what is drawn again and again has to. */
const mostRows = 16;

/** Where there are too many, those under way are shown, and the newest of those that ended. */
const rowLines = (rows: readonly Row[], now: number): string[] => {
  if (rows.length <= mostRows) return rows.map((row) => rowLine(row, now));
  const [underWay, rest] = divide(rows, ({ ended, doing }) => ended === undefined && !doing.startsWith('waiting'));
  const [done, waiting] = divide(rest, ({ ended }) => ended !== undefined);
  const shown = underWay.slice(0, mostRows);
  const newest = done.slice(Math.max(0, done.length - (mostRows - shown.length)));
  const more = [
    ...(underWay.length > shown.length ? [`${underWay.length - shown.length} more under way`] : []),
    ...(waiting.length > 0 ? [`${waiting.length} waiting`] : []),
    ...(done.length > newest.length ? [`${done.length - newest.length} more done`] : []),
  ];
  return [
    ...[...newest, ...shown].map((row) => rowLine(row, now)),
    ...(more.length > 0 ? [`· ${more.join(', ')}`] : []),
  ];
};
