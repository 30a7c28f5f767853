import { expect, it } from 'vitest';
import { chooseSink } from '../../src/cli/progress/sink.ts';
import { cancelOnSignals } from '../../src/cli/signals.ts';
import { capturedIo } from './captured-io.ts';
import { history } from './history.ts';

const printed = async (flags: Parameters<typeof chooseSink>[0]): Promise<{ out: string; err: string }> => {
  const { io, out, err } = capturedIo();
  const sink = await chooseSink(flags, io);
  for (const event of history) await sink.event(event);
  await sink.end();
  return { out: out(), err: err() };
};

it('13.2 prints plain lines on standard output, and on standard error when that one belongs to JSON', async () => {
  const text = await printed({ color: false });
  expect(text.out).toContain('Fixing F001 with house\n');
  expect(text.err).toBe('');
  const json = await printed({ color: false, json: true });
  expect(json).toEqual({ out: '', err: text.out });
});

it('13.2 prints nothing on the way with --quiet', async () => {
  expect(await printed({ color: false, quiet: true })).toEqual({ out: '', err: '' });
});

it('16 prints every event as it is with --jsonl', async () => {
  const { out } = await printed({ color: false, jsonl: true });
  const events: unknown[] = out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(events).toEqual(history);
});

it('10.1 prints the view that was asked for', async () => {
  const { out } = await printed({ color: false, events: 'raven' });
  expect(out.split('\n')[0]).toContain('"type":"fix_started"');
});

it('4.10 cancels once for each of two signals and says what happens', () => {
  const said: string[] = [];
  let cancelled = 0;
  const unlisten = cancelOnSignals(
    () => (cancelled += 1),
    (text) => said.push(text),
  );
  process.emit('SIGINT');
  process.emit('SIGTERM');
  unlisten();
  expect(cancelled).toBe(2);
  expect(said[0]).toContain('Press Ctrl-C again to end right away');
  expect(said[1]).toContain('fixpoint resume');
  expect(process.listenerCount('SIGTERM')).toBe(0);
});
