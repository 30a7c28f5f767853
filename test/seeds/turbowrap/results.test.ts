/** What is said of commits and scores: only what the repository has, and whatever is odd about a score. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Report } from '../../../src/model/report.ts';
import { challenging } from '../../support/challenging.ts';
import { fixing } from '../../support/fixing.ts';
import { type Sandbox, openSandbox } from '../../support/sandbox.ts';

const findings = ['a', 'b'].map((name) => ({ code: `BE-00${name === 'a' ? 1 : 2}`, file: `src/${name}.txt`, line: 1 }));
const good = (name: string) => ({ edits: [{ file: `src/${name}.txt`, find: 'bad', replace: 'good' }] });
const scenario = { findings: { 'BE-001': good('a'), 'BE-002': good('b') } };

let sandbox: Sandbox;
let none: { report: Report; text: string; markdown: string };
let one: Report;
let inPlace: string;
let odd: { report: Report; text: string };

const has = (commit: string): boolean => {
  try {
    sandbox.git('cat-file', '-e', `${commit}^{commit}`);
    return true;
  } catch {
    return false;
  }
};
const hashesIn = (text: string): string[] => text.match(/\b[0-9a-f]{12}(?:[0-9a-f]{28})?\b/g) ?? [];

beforeAll(async () => {
  sandbox = openSandbox({ 'src/a.txt': 'bad a\n', 'src/b.txt': 'bad b\n' });
  const text = (await sandbox.run(fixing(sandbox, { findings, scenario, set: ['commit.per=none'] }).args)).stdout;
  none = {
    text,
    report: (await sandbox.report(['report', 'latest'])).report,
    markdown: (await sandbox.run(['report', 'latest', '--format', 'markdown'])).stdout,
  };
  one = (await sandbox.report(fixing(sandbox, { findings, scenario, set: ['commit.per=run'], name: 'one' }).args))
    .report;
  const judges = { judge: { default: { score: 95, status: 'IN_PROGRESS', feedback: 'Fine.' } } };
  const { args } = challenging(sandbox, { findings: findings.slice(0, 1), scenario, judges, name: 'odd' });
  odd = { text: (await sandbox.run(args)).stdout, report: (await sandbox.report(['report', 'latest'])).report };
  inPlace = (await sandbox.run([...fixing(sandbox, { findings, scenario, name: 'here' }).args, '--in-place'])).stdout;
});

afterAll(() => sandbox.dispose());

describe('commits', () => {
  it('B9 T25 8.2 none is named that the repository does not have, where no branch is made', () => {
    const { report } = none;
    expect(report).toMatchObject({ branch: null, head: null, fixesApplied: true, totals: { fixed: 2 } });
    expect(report.findings.map(({ commit }) => commit)).toEqual([undefined, undefined]);
    expect(none.text).toContain('Committed BE-001');
    // Files of the run lie in a folder that is named by a hash as well.
    const said = none.text.split('\n').filter((line) => !line.includes(sandbox.state));
    expect(hashesIn(said.join('\n')).filter((hash) => !has(hash))).toEqual([]);
    expect(none.markdown).not.toMatch(/\(commit /);
  });

  it('B9 T25 8.2 with one commit for all, each finding names that one', () => {
    const head = sandbox.git('rev-parse', `refs/heads/${one.branch}`);
    expect(one.head).toBe(head);
    expect(one.findings.map(({ commit }) => commit)).toEqual([head, head]);
  });

  it('B9 8.1 --in-place does not advise to bring in what it brings in', () => {
    expect(inPlace).not.toMatch(/fixpoint apply \S+ +# bring/);
    expect(sandbox.read('src/a.txt')).toBe('good a\n');
    expect(none.text).toMatch(/fixpoint apply \S+ +# bring/);
  });
});

describe('a score that its status contradicts', () => {
  it('B11 6.1 counts, and the run says so', () => {
    const words = 'BE-001: its status contradicts its score of 95, which counts';
    expect(odd.report.findings[0]).toMatchObject({ status: 'fixed' });
    expect(odd.report.problems).toContainEqual({ place: 'scores of challenger judge', message: words });
    expect(odd.text).toMatch(new RegExp(`Challenge of BE-001 by judge: BE-001 scored 95: Fine\\.; ${words}`));
    expect(odd.text.split('\n').filter((line) => line.includes(words))).toHaveLength(2);
  });
});
