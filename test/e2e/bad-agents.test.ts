/**
 * Acceptance 4: an agent that fails, hangs, floods or leaves processes costs its own attempt and nothing else (4.9,
 * 4.10).
 */
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findingOf } from '../support/accounted.ts';
import { artifact } from '../support/artifacts.ts';
import { isAlive } from '../support/processes.ts';
import { type BadCase, type BadRun, goodF1, inBothModes, runBadCase } from '../support/bad-agent.ts';

const megabyte = 1024 * 1024;

/** Ignores SIGTERM, and ends by itself after a minute should nobody end it. */
const orphan = (scratch: string): string =>
  `trap "" TERM; echo $$ > ${scratch}/orphan; i=0; while [ $i -lt 60 ]; do sleep 1; i=$((i+1)); done`;

/** What a timed-out agent had done by then is kept as a patch, and nowhere else (4.9). */
const keepsThePatch = ({ report, sandbox }: BadRun): void => {
  const attempt = findingOf(report, 'F1').attempts.at(-1);
  expect(attempt?.files).toEqual([{ path: 'src/a.txt', change: 'modified', added: 1, removed: 1 }]);
  const patch = artifact(sandbox.state, report.run, attempt?.patch ?? 'no patch');
  expect(patch).toContain('+half done');
};

const script = (folder: string, text: string, mode: number): string => {
  const file = join(folder, 'agent.sh');
  writeFileSync(file, text);
  chmodSync(file, mode);
  return file;
};

const cases: BadCase[] = [
  {
    name: 'is no program at all',
    command: ({ scratch }) => [script(scratch, 'neither a binary nor a script\0\x01', 0o755)],
    result: 'agent-error',
    reason: /agents\.bad\.command/,
  },
  {
    name: 'exits with 1',
    step: { ...goodF1, call: { exit: 1, stderr: 'it broke\n' } },
    result: 'agent-error',
    reason: /exit code 1: it broke/,
  },
  {
    name: 'is killed by a signal',
    step: { ...goodF1, call: { kill: 'SIGSEGV' } },
    result: 'agent-error',
    reason: /SIGSEGV|139/,
  },
  {
    name: 'hangs after half of the work',
    command: () => ['/bin/sh', '-c', 'echo half done > src/a.txt; sleep 600'],
    set: ['agents.bad.timeout=1s'],
    result: 'timeout',
    reason: /agents\.bad\.timeout/,
    also: keepsThePatch,
  },
  {
    name: 'hangs without a word',
    command: () => ['/bin/sh', '-c', 'echo half done > src/a.txt; sleep 600'],
    set: ['agents.bad.idle=1s'],
    result: 'timeout',
    reason: /agents\.bad\.idle/,
    also: keepsThePatch,
  },
  {
    name: 'hangs and ignores SIGTERM',
    command: () => ['/bin/sh', '-c', `trap "" TERM; echo half done > src/a.txt; while :; do sleep 1; done`],
    set: ['agents.bad.timeout=1s'],
    result: 'timeout',
    also: keepsThePatch,
  },
  {
    name: 'hangs and leaves an orphan that threw its environment away',
    command: ({ scratch }) => [
      '/bin/sh',
      '-c',
      `echo half done > src/a.txt; setsid env -i sh -c '${orphan(scratch)}' & sleep 600`,
    ],
    set: ['agents.bad.timeout=1s'],
    result: 'timeout',
    also: (run) => {
      keepsThePatch(run);
      const pid = Number(readFileSync(join(run.sandbox.scratch, 'orphan'), 'utf8'));
      expect(isAlive(pid)).toBe(false);
    },
  },
  { name: 'leaves a process in its group', step: { ...goodF1, call: { child: 'background' } }, result: 'accepted' },
  {
    name: 'leaves a process in a session of its own',
    step: { ...goodF1, call: { child: 'detached' } },
    result: 'accepted',
  },
  {
    name: 'leaves an orphan that holds its pipes and ignores SIGTERM',
    step: { ...goodF1, call: { child: 'orphan', childIgnoresSigterm: true } },
    result: 'accepted',
  },
  {
    name: 'fails and leaves an orphan',
    step: { ...goodF1, call: { child: 'orphan', exit: 3 } },
    result: 'agent-error',
    reason: /exit code 3/,
  },
  {
    name: 'prints a gigabyte before its answer',
    step: { ...goodF1, call: { print: 1024 * megabyte, answer: 'stdout' } },
    result: 'accepted',
    also: ({ ended }) => expect(ended.peakBytes).toBeLessThan(400 * megabyte),
  },
  {
    name: 'prints half a gigabyte without an answer',
    step: { ...goodF1, call: { print: 512 * megabyte, answer: 'none' } },
    result: 'accepted',
    also: ({ ended }) => expect(ended.peakBytes).toBeLessThan(400 * megabyte),
  },
  {
    name: 'prints what is not UTF-8',
    step: { ...goodF1, call: { invalid: true, answer: 'stdout' } },
    result: 'accepted',
  },
  {
    name: 'does not read its large prompt',
    command: () => [
      '/bin/sh',
      '-c',
      'echo good > src/a.txt; echo \'{"outcomes":[{"id":"F1","outcome":"fixed","explanation":"done"}]}\'',
    ],
    findings: [{ code: 'F1', file: 'src/a.txt', line: 1, description: 'long '.repeat(80_000) }],
    result: 'accepted',
  },
];

describe('an agent that', () => {
  test.each(inBothModes(cases))('$name', runBadCase);
});
