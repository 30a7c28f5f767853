/** The report of a fix: every cycle with what its agent did, and the status of the last one. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Report } from '../../../src/model/report.ts';
import type { ScriptedStep } from '../../fakes/scripted.ts';
import { findingOf } from '../../support/accounted.ts';
import { fixing } from '../../support/fixing.ts';
import { type Sandbox, openSandbox } from '../../support/sandbox.ts';

const change = (find: string, replace: string): ScriptedStep => ({ edits: [{ file: 'src/a.txt', find, replace }] });

let sandbox: Sandbox;
let failed: Report;
let mended: Report;
let text: string;
let markdown: string;

beforeAll(async () => {
  sandbox = openSandbox({ 'src/a.txt': 'bad a\n', 'src/b.txt': 'bad b\n' });
  const findings = [{ code: 'F1', file: 'src/a.txt', line: 1 }];
  const set = ['preset=raven', 'limits.cycles=2'];
  const worse = { findings: { F1: [change('bad', 'BROKEN'), change('BROKEN', 'BROKEN still')] } };
  const never = fixing(sandbox, { findings, set, scenario: worse, name: 'never' });
  failed = (await sandbox.report(never.args)).report;
  const beside: ScriptedStep = {
    edits: [
      { file: 'src/a.txt', find: 'BROKEN', replace: 'good' },
      { file: 'src/new.txt', write: 'a helper\n' },
    ],
  };
  const scenario = { findings: { F1: [change('bad', 'BROKEN'), beside] } };
  const twice = fixing(sandbox, { findings, set, scenario, name: 'twice' });
  const ended = await sandbox.run(twice.args);
  text = ended.stdout;
  mended = (await sandbox.report(['report', 'latest'])).report;
  markdown = (await sandbox.run(['report', 'latest', '--format', 'markdown'])).stdout;
});

afterAll(() => sandbox.dispose());

describe('the report of a fix', () => {
  it('R15 10.3 has each cycle with agent result, diff, files, verification and duration, refused ones too', () => {
    const [first, second] = failed.cycles;
    expect(first).toMatchObject({ n: 1, files: ['src/a.txt'], verification: 'failed', fixed: 0, open: 1 });
    expect(first?.calls).toMatchObject([
      { agent: 'scripted', outcome: 'ok', results: { F1: 'refused' }, verification: 'failed' },
    ]);
    expect(first?.calls[0]?.diff).toContain('-bad a\n+BROKEN a');
    expect(first?.calls[0]?.patches).toEqual([findingOf(failed, 'F1').attempts[0]?.patch]);
    expect(first?.calls[0]?.durationMs).toBeGreaterThan(0);
    expect(second?.n).toBe(2);
    expect(markdown).toContain('**Cycle 1**, call `1.1.1`: F1 refused (by `scripted`');
    expect(markdown).toContain('+BROKEN a');
  });

  it('R16 4.1 the final status is the verification of the last cycle, also when it failed', () => {
    expect(failed.verification.final).toMatchObject({ verdict: 'failed' });
    expect(failed.cycles.at(-1)?.verification).toBe('failed');
    expect(mended.verification.final).toMatchObject({ verdict: 'passed' });
    expect(mended.cycles.at(-1)?.verification).toBe('passed');
  });

  it('B1 10.3 says of each cycle how many findings it left open', () => {
    expect(mended.cycles.map(({ fixed, open }) => [fixed, open])).toEqual([
      [0, 1],
      [1, 0],
    ]);
  });

  it('R36 4.8 notes files outside the findings, and has new files in the diff', () => {
    expect(findingOf(mended, 'F1').attempts.map(({ outside }) => outside)).toEqual([undefined, ['src/new.txt']]);
    expect(mended.cycles[1]?.calls[0]?.diff).toContain('+a helper');
    expect(text).toContain('Outside the findings: F1 also changed src/new.txt');
    expect(markdown).toContain('`src/new.txt` (added, +1 −0, outside the findings)');
  });

  it('B10 10.3 tells when an attempt started', () => {
    for (const { startedAt = '', at } of findingOf(mended, 'F1').attempts) {
      expect(Date.parse(startedAt)).toBeLessThanOrEqual(Date.parse(at));
      expect(markdown).toContain(`Started ${startedAt}`);
    }
  });
});
