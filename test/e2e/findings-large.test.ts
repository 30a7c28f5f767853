/** SARIF that is too large to be held as one value, through the built command line. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Listing } from '../../src/model/listing.ts';
import { openSandbox, type Sandbox } from '../support/sandbox.ts';

let box: Sandbox;
beforeAll(() => {
  box = openSandbox({ 'src/a.js': 'one();\ntwo();\n' });
});
afterAll(() => box.dispose());

/** 40 MB in 40 results; what they refer to comes behind them. */
const large = (): string => {
  const around = 'x'.repeat(1_000_000);
  const results = Array.from({ length: 40 }, (_, n) => ({
    ruleIndex: n % 2,
    message: { text: `Problem ${n}` },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { index: 0 },
          region: { startLine: 1 },
          contextRegion: { snippet: { text: around } },
        },
      },
    ],
  }));
  const rules = [{ id: 'even' }, { id: 'odd', defaultConfiguration: { level: 'error' } }];
  const run = { results, artifacts: [{ location: { uri: 'src/a.js' } }], tool: { driver: { name: 'T', rules } } };
  return JSON.stringify({ runs: [run], version: '2.1.0' });
};

const flags = ['findings', '--dedup', 'off', '--json'];

describe('large SARIF', () => {
  it('1.2 is read from a file and from a pipe, with what its results refer to behind them', async () => {
    const path = join(box.scratch, 'large.sarif');
    const content = large();
    writeFileSync(path, content);
    const fromFile = await box.run([...flags, '--from', path]);
    const { findings, problems } = Listing.parse(JSON.parse(fromFile.stdout));
    expect(problems).toEqual([]);
    expect(findings).toHaveLength(40);
    expect(
      findings.filter(({ rule, severity, file }) => rule === 'odd' && severity === 'high' && file === 'src/a.js'),
    ).toHaveLength(20);
    const fromPipe = await box.run([...flags, '--from', '-'], { stdin: content });
    expect(Listing.parse(JSON.parse(fromPipe.stdout)).findings).toEqual(findings);
  }, 120_000);

  it('1.2 is refused as a whole where it is cut off, with the place', async () => {
    const path = join(box.scratch, 'cut.sarif');
    const content = large().slice(0, -10);
    writeFileSync(path, content);
    const { code, stderr } = await box.run(['findings', '--from', path]);
    expect(code).toBe(1);
    expect(stderr).toContain(
      `cut.sarif:1:${content.length + 1}: this is not JSON: it ends in the middle; is it cut off?`,
    );
  }, 120_000);
});
