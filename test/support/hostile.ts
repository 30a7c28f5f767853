/**
 * Sets up a hostile agent for a test, and says afterwards whether anything that it planted was run, or anything outside
 * was written.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import type { HostilePlan, HostileStep } from '../fakes/hostile/agent.ts';
import { type Canary, canaryIn } from '../fakes/hostile/canary.ts';
import { manifestOf, timesOf } from './manifest.ts';
import { processesOf } from './processes.ts';
import { openSandbox, type Sandbox } from './sandbox.ts';

const program = fileURLToPath(new URL('../fakes/hostile/agent.ts', import.meta.url));

export const hostileFiles = {
  'src/a.js': 'var a = 1;\n',
  'src/victim.js': 'var v = 1;\n',
  'src/hard.txt': 'own\n',
  'src/piped.txt': 'own\n',
  'dir/one.txt': 'one\n',
  'dir/two/deep.txt': 'deep\n',
  'AGENTS.md': 'Be nice.\n',
  'verify.sh': '#!/bin/sh\nexit 0\n',
};

export type Hostile = {
  sandbox: Sandbox;
  canary: Canary;
  /** Flags that make the hostile program the agent. */
  agent: string[];
  plan: (findings: Record<string, HostileStep>) => void;
  /** Nothing planted was run, nothing outside was written, every trick worked. */
  expectUnharmed: (after: string) => void;
};

export const withHostile = async (
  use: (hostile: Hostile) => Promise<void>,
  files: Record<string, string> = hostileFiles,
): Promise<void> => {
  const sandbox = openSandbox(files);
  const canaries = join(sandbox.scratch, 'canaries');
  mkdirSync(join(sandbox.outside, 'folder'));
  for (const name of ['file.txt', 'one.txt', 'folder/deep.txt'])
    writeFileSync(join(sandbox.outside, name), 'outside\n');
  const canary = canaryIn(canaries);
  const before = [...manifestOf(sandbox.outside), ...timesOf(sandbox.outside)];
  const planFile = join(sandbox.scratch, 'plan.json');
  const plan = (findings: Record<string, HostileStep>): void => {
    const whole: HostilePlan = { canary: canaries, outside: sandbox.outside, findings };
    writeFileSync(planFile, JSON.stringify(whole));
  };
  // Compiled once, not for every call: that takes twice as long as all that it does.
  const cache = `NODE_COMPILE_CACHE=${join(tmpdir(), 'hostile-agent-compiled')}`;
  const command = JSON.stringify({ kind: 'command', command: ['env', cache, process.execPath, program, planFile] });
  const expectUnharmed = (after: string): void => {
    const failed = existsSync(`${planFile}.failed`) ? readFileSync(`${planFile}.failed`, 'utf8') : 'no trick';
    expect(failed, `failed, ${after}`).toBe('no trick');
    expect(canary.sang(), `canaries that sang, ${after}`).toEqual({});
    expect([...manifestOf(sandbox.outside), ...timesOf(sandbox.outside)], `the folder outside, ${after}`).toEqual(
      before,
    );
  };
  try {
    await use({
      sandbox,
      canary,
      agent: ['--set', `agents.hostile=${command}`, '--agent', 'hostile'],
      plan,
      expectUnharmed,
    });
    expect(processesOf(sandbox.home)).toEqual([]);
  } finally {
    for (const { pid } of processesOf(sandbox.home)) process.kill(pid, 'SIGKILL');
    sandbox.dispose();
  }
};
