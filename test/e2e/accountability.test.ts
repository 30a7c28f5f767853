/** Every finding is answered for, and only for a reason that counts may one be left (4.4, 4.5, 4.6). */
import { describe, expect, it } from 'vitest';
import { weakJustifications } from '../../src/config/sections/proving.ts';
import type { Attempt } from '../../src/model/attempt.ts';
import type { Report } from '../../src/model/report.ts';
import type { ScriptedStep } from '../fakes/scripted.ts';
import { expectAccounted, findingOf } from '../support/accounted.ts';
import { inSandbox } from '../support/bad-agent.ts';
import { fixing, type FixingOptions } from '../support/fixing.ts';
import type { Sandbox } from '../support/sandbox.ts';

/** What a fixer says, by the phrase of the list that it comes down to. */
const reworded: Readonly<Record<(typeof weakJustifications)[number], string>> = {
  'unrelated to the current changes': 'It has nothing to do with this change.',
  'would take too long': 'That would need too much time.',
  'takes too long': 'Refactoring all of it simply takes too long',
  'out of scope': 'This goes beyond the scope of this PR.',
  'pre-existing issue': 'The bug has been there for years.',
  'requires significant refactoring': 'Needs a major rewrite.',
  "don't have enough context": 'I am not familiar with this codebase.',
  'too complex': 'Overly complicated.',
  'should be done in a separate PR': 'Better handled in a follow-up ticket.',
  'not my change': 'I did not write this code.',
};

type Excuse = { code: string; said: string; phrase: string };

const weak: Excuse[] = [
  ...weakJustifications.map((phrase, index) => ({ code: `W${index}`, said: `I left it: ${phrase}.`, phrase })),
  ...weakJustifications.map((phrase, index) => ({ code: `R${index}`, said: reworded[phrase], phrase })),
  { code: 'N0', said: '', phrase: 'no reason given' },
];

/** One for each kind of 4.5; some say a weak phrase as well. */
const good: Omit<Excuse, 'phrase'>[] = [
  'The API key for the payment service is not available here.',
  'A person has to decide whether old clients still count; it is too complex to guess.',
  'The referenced file is missing.',
  'This would be a breaking change of the public interface, and the intent is unclear.',
  'The dependency left-pad is not installed; out of scope.',
  'An architectural constraint: model must not import stages. Not my change.',
].map((said, index) => ({ code: `G${index}`, said }));

const fileOf = (code: string): string => `src/${code}.txt`;
const allInOne = 'src/all.txt';
const fixed = (code: string, file = fileOf(code)): ScriptedStep => ({
  edits: [{ file, find: `bad ${code}`, replace: `good ${code}` }],
});

/** One call for all; each finding has a file of its own, or all of them share one. */
const asked = (
  sandbox: Sandbox,
  steps: Readonly<Record<string, ScriptedStep | ScriptedStep[]>>,
  { shared = false, ...more }: Partial<Pick<FixingOptions, 'set' | 'verify'>> & { shared?: boolean } = {},
) => {
  const findings = Object.keys(steps).map((code, index) =>
    shared ? { code, file: allInOne, line: index + 1 } : { code, file: fileOf(code), line: 1 },
  );
  return fixing(sandbox, {
    findings,
    scenario: { findings: { ...steps } },
    ...more,
    set: ['fix.mode=batch', ...(more.set ?? [])],
  });
};

const filesFor = (codes: readonly string[]): Record<string, string> =>
  Object.fromEntries(codes.map((code) => [fileOf(code), `bad ${code}\n`]));
const inOneFile = (codes: readonly string[]): Record<string, string> => ({
  [allInOne]: codes.map((code) => `bad ${code}\n`).join(''),
});

const attemptsAt = (report: Report, code: string): Pick<Attempt, 'claim' | 'result' | 'gate' | 'reason' | 'flag'>[] =>
  findingOf(report, code).attempts.map(({ claim, result, gate, reason, flag }) => ({
    claim,
    result,
    gate,
    reason,
    flag,
  }));

const accepted = { claim: 'fixed', result: 'accepted', gate: undefined, reason: undefined, flag: undefined };
const noReason = (phrase: string, said: string): string =>
  `this is no reason not to fix it (${phrase}): ${said || 'none'}`;
const flagged = (phrase: string, said: string): string => `weak reason (${phrase}): ${said || 'none'}`;
/** One entry for each of the explanations. */
const byCode = <Entry extends { code: string }, Value>(
  entries: readonly Entry[],
  value: (entry: Entry) => Value,
): Record<string, Value> => Object.fromEntries(entries.map((entry) => [entry.code, value(entry)]));

