/**
 * Finds out whether layers can be made of folders in a place, by making one: not every file system can hold what is
 * written.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunProcess } from '../../ports/process.ts';
import type { Layer } from '../../ports/sandbox.ts';
import { removeAt } from '../git/workspace/remove.ts';
import { furnishLayer, mergedOf, withLayers } from './layers.ts';

/** What builds do: change, remove, and make a folder anew, in which nothing of the old one may be seen. */
const steps = 'cd "$0" && : > old/new && rm -r old && mkdir old && [ -z "$(ls old)" ]';

const layerIn = (trial: string): Layer => {
  const layer = { at: [], lower: [join(trial, 'lower')], upper: join(trial, 'upper'), work: join(trial, 'work') };
  mkdirSync(join(trial, 'lower/old'), { recursive: true });
  writeFileSync(join(trial, 'lower/old/file'), '');
  furnishLayer(layer);
  return layer;
};

const tryIn = async (trial: string, runProcess: RunProcess): Promise<boolean> => {
  const layer = layerIn(trial);
  const command = withLayers([layer], ['/bin/sh', '-c', steps, mergedOf(layer)], process.getuid?.() === 0);
  const { exitCode } = await runProcess({ command, cwd: trial, timeoutMs: 10_000, marker: 'sandbox-check' });
  return exitCode === 0;
};

export const tryLayer = async (folder: string, runProcess: RunProcess): Promise<boolean> => {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const trial = mkdtempSync(join(folder, 'layer-'));
  try {
    return await tryIn(trial, runProcess);
  } catch {
    return false;
  } finally {
    removeAt(trial, '');
    rmSync(trial, { recursive: true, force: true });
  }
};
