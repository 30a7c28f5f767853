/** Gates judge by their evidence alone, the cheap ones first. */
import { describe, expect, it } from 'vitest';
import { Config, type ConfigInput } from '../../config/schema.ts';
import type { CommandResult, ToolResult } from '../../model/verification.ts';
import type { Challenge } from '../../model/challenge.ts';
import type { Remark } from '../../model/remark.ts';
import { exampleFinding, exampleSnapshot, exampleVerification } from '../../../test/support/loop/examples.ts';
import { evidenceWords } from './evidence-words.ts';
import type { Gathered, Shown, Subject } from './gate.ts';
import { gateNamed, gates } from './gates.ts';

const subjectOf = (input: ConfigInput = {}, facts: Partial<Subject> = {}): Subject => ({
  findings: [exampleFinding('a'), exampleFinding('b')],
  config: Config.parse(input),
  isMachineMade: false,
  ...facts,
});

const proofOf = (facts: Partial<Shown> = {}): Shown => ({
  verification: exampleVerification(),
  places: {},
  before: {},
  rules: {},
  proof: { a: ['tests'], b: ['tests'] },
  nobody: {},
  ...facts,
});

const scored = (score: number): Challenge => ({ score, threshold: 90, feedback: 'look', improvements: [], votes: [] });

const good: Gathered = {
  answer: { a: { claim: 'fixed', explanation: '' }, b: { claim: 'fixed', explanation: '' } },
  change: exampleSnapshot('a.ts', 'b.ts'),
  piece: exampleSnapshot('a.ts', 'b.ts'),
  growth: { own: 3, run: 30 },
  reading: [],
  ruling: {},
  decision: null,
  check: exampleVerification(),
  proof: proofOf(),
  opinion: { a: scored(95), b: scored(90) },
  combination: { fate: 'holds', tree: 't1' },
};

const judge = (name: string, gathered: Gathered, subject = subjectOf()) => {
  const refusals = gateNamed(name)?.judge(gathered, subject);
  return refusals && Object.fromEntries(refusals);
};

const challenged: ConfigInput = {
  challenger: { agents: ['judge'] },
  agents: { judge: { kind: 'command', command: 'x' } },
};

describe('the list of gates', () => {
  it('has names of their own, and everything that costs a check behind what costs nothing', () => {
    const names = gates.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    const cost = {
      answer: 0,
      change: 0,
      piece: 0,
      growth: 0,
      reading: 0,
      // Nobody asks about a fix there.
      ruling: 0,
      check: 1,
      decision: 1,
      proof: 2,
      opinion: 3,
      combination: 4,
    } as const;
    const costs = gates.map(({ needs }) => Math.max(...needs.map((kind) => cost[kind])));
    expect(costs).toEqual(costs.toSorted((a, b) => a - b));
  });

  it.each(gates.map(({ name }) => name))('%s lets pass what is good, and does not judge without evidence', (name) => {
    expect(judge(name, good, subjectOf(challenged))).toEqual(name === 'justification' ? expect.anything() : {});
    expect(judge(name, {})).toBeNull();
  });
});