describe('what is put off comes back', () => {
  const codes = [...weak, ...good].map(({ code }) => code);
  const others = ['MISSING', 'PARTIAL', 'STRANGER'];
  const partial = 'Fixed for numbers; strings remain.';

  it('4.4, 4.5 with what was said, and what was no reason is refused', () =>
    inSandbox(
      async (sandbox) => {
        const steps = {
          ...byCode([...weak, ...good], ({ code, said }) => [
            { outcome: 'deferred', explanation: said },
            fixed(code, allInOne),
          ]),
          MISSING: [{ missing: true }, fixed('MISSING', allInOne)],
          PARTIAL: [{ outcome: 'deferred', explanation: partial }, fixed('PARTIAL', allInOne)],
          STRANGER: [{ as: 'F999', outcome: 'blocked', explanation: 'nobody asked' }, fixed('STRANGER', allInOne)],
        };
        const { agent, args } = asked(sandbox, steps, { shared: true });
        const { ended, report } = await sandbox.report(args);
        expect(ended.code, ended.stderr).toBe(0);
        expectAccounted(report, sandbox);
        const first = Object.fromEntries(report.findings.map(({ code }) => [code, attemptsAt(report, code)[0]]));
        const putOff = { claim: 'deferred', result: 'no-change', gate: undefined, flag: undefined };
        const unanswered = {
          claim: 'none',
          result: 'not-answered',
          gate: undefined,
          reason: 'no status given',
          flag: undefined,
        };
        expect(first).toEqual({
          ...byCode(weak, ({ phrase, said }) => ({
            claim: 'deferred',
            result: 'refused',
            gate: 'justification',
            reason: noReason(phrase, said),
            flag: flagged(phrase, said),
          })),
          ...byCode(good, ({ said }) => ({ ...putOff, reason: `deferred: ${said}` })),
          MISSING: unanswered,
          PARTIAL: { ...putOff, reason: `deferred: ${partial}` },
          STRANGER: unanswered,
        });
        for (const code of [...codes, ...others]) expect(attemptsAt(report, code).slice(1), code).toEqual([accepted]);
        expect(report.problems.map(({ message }) => message).join('\n')).toContain(
          'it names what it was not asked about: F999',
        );
        const [before, again, ...more] = agent.calls('fix');
        expect(more).toEqual([]);
        expect(again?.codes.toSorted()).toEqual([...codes, ...others].toSorted());
        for (const phrase of weakJustifications) expect(before?.prompt).toContain(`"${phrase}"`);
        for (const { phrase, said } of weak) expect(again?.prompt).toContain(noReason(phrase, said));
        for (const words of [partial, 'no status given', ...good.map(({ said }) => said)])
          expect(again?.prompt).toContain(words);
      },
      inOneFile([...codes, ...others]),
    ));
});

describe('what is blocked stays blocked', () => {
  it('4.5 and a weak reason for it is flagged, in every report; a good one is not', () =>
    inSandbox(
      async (sandbox) => {
        const { agent, args } = asked(
          sandbox,
          byCode([...weak, ...good], ({ said }) => ({ outcome: 'blocked', explanation: said })),
          { verify: null, shared: true },
        );
        const { ended, report } = await sandbox.report(args);
        expect(ended.code, ended.stderr).toBe(2);
        expectAccounted(report, sandbox);
        expect(agent.calls()).toHaveLength(1);
        const blocked = { claim: 'blocked', result: 'no-change', gate: undefined };
        const ends = Object.fromEntries(
          report.findings.map(({ code, reason }) => [code, { reason, attempts: attemptsAt(report, code) }]),
        );
        const because = (said: string) => ({ reason: said || 'no explanation given' });
        const attempt = (said: string, flag?: string) => ({
          ...blocked,
          reason: `blocked: ${because(said).reason}`,
          flag,
        });
        expect(ends).toEqual({
          ...byCode(weak, ({ said, phrase }) => ({
            ...because(said),
            attempts: [attempt(said, flagged(phrase, said))],
          })),
          ...byCode(good, ({ said }) => ({ ...because(said), attempts: [attempt(said)] })),
        });
        expect(ended.stderr.match(/flagged: weak reason/g)).toHaveLength(weak.length);
        for (const format of ['text', 'markdown']) {
          const { stdout } = await sandbox.run(['report', report.run, '--format', format]);
          expect(stdout.match(/Flagged\W.*weak reason/g), format).toHaveLength(weak.length);
        }
      },
      inOneFile([...weak, ...good].map(({ code }) => code)),
    ));

  const [listed, own] = ['This is out of scope.', 'We will do that next sprint.'];
  const policies = [
    {
      name: 'flag, with phrases of a team in place of the list: nothing is refused',
      set: ['justification.weak=flag', 'justification.phrases=["next sprint"]'],
      flag: flagged('next sprint', own),
    },
    { name: 'off: every reason counts', set: ['justification.weak=off'], flag: undefined },
  ];

  it.each(policies)('4.5 $name', ({ set, flag }) =>
    inSandbox(
      async (sandbox) => {
        const steps = {
          LISTED: { outcome: 'deferred', explanation: listed },
          OWN: { outcome: 'deferred', explanation: own },
          BLOCKED: { outcome: 'blocked', explanation: own },
        };
        const { agent, args } = asked(sandbox, steps, { verify: null, set: ['limits.cycles=1', ...set], shared: true });
        const { report } = await sandbox.report(args);
        expectAccounted(report, sandbox);
        expect(Object.keys(steps).map((code) => attemptsAt(report, code))).toEqual([
          [{ claim: 'deferred', result: 'no-change', reason: `deferred: ${listed}` }],
          [{ claim: 'deferred', result: 'no-change', reason: `deferred: ${own}`, flag }],
          [{ claim: 'blocked', result: 'no-change', reason: `blocked: ${own}`, flag }],
        ]);
        expect(findingOf(report, 'BLOCKED')).toMatchObject({ status: 'blocked', reason: own });
        const [prompt] = agent.calls().map((call) => call.prompt);
        expect(prompt).not.toContain('"out of scope"');
        expect(prompt?.includes('"next sprint"')).toBe(flag !== undefined);
      },
      inOneFile(['LISTED', 'OWN', 'BLOCKED']),
    ),
  );
});

