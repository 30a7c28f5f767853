/** Where the events of a run go while it is under way. */
import { eventView } from '../../views/event-views.ts';
import type { EventView } from '../../views/events/view.ts';
import type { Io, Stream } from '../io.ts';
import { isLive } from '../io.ts';
import type { RunFlags } from '../flags/options.ts';
import { createNames } from '../../views/names/names.ts';
import type { EventSink } from './event-sink.ts';

const nothing: EventSink = { event: () => undefined, end: () => undefined };

const jsonLines = (stream: Stream, view: EventView = (event) => event): EventSink => ({
  event: (event) => {
    const seen = view(event);
    if (seen !== null) stream.write(`${JSON.stringify(seen)}\n`);
  },
  end: () => undefined,
});

const plainSink = async (stream: Stream): Promise<EventSink> => {
  const [{ plainLine }, { announcement }] = await Promise.all([
    import('../../views/lines/lines.ts'),
    import('../../views/announce.ts'),
  ]);
  const names = createNames();
  return {
    recall: names.learn,
    event: (event) => {
      names.learn(event);
      const lines = event.type === 'run.started' ? announcement(event) : [plainLine(event, names)];
      for (const line of lines) if (line !== null) stream.write(`${line}\n`);
    },
    end: () => {
      stream.write('\n');
    },
  };
};

/** With --json, standard output belongs to the document: progress goes to standard error. */
export const chooseSink = async (flags: RunFlags, io: Io): Promise<EventSink> => {
  if (flags.events !== undefined) return jsonLines(io.stdout, eventView(flags.events));
  if (flags.jsonl === true) return jsonLines(io.stdout);
  if (flags.quiet === true) return nothing;
  const stream = flags.json === true ? io.stderr : io.stdout;
  return isLive(stream, io.env) ? (await import('./live.ts')).liveSink(stream) : plainSink(stream);
};
