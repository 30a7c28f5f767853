/** Who decides about colours, and how the version is asked for. */
import { afterEach, expect, it, vi } from 'vitest';
import { processIo } from '../../src/cli/io.ts';
import { buildProgram } from '../../src/cli/program.ts';
import { version } from '../../src/version.ts';
import { capturedStream } from './captured-io.ts';

afterEach(() => vi.unstubAllEnvs());

const isColored = (isTTY: boolean, env: Record<string, string>): boolean => {
  for (const name of ['FORCE_COLOR', 'NO_COLOR']) vi.stubEnv(name, env[name]);
  const hasColors = (): boolean => process.env['NO_COLOR'] === undefined;
  return processIo(async () => Promise.reject(new Error('nothing leaves here'))).color(
    Object.assign(capturedStream(isTTY).stream, { hasColors }),
  );
};

it('13.2 colours terminals, unless NO_COLOR is set; FORCE_COLOR decides for everything', () => {
  expect([isColored(true, {}), isColored(false, {})]).toEqual([true, false]);
  expect(isColored(true, { NO_COLOR: '1' })).toBe(false);
  for (const FORCE_COLOR of ['', '1', 'true', '3']) expect(isColored(false, { FORCE_COLOR, NO_COLOR: '1' })).toBe(true);
  for (const FORCE_COLOR of ['0', 'false']) expect(isColored(true, { FORCE_COLOR })).toBe(false);
});

it.each(['-v', '--version'])('13.1 %s prints the version', (flag) => {
  let printed = '';
  const program = buildProgram(() => Promise.resolve()).exitOverride();
  program.configureOutput({ writeOut: (text) => (printed += text) });
  expect(() => program.parse([flag], { from: 'user' })).toThrow(version);
  expect(printed).toBe(`${version}\n`);
});