describe('4.6 every path has an end', () => {
  const ends: Record<string, { step: ScriptedStep | ScriptedStep[]; last: RegExp; attempts: number }> = {
    DEFERRED: {
      step: { outcome: 'deferred', explanation: 'The second loop remains.' },
      last: /nothing was changed: deferred: The second/,
      attempts: 3,
    },
    WEAK: {
      step: { outcome: 'deferred', explanation: 'Too complex.' },
      last: /no reason.*too complex/i,
      attempts: 3,
    },
    SILENT: { step: { missing: true }, last: /the agent gave no answer: no status given/, attempts: 3 },
    IDLE: { step: {}, last: /3 attempts: the agent claimed a fix but changed nothing/, attempts: 3 },
    MIXED: {
      step: [{ missing: true }, { outcome: 'deferred', explanation: 'One of two is done.' }, { outcome: 'perhaps' }],
      last: /the agent gave no answer: no status given/,
      attempts: 3,
    },
    HALF: {
      step: {
        edits: [{ file: fileOf('HALF'), append: 'half\n' }],
        outcome: 'deferred',
        explanation: 'The other half remains.',
      },
      last: /nothing was changed: deferred: The other half remains/,
      attempts: 3,
    },
    BLOCKED: {
      step: [
        { outcome: 'deferred', explanation: '' },
        { outcome: 'blocked', explanation: 'The file tax.csv is missing.' },
      ],
      last: /^The file tax.csv is missing.$/,
      attempts: 2,
    },
  };
  const codes = Object.keys(ends);

  it('deferred or without an answer beyond its tries, a finding is blocked, and says why', () =>
    inSandbox(
      async (sandbox) => {
        const steps = Object.fromEntries(Object.entries(ends).map(([code, { step }]) => [code, step]));
        const { agent, args } = asked(sandbox, { ...steps, FIXED: fixed('FIXED') }, { set: ['limits.cycles=5'] });
        const { ended, report } = await sandbox.report(args);
        expect(ended.code, ended.stderr).toBe(2);
        expectAccounted(report, sandbox);
        expect(report).toMatchObject({
          status: 'leftovers',
          totals: { total: codes.length + 1, fixed: 1, blocked: codes.length, open: 0 },
        });
        for (const [code, { last, attempts }] of Object.entries(ends)) {
          expect(findingOf(report, code)).toMatchObject({ status: 'blocked', reason: expect.stringMatching(last) });
          expect(attemptsAt(report, code), code).toHaveLength(attempts);
          if (attempts === 3) expect(findingOf(report, code).reason).toMatch(/^not fixed after 3 attempts: /);
        }
        expect(agent.calls().map((call) => call.codes.length)).toEqual([
          codes.length + 1,
          codes.length,
          codes.length - 1,
        ]);
        // Nobody stands for what was changed about a finding that is put off.
        expect(sandbox.git('diff', '--name-only', report.start, String(report.head))).toBe(fileOf('FIXED'));
      },
      filesFor([...codes, 'FIXED']),
    ));
});