describe('a gate refuses', () => {
  it('no change, with a score of 0 only where somebody gives scores (6.5)', () => {
    const reason = 'no changes applied: the agent claimed a fix but changed nothing';
    expect(judge('no-change', { change: null })?.['a']).toEqual({ result: 'no-change', reason });
    expect(judge('no-change', { change: null }, subjectOf(challenged))?.['b']).toMatchObject({
      challenge: { score: 0 },
    });
  });

  it('what git keeps behind a filter', () => {
    expect(judge('protected', { change: { ...exampleSnapshot('a.ts'), protected: ['a.psd'] } })).toMatchObject({
      a: { result: 'refused', reason: 'changes a.psd, which git keeps behind a filter' },
    });
  });

  it('7.4 a finding whose own tests fail as before, unless a check that is more its own passes, or the user lets it', () => {
    const verification = exampleVerification({ stillRed: { a: ['adds up', 'counts'] } });
    const reason = 'the tests that speak about it failed before, and not one passes now: adds up; counts';
    expect(judge('stays-red', { ...good, proof: proofOf({ verification }) })).toEqual({
      a: { result: 'refused', reason },
    });
    const shown = (kind: 'tool' | 'target' | 'reproduction'): Gathered => ({
      ...good,
      proof: proofOf({ verification, proof: { a: [kind] } }),
    });
    expect(judge('stays-red', shown('tool'))).toEqual({});
    expect(judge('stays-red', shown('target'))).toEqual({});
    // Tests that came with the fix are the fixer's.
    expect(judge('stays-red', shown('reproduction'))).toHaveProperty('a');
    const allowed = subjectOf({ gates: { allow: ['stays-red'] } });
    expect(judge('stays-red', { ...good, proof: proofOf({ verification }) }, allowed)).toEqual({});
  });

  it('6.5 a change beside the point, and what cannot be separated from it', () => {
    const beside = { ...good, piece: exampleSnapshot('a.ts') };
    expect(judge('untouched', beside, subjectOf(challenged))).toMatchObject({
      a: { as: 'challenge', reason: 'its fix cannot be separated from that of B, which was not good enough' },
      b: { as: 'challenge', reason: expect.stringContaining('scored 0, needs 90: the change does not touch b.ts') },
    });
    expect(judge('untouched', beside)).toEqual({});
    expect(judge('untouched', beside, subjectOf(challenged, { isMachineMade: true }))).toEqual({});
  });

  it('5.5 code that does what it did, unless the tool that asks for another way to write it looks again', () => {
    const reading: Remark[] = [
      { gate: 'dead-code', rule: 'same-behaviour', file: 'a.ts', message: 'does what it did', accepted: 'a change' },
    ];
    const lint: ConfigInput = { reviewers: [{ name: 'lint', kind: 'tool', command: 'lint' }] };
    const of = (reviewer: string) => ({ findings: [{ ...exampleFinding('a'), reviewer }] });
    const said = (facts: Partial<Subject>) => judge('dead-code', { ...good, reading }, subjectOf(lint, facts));
    expect(said(of('somebody'))).toHaveProperty('a');
    expect(said(of('lint'))).toEqual({});
    expect(said({ ...of('somebody'), isMachineMade: true })).toEqual({});
  });

  it('4.5 a weak excuse, or flags it, as the configuration says', () => {
    const answer = { a: { claim: 'deferred', explanation: 'out of scope' } } as const;
    const excuse = (weak: 'refuse' | 'flag' | 'off') =>
      judge('justification', { answer }, subjectOf({ justification: { weak } }, { findings: [exampleFinding('a')] }));
    expect(excuse('refuse')).toMatchObject({ a: { result: 'refused', flag: expect.stringContaining('weak reason') } });
    expect(excuse('flag')).toMatchObject({ a: { result: 'no-change', reason: 'deferred: out of scope' } });
    expect(excuse('off')).toEqual({});
  });

  it.each([
    ['failed', 'refuse', true],
    ['unproven', 'refuse', true],
    ['unproven', 'accept', false],
    ['none', 'refuse', false],
  ] as const)('5.1 verification that %s, where unproven is to %s: %s', (verdict, unproven, refused) => {
    const proof = proofOf({ verification: exampleVerification({ verdict }) });
    const result = judge('verify', { ...good, proof }, subjectOf({ verify: { unproven } }));
    expect(result).toEqual(
      refused ? { a: { result: 'refused', reason: `verification: ${verdict}` }, b: expect.anything() } : {},
    );
  });

  it('8.3 what a hook refused as that, not as verification', () => {
    const hook = { command: 'pre-commit hook', hook: true, status: 'failed', exitCode: 1, signal: null } as const;
    const output = { durationMs: 1, stdout: '', stderr: 'no' };
    const shown = exampleVerification({ verdict: 'failed', reason: 'your hook', commands: [{ ...hook, ...output }] });
    expect(judge('hooks', { ...good, check: shown })).toMatchObject({ a: { reason: 'your hook' } });
    const failed = exampleVerification({ verdict: 'failed' });
    const each = subjectOf({ verify: { commands: ['npm test'], together: 'each' } });
    expect(judge('hooks', { ...good, check: failed }, each)).toEqual({});
  });

  it('5.7 what its own check refused as that, and nothing else', () => {
    const ended = { exitCode: 1, signal: null, durationMs: 1, stdout: '', stderr: '' };
    const own: CommandResult = { ...ended, command: 'check a', target: { files: ['a.ts'] }, status: 'failed' };
    const shown = exampleVerification({ verdict: 'failed', reason: 'check a failed', commands: [own] });
    const refused = { a: { result: 'refused', reason: 'check a failed' }, b: { result: 'refused' } };
    expect(judge('target', { ...good, check: shown })).toMatchObject(refused);
    const names = gates.map(({ name }) => name);
    expect(names.indexOf('target')).toBeLessThan(names.indexOf('hooks'));
    const suite: CommandResult = { ...ended, command: 'npm test', status: 'failed' };
    const failed = { ...shown, commands: [{ ...own, status: 'passed' as const }, suite] };
    expect(judge('target', { ...good, check: failed })).toEqual({});
    const unproven = { ...shown, verdict: 'unproven' as const };
    expect(judge('target', { ...good, check: unproven })).toMatchObject(refused);
    const accepting = subjectOf({ verify: { unproven: 'accept' } });
    expect(judge('target', { ...good, check: unproven }, accepting)).toEqual({});
  });

  it.each<NonNullable<ConfigInput['verify']>>([{ commands: ['npm test'] }, { together: 'each' }])(
    '8.3 what hooks could not be asked about, where nobody else looks at it by itself: %j',
    (verify) => {
      const check = exampleVerification({ verdict: 'setup-failed', reason: 'no network' });
      const refusal = { result: 'refused', reason: 'no network', as: 'verify' };
      expect(judge('hooks', { ...good, check }, subjectOf({ verify }))).toMatchObject({ a: refusal, b: refusal });
      expect(judge('hooks', { ...good, check: null }, subjectOf({ verify }))).toEqual({});
    },
  );

  it('7.1 what was noticed by reading it, with the line, the rule and what would be accepted', () => {
    const skipped: Remark = {
      gate: 'tests',
      rule: 'test-skipped',
      file: 'a.test.ts',
      line: 3,
      message: 'the test “adds” is skipped now',
      accepted: 'a fix with which it passes',
    };
    const refusal = {
      result: 'refused',
      reason:
        'a.test.ts:3: the test “adds” is skipped now (test-skipped). Accepted would be: a fix with which it passes',
    };
    expect(judge('tests', { ...good, reading: [skipped] })).toEqual({ a: refusal, b: refusal });
    expect(judge('types', { ...good, reading: [skipped] })).toEqual({});
    expect(judge('tests', { ...good, reading: [{ ...skipped, noteOnly: true }] })).toEqual({});
  });

  it('5.5 what the tool still reports, by the rules under which it counts the finding', () => {
    const again: ToolResult = { reviewer: 'eslint', status: 'ran', counts: { 'a.ts': { eqeqeq: 1 } }, places: [] };
    const proof = proofOf({
      verification: exampleVerification({ tools: [again] }),
      before: { eslint: { 'a.ts': { eqeqeq: 1 } } },
      rules: { eslint: { a: ['eqeqeq'] } },
    });
    expect(judge('tool', { ...good, proof })).toMatchObject({ a: { reason: 'eslint still reports eqeqeq in a.ts' } });
    expect(judge('tool', { ...good, proof: { ...proof, rules: {} } })).toEqual({});
  });

  it('5.10 what lacks the proof that is required', () => {
    const proof = proofOf({ proof: { a: ['tests'], b: ['tool'] }, nobody: { a: 'eslint is not there' } });
    const result = judge('proof', { ...good, proof }, subjectOf({ verify: { requireProof: ['tool'] } }));
    expect(result).toMatchObject({
      a: { reason: expect.stringContaining('no tool looks again (eslint is not there)') },
    });
  });

  it('7.5 what does not merge, and what fails with the others', () => {
    expect(judge('combined', { combination: { fate: 'conflict', files: ['x.ts'] } })).toMatchObject({
      a: { result: 'conflict', reason: 'another fix of the same step changed x.ts' },
    });
    expect(judge('combined', { combination: { fate: 'fails', reason: 'fails together' } })).toMatchObject({
      b: { result: 'refused', reason: 'fails together' },
    });
  });
});

