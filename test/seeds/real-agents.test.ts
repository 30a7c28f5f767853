/** Every preset once through with the real Claude Code, whose model is scripted; TurboWrap with the real Gemini CLI as well. */
import { expect, describe, it } from 'vitest';
import type { Report } from '../../src/model/report.ts';
import { findingOf } from '../support/accounted.ts';
import { inSandbox } from '../support/bad-agent.ts';
import { calls } from '../support/claude-fixing.ts';
import { changeSince } from '../support/judging.ts';
import { anthropic } from '../support/model/anthropic.ts';
import { gemini } from '../support/model/gemini.ts';
import { missingNullCheck as flat, structured } from '../support/model/missing-null-check.ts';
import type { ModelRequest, Turn } from '../support/model/protocol.ts';
import { type ModelServer, startModel } from '../support/model/server.ts';
import { realAgent } from '../support/real-agents.ts';
import type { Sandbox } from '../support/sandbox.ts';

const files = { 'README.md': 'A place to try things.\n', 'specs/users.md': 'An unknown user is null.\n' };
const changed = { 'src/user.ts': 'export const find = (id) => users[id].name;\n' };

const grouped = structured({
  groups: [
    {
      description: 'Independent fixes - batch 1',
      findings: [
        {
          id: 'BE-001',
          file: 'src/user.ts',
          line: '1',
          issue: 'Missing null check',
          severity: 'high',
          category: 'spec_gap',
          fix_hint: 'Check for it.',
        },
      ],
    },
  ],
  summary: 'One thing.',
});

const plan = structured({
  execution_steps: [
    {
      step: 1,
      reason: 'One finding.',
      issues: [
        {
          code: 'BE-001',
          plan: {
            approach: 'patch',
            steps: ['Use optional chaining'],
            estimated_lines_changed: 1,
            risks: [],
            verification: 'Ask for nobody.',
          },
          related_files: [],
          existing_patterns: [],
        },
      ],
    },
  ],
});

const fix = [
  ...calls.edit('src/user.ts', 'users[id].name', 'users[id]?.name'),
  calls.report('BE-001', 'fixed', 'Guards the access in src/user.ts.'),
];
const refix = [
  ...calls.edit('src/user.ts', 'users[id]?.name', 'users[id]?.name ?? null'),
  calls.report('BE-001', 'fixed', 'It is null in src/user.ts.'),
];

/** What the model does for each kind of prompt, call by call. */
type Script = Readonly<Record<string, Turn[][]>>;

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const messagesOf = ({ body }: ModelRequest): Record<string, unknown>[] =>
  (Array.isArray(body['messages']) ? body['messages'] : []).filter(isRecord);

const play = (script: Script): ((request: ModelRequest) => Turn) => {
  const begun = new Map<string, number>();
  const beginningOf = ({ role, content }: Record<string, unknown>): string | undefined =>
    role === 'user' ? Object.keys(script).find((words) => JSON.stringify(content).includes(words)) : undefined;
  return (request) => {
    const messages = messagesOf(request);
    const asked = messages.findLastIndex((message) => beginningOf(message) !== undefined);
    const words = beginningOf(messages[asked] ?? {}) ?? '';
    const step = messages.slice(asked + 1).filter(({ role }) => role === 'assistant').length;
    if (step === 0) begun.set(words, (begun.get(words) ?? 0) + 1);
    return script[words]?.[(begun.get(words) ?? 1) - 1]?.[step] ?? { text: 'Done.' };
  };
};

/** With the agent under the name that the preset gives it. */
const through = async (
  sandbox: Sandbox,
  args: readonly string[],
  script: Script,
  env: Record<string, string> = {},
): Promise<{ report: Report; code: number | null; stderr: string; model: ModelServer }> => {
  const model = await startModel(anthropic, play(script));
  try {
    const all = { ...sandbox.env, ANTHROPIC_BASE_URL: model.url, ANTHROPIC_API_KEY: 'sk-ant-scripted', ...env };
    const { ended, report } = await sandbox.report(args, { env: all });
    return { report, code: ended.code, stderr: ended.stderr, model };
  } finally {
    await model.close();
  }
};

