/** Acceptance 4: an agent that fails, hangs, floods or leaves processes costs its own attempt and nothing else (4.9, 4.10). */
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findingOf } from '../support/accounted.ts';
import { artifact } from '../support/artifacts.ts';
import { type BadCase, type BadRun, goodF1, runBadCase } from '../support/bad-agent.ts';

const megabyte = 1024 * 1024;
const edited = { edits: [{ file: 'src/a.txt', write: 'half done\n' }] };

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
    name: 'is not found',
    command: () => ['no-such-agent-program'],
    result: 'agent-error',
    reason: /no such program.*agents\.bad\.command/,
  },
  {
    name: 'is not found by the shell',
    command: () => 'no-such-agent-program --fast',
    result: 'agent-error',
    reason: /127.*agents\.bad\.command/s,
  },
  {
    name: 'is not executable',
    command: ({ scratch }) => [script(scratch, '#!/bin/sh\nexit 0\n', 0o644)],
    result: 'agent-error',
    reason: /is it executable/,
  },
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
  { name: 'is killed by a signal', step: { ...goodF1, call: { kill: 'SIGSEGV' } }, result: 'agent-error', reason: /SIGSEGV/ },
  {
    name: 'hangs after half of the work',
    step: { ...edited, call: { hangAfter: true } },
    set: ['agents.bad.timeout=700ms'],
    result: 'timeout',
    reason: /agents\.bad\.timeout/,
    also: keepsThePatch,
  },
  {
    name: 'hangs without a word',
    step: { call: { hang: true } },
    set: ['agents.bad.idle=700ms'],
    result: 'timeout',
    reason: /agents\.bad\.idle/,
  },
  {
    name: 'hangs and ignores SIGTERM',
    step: { ...edited, call: { hangAfter: true, ignoreSigterm: true } },
    set: ['agents.bad.timeout=700ms'],
    result: 'timeout',
    also: keepsThePatch,
  },
  { name: 'leaves a process in its group', step: { ...goodF1, call: { child: 'background' } }, result: 'accepted' },
  { name: 'leaves a process in a session of its own', step: { ...goodF1, call: { child: 'detached' } }, result: 'accepted' },
  {
    name: 'leaves an orphan that holds its pipes and ignores SIGTERM',
    step: { ...goodF1, call: { child: 'orphan', childIgnoresSigterm: true } },
    result: 'accepted',
  },
  {
    name: 'leaves an orphan and hangs',
    step: { ...edited, call: { child: 'orphan', hangAfter: true } },
    set: ['agents.bad.timeout=700ms'],
    result: 'timeout',
    also: keepsThePatch,
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
    name: 'prints a gigabyte without an answer',
    step: { ...goodF1, call: { print: 1024 * megabyte, answer: 'none' } },
    result: 'not-answered',
    also: ({ ended }) => expect(ended.peakBytes).toBeLessThan(400 * megabyte),
  },
  { name: 'prints what is not UTF-8', step: { ...goodF1, call: { invalid: true, answer: 'stdout' } }, result: 'accepted' },
  {
    name: 'does not read its large prompt',
    command: () => ['/bin/sh', '-c', 'echo good > src/a.txt; echo \'{"outcomes":[{"id":"F1","outcome":"fixed","explanation":"done"}]}\''],
    findings: [{ code: 'F1', file: 'src/a.txt', line: 1, description: 'long '.repeat(80_000) }],
    result: 'accepted',
  },
];

describe('an agent that', () => {
  test.each(cases)('$name', runBadCase);
});
