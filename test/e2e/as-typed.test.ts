/** Commands as people type them first: what is not said is found, and said. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSandbox, type Sandbox } from '../support/sandbox.ts';

let box: Sandbox;
beforeEach(() => {
  box = openSandbox({ 'a.txt': 'bad\n', 'b.txt': 'bad\n' });
});
afterEach(() => box.dispose());

type Listed = { findings: { file: string }[] };

const filesIn = (stdout: string): string[] => {
  const { findings }: Listed = JSON.parse(stdout);
  return findings.map(({ file }) => file).toSorted();
};

describe('files with findings', () => {
  const dryRun = ['--agent-command', 'true', '--verify', 'true', '--dry-run', '--json'];

  it('13.1 are named without a flag, several and beside --from', async () => {
    box.write('one.txt', 'a.txt:1: wrong\n');
    box.write('other.txt', 'b.txt:1: wrong as well\n');
    const listed = await box.run(['findings', 'one.txt', 'other.txt', '--json']);
    expect(filesIn(listed.stdout)).toEqual(['a.txt', 'b.txt']);
    const both = await box.run(['fix', 'one.txt', '--from', 'other.txt', ...dryRun]);
    expect(filesIn(both.stdout)).toEqual(['a.txt', 'b.txt']);
  });

  it('13.1 come from standard input as -', async () => {
    const { stdout } = await box.run(['fix', '-', ...dryRun], { stdin: 'a.txt:1: wrong\n' });
    expect(filesIn(stdout)).toEqual(['a.txt']);
  });
});
