/** The report of a run as other tools read it. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SarifLog } from '../../src/report/sarif.ts';
import { fixing } from '../support/fixing.ts';
import { junitErrors } from '../support/junit-rules.ts';
import { openSandbox, type Sandbox } from '../support/sandbox.ts';
import { ruleErrors, schemaErrors } from '../support/sarif-schema.ts';

let box: Sandbox;
beforeEach(() => {
  box = openSandbox({ 'src/a b.txt': 'bad\n', 'src/b.txt': 'bad\n' });
});
afterEach(() => box.dispose());

const run = async (): Promise<void> => {
  const { args } = fixing(box, {
    findings: [
      { code: 'F001', file: 'src/a b.txt', line: 1 },
      { code: 'F002', file: 'src/b.txt', line: 1 },
    ],
    scenario: {
      findings: {
        F001: { edits: [{ file: 'src/a b.txt', find: 'bad', replace: 'good' }] },
        F002: { outcome: 'blocked', explanation: 'a human has to decide' },
      },
    },
  });
  expect((await box.run(args)).code).toBe(2);
};

describe('report --format', () => {
  it('10.3 sarif: what was fixed is absent, the rest is there; valid by the official schema', async () => {
    await run();
    const { stdout, code } = await box.run(['report', '--format', 'sarif']);
    expect(code).toBe(0);
    const log: SarifLog = JSON.parse(stdout);
    expect([...schemaErrors(log), ...ruleErrors(log)]).toEqual([]);
    const [{ results, invocations, properties }] = log.runs;
    expect(
      results.map((result) => [
        result.properties.fixpoint.code,
        result.baselineState,
        result.properties.fixpoint.status,
      ]),
    ).toEqual([
      ['F001', 'absent', 'fixed'],
      ['F002', 'unchanged', 'blocked'],
    ]);
    expect(results[0]?.locations[0]?.physicalLocation.artifactLocation.uri).toBe('src/a%20b.txt');
    expect(invocations).toEqual([{ executionSuccessful: true }]);
    expect(properties?.fixpoint).toMatchObject({ status: 'leftovers', start: box.git('rev-parse', 'HEAD').trim() });
  });

  it('10.3 junit: what was fixed passes, the rest fails; to a file as well', async () => {
    await run();
    await box.run(['report', 'latest', '--format', 'junit', '--output', 'out.xml']);
    const xml = box.read('out.xml');
    expect(junitErrors(xml)).toEqual([]);
    expect(xml).toContain('tests="2" failures="1" errors="0" skipped="0"');
  });
});
