import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { hostname } from 'node:os';
import { afterEach, describe, expect, it } from 'vitest';
import { markVariable } from './descendants.ts';
import { endProcesses, send } from './end.ts';
import { processIsAlive, startTimeOfEntry } from './identity.ts';
import { readEntry } from './process-table.ts';

/** Empty when the process is gone already. */
const startTimeOf = (pid: number): string => {
  const entry = readEntry(pid);
  return entry === null ? '' : startTimeOfEntry(entry);
};

const started: ChildProcess[] = [];
afterEach(() => {
  // With its group: the shell's own children too.
  for (const child of started.splice(0)) send(-(child.pid ?? 0), 'SIGKILL');
});

/** A process as a killed Fixpoint leaves it behind. The script says when all of it is there. */
const leave = async (
  script: string,
  env: Record<string, string> = {},
): Promise<{ pid: number; startTime: string; gone: Promise<unknown> }> => {
  const child = spawn('/bin/sh', ['-c', script], {
    detached: true,
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  started.push(child);
  const gone = once(child, 'exit');
  await once(child.stdout, 'data');
  const pid = child.pid ?? 0;
  return { pid, startTime: startTimeOf(pid), gone };
};

/** Two processes: the shell and what it waits for. */
const sleeping = 'sleep 60 & echo ready; wait';

describe('endProcesses', () => {
  it('11.1 ends what carries the marker of the run, and nothing of other runs', async () => {
    const ours = await leave(sleeping, { [markVariable]: 'run-a/1.1' });
    const others = await leave(sleeping, { [markVariable]: 'run-ab/1.1' });
    expect(await endProcesses('run-a', [], { graceMs: 200 })).toBe(2);
    await ours.gone;
    expect(processIsAlive(others.pid, others.startTime)).toBe(true);
  });

  it('11.1 ends a recorded process with its descendants, also when they ignore SIGTERM', async () => {
    const left = await leave(`trap '' TERM; sh -c 'trap "" TERM; ${sleeping}; true'; true`);
    expect(await endProcesses('run-b', [left], { graceMs: 100 })).toBeGreaterThan(1);
    await left.gone;
    expect(readEntry(left.pid)).toBeNull();
  });

  it('11.1 leaves a process alone that was given the id of a recorded one', async () => {
    const left = await leave(sleeping);
    expect(await endProcesses('run-c', [{ pid: left.pid, startTime: '1@gone' }], { graceMs: 100 })).toBe(0);
    expect(processIsAlive(left.pid, left.startTime)).toBe(true);
  });

  it('11.1 leaves a process alone whose number and time were recorded on another machine', async () => {
    const left = await leave(sleeping);
    expect(await endProcesses('run-e', [{ ...left, host: 'elsewhere.example' }], { graceMs: 100 })).toBe(0);
    expect(processIsAlive(left.pid, left.startTime)).toBe(true);
    expect(await endProcesses('run-e', [{ ...left, host: hostname() }], { graceMs: 100 })).toBe(2);
  });

  it('never ends itself or what started it', async () => {
    const own = { pid: process.pid, startTime: startTimeOf(process.pid) };
    const parent = { pid: process.ppid, startTime: startTimeOf(process.ppid) };
    expect(await endProcesses('run-d', [own, parent], { graceMs: 0 })).toBe(0);
  });
});

describe('processIsAlive', () => {
  it('knows a process by id and start time', async () => {
    const left = await leave(sleeping);
    expect(processIsAlive(left.pid, left.startTime)).toBe(true);
    expect(processIsAlive(left.pid, `${left.startTime}0`)).toBe(false);
    expect(processIsAlive(left.pid, '')).toBe(false);
    process.kill(left.pid, 'SIGKILL');
    await left.gone;
    expect(processIsAlive(left.pid, left.startTime)).toBe(false);
  });
});