describe('what a gate judged by', () => {
  it('is told in a few words for each kind of evidence', () => {
    const kinds = ['answer', 'change', 'piece', 'reading', 'check', 'proof', 'opinion', 'combination'] as const;
    expect(evidenceWords(kinds, good, 'a')).toEqual({
      answer: 'fixed',
      change: '2 files changed',
      piece: '2 files changed',
      reading: 'nothing noticed',
      check: 'passed, tree t0',
      proof: 'passed, tree t0',
      opinion: 'scored 95, needs 90',
      combination: 'holds, tree t1',
    });
    const without: Gathered = { opinion: {}, check: null, proof: proofOf({ verification: null }) };
    expect(evidenceWords(['opinion', 'check', 'proof'], without, 'a')).toEqual({
      opinion: 'nobody was asked',
      check: 'nothing to check with',
      proof: 'nothing to check with',
    });
  });
});

describe('7.7, 7.8 what others decide', () => {
  const remark = {
    gate: 'durable' as const,
    rule: 'new-schema',
    file: 'a.ts',
    line: 3,
    message: 'table t is new',
    accepted: 'a fix without it',
  };
  const added = (verdict: 'yes' | 'no' | 'nobody', words = ''): Gathered => ({
    ...good,
    reading: [remark],
    decision: { verdict, words },
  });

  it('7.7 what lasts goes on with a yes, and is refused for all of its findings without', () => {
    expect(judge('durable', added('yes'))).toEqual({});
    const refusals = judge('durable', added('no', 'no tables'));
    expect(Object.keys(refusals ?? {})).toEqual(['a', 'b']);
    expect(refusals).toMatchObject({
      a: { result: 'refused', reason: expect.stringMatching(/\(no tables\):\na\.ts:3: table t is new \(new-schema\)/) },
    });
    expect(judge('durable', added('nobody'))).toMatchObject({
      b: { reason: expect.stringMatching(/nobody was there/) },
    });
  });

  it.each([
    ['refuted', 'no-change', /^refuted by judge: seen/],
    ['upheld', 'refused', /^the finding holds, says judge: seen\. Fix it/],
    ['not-heard', 'refused', /^the dispute is not heard: seen/],
    ['undecided', 'refused', /^seen/],
  ] as const)('7.8 a finding that is %s ends its attempt as %s', (verdict, result, reason) => {
    const ruling = { a: { verdict, by: 'judge', reason: 'seen' } };
    expect(judge('dispute', { ...good, ruling })).toMatchObject({
      a: { result, reason: expect.stringMatching(reason), ruling: ruling.a },
    });
  });
});
