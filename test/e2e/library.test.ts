/** The library: all that the command line does. Both as it ships and as it is written. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, vi } from 'vitest';
import { readJournal } from '../../scripts/crash/journal.ts';
import type * as Fixpoint from '../../src/index.ts';
import { type Scenario, scriptedAgent } from '../fakes/scripted.ts';
import { inSandbox } from '../support/bad-agent.ts';
import type { Sandbox } from '../support/sandbox.ts';

const shipped = (): Promise<typeof Fixpoint> => import(fileURLToPath(new URL('../../dist/index.js', import.meta.url)));
const written = (): Promise<typeof Fixpoint> => import('../../src/index.ts');

const files = { 'a.txt': 'bad\n', 'b.txt': 'bad\n', 'AGENTS.md': 'Be brief.\n' };
const good: Scenario = {
  findings: {
    F1: { edits: [{ file: 'a.txt', find: 'bad', replace: 'good' }] },
    F2: { edits: [{ file: 'b.txt', find: 'bad', replace: 'good' }] },
  },
};

const placeOf = (sandbox: Sandbox) => ({
  cwd: sandbox.root,
  stateDir: join(sandbox.state, 'fixpoint'),
  env: sandbox.env,
});

const settingsFor = (sandbox: Sandbox, scenario: Scenario): Record<string, unknown> => {
  const { command } = scriptedAgent(join(sandbox.scratch, 'agent'), scenario);
  return { 'agents.fake': { kind: 'command', command }, 'fix.agent': 'fake', 'verify.commands': ['true'] };
};

const twoFindings = (sandbox: Sandbox): string[] => [
  sandbox.findings([
    { code: 'F1', file: 'a.txt', line: 1 },
    { code: 'F2', file: 'b.txt', line: 1 },
  ]),
];

describe.each([
  { name: 'as it ships', load: shipped },
  { name: 'as it is written', load: written },
])('library, $name', ({ load }) => {
  it('13.4 fixes findings, gives every event as it happens, and brings the result in', () =>
    inSandbox(async (sandbox) => {
      const { fix, status, report, apply, artifactPath } = await load();
      const place = placeOf(sandbox);
      const request = { from: twoFindings(sandbox), set: settingsFor(sandbox, good) };
      const run = await fix({ ...place, ...request });
      const types: string[] = [];
      for await (const event of run.events) {
        types.push(event.type);
        if (event.type === 'run.started') expect(event.request).toEqual(request);
      }
      const result = await run.result;
      expect([types[0], types.at(-1)]).toEqual(['run.started', 'run.finished']);
      expect(result).toMatchObject({ status: 'clean', totals: { fixed: 2 } });
      expect(await report({ ...place, run: run.run })).toEqual(result);
      expect(await status(place)).toEqual([expect.objectContaining({ run: run.run, status: 'clean' })]);
      expect(await artifactPath({ ...place, run: 'latest', name: 'result.patch' })).toContain(run.run);
      expect(await apply({ ...place, run: run.run })).toMatchObject({ applied: true, files: ['a.txt', 'b.txt'] });
      expect(sandbox.read('a.txt')).toBe('good\n');
      expect(await apply({ ...place, run: run.run, undo: true })).toMatchObject({ applied: true });
      expect(sandbox.read('a.txt')).toBe('bad\n');
      expect(await apply({ ...place, run: run.run, merge: true })).toMatchObject({ applied: true });
      expect(sandbox.git('log', '-1', '--format=%s')).toContain('F2');
    }, files));

  it('4.10, 13.4 is cancelled, and goes on where it stood', () =>
    inSandbox(async (sandbox) => {
      const { fix, resume, cancel, InputError } = await load();
      const place = placeOf(sandbox);
      const slow: Scenario = {
        findings: { ...good.findings, F2: [{ call: { hang: true } }, good.findings?.['F2'] ?? {}].flat() },
      };
      const set = { ...settingsFor(sandbox, slow), 'fix.concurrency': 1, 'verify.together': 'each' };
      const first = await fix({ ...place, from: twoFindings(sandbox), set });
      await vi.waitFor(() => {
        expect(readFileSync(join(sandbox.scratch, 'agent', 'calls.jsonl'), 'utf8')).toContain('F2');
        expect(readJournal(sandbox.folder).events.map(({ type }) => type)).toContain('head.accepted');
      }, 60_000);
      first.cancel();
      expect(await first.result).toMatchObject({ status: 'cancelled', totals: { fixed: 1, blocked: 1 } });
      const second = await resume({ ...place, run: 'latest' });
      expect(await second.result).toMatchObject({ status: 'clean', totals: { fixed: 2 } });
      await expect(resume({ ...place, run: first.run })).rejects.toThrow(InputError);
      await expect(cancel({ ...place, run: first.run })).rejects.toThrow('finished already');
    }, files));

  it('4.3, 13.4 shows what would be asked, and runs nothing', () =>
    inSandbox(async (sandbox) => {
      const { preview, status } = await load();
      const place = placeOf(sandbox);
      const shown = await preview({ ...place, from: twoFindings(sandbox), set: settingsFor(sandbox, good) });
      expect(shown.units.map(({ agent, findings }) => ({ agent, count: findings.length }))).toEqual([
        { agent: 'fake', count: 1 },
        { agent: 'fake', count: 1 },
      ]);
      expect(shown.units[0]?.prompt).toContain('Be brief.');
      expect(await status(place)).toEqual([]);
      expect(sandbox.git('for-each-ref', 'refs/fixpoint')).toBe('');
    }, files));

  it('2.7, 13.4 asks the reviewers of the configuration', () =>
    inSandbox(async (sandbox) => {
      const { run, preview } = await load();
      writeFileSync(
        join(sandbox.scratch, 'report.json'),
        JSON.stringify({
          findings: [{ title: 'bad', severity: 'minor', description: 'bad', file_path: 'a.txt', line_start: 1 }],
          summary: '',
        }),
      );
      const reviewers = [{ name: 'house', kind: 'tool', command: ['cat', join(sandbox.scratch, 'report.json')] }];
      const set = { reviewers, 'verify.commands': ['true'] };
      expect((await preview({ ...placeOf(sandbox), set })).notes[0]).toContain('house');
      const handle = await run({ ...placeOf(sandbox), set });
      expect(await handle.result).toMatchObject({
        status: 'leftovers',
        reviewers: [{ name: 'house', findings: 1 }],
        totals: { blocked: 1 },
      });
      await expect(run(placeOf(sandbox))).rejects.toThrow('No reviewers are configured');
    }, files));

  it('13.4 reads findings without a run, and says what could not be read', () =>
    inSandbox(async (sandbox) => {
      const { readFindings } = await load();
      const from = [
        sandbox.findings([
          { code: 'F1', file: 'a.txt', line: 1 },
          { code: 'F2', file: '../x' },
        ]),
      ];
      const { findings, problems } = await readFindings({
        stateDir: placeOf(sandbox).stateDir,
        from,
        root: sandbox.root,
      });
      expect(findings[0]).toMatchObject({ code: 'F1', file: 'a.txt', line: 1 });
      expect(problems).toEqual([expect.objectContaining({ message: expect.stringContaining('..') })]);
    }, files));

  it('13.4 rejects with an error that names the place', () =>
    inSandbox(async (sandbox) => {
      const { fix, ConfigError, InputError } = await load();
      await expect(fix({ ...placeOf(sandbox), from: ['nowhere.sarif'] })).rejects.toThrow(InputError);
      await expect(fix({ ...placeOf(sandbox), from: ['x'], set: { 'fix.concurency': 3 } })).rejects.toThrow(
        ConfigError,
      );
    }, files));

  it('13.1 means the latest run of the repository that it stands in, unless asked for all', () =>
    inSandbox(async (sandbox) => {
      const { fix, report, status } = await load();
      const place = placeOf(sandbox);
      const { run, result } = await fix({ ...place, from: [sandbox.findings([])] });
      await result;
      const elsewhere = { ...place, cwd: join(sandbox.folder, 'other') };
      mkdirSync(join(elsewhere.cwd, '.git'), { recursive: true });
      expect(await status(place)).toEqual([expect.objectContaining({ run })]);
      expect(await status(elsewhere)).toEqual([]);
      expect(await status({ ...elsewhere, all: true })).toEqual([expect.objectContaining({ run })]);
      await expect(report({ ...elsewhere, run: 'latest' })).rejects.toThrow('There are no runs here yet');
      expect(await report({ ...elsewhere, run })).toMatchObject({ run });
    }, files));
});
