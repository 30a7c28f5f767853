/** A closed terminal is a request to end: no agent works and spends on with nobody watching (4.10). */
import { describe, expect, it } from 'vitest';
import { readJournal } from '../../scripts/crash/journal.ts';
import { badFiles, goodF1, goodF2, inSandbox } from '../support/bad-agent.ts';
import { type Fixing, fixing, start, until } from '../support/fixing.ts';
import { reportOf } from '../support/fixpoint.ts';
import { isAlive, processesOf } from '../support/processes.ts';

import type { Sandbox } from '../support/sandbox.ts';
import { openTerminal } from '../support/terminal.ts';

/** F2 is answered, the call about F1 never ends and leaves a process of its own. */
const stuck = (sandbox: Sandbox): Fixing =>
  fixing(sandbox, {
    findings: [
      { code: 'F2', file: 'src/b.txt', line: 1 },
      { code: 'F1', file: 'src/a.txt', line: 1 },
    ],
    scenario: { findings: { F2: goodF2, F1: { call: { hang: true, child: 'detached' } } } },
    set: ['fix.concurrency=1'],
  });

const isStuck = ({ agent }: Fixing): boolean => agent.children().length === 1;

/** Whoever was asked about F1, and what it has left. */
const workers = ({ agent }: Fixing): number[] => [...agent.calls().map(({ pid }) => pid), ...agent.children()];

const finished = ({ folder }: Sandbox) => readJournal(folder).events.find(({ type }) => type === 'run.finished');

describe('4.10 a hang-up', () => {
  it.each([
    ['SIGTERM, as a control', ['SIGTERM']],
    ['SIGHUP', ['SIGHUP']],
    // A shell passes on what the terminal sends as well: they are one request.
    ['SIGHUP twice, which is one request', ['SIGHUP', 'SIGHUP']],
  ] as const)('4.10 ends the agent and brings the run to its end: %s', (_, signals) =>
    inSandbox(async (sandbox) => {
      const fix = stuck(sandbox);
      const { pid, ended } = start(sandbox, [...fix.args, '--json']);
      await until(() => isStuck(fix));
      for (const signal of signals) process.kill(pid, signal);
      const end = await ended;
      expect(end.code).toBe(130);
      expect(end.stderr).not.toContain('Ending right away');
      expect(workers(fix).filter(isAlive)).toEqual([]);
      expect(reportOf(end)).toMatchObject({ status: 'cancelled', stopReason: 'cancelled', totals: { blocked: 2 } });
    }, badFiles),
  );

  it('4.10 of a real terminal ends the run, though nothing can be shown any more, and it can be resumed', () =>
    inSandbox(async (sandbox) => {
      const fix = stuck(sandbox);
      const terminal = openTerminal(sandbox, fix.args);
      await until(() => isStuck(fix));
      terminal.close();
      await until(() => processesOf(sandbox.home).length === 0);
      expect(workers(fix).filter(isAlive)).toEqual([]);
      expect(finished(sandbox)).toMatchObject({ status: 'cancelled' });
      fix.agent.play({ findings: { F1: goodF1, F2: goodF2 } });
      expect((await sandbox.report(['resume'])).report).toMatchObject({ status: 'clean', totals: { fixed: 2 } });
    }, badFiles));
});
