/** Live progress on a terminal: the phases of a run, drawn by listr2. */
import { DefaultRenderer, Listr, ListrLogger, ProcessOutput } from 'listr2';
import type { StoredEvent } from '../../model/event.ts';
import type { Stream } from '../door.ts';
import { announcement } from '../../views/announce.ts';
import { createNames } from '../../views/names/names.ts';
import { noPhases, type Phase, type Phases, stop } from '../../views/phases/phase.ts';
import { phaseLines } from '../../views/phases/phase-lines.ts';
import { foldPhase } from '../../views/phases/phases.ts';
import { plainLine } from '../../views/lines/lines.ts';
import { wrapText } from '../../report/text/wrap.ts';
import type { EventSink } from './event-sink.ts';

/** How often elapsed times move on, and the longest that the end of a phase goes unnoticed. */
const refreshMs = 100;

/** Listr2 asks whether standard output is a terminal; we draw on the stream we were given, which is one. */
class StreamRenderer extends DefaultRenderer {
  static override nonTTY = true;
}

type Shown = { phase: Phase; ended: Promise<void> };

/** Keeps the title of a task up to date until its phase has ended, or nothing may be drawn for a while. */
const follow = async (phase: Phase, task: { title: string }, now: () => number, isPaused: () => boolean) => {
  const update = (): void => {
    task.title = phaseLines(phase, now()).join('\n');
  };
  update();
  while (phase.ended === false && !isPaused()) {
    await new Promise((resolve) => setTimeout(resolve, refreshMs));
    update();
  }
  // Only the mark before the title shows it; the run itself says why.
  if (phase.ended === 'stopped') throw new Error(phase.title);
};

const show = (phase: Phase, stream: Stream, now: () => number, isPaused: () => boolean): Shown => {
  const logger = new ListrLogger({
    useIcons: true,
    toStderr: [],
    processOutput: new ProcessOutput(stream, stream, { leaveEmptyLine: false }),
  });
  const task = async (_: unknown, drawn: { title: string }): Promise<void> => follow(phase, drawn, now, isPaused);
  const list = new Listr([{ title: phase.title, task }], {
    renderer: StreamRenderer,
    registerSignalListeners: false,
    exitOnError: false,
    rendererOptions: { logger, formatOutput: 'wrap', collapseErrors: false, showErrorMessage: false },
  });
  return { phase, ended: list.run().then(() => undefined) };
};

const aside = new Set<StoredEvent['type']>([
  'run.resumed',
  'review.scoped',
  'questions.answered',
  'warning',
  'cancel.requested',
  'limits.set',
  'run.stopping',
  'agent.replaced',
  'finding.closed',
  'finding.fixed',
  'finding.reopened',
]);

/** The plan of an agent is shown as the end of its phase. */
const isAside = (event: StoredEvent): boolean =>
  aside.has(event.type) || (event.type === 'plan.made' && event.by === 'file');

/** Whoever is there is asked, and need not be told that they are. */
const waitsAlone = (event: StoredEvent, attended: boolean): boolean => event.type === 'run.waiting' && !attended;

/** What is drawn, and the lines that wait until it may be interrupted. */
const createScreen = (stream: Stream, phases: Phases, now: () => number) => {
  let shown: Shown | null = null;
  let asides: string[] = [];
  let isPaused = false;
  const settle = async (): Promise<void> => {
    if (shown !== null && (isPaused || shown.phase.ended !== false)) {
      await shown.ended;
      shown = null;
    }
    if (isPaused) return;
    // Lines of their own wait for the end of a phase: the drawing must not be broken.
    if (shown === null && asides.length > 0) {
      stream.write(asides.map((line) => `${wrapText(line, stream.columns)}\n`).join(''));
      asides = [];
    }
    if (shown === null && phases.current !== null) shown = show(phases.current, stream, now, () => isPaused);
  };
  const setPaused = async (value: boolean): Promise<void> => {
    isPaused = value;
    await settle();
  };
  return { settle, setPaused, add: (line: string) => void asides.push(line) };
};

export const liveSink = (stream: Stream, now: () => number = Date.now): EventSink => {
  const names = createNames();
  const phases = noPhases();
  const screen = createScreen(stream, phases, now);
  let attended = false;
  return {
    recall: names.learn,
    event: async (event) => {
      names.learn(event);
      if (event.type === 'run.started') stream.write(`${wrapText(announcement(event).join('\n'), stream.columns)}\n\n`);
      if (event.type === 'run.started' || event.type === 'run.resumed') attended = event.attended === true;
      const line = isAside(event) || waitsAlone(event, attended) ? plainLine(event, names) : null;
      if (line !== null) screen.add(line);
      foldPhase(phases, event, names);
      await screen.settle();
    },
    pause: () => screen.setPaused(true),
    resume: () => screen.setPaused(false),
    note: (text) => {
      if (phases.current === null) stream.write(`${text}\n`);
      else phases.current.notes.push(text);
    },
    end: async () => {
      stop(phases);
      await screen.settle();
      stream.write('\n');
    },
  };
};
