/** How much of the program is loaded for what is asked of it: each file costs time, and so does what is in it. */
import { readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSandbox, type Sandbox } from '../support/sandbox.ts';

let box: Sandbox;
let run: Loaded;
beforeAll(async () => {
  box = openSandbox({ 'a.txt': 'a\n' });
  const findings = box.findings([{ code: 'A', file: 'a.txt', line: 1 }]);
  run = await loadedBy('fix', '--from', findings, '--agent-command', 'true', '--quiet');
});
afterAll(() => box.dispose());

/** Writes down which of our files Node loads. */
const watch = (log: string): string => `
  import { appendFileSync } from 'node:fs';
  import { registerHooks } from 'node:module';
  registerHooks({
    load: (url, context, next) => {
      if (url.includes('/dist/')) appendFileSync(${JSON.stringify(log)}, url + '\\n');
      return next(url, context);
    },
  });
`;

type Loaded = { files: number; bytes: number };

const loadedBy = async (...args: string[]): Promise<Loaded> => {
  const log = join(box.scratch, `${args.join('-').replaceAll('/', '-')}.log`);
  const hook = `data:text/javascript,${encodeURIComponent(watch(log))}`;
  const { code } = await box.run(args, { env: { ...box.env, NODE_OPTIONS: `--import=${hook}` } });
  expect([0, 2]).toContain(code);
  const files = readFileSync(log, 'utf8').trim().split('\n');
  return { files: files.length, bytes: files.reduce((sum, file) => sum + statSync(fileURLToPath(file)).size, 0) };
};

describe('what is loaded', () => {
  it.each([
    [['--version'], 8, 350_000],
    [['status'], 12, 400_000],
    [['prompts'], 24, 1_200_000],
  ])('is little for %j', async (args, mostFiles, mostBytes) => {
    const { files, bytes } = await loadedBy(...args);
    expect(files).toBeLessThanOrEqual(mostFiles);
    expect(bytes).toBeLessThanOrEqual(mostBytes);
  });

  it('is nothing but the look at its version for a Node that may be too old', () => {
    const folder = join(import.meta.dirname, '../../dist');
    const entry = readFileSync(join(folder, 'cli.js'), 'utf8');
    const imported = [...entry.matchAll(/from"\.\/(chunk-[^"]+)"/g)].map(([, file = '']) => join(folder, file));
    expect(imported).toHaveLength(1);
    for (const file of imported) expect(readFileSync(file, 'utf8')).not.toContain('import');
  });

  it('comes in few files for a run', () => {
    expect(run.files).toBeLessThanOrEqual(55);
  });
});
