/** Reads docs/walk.md: the hops of the way of one finding, and what the page says of their number. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** How a hop is reached where no direct call stands in the text. */
export type Indirection = { by: 'port' | 'list' | 'callback' | 'action' | 'event'; names: string[] };

export type Hop = {
  n: number;
  leg: string;
  file: string;
  /** `name`, or `outer.inner` for a method. */
  name: string;
  /** The hop that calls this one; by default the one before. */
  from: string | undefined;
  indirection: Indirection | undefined;
};

export type Walk = { hops: Hop[]; legs: Map<string, number>; stated: { hops: number; rooms: number } };

const numbered = /^\d+\. /;
const hopLine =
  /^(?<n>\d+)\. `(?<file>src\/[^`]+)` `(?<name>[^`]+)`(?:, from `(?<from>[^`]+)`)?(?:, by (?<by>\w+) (?<names>`[^`]+`(?: and `[^`]+`)*))?: \S/;
const legLine = /^## (?<leg>[A-J])\. .* \((?<count>\d+) hops?\)$/;
const numbers = /\*\*(?<hops>\d+) hops and (?<rooms>\d+) changes of room\*\*/;

const indirections: ReadonlySet<string> = new Set(['port', 'list', 'callback', 'action', 'event']);
const isIndirection = (by: string): by is Indirection['by'] => indirections.has(by);

const hopIn = (line: string, leg: string): Hop => {
  const { n = '', file = '', name = '', from, by, names = '' } = hopLine.exec(line)?.groups ?? {};
  if (n === '' || (by !== undefined && !isIndirection(by))) throw new Error(`docs/walk.md: not a hop: ${line}`);
  const indirection = by === undefined ? undefined : { by, names: names.replaceAll('`', '').split(' and ') };
  return { n: Number(n), leg, file, name, from, indirection };
};

export const readWalk = (text: string): Walk => {
  const walk: Walk = { hops: [], legs: new Map(), stated: { hops: 0, rooms: 0 } };
  const found = numbers.exec(text)?.groups;
  walk.stated = { hops: Number(found?.['hops']), rooms: Number(found?.['rooms']) };
  let leg = '';
  for (const line of text.split('\n')) {
    const heading = legLine.exec(line)?.groups;
    if (line.startsWith('## ')) leg = heading?.['leg'] ?? '';
    if (heading) walk.legs.set(leg, Number(heading['count']));
    if (leg !== '' && numbered.test(line)) walk.hops.push(hopIn(line, leg));
  }
  return walk;
};

export const readPage = (): string =>
  readFileSync(join(import.meta.dirname, '..', '..', '..', 'docs', 'walk.md'), 'utf8');

/** The folder right below src/. */
export const roomOf = ({ file }: Pick<Hop, 'file'>): string => file.split('/')[1] ?? '';

export const roomChanges = (hops: readonly Hop[]): number =>
  hops.filter((hop, index) => index > 0 && roomOf(hop) !== roomOf(hops[index - 1] ?? hop)).length;
