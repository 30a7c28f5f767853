/** PROGRESS.txt: summaries of reviewers whatever their verdict, and levels that count when it is read back. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Report } from '../../../src/model/report.ts';
import { scriptedAgent, type ScriptedAgent } from '../../fakes/scripted.ts';
import { findingOf } from '../../support/accounted.ts';
import { changeSince, judging } from '../../support/judging.ts';
import { type Sandbox, openSandbox } from '../../support/sandbox.ts';

const found = (id: string, file: string) => ({
  id,
  severity: 'high',
  category: 'Naming',
  title: `It is bad, says ${id}`,
  description: 'Somebody will trip over it.',
  file_path: file,
  line_start: 1,
  line_end: 1,
  suggested_fix: 'Mend it.',
});
const good = (file: string) => ({ edits: [{ file, find: 'bad', replace: 'good' }] });

let sandbox: Sandbox;
let agent: ScriptedAgent;
let progress: string;
let text: string;
let report: Report;
let printed: string;
let markdown: string;
let fixed: { report: Report; asked: string[]; text: string };
let strict: { report: Report };

beforeAll(async () => {
  sandbox = openSandbox({ 'README.md': 'A place to try things.\n' });
  changeSince(sandbox, { 'src/a.txt': 'bad a\n', 'src/b.txt': 'bad b\n' });
  progress = join(sandbox.scratch, 'PROGRESS.txt');
  const reviewed = judging(sandbox, {
    command: ['run', '--progress', progress],
    set: ['limits.cycles=0'],
    scenario: {
      reviewers: {
        'test-quality': { findings: [found('TQ-001', 'src/a.txt')], summary: 'Verdict: PASSED\nbut for one thing.' },
        release: {
          findings: [],
          summary: 'Nothing to release yet; ghp_0123456789abcdefghijABCDEFGHIJ012345 is not for you.',
        },
        prose: { findings: [found('PR-001', 'src/b.txt')], summary: 'Two words could be better.' },
      },
    },
    reviewers: [
      { name: 'test-quality', skill: 'technical' },
      { name: 'release', skill: 'technical' },
      { name: 'prose', skill: 'technical', level: 'warning' },
    ],
  });
  printed = (await sandbox.run(reviewed.args)).stdout;
  text = readFileSync(progress, 'utf8');
  report = (await sandbox.report(['report', 'latest'])).report;
  markdown = (await sandbox.run(['report', 'latest', '--format', 'markdown'])).stdout;

  agent = scriptedAgent(join(sandbox.scratch, 'fixer'), {
    findings: { 'TQ-001': good('src/a.txt'), 'PR-001': good('src/b.txt') },
  });
  const house = `agents.house=${JSON.stringify({ kind: 'command', command: agent.command })}`;
  const fix = ['fix', '--from', progress, '--set', house, '--agent', 'house', '--verify', 'true'];
  const first = await sandbox.report([...fix, '--progress', progress]);
  fixed = {
    report: first.report,
    asked: agent.calls().flatMap(({ codes }) => codes),
    text: readFileSync(progress, 'utf8'),
  };
  writeFileSync(progress, text);
  strict = await sandbox.report([...fix, '--strict']);
});

afterAll(() => sandbox.dispose());

describe('what a reviewer says of the whole', () => {
  it('L03 FR-003 is logged to PROGRESS.txt whatever the verdict', () => {
    const entry = (name: string): string => text.split(/^---$/m).find((each) => each.includes(`- ${name} (`)) ?? '';
    expect(entry('release')).toContain('### Verdict: PASSED');
    expect(entry('release')).toContain('### Summary\n> Nothing to release yet;');
    expect(entry('prose')).toContain('### Verdict: NEEDS_WORK');
    expect(entry('prose')).toContain('### Summary\n> Two words could be better.');
    expect(text).not.toContain('ghp_0123456789');
  });

  it('A15 B8 2.3 is in the report: text, Markdown, JSON', () => {
    const summaries = Object.fromEntries(report.reviewers.map(({ name, summary }) => [name, summary]));
    expect(summaries).toMatchObject({
      prose: 'Two words could be better.',
      release: expect.stringContaining('Nothing'),
    });
    expect(printed).toContain('Reviewer prose: 1 finding\n  Two words could be better.\n');
    expect(markdown).toContain('**prose**, round 1: Two words could be better.');
    expect(JSON.stringify(report) + printed + markdown).not.toContain('ghp_0123456789');
  });

  it('L03 FR-004 keeps nothing from being read back', async () => {
    const { stdout } = await sandbox.run(['findings', '--from', progress, '--json']);
    const listing = JSON.parse(stdout);
    expect(
      listing.findings.map(({ code, level }: { code: string; level: string }) => [code, level]).toSorted(),
    ).toEqual([
      ['PR-001', 'warning'],
      ['TQ-001', 'blocking'],
    ]);
    expect(listing.problems).toEqual([]);
  });
});

describe('levels in PROGRESS.txt', () => {
  it('L12 FR-012 only what a blocking reviewer found is fixed by default, also from the file', () => {
    expect(fixed.asked).toEqual(['TQ-001']);
    expect(findingOf(fixed.report, 'TQ-001').status).toBe('fixed');
    expect(findingOf(fixed.report, 'PR-001')).toMatchObject({
      status: 'blocked',
      level: 'warning',
      reason: 'level warning is not fixed unless asked for (--strict)',
    });
  });

  it('L12 FR-013 --strict fixes all levels', () => {
    expect(strict.report.totals).toMatchObject({ total: 2, fixed: 2 });
  });

  it('L09 B2 FR-009 no entry is added for a review that did not take place', () => {
    expect(fixed.text.startsWith(text)).toBe(true);
    expect(fixed.text.slice(text.length)).toMatch(/^\[Review Fix\] [\d :-]+ UTC - test-quality\/TQ-001\n/);
    expect(fixed.text.match(/^\[Review\]/gm)).toHaveLength(3);
  });
});
