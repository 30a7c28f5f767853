/** Text in which each problem is a block: a line that opens it, and lines below that say more. */
import type { Collected } from '../format.ts';
import { type Line, plainLines } from './text-tool.ts';
import { tell, type Telling, type Told } from './told.ts';

export type Block = Told & { at: number };

type Reading<Open extends Block> = {
  /** Null for a line that opens none. */
  opened: (line: Line) => Open | null;
  /** Notes what a line of the open block says. */
  hear: (open: Open, text: string) => void;
};

export const readBlocks = <Open extends Block>(
  text: string,
  { opened, hear }: Reading<Open>,
  telling: Omit<Telling, 'into'>,
): Collected => {
  const into: Collected = { findings: [], problems: [] };
  let open: Open | null = null;
  const close = (): void => {
    if (open) tell(open, `line ${open.at}`, { ...telling, into });
  };
  for (const line of plainLines(text)) {
    const next = opened(line);
    if (next) close();
    if (next) open = next;
    else if (open) hear(open, line.text);
  }
  close();
  return into;
};