const claude = ['--set', `agents.claude=${JSON.stringify({ kind: 'claude', command: realAgent('claude') })}`];

const expectFixed = (sandbox: Sandbox, report: Report): void => {
  expect(findingOf(report, 'BE-001')).toMatchObject({ status: 'fixed' });
  expect(sandbox.git('show', `${report.head}:src/user.ts`)).toContain('users[id]?.name');
};

const reviewing: [string, string[], Turn][] = [
  ['unified', [], grouped],
  ['accountability', [], flat],
  ['ralph', ['--set', 'reviewers=[{"name":"technical","kind":"agent"}]'], flat],
];

describe('with the real claude', () => {
  it.each(reviewing)('U19, A42, L24 13.1 fixpoint run --preset %s', (preset, more, review) =>
    inSandbox(async (sandbox) => {
      changeSince(sandbox, changed);
      const { report, code, stderr } = await through(
        sandbox,
        ['run', '--preset', preset, '--base', 'base', ...claude, ...more],
        { 'You review a change': [[review], [review]], 'You fix findings': [fix] },
      );
      expect(code, stderr).toBe(0);
      expectFixed(sandbox, report);
      expect(report.status).toBe('clean');
    }, files),
  );

  it('R01 13.1 fixpoint fix --preset raven', () =>
    inSandbox(async (sandbox) => {
      changeSince(sandbox, changed);
      const from = sandbox.findings([{ code: 'BE-001', file: 'src/user.ts', line: 1 }]);
      const { report, code, stderr } = await through(
        sandbox,
        [
          'fix',
          '--preset',
          'raven',
          '--from',
          from,
          '--agent',
          'claude',
          '--verify',
          'grep -q null src/user.ts',
          ...claude,
        ],
        { 'You fix findings': [fix, refix] },
      );
      expect(code, stderr).toBe(0);
      expect(report.cycles).toHaveLength(2);
      expect(report.verification.final?.verdict).toBe('passed');
      expect(findingOf(report, 'BE-001').attempts.map(({ result }) => result)).toEqual(['refused', 'accepted']);
    }, files));

  it('T39, T29 6.2 fixpoint fix --preset turbowrap: claude opus fixes, gemini flash judges', () =>
    inSandbox(async (sandbox) => {
      changeSince(sandbox, changed);
      const from = sandbox.findings([{ code: 'BE-001', file: 'src/user.ts', line: 1 }]);
      const score = (value: number): Turn => ({
        text: JSON.stringify({
          issues: {
            'BE-001': {
              score: value,
              feedback: value < 90 ? 'undefined is not null' : 'Good.',
              improvements_needed: value < 90 ? ['Return null'] : [],
            },
          },
        }),
      });
      const judge = await startModel(gemini, ({ n }) => score(n === 0 ? 70 : 95));
      try {
        const { report, code, stderr, model } = await through(
          sandbox,
          [
            'fix',
            '--preset',
            'turbowrap',
            '--from',
            from,
            '--set',
            `agents.claude.command=${JSON.stringify(realAgent('claude'))}`,
            '--set',
            `agents.gemini.command=${JSON.stringify(realAgent('gemini'))}`,
          ],
          { 'You plan the fixing': [[plan]], 'You fix findings': [fix, refix] },
          { GOOGLE_GEMINI_BASE_URL: judge.url, GEMINI_API_KEY: 'scripted' },
        );
        expect(code, stderr).toBe(0);
        expectFixed(sandbox, report);
        expect(report.branch).toBe(`fix/${report.run}`);
        expect(findingOf(report, 'BE-001').attempts.map(({ result, challenge }) => [result, challenge?.score])).toEqual(
          [
            ['refused', 70],
            ['accepted', 95],
          ],
        );
        expect(String(model.requests[0]?.body['model'])).toContain('opus');
        expect(judge.requests.map(({ path }) => path).join(' ')).toContain('gemini-2.5-flash');
        expect(report.plan).toMatchObject({ by: 'agent' });
      } finally {
        await judge.close();
      }
    }, files));
});
