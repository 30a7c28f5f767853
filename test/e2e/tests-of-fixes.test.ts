/** What the tests of a fix show, through the command line (7.1, 7.4): who ran, who fails without it, what is named. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Report } from '../../src/model/report.ts';
import { scriptedAgent, type Scenario } from '../fakes/scripted.ts';
import { findingOf } from '../support/accounted.ts';
import { inSandbox } from '../support/bad-agent.ts';
import type { FindingInput, Sandbox } from '../support/sandbox.ts';

const wrong = 'export const pages = (total, size) => Math.floor(total / size) + 1;\n';
const right = 'export const pages = (total, size) => Math.ceil(total / size);\n';

const head = `import assert from 'node:assert';\nimport { test } from 'node:test';\nimport { pages } from '../src/pages.mjs';\n`;
const rest = `test('the last page is there', () => assert.equal(pages(11, 5), 3));\n`;
const exact = `test('a full page is no page more', () => assert.equal(pages(10, 5), 2));\n`;

const files = { 'src/pages.mjs': wrong, 'test/pages.test.mjs': `${head}${rest}` };
const finding: FindingInput = { code: 'F1', file: 'src/pages.mjs', line: 1, title: 'One page too many' };

const write = (texts: Record<string, string>): Scenario => ({
  findings: { F1: { edits: Object.entries(texts).map(([file, text]) => ({ file, write: text })) } },
});

type Options = { given?: FindingInput; start?: Record<string, string>; settings?: string[]; verify?: string };

const withNode = 'node --test --test-reporter=tap test/*.test.mjs';

const fix = (
  scenario: Scenario,
  { given = finding, start = files, settings = [], verify = withNode }: Options = {},
): Promise<Report> =>
  inSandbox(async (sandbox: Sandbox) => {
    const agent = scriptedAgent(join(sandbox.scratch, 'agent'), scenario);
    const chosen = [
      `agents.fake=${JSON.stringify({ kind: 'command', command: agent.command })}`,
      'limits.cycles=1',
      ...settings,
    ].flatMap((setting) => ['--set', setting]);
    const args = ['fix', '--from', sandbox.findings([given]), '--agent', 'fake', ...chosen, '--verify', verify];
    return (await sandbox.report(args)).report;
  }, start);

describe('tests that came with a fix', () => {
  it('7.4 5.10 fail without it, which proves the fix', async () => {
    const report = await fix(write({ 'src/pages.mjs': right, 'test/pages.test.mjs': `${head}${rest}${exact}` }));
    expect(findingOf(report, 'F1')).toMatchObject({ status: 'fixed', proof: ['reproduction', 'tests'] });
    const [attempt] = findingOf(report, 'F1').attempts;
    expect(attempt?.verification?.withoutFix).toMatchObject({
      verdict: 'fails',
      reason: expect.stringContaining('exit 1'),
    });
  });

  it('7.4 that pass without it are no proof, and are noted as such', async () => {
    const more = `test('one page for one', () => assert.equal(pages(1, 5), 1));\n`;
    const report = await fix(write({ 'src/pages.mjs': right, 'test/pages.test.mjs': `${head}${rest}${more}` }));
    expect(findingOf(report, 'F1')).toMatchObject({ status: 'fixed', proof: ['tests'] });
    expect(findingOf(report, 'F1').attempts[0]?.verification?.withoutFix?.verdict).toBe('passes');
  });

  it('7.4 are not tried where that is switched off, or where there are none', async () => {
    const off = await fix(write({ 'src/pages.mjs': right, 'test/pages.test.mjs': `${head}${rest}${exact}` }), {
      settings: ['verify.withoutFix=false'],
    });
    const none = await fix(write({ 'src/pages.mjs': right }));
    for (const report of [off, none])
      expect(findingOf(report, 'F1').attempts[0]?.verification?.withoutFix).toBeUndefined();
  });
});

describe('a test in a language that is read as text, of which a line is another one', () => {
  const half = 'half() {\n  echo $(($1 / 2))\n}\n';
  const rounded = 'half() {\n  echo $((($1 + 1) / 2))\n}\n';
  const looks = 'half() {\n  echo $(($1 >> 1))\n}\n';
  const tests = (...lines: string[]): string =>
    ['. ./lib/half.sh', 'wrong=0', 'same() { [ "$1" = "$2" ] || wrong=1; }', ...lines, 'exit $wrong', ''].join('\n');
  const of = (...lines: string[]): Record<string, string> => ({ 'tests/half.sh': tests(...lines) });
  const even = 'same 4 "$(half 8)"';
  const options: Options = {
    given: { ...finding, file: 'lib/half.sh', line: 2, title: 'Odd numbers are rounded down' },
    start: { 'lib/half.sh': half, ...of(even) },
    verify: 'sh tests/half.sh',
  };

  it('7.4 is no fix where the tests pass without it too', async () => {
    const report = await fix(write({ 'lib/half.sh': looks, ...of(`${even}; wrong=0`) }), options);
    expect(findingOf(report, 'F1').attempts[0]).toMatchObject({
      result: 'refused',
      gate: 'without-fix',
      reason: expect.stringContaining('a line of an existing test is not what it was'),
    });
  });

  it('7.4 is one where they fail without it', async () => {
    const report = await fix(write({ 'lib/half.sh': rounded, ...of('same 5 "$(half 9)"') }), options);
    expect(findingOf(report, 'F1')).toMatchObject({ status: 'fixed', proof: ['reproduction', 'tests'] });
  });
});

describe('tests that ran on the start', () => {
  it('7.1 run with the fix too: one that is skipped while it runs is missed', async () => {
    const setup = `import { test } from 'node:test';\nexport const only = (name, run) => test(name, (t) => (process.env.EVER ? run() : t.skip()));\n`;
    const start = {
      ...files,
      'test/helper.mjs': `import { test } from 'node:test';\nexport const only = (name, run) => test(name, run);\n`,
      'test/pages.test.mjs': `import assert from 'node:assert';\nimport { only } from './helper.mjs';\nimport { pages } from '../src/pages.mjs';\nonly('the last page is there', () => assert.equal(pages(11, 5), 3));\n`,
    };
    const settings = ['gates.testIntegrity=false'];
    const report = await fix(write({ 'src/pages.mjs': right, 'test/helper.mjs': setup }), { start, settings });
    expect(findingOf(report, 'F1').attempts[0]).toMatchObject({
      result: 'refused',
      reason: expect.stringContaining('the last page is there'),
    });
  });
});

describe('a test that a finding names', () => {
  const named: FindingInput = { ...finding, reproduction: 'test/exact.test.mjs' };
  const settings = ['verify.reproduction=["node","--test","{test}"]'];
  const start = { ...files, 'test/exact.test.mjs': `${head}${exact}` };

  it('7.4 has to fail on the start and to pass with the fix', async () => {
    const report = await fix(write({ 'src/pages.mjs': right }), { given: named, start, settings });
    expect(findingOf(report, 'F1')).toMatchObject({ status: 'fixed', proof: ['reproduction', 'tests'] });
  });

  it('7.4 refuses a fix with which it still fails, whatever else passes', async () => {
    const report = await fix(write({ 'src/pages.mjs': `${wrong}// checked\nexport const size = 5;\n` }), {
      given: named,
      start,
      settings,
    });
    expect(findingOf(report, 'F1').attempts[0]).toMatchObject({
      result: 'refused',
      gate: 'target',
      reason: expect.stringContaining('a finding whose reproduction still fails is not fixed'),
    });
  });

  it('7.4 refuses every fix where it passes on the start: then it does not show the finding', async () => {
    const report = await fix(write({ 'src/pages.mjs': right }), {
      given: { ...finding, reproduction: 'test/pages.test.mjs' },
      settings,
    });
    expect(findingOf(report, 'F1').attempts[0]).toMatchObject({
      result: 'refused',
      reason: expect.stringContaining('passes on the untouched start'),
    });
  });
});

const inTap = ['node', '--test', '--test-reporter=tap'];
const checked = { ...files, 'test/checks/pages.test.mjs': `${head.replace('../src', '../../src')}${exact}` };
const target = `verify.targets=${JSON.stringify([{ files: 'src/{name}.mjs', command: [...inTap, 'test/checks/{name}.test.mjs'] }])}`;

describe('tests that fail from the start', () => {
  const red = { ...files, 'test/pages.test.mjs': `${head}${rest}${exact}` };

  it('7.4 and speak about a finding have to pass with its fix', async () => {
    const plausible = wrong.replace('+ 1', '- -1');
    for (const together of ['each', 'auto']) {
      const settings = [`verify.together=${together}`];
      const refused = await fix(write({ 'src/pages.mjs': plausible }), { start: red, settings });
      expect(findingOf(refused, 'F1').attempts[0]).toMatchObject({ gate: 'stays-red', result: 'refused' });
    }
    const fixed = await fix(write({ 'src/pages.mjs': right }), { start: red });
    expect(findingOf(fixed, 'F1').status).toBe('fixed');
  });

  it('7.4 and are not run any more have not passed', async () => {
    const edits = [
      { file: 'src/pages.mjs', write: wrong.replace('+ 1', '- -1') },
      { file: 'test/pages.test.mjs', write: `${head}${rest}` },
    ];
    const settings = ['gates.testIntegrity=false'];
    const report = await fix({ findings: { F1: { edits } } }, { start: red, settings });
    expect(findingOf(report, 'F1').attempts[0]).toMatchObject({ gate: 'stays-red', result: 'refused' });
  });

  it('7.4 and speak about something else do not keep a fix out', async () => {
    const other = `import { sum } from '../src/sum.mjs';\ntest('adds', () => assert.equal(sum(1, 1), 2));\n`;
    const start = {
      ...files,
      'src/sum.mjs': 'export const sum = (a, b) => a - b;\n',
      'test/sum.test.mjs': `${head.split('\n').slice(0, 2).join('\n')}\n${other}`,
    };
    expect(findingOf(await fix(write({ 'src/pages.mjs': right }), { start }), 'F1').status).toBe('fixed');
  });
});

describe('a check of its own that was made to pass', () => {
  const weakened = (test: string): Scenario =>
    write({
      'src/pages.mjs': wrong.replace('+ 1', '- -1'),
      'test/checks/pages.test.mjs': `${head.replace('../src', '../../src')}${test}`,
    });
  const gates = 'gates.testIntegrity=false';

  it.each([
    ['is emptied', ''],
    ['demands something else', exact.replace('2))', '3))')],
  ])('7.4 proves nothing: it %s', async (_, test) => {
    const report = await fix(weakened(test), { start: checked, settings: [target, gates] });
    expect(findingOf(report, 'F1').attempts[0]).toMatchObject({ gate: 'target', result: 'refused' });
  });

  it('7.4 proves something where tests were only added to it', async () => {
    const more = `${head.replace('../src', '../../src')}${exact}${rest}`;
    const scenario = write({ 'src/pages.mjs': right, 'test/checks/pages.test.mjs': more });
    const report = await fix(scenario, { start: checked, settings: [target, gates] });
    expect(findingOf(report, 'F1')).toMatchObject({ status: 'fixed', proof: expect.arrayContaining(['target']) });
  });
});
