/** Challengers judge by comparison, and never by what the fixer thinks of its own change (6.1). */
import { expect, it } from 'vitest';
import type { ScriptedStep } from '../fakes/scripted.ts';
import { inSandbox } from '../support/bad-agent.ts';
import { challenging } from '../support/challenging.ts';

const files = { 'src/a.txt': 'bad a\n', 'src/b.txt': 'bad b\n', 'src/c.txt': 'c\n' };
const findings = ['a', 'b'].map((name) => ({ code: `F-${name}`, file: `src/${name}.txt`, line: 1 }));
const reasoning = 'I am certain that this is right, since I thought about it for long.';
const fix = (name: string, more: ScriptedStep['edits'] = []): ScriptedStep => ({
  edits: [{ file: `src/${name}.txt`, find: 'bad', replace: 'good' }, ...more],
  explanation: reasoning,
});

const run = (set: readonly string[] = []) =>
  inSandbox(async (sandbox) => {
    const { judge, args } = challenging(sandbox, {
      findings,
      scenario: { findings: { 'F-a': fix('a'), 'F-b': fix('b', [{ file: 'src/c.txt', write: 'd\n' }]) } },
      judges: { judge: { scores: { 'F-a': 95, 'F-b': 95 } } },
      set: ['fix.concurrency=1', 'verify.together=1', ...set],
    });
    const { report } = await sandbox.report(args);
    expect(report.findings.map(({ status }) => status)).toEqual(['fixed', 'fixed']);
    const { stdout } = await sandbox.run(['explain', report.run, 'F-b']);
    const asked = (code: string) => {
      const call = judge('judge')
        .calls()
        .find(({ codes }) => codes.includes(code));
      return { prompt: call?.prompt, input: call?.input };
    };
    return { first: asked('F-a'), second: asked('F-b'), explained: stdout };
  }, files);

it('6.1 with an accepted fix beside it, and what was noticed, but without the reasoning of the fixer', async () => {
  const { first, second, explained } = await run();
  expect(first?.input).toMatchObject({ beside: [], noticed: [] });
  expect(second?.input).toMatchObject({
    outcomes: [{ id: 'F-b', outcome: 'fixed' }],
    beside: [{ codes: ['F-a'], file: 'src/a.txt', diff: expect.stringContaining('+good a') }],
    noticed: ['it changes files that its finding is not about: src/c.txt'],
  });
  expect(second?.prompt).toContain('The fixer claims: fixed.');
  expect(second?.prompt).toContain('+good a');
  expect(JSON.stringify([first, second])).not.toContain(reasoning);
  expect(explained).toContain('judge was shown the finding, the change, and the fixes of F-a to compare with');
  expect(explained).toContain('judge was told: it changes files that its finding is not about: src/c.txt');
  expect(explained).toMatch(/less .*calls\/challenge\/.*prompt\.md {2}# what judge was shown to judge it/);
});

it('6.1 challenger.explanation lets them see it', async () => {
  const { second } = await run(['challenger.explanation=true']);
  expect(second?.prompt).toContain(`fixed: ${reasoning}`);
  expect(second?.input).toMatchObject({ outcomes: [{ explanation: reasoning }] });
});
