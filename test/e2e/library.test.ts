/** The library, as it ships: all that the command line does. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type * as Fixpoint from '../../src/index.ts';
import { scriptedAgent } from '../fakes/scripted.ts';
import { inSandbox } from '../support/bad-agent.ts';

const load = (): Promise<typeof Fixpoint> => import(fileURLToPath(new URL('../../dist/index.js', import.meta.url)));

describe('library', () => {
  it('13.4 fixes findings, gives every event as it happens, and brings the result in', () =>
    inSandbox(
      async (sandbox) => {
        const { fix, status, report, apply } = await load();
        const { command } = scriptedAgent(join(sandbox.scratch, 'agent'), {
          default: { edits: [{ file: 'a.txt', find: 'bad', replace: 'good' }] },
        });
        const place = { cwd: sandbox.root, stateDir: join(sandbox.state, 'fixpoint'), env: sandbox.env };
        const set = { 'agents.fake': { kind: 'command', command }, 'fix.agent': 'fake', 'verify.commands': ['true'] };
        const run = await fix({ ...place, from: [sandbox.findings([{ code: 'F1', file: 'a.txt', line: 1 }])], set });
        const types: string[] = [];
        for await (const event of run.events) types.push(event.type);
        const result = await run.result;
        expect(types[0]).toBe('run.started');
        expect(types.at(-1)).toBe('run.finished');
        expect(result).toMatchObject({ status: 'clean', totals: { fixed: 1 } });
        expect(await report({ ...place, run: run.run })).toEqual(result);
        expect(await status(place)).toEqual([expect.objectContaining({ run: run.run, status: 'clean' })]);
        expect(await apply({ ...place, run: run.run })).toMatchObject({ applied: true, files: ['a.txt'] });
        expect(sandbox.read('a.txt')).toBe('good\n');
      },
      { 'a.txt': 'bad\n' },
    ));

  it('13.4 reads findings without a run, and says what could not be read', () =>
    inSandbox(
      async (sandbox) => {
        const { readFindings } = await load();
        const { findings, problems } = await readFindings({
          from: [
            sandbox.findings([
              { code: 'F1', file: 'a.txt', line: 1 },
              { code: 'F2', file: '../x' },
            ]),
          ],
          root: sandbox.root,
        });
        expect(findings).toEqual([expect.objectContaining({ code: 'F1', file: 'a.txt', line: 1 }), ...findings.slice(1)]);
        expect(problems).toEqual([expect.objectContaining({ message: expect.stringContaining('..') })]);
      },
      { 'a.txt': 'bad\n' },
    ));

  it('13.4 rejects with an error that names the place', () =>
    inSandbox(
      async (sandbox) => {
        const { fix, ConfigError, InputError } = await load();
        const place = { cwd: sandbox.root, stateDir: join(sandbox.state, 'fixpoint'), env: sandbox.env };
        await expect(fix({ ...place, from: ['nowhere.sarif'] })).rejects.toThrow(InputError);
        await expect(fix({ ...place, from: ['x'], set: { 'fix.concurency': 3 } })).rejects.toThrow(ConfigError);
      },
      { 'a.txt': 'bad\n' },
    ));

  it('13.1 means the latest run of the repository that it stands in, unless asked for all', () =>
    inSandbox(
      async (sandbox) => {
        const { fix, report, status } = await load();
        const place = { cwd: sandbox.root, stateDir: join(sandbox.state, 'fixpoint'), env: sandbox.env };
        const { run, result } = await fix({ ...place, from: [sandbox.findings([])] });
        await result;
        const elsewhere = { ...place, cwd: join(sandbox.folder, 'other') };
        mkdirSync(join(elsewhere.cwd, '.git'), { recursive: true });
        expect(await status(place)).toEqual([expect.objectContaining({ run })]);
        expect(await status(elsewhere)).toEqual([]);
        expect(await status({ ...elsewhere, all: true })).toEqual([expect.objectContaining({ run })]);
        await expect(report({ ...elsewhere, run: 'latest' })).rejects.toThrow('There are no runs here yet');
        expect(await report({ ...elsewhere, run })).toMatchObject({ run });
      },
      { 'a.txt': 'bad\n' },
    ));
});
