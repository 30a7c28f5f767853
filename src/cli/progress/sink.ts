/** Where the events of a run go while it is under way. */
import { eventView } from '../../views/event-views.ts';
import type { EventView } from '../../views/events/view.ts';
import type { Door } from '../door.ts';
import type { Io } from '../io.ts';
import { isLive } from '../io.ts';
import type { RunFlags } from '../flags/options.ts';
import { createNames } from '../../views/names/names.ts';
import type { EventSink } from './event-sink.ts';

const nothing: EventSink = { event: () => undefined, end: () => undefined };

const jsonLines = (door: Door, view: EventView = (event) => event): EventSink => ({
  event: (event) =>
    door.pass(event, (clean) => {
      const seen = view(clean);
      return seen === null ? '' : `${JSON.stringify(seen)}\n`;
    }),
  end: () => undefined,
});

const plainSink = async (door: Door): Promise<EventSink> => {
  const [{ plainLine }, { announcement }] = await Promise.all([
    import('../../views/lines/lines.ts'),
    import('../../views/announce.ts'),
  ]);
  const names = createNames();
  return {
    recall: names.learn,
    event: (event) => {
      names.learn(event);
      door.pass(event, (clean) => {
        const lines = clean.type === 'run.started' ? announcement(clean) : [plainLine(clean, names)];
        return lines.map((line) => (line === null ? '' : `${line}\n`)).join('');
      });
    },
    end: () => {
      door.say('\n');
    },
  };
};

/** With --json, standard output belongs to the document: progress goes to standard error. */
export const chooseSink = async (flags: RunFlags, io: Io): Promise<EventSink> => {
  if (flags.events !== undefined) return jsonLines(io.stdout, eventView(flags.events));
  if (flags.jsonl === true) return jsonLines(io.stdout);
  if (flags.quiet === true) return nothing;
  const door = flags.json === true ? io.stderr : io.stdout;
  if (!isLive(door, io.env)) return plainSink(door);
  const { liveSink } = await import('./live.ts');
  return door.draw(null, (_, stream) => liveSink(stream));
};
