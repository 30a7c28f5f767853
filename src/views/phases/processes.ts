/** Commands of the repository while they run: set-up can be seen, and what verifies is named. */
import type { RunEventOf } from '../../model/event.ts';
import { printable, shorten } from '../../plain/printable.ts';
import type { PhaseFolds } from './calls.ts';
import { type Phases, setRow } from './phase.ts';

const setup = 'set-up';

/** Where fixes are proven, it comes and goes: only while it runs there is something to say. */
const endSetup = ({ current }: Phases): void => {
  const row = current?.rows.get(setup);
  if (!current || row === undefined) return;
  if (current.key.startsWith('cycle')) current.rows.delete(setup);
  else row.ended ??= 'good';
};

const verify = (phases: Phases, command: string, at: number): void => {
  const rows = phases.current?.rows;
  if (phases.current?.key === 'baseline') {
    endRows(phases, 'good');
    return setRow(phases, command, { at, label: 'verify', doing: command });
  }
  const together = rows?.get(allTogether);
  if (together && together.ended === undefined) setRow(phases, allTogether, { at, doing: command });
};

const started = ({ shown, what }: RunEventOf<'process.started'>, phases: Phases, at: number): void => {
  if (!shown) return;
  const command = shorten(printable(shown.command), 80);
  if (shown.isSetup === true) return setRow(phases, setup, { at, doing: command });
  endSetup(phases);
  if (what === 'verify') verify(phases, command, at);
};

export const allTogether = 'all together';

/** What is still under way in the current phase is over. */
export const endRows = ({ current }: Phases, how: 'good' | 'bad'): void => {
  for (const row of current?.rows.values() ?? []) row.ended ??= how;
};

export const processFolds = {
  'process.started': (event, phases, _, at) => started(event, phases, at),
} satisfies Partial<PhaseFolds>;
