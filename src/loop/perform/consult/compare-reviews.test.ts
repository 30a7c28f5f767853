import { describe, expect, it } from 'vitest';
import type { DraftFinding } from '../../../model/finding.ts';
import { compareReviews } from './compare-reviews.ts';

const draft = (file: string, line: number, rule = 'no-unused'): DraftFinding => ({
  severity: 'low',
  category: rule,
  rule,
  title: `${rule} is broken`,
  description: 'd',
  file,
  line,
});
const reading = (texts: Record<string, string>) => async (file: string) => texts[file] ?? null;

describe('a tool that saw both versions', () => {
  it('1.9 tells what is new although its own line is an old one', async () => {
    const before = {
      findings: [draft('a.ts', 2)],
      readText: reading({ 'a.ts': 'import { used } from "x";\nlet old = 1;\nused();\n' }),
    };
    const now = {
      findings: [draft('a.ts', 1), draft('a.ts', 3)],
      readText: reading({ 'a.ts': 'import { used } from "x";\n// moved down\nlet old = 1;\n' }),
    };
    const compared = await compareReviews(before, now);
    expect(compared.map(({ line, baseline }) => [line, baseline])).toEqual([
      [1, 'new'],
      [3, 'unchanged'],
    ]);
  });
});
