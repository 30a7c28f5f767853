import { expect, it } from 'vitest';
import { parse } from '../../../adapters/inspector/parse.ts';
import { inspectPatch } from '../../inspect.ts';

const isRefused = (path: string, line: string): boolean => {
  const [before, after] = ['start(timer)\n', `start(timer)\n${line}\n`];
  const finding = { title: 'It takes too long', category: 'bug', description: '', file: path, line: 1 };
  const remarks = inspectPatch({ findings: [finding], files: [{ path, before, after }], tests: [] }, parse);
  return remarks.some(({ gate, noteOnly }) => gate === 'sniffing' && noteOnly !== true);
};

it.each([
  ['src/a.js', 'timer.now = () => 0;', true],
  ['src/a.py', 'timer.clock = lambda: 0', true],
  ['src/a.js', 'timer.now = () => performance.now();', false],
  ['src/a.js', 'timer.now = () => Date.now() / 1000;', false],
  ['src/a.py', 'timer.clock = lambda: time.monotonic()', false],
  ['src/a.py', 'timer.now = lambda: datetime.now(timezone.utc)', false],
])('7.1 a clock that the code sets itself, %s: %s', (path, line, refused) =>
  expect(isRefused(path, line)).toBe(refused),
);
