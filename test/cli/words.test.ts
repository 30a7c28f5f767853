import { expect, it } from 'vitest';
import { EndedAtOnce } from '../../src/app/runs/steer.ts';
import { applyText } from '../../src/cli/texts/apply-text.ts';
import { printPreview } from '../../src/cli/texts/dry-run.ts';
import { exitCode } from '../../src/cli/exit-code.ts';
import { fail, UsageError } from '../../src/cli/fail.ts';
import { statusText } from '../../src/cli/texts/status-text.ts';
import { ConfigError } from '../../src/config/error.ts';
import type { RunOverview } from '../../src/app/runs/status.ts';
import { capturedIo } from './captured-io.ts';

it('13.2 gives every status its exit code', () => {
  expect((['clean', 'leftovers', 'failed', 'cancelled', null] as const).map(exitCode)).toEqual([0, 2, 1, 130, 1]);
});

it('13.2 prints an expected error as it is, without a stack', async () => {
  const { io, out, err } = capturedIo();
  expect(await fail(new UsageError('--set needs \u001B[1mkey=value'), io, false)).toBe(1);
  expect(err()).toBe('fixpoint: --set needs \\x1b[1mkey=value\n');
  expect(out()).toBe('');
});

it('14, 16 prints an error of the configuration with all its problems, as text once and as JSON', async () => {
  const error = new ConfigError([
    { place: 'fixpoint.yaml:1:1', message: 'no', suggestion: 'yes' },
    { place: 'fixpoint.yaml:2:1', message: 'nor this' },
  ]);
  const text = capturedIo();
  await fail(error, text.io, false);
  expect(text.err().match(/nor this/g)).toHaveLength(1);
  const json = capturedIo();
  await fail(error, json.io, true);
  expect(JSON.parse(json.out()).error.problems).toHaveLength(2);
  expect(json.err()).toBe('');
});

it('13.2 calls anything else a bug, and shows the stack on request', async () => {
  const quiet = capturedIo();
  expect(await fail(new TypeError('x is not a function'), quiet.io, true)).toBe(1);
  expect(JSON.parse(quiet.out())).toEqual({ error: { message: 'x is not a function', problems: [] } });
  expect(quiet.err()).toContain('FIXPOINT_DEBUG=1');
  const debug = capturedIo({ FIXPOINT_DEBUG: '1' });
  await fail(new TypeError('x is not a function'), debug.io, false);
  expect(debug.err()).toContain('    at ');
  const odd = capturedIo();
  expect(await fail('a text', odd.io, false)).toBe(1);
  expect(odd.err()).toContain('a text');
});

it('4.10 ends with 130 when a run was ended at once', async () => {
  expect(await fail(new EndedAtOnce('ended'), capturedIo().io, false)).toBe(130);
});

const applied = { run: 'r1', applied: true, files: ['a.ts'], skipped: [], conflicts: [] };

it('8.1 says what apply did and how to take it back', () => {
  expect(applyText(applied)).toBe(
    'Changed 1 file in your checkout:\n  a.ts\nTake it back with: fixpoint apply r1 --undo\n',
  );
  expect(applyText({ ...applied, skipped: ['b.ts'] }, 'undo')).toBe(
    'Put back 1 file in your checkout:\n  a.ts\nLeft as they are:\n  b.ts\n',
  );
  expect(applyText({ ...applied, files: ['a.ts', 'b.ts'] }, 'merge')).toMatch(/^Merged 2 files/);
  expect(applyText({ ...applied, files: [], message: 'Nothing to apply.' })).toBe('Nothing to apply.\n');
});

it('8.4 says which files do not fit', () => {
  const refused = {
    ...applied,
    applied: false,
    files: [],
    conflicts: [{ file: 'a\u001B.ts', reason: 'changed since' }],
  };
  expect(applyText(refused)).toContain('because these files do not fit:\n  a\\x1b.ts: changed since\n');
  expect(applyText({ ...refused, conflicts: [] })).toBe('Nothing was changed in your checkout.\n');
});

const overview: RunOverview = {
  run: '20260301-100000-abcd',
  root: '/repo',
  status: 'interrupted',
  command: 'fix',
  startedAt: '2026-03-01T10:00:00.000Z',
  lastAt: '2026-03-01T10:05:00.000Z',
  totals: { total: 2, fixed: 1, notRechecked: 0, blocked: 0, dismissed: 0, open: 1 },
  branch: null,
};

it('13.1 lists runs in columns and says how to go on with an interrupted one', () => {
  expect(statusText([overview, { ...overview, run: 'x', status: 'clean', branch: 'fixpoint/x' }])).toBe(
    [
      '20260301-100000-abcd  fix  interrupted  2026-03-01 10:00:00  5 min 0 s  2 findings, 1 fixed, 0 blocked, 1 still open',
      'x                     fix  clean        2026-03-01 10:00:00  5 min 0 s  2 findings, 1 fixed, 0 blocked, 1 still open  fixpoint/x',
      '',
      'Resume an interrupted run: fixpoint resume 20260301-100000-abcd',
      '',
    ].join('\n'),
  );
});

it('13.1 calls a plan planned and a review by what it found, says what runs cost, and where they are if that differs', () => {
  const asked = (command: RunOverview['command'], more: Partial<RunOverview> = {}): string =>
    statusText([{ ...overview, command, status: 'leftovers', ...more }]);
  expect(asked('plan')).toMatch(/ {2}plan {2}planned .* {2}2 findings\n$/);
  expect(asked('review')).toMatch(/ {2}review {2}findings .* {2}2 findings\n$/);
  expect(asked('clarify')).toMatch(/ {2}clarify {2}ready to plan /);
  expect(asked('plan', { stopReason: 'budget' })).toMatch(/ {2}plan {2}leftovers /);
  expect(asked('fix', { usd: 1.5 })).toMatch(/1 still open {2}\$1\.50\n$/);
  const both = statusText([overview, { ...overview, root: '/other' }]);
  expect(both).toMatch(/ {2}\/repo\n.* {2}\/other\n/);
});

it('4.3 prints prompts exactly, and says where there is none', async () => {
  const { io, out } = capturedIo();
  const units = [
    { agent: 'autofix', findings: ['id'], prompt: null },
    { agent: 'house', findings: ['id'], prompt: 'Fix\tthis.\n' },
  ];
  const preview = { findings: [], units, notes: ['one entry could not be read'] };
  expect(await printPreview(preview, { color: false }, io)).toBe(0);
  expect(out()).toContain('one entry could not be read');
  expect(out()).toContain('--- call 1: id, by autofix\nApplies machine-made edits; there is no prompt.');
  expect(out()).toContain('--- call 2: id, by house\nFix\tthis.\n');
});
