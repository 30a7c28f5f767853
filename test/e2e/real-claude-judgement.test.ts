/**
 * The whole way with the real Claude Code in every role: the model sees one conversation from the questions to the
 * re-fix.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { expectAccounted, findingOf } from '../support/accounted.ts';
import { inSandbox } from '../support/bad-agent.ts';
import { calls, priced } from '../support/claude-fixing.ts';
import { notBroken } from '../support/fixing.ts';
import { changeSince } from '../support/judging.ts';
import { anthropic } from '../support/model/anthropic.ts';
import { missingNullCheck as review, structured } from '../support/model/missing-null-check.ts';
import type { ModelRequest, Turn } from '../support/model/protocol.ts';
import { startModel } from '../support/model/server.ts';
import { realAgent } from '../support/real-agents.ts';

const files = { 'README.md': 'A place to try things.\n' };
const before = 'export const find = (id) => users[id].name;\n';

const question = structured({
  questions_by_issue: [
    { issue_code: 'BE-001', questions: [{ id: 'q', question: 'Throw, or return null?', context: 'Both occur.' }] },
  ],
  ready_to_plan: false,
});
const ready = structured({ questions_by_issue: [], ready_to_plan: true });
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
const score = (value: number, feedback: string): Turn =>
  structured({
    issues: [
      {
        code: 'BE-001',
        score: value,
        feedback,
        quality_scores: { correctness: value },
        improvements_needed: value < 90 ? ['Return null'] : [],
      },
    ],
  });

const { edit, report: say } = calls;
const fix = [
  ...edit('src/user.ts', 'users[id].name', 'users[id]?.name'),
  say('BE-001', 'fixed', 'Guards the access in src/user.ts.'),
];
const refix = [
  ...edit('src/user.ts', 'users[id]?.name', 'users[id]?.name ?? null'),
  say('BE-001', 'fixed', 'Agreed: src/user.ts gives null.'),
];

/** What each prompt begins with, and what the model does for it, call by call. */
const script: Readonly<Record<string, Turn[][]>> = {
  'You review a change': [[review]],
  'You prepare the fixing': [[question], [ready]],
  'You plan the fixing': [[plan]],
  'You fix findings': [fix, refix],
  'You are the challenger': [[score(70, 'undefined is not null')], [score(95, 'Good.')]],
};

const textsOf = (message: unknown): string[] => {
  const content = typeof message === 'object' && message !== null && 'content' in message ? message.content : [];
  const blocks: unknown[] = Array.isArray(content) ? content : [{ text: content }];
  return blocks.flatMap((block) =>
    typeof block === 'object' && block !== null && 'text' in block ? [String(block.text)] : [],
  );
};

const messagesOf = ({ body }: ModelRequest): unknown[] => (Array.isArray(body['messages']) ? body['messages'] : []);
const roleOf = (message: unknown): string =>
  typeof message === 'object' && message !== null && 'role' in message ? String(message.role) : '';
const beginnings = Object.keys(script);
const beginningOf = (message: unknown): string | undefined =>
  beginnings.find(
    (beginning) => roleOf(message) === 'user' && textsOf(message).some((text) => text.includes(beginning)),
  );

const play = () => {
  const begun = new Map<string, number>();
  return (request: ModelRequest): Turn => {
    const messages = messagesOf(request);
    const asked = messages.findLastIndex((message) => beginningOf(message) !== undefined);
    const beginning = beginningOf(messages[asked]) ?? '';
    const step = messages.slice(asked + 1).filter((message) => roleOf(message) === 'assistant').length;
    if (step === 0) begun.set(beginning, (begun.get(beginning) ?? 0) + 1);
    return script[beginning]?.[(begun.get(beginning) ?? 1) - 1]?.[step] ?? { text: 'Done.' };
  };
};

describe('3.5, 6.2 review, clarify, plan, fix, challenge, re-fix, commit with the real claude', () => {
  it('continues one session from the questions to the re-fix, and tells reviewer and challenger nothing of it', () =>
    inSandbox(async (sandbox) => {
      changeSince(sandbox, { 'src/user.ts': before });
      const model = await startModel(anthropic, play());
      try {
        const answers = join(sandbox.scratch, 'answers.json');
        writeFileSync(answers, JSON.stringify({ 'BE-001-q1': 'Return null.' }));
        const settings = { kind: 'claude', command: realAgent('claude'), model: priced.model };
        const set = [
          `agents.claude=${JSON.stringify(settings)}`,
          `agents.judge=${JSON.stringify(settings)}`,
          'reviewers=[{"name":"technical","kind":"agent"}]',
          'challenger.agents=["judge"]',
          'plan.agent=claude',
          'review.again=never',
        ];
        const { ended, report } = await sandbox.report(
          [
            'run',
            '--agent',
            'claude',
            '--base',
            'base',
            '--verify',
            notBroken,
            '--clarify',
            '--answers',
            answers,
            '--notes',
            'Be kind.',
          ].concat(set.flatMap((each) => ['--set', each])),
          { env: { ...sandbox.env, ANTHROPIC_BASE_URL: model.url, ANTHROPIC_API_KEY: 'sk-ant-scripted' } },
        );
        expect(ended.code, ended.stderr).toBe(0);
        expectAccounted(report, sandbox);
        expect(findingOf(report, 'BE-001').attempts.map(({ result, challenge }) => [result, challenge?.score])).toEqual(
          [
            ['refused', 70],
            ['accepted', 95],
          ],
        );
        expect(sandbox.git('show', `${report.branch}:src/user.ts`)).toContain('?? null');
        /** For each prompt that was given, the prompts that the model saw before it in the same conversation. */
        const seen = model.requests.map((request) =>
          messagesOf(request).flatMap((message) => beginningOf(message) ?? []),
        );
        const conversation = [
          'You prepare the fixing',
          'You prepare the fixing',
          'You plan the fixing',
          'You fix findings',
          'You fix findings',
        ];
        expect(seen).toContainEqual(conversation);
        for (const alone of ['You review a change', 'You are the challenger'])
          expect(seen.filter((all) => all.includes(alone))).toContainEqual([alone]);
        for (const all of seen)
          expect(
            all.filter((beginning) => ['You review a change', 'You are the challenger'].includes(beginning)).length,
          ).toBeLessThanOrEqual(1);
        const last = (beginning: string): string =>
          model.requests
            .flatMap((request) => messagesOf(request).filter((message) => beginningOf(message) === beginning))
            .flatMap(textsOf)
            .findLast((text) => text.includes(beginning)) ?? '';
        for (const beginning of beginnings) expect(last(beginning), beginning).toContain('Be kind.');
        for (const part of ['Return null.', 'Use optional chaining', 'undefined is not null'])
          expect(last('You fix findings')).toContain(part);
        expect(last('You are the challenger')).not.toContain('Agreed: src/user.ts gives null.');
        expect(report.stages.challenge.calls).toBe(2);
        expect(report.tokens).toEqual({ input: model.used.input, output: model.used.output });
        expect(report.usd).toBeCloseTo((model.used.input * priced.input + model.used.output * priced.output) / 1e6, 9);
      } finally {
        await model.close();
      }
    }, files));
});
