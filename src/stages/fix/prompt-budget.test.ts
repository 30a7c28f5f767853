/** What a fixer's prompt costs: its fixed part, what a finding adds, and how much of it a provider can cache. */
import { describe, expect, it } from 'vitest';
import { Config } from '../../config/schema.ts';
import { weakJustifications } from '../../config/sections/proving.ts';
import type { Finding } from '../../model/finding.ts';
import { excerptOf } from './excerpt.ts';
import { fixPrompt, type PromptFinding, type PromptInput } from './prompt.ts';

const code = Array.from(
  { length: 2_000 },
  (_, n) => `export const value${n} = (input: number): number => input * ${n} + offsetOf('value${n}');`,
);
const file = code.join('\n');

const finding = (n: number): Finding => ({
  id: `id${n}`,
  code: `F${String(n).padStart(3, '0')}`,
  severity: 'high',
  category: 'correctness',
  title: 'The offset is read before it is set',
  description: 'offsetOf is called while the module loads, when the table of offsets is still empty.',
  suggestion: 'Read it when the function is called.',
  file: 'src/values.ts',
  line: n * 100,
  reviewer: 'typescript',
  level: 'blocking',
});

const entry = (n: number): PromptFinding => ({
  finding: finding(n),
  attempts: [],
  excerpt: excerptOf(file, n * 100, undefined, (text) => text),
  todo: {
    clarifications: [
      { question_id: `F00${n}-q1`, question: 'Throw, or return null?', answer: 'Return null.', context: 'Both occur.' },
    ],
    related_files: [{ path: 'src/offsets.ts', reason: 'holds the table' }],
    existing_patterns: ['Others read the table when they are called.'],
    plan: {
      approach: 'patch',
      steps: ['Read it late'],
      estimated_lines_changed: 2,
      risks: ['slower'],
      verification: 'npm test',
    },
  },
});

const shared: Omit<PromptInput, 'findings'> = {
  verify: ['npm test', 'npm run lint'],
  conventions: [{ file: 'AGENTS.md', text: 'Keep functions small.\n' }],
  notes: 'Be kind to beginners.',
  weakReasons: [...weakJustifications],
  challenged: Config.parse({}).challenger.threshold,
  context: 150_000,
};

const promptOf = (...numbers: number[]): string => fixPrompt({ ...shared, findings: numbers.map(entry) }).text;

/** Up to where two prompts are the same. */
const commonPart = (a: string, b: string): number => {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  return at;
};

const fixedPart = promptOf(1).slice(0, promptOf(1).indexOf('# Findings'));
const tokens = (text: string): number => Math.ceil(text.length / 4);

describe('4.1 the prompt of a fixer', () => {
  it('is what it was', async () => {
    await expect(promptOf(1)).toMatchFileSnapshot('__snapshots__/fix.md');
    await expect(
      fixPrompt({
        ...shared,
        groups: [{ description: 'values', findings: ['F001', 'F002'] }],
        findings: [entry(1), entry(2)],
      }).text,
    ).toMatchFileSnapshot('__snapshots__/fix-delegated.md');
  });

  it('has a fixed part within its budget', () => {
    expect(tokens(fixedPart)).toBeLessThanOrEqual(1_200);
  });

  it('takes at most a tenth of a file of 2,000 lines for a finding, besides the fixed part', () => {
    expect(promptOf(7).length).toBeLessThanOrEqual(fixedPart.length + file.length / 10);
  });

  it('begins the same for every finding of a run, so that providers can cache it', () => {
    for (const n of [2, 9, 19])
      expect(commonPart(promptOf(1), promptOf(n))).toBeGreaterThanOrEqual(0.9 * fixedPart.length);
  });
});
