import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DraftFinding } from '../../model/finding.ts';
import { FindingsError } from './error.ts';
import { readFindings } from './read.ts';

const sarif = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../test/fixtures/sarif/ClangAnalyzer-ClangAnalyzer-log1.sarif'), 'utf8').replace(
    '\uFEFF',
    '',
  ),
);

const samples: fc.JsonValue[] = [
  sarif,
  {
    version: '2.1.0',
    runs: [
      {
        originalUriBaseIds: { B: { uri: 'file:///repo/' } },
        results: [
          {
            ruleId: 'r',
            message: { text: 'x {0}', arguments: ['a'] },
            locations: [{ physicalLocation: { artifactLocation: { uri: 'a.ts', uriBaseId: 'B' }, region: { startLine: 1 } } }],
            fixes: [
              {
                artifactChanges: [
                  {
                    artifactLocation: { uri: 'a.ts' },
                    replacements: [{ deletedRegion: { startLine: 1 }, insertedContent: { text: 'y' } }],
                  },
                ],
              },
            ],
          },
        ],
      },
    ],
  },
  [{ filePath: '/repo/a.js', messages: [{ ruleId: 'r', severity: 2, message: 'm', line: 1, fix: { range: [0, 1], text: '' } }] }],
  { groups: [{ description: 'g', findings: [{ id: 'F1', file: 'a', line: '1-2', issue: 'i', severity: 'major', category: 'c' }] }] },
  { findings: [{ title: 't', file_path: 'a', line_start: 1, line_end: 2, severity: 'minor' }] },
  { issue_code: 'BE-1', title: 't', file: 'a', line: 1, plan: { steps: ['s'] } },
  { execution_steps: [{ issues: [{ todo_file: 'fix_todo_a.json' }] }] },
];

const nasty = fc.oneof(
  fc.constantFrom<fc.JsonValue>(
    '../../etc/passwd',
    '/etc/passwd',
    'C:\\x',
    'file:///etc/passwd',
    '%2e%2e%2fx',
    'a/../../b',
    '.git/config',
    '\0',
    '',
    'a\nb',
    '\uD800',
    '`../x`',
    '\\\\wsl$\\d\\etc',
    -1,
    0,
    1e308,
    null,
    true,
  ),
  fc.jsonValue({ maxDepth: 2 }),
);

type Steps = readonly { at: number; to: fc.JsonValue; as: 'replace' | 'proto' }[];

/** Replaces one value of a JSON tree, the n-th in order, or adds keys that reach for the prototype. */
const mutate = (value: fc.JsonValue, { at, to, as }: Steps[number]): fc.JsonValue => {
  let left = at;
  const visit = (node: fc.JsonValue): fc.JsonValue => {
    left -= 1;
    if (left === 0 && as === 'replace') return to;
    if (Array.isArray(node)) return node.map(visit);
    if (typeof node !== 'object' || node === null) return node;
    const entries = Object.entries(node).map(([key, inner]): [string, fc.JsonValue] => [key, visit(inner ?? null)]);
    if (as === 'proto') entries.push(['__proto__', { polluted: true }], ['constructor', { prototype: { polluted: true } }]);
    return Object.fromEntries(entries);
  };
  return visit(value);
};

const steps = fc.array(
  fc.record({
    at: fc.integer({ min: 1, max: 80 }),
    to: nasty,
    as: fc.constantFrom('replace' as const, 'replace' as const, 'proto' as const),
  }),
  { maxLength: 4 },
);

const pathsOf = (finding: DraftFinding): string[] => [
  ...(finding.file === undefined ? [] : [finding.file]),
  ...(finding.edits ?? []).map(({ file }) => file),
];

const isInside = (path: string): boolean =>
  !path.startsWith('/') &&
  !/^[A-Za-z]:\//.test(path) &&
  !path.includes('\0') &&
  path.split('/').every((part) => part !== '..' && part !== '' && part.toLowerCase() !== '.git');

const readFile = async (): Promise<string> => '{"issue_code":"A","title":"t","file":"../../x"}';

const check = async (text: string, fromTool: boolean): Promise<void> => {
  try {
    const { findings, problems } = await readFindings({ name: 'x', text }, { root: '/repo', readFile, fromTool });
    for (const finding of findings) {
      expect(DraftFinding.safeParse(finding).error).toBeUndefined();
      expect(pathsOf(finding).filter((path) => !isInside(path))).toEqual([]);
    }
    for (const { place, message } of problems) expect(place && message).toBeTruthy();
  } catch (error) {
    if (!(error instanceof FindingsError)) throw error;
  }
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
};

describe('any input', () => {
  it('1.2 is read or refused: no uncaught error, no path outside the repository, no prototype touched', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...samples), steps, fc.boolean(), async (sample, changes, fromTool) => {
        await check(JSON.stringify(changes.reduce(mutate, sample)), fromTool);
      }),
      { numRuns: 3_000 },
    );
  });

  it('1.2 is read or refused when its text is damaged', async () => {
    const damage = fc.record({
      at: fc.integer({ min: 0, max: 3_000 }),
      cut: fc.integer({ min: 0, max: 50 }),
      insert: fc.string({ maxLength: 5, unit: 'binary' }),
    });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...samples), damage, fc.boolean(), async (sample, { at, cut, insert }, fromTool) => {
        const text = JSON.stringify(sample);
        await check(text.slice(0, at) + insert + text.slice(at + cut), fromTool);
      }),
      { numRuns: 2_000 },
    );
  });
});
