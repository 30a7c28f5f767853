import { stripVTControlCharacters } from 'node:util';
import { expect, it } from 'vitest';
import type { Stream } from '../../src/cli/door.ts';
import { liveSink } from '../../src/cli/progress/live.ts';
import { cancelOnSignals } from '../../src/cli/signals.ts';
import { capturedStream } from './captured-io.ts';
import { history } from './history.ts';

/** A terminal that only remembers what was written to it. */
const terminal = (): { stream: Stream; written: () => string } => {
  const { stream, text } = capturedStream(true);
  return { stream, written: () => stripVTControlCharacters(text()) };
};

it('2.10 draws reviewing, verifying and fixing one after the other, and leaves their results on the screen', async () => {
  const { stream, written } = terminal();
  const sink = liveSink(stream);
  for (const event of history) await sink.event(event);
  await sink.end();
  const text = written();
  const ends = ['Reviewed: 2 findings', 'Untouched start: verification passed', 'Fixed, cycle 1'].map((title) =>
    text.lastIndexOf(title),
  );
  expect(ends).not.toContain(-1);
  expect(ends).toEqual([...ends].sort((a, b) => a - b));
  expect(text).toContain('✘ F002 src/b.ts:1: refused (verify): npm test failed');
  expect(text).toContain('F002: blocked: all attempts used');
  expect(text.indexOf('Starts from the last commit')).toBeLessThan(text.indexOf('Reviewing'));
});

it('13.2 ends the drawing when a run fails in the middle', async () => {
  const { stream, written } = terminal();
  const sink = liveSink(stream);
  for (const event of history.slice(0, 10)) await sink.event(event);
  const unlisten = cancelOnSignals(
    () => undefined,
    (text) => sink.note?.(text),
  );
  process.emit('SIGINT');
  unlisten();
  await sink.end();
  expect(written()).toContain('Press Ctrl-C again');
  expect(written()).toContain('Stopped: Fixing, cycle 1');
});
