/** What inputs are mutated from: small good ones of every format, and real files. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export type Sample = { format: string; text: string };

const json = (format: string, ...values: unknown[]): Sample[] =>
  values.map((value) => ({ format, text: JSON.stringify(value, null, 1) }));
const text = (format: string, ...texts: string[]): Sample[] => texts.map((each) => ({ format, text: each }));

const place = {
  physicalLocation: {
    artifactLocation: { uri: 'src/a%20b.ts', uriBaseId: 'B' },
    region: { startLine: 1, endLine: 2, endColumn: 4 },
  },
};

const sarif = {
  version: '2.1.0',
  runs: [
    {
      tool: {
        driver: {
          name: 'T',
          rules: [
            { id: 'r', messageStrings: { m: { text: 'x {0} {1}' } }, properties: { 'security-severity': '7.5' } },
          ],
        },
      },
      columnKind: 'utf16CodeUnits',
      originalUriBaseIds: { B: { uri: 'file:///repo/', uriBaseId: 'C' }, C: { uri: '../' } },
      artifacts: [{ location: { uri: 'b.ts' } }],
      invocations: [{ executionSuccessful: true, toolExecutionNotifications: [{ message: { text: 'odd' } }] }],
      results: [
        {
          ruleId: 'r',
          ruleIndex: 0,
          level: 'warning',
          message: { id: 'm', arguments: ['a', '[b](1)'] },
          locations: [place],
          partialFingerprints: { 'primaryLocationLineHash/v1': 'abc' },
          baselineState: 'new',
          suppressions: [{ kind: 'external', status: 'rejected' }],
          fixes: [
            {
              description: { text: 'do' },
              artifactChanges: [
                {
                  artifactLocation: { uri: 'a.ts' },
                  replacements: [
                    { deletedRegion: { startLine: 1, startColumn: 2 }, insertedContent: { text: 'y' } },
                    { deletedRegion: { charOffset: 3, charLength: 2 } },
                  ],
                },
              ],
            },
          ],
          properties: {
            fixpoint: {
              code: 'F001',
              severity: 'high',
              category: 'c',
              title: 't',
              description: 'd',
              reviewer: 'x',
              level: 'blocking',
              file: 'src/a.ts',
              line: 3,
            },
          },
        },
        { ruleId: 'r/1', kind: 'review', message: { text: 'n [a](1) {0}' }, locations: [place], rank: 5 },
      ],
    },
  ],
};

const comment = {
  path: 'src/a.ts',
  line: 4,
  start_line: 2,
  side: 'RIGHT',
  body: 'Words.\n\n```suggestion\nnew line\n```\n',
  user: { login: 'ada' },
  html_url: 'https://example.com/1',
  diff_hunk: '@@ -1,2 +1,3 @@\n a\n+b',
};

const byHand: readonly Sample[] = [
  ...json('sarif', sarif),
  ...json('eslint', [
    {
      filePath: '/repo/a.js',
      messages: [
        { ruleId: 'r', severity: 2, message: 'm', line: 1, column: 2, endLine: 1, fix: { range: [0, 1], text: '' } },
      ],
    },
  ]),
  ...json('stylelint', [
    {
      source: '/repo/s.css',
      warnings: [
        {
          line: 1,
          column: 2,
          endLine: 1,
          endColumn: 4,
          rule: 'r',
          severity: 'error',
          text: 'Bad (r)',
          fix: { range: [0, 1], text: 'x' },
        },
      ],
      parseErrors: [],
      invalidOptionWarnings: [],
    },
  ]),
  ...json('unified', {
    groups: [
      {
        description: 'g',
        findings: [{ id: 'F1', file: 'a', line: '1-2', issue: 'i', severity: 'major', category: 'c' }],
      },
    ],
  }),
  ...json('accountability', {
    findings: [{ title: 't', file_path: 'a', line_start: 1, line_end: 2, severity: 'minor' }],
    summary: 's',
    verdict: 'NEEDS_WORK',
  }),
  ...json(
    'turbowrap',
    { issue_code: 'BE-1', title: 't', file: 'a', line: 1, plan: { steps: ['s'] } },
    { execution_steps: [{ issues: [{ todo_file: 'fix_todo_a.json' }] }] },
  ),
  ...json('rdjson', {
    source: { name: 'misspell', url: 'https://example.com' },
    severity: 'WARNING',
    diagnostics: [
      {
        message: 'm',
        location: { path: 'src/a.ts', range: { start: { line: 1, column: 2 }, end: { line: 1, column: 5 } } },
        code: { value: 'r', url: 'https://example.com/r' },
        suggestions: [{ range: { start: { line: 1, column: 2 }, end: { line: 1, column: 5 } }, text: 'x' }],
        related_locations: [{ message: 'here', location: { path: 'b', range: { start: { line: 2 } } } }],
      },
    ],
  }),
  ...text(
    'rdjsonl',
    '{"message":"m","location":{"path":"a.ts","range":{"start":{"line":1}}},"severity":"ERROR"}\n{"message":"n","location":{"path":"b.ts"},"suggestions":[{"range":{"start":{"line":3}},"text":""}]}\n',
  ),
  ...text(
    'checkstyle',
    '<?xml version="1.0"?>\n<checkstyle version="8.0"><file name="src/A.java"><error line="5" column="13" severity="error" message="a &lt;b&gt; &#119;" source="x.Y"/></file><file name="C:\\repo\\b.cs"><error message="m"/></file></checkstyle>\n',
    '<!DOCTYPE x [<!ENTITY a "ZZEXPANDEDZZ"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;"><!ENTITY d "&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;"><!ENTITY e "&d;&d;&d;&d;&d;&d;&d;&d;&d;&d;"><!ENTITY f SYSTEM "file:///etc/passwd">]>\n<checkstyle><file name="&b;.java"><error line="1" message="&e;" source="&a;"/><error message="&f;"/></file></checkstyle>\n',
  ),
  ...json('github', [comment, { ...comment, line: null, original_line: 7, in_reply_to_id: 1 }]),
  ...text(
    'lines',
    'src/a.ts:1:2: error: Wrong thing [no-wrong]\nsrc/b.ts(3,4): error TS2322: Type.\n  indented\nC:\\repo\\c.cs(1,2): warning CS1: W\nsrc/d.py:7: note: see\n2 problems\n',
    'error[E0308]: mismatched types\n  --> src/main.rs:2:5\n   |\n2  |     x\n   |     ^ expected\n\nwarning: unused\n --> src/lib.rs:1:1\n',
  ),
  ...text(
    'ralph',
    '[Review] 2026-02-08 05:55 UTC - python-code (blocking)\n\n### Verdict: NEEDS_WORK\n\n### Findings\n\n1. **FINDING-001**\n   - **Category**: correctness\n   - **File**: `src/a.py:42-50`\n   - **Issue**: Wrong\n   - **Suggestion**: Right\n',
  ),
  ...text(
    'answer',
    'I looked at it.\n\n```json\n{"findings": [{"title": "t", "file": "src/a.ts", "line": 3, "severity": "high", "description": "d"}], "summary": "s"}\n```\nDone.\n',
    '## Review\n\nVerdict: NEEDS_WORK\n\n- **src/a.ts:12** high: the check is missing\n- `src/b.ts` line 3-5: Null is not handled. Suggestion: handle it\n',
    '{"findings": [{"title": "cut off", "file": "a.ts", "severity": "lo',
  ),
];

const fixtures = join(import.meta.dirname, '../../fixtures');
const maxBytes = 20_000;

/** Real files that are small enough to be read often. */
const fromFiles = (format: string, pattern: string): Sample[] =>
  globSync(pattern, { cwd: fixtures })
    .toSorted()
    .map((file) => ({ format, text: readFileSync(join(fixtures, file), 'utf8') }))
    .filter((sample) => sample.text.length <= maxBytes);

/** What tools wrote, by the format that reads it. */
const outputs: Readonly<Record<string, string>> = {
  eslint: 'eslint-json-with-metadata.json',
  github: 'github-threads.json',
  junit: '{vitest,eslint,phpcs}-junit.xml',
  biome: 'biome.json',
  oxlint: 'oxlint.json',
  pylint: 'pylint*.json',
  ruff: 'ruff.json',
  'ruff-lines': 'ruff-lines.jsonl',
  mypy: 'mypy.jsonl',
  pyright: 'pyright.json',
  bandit: 'bandit.json',
  shellcheck: 'shellcheck*.json',
  'golangci-lint': 'golangci-lint.json',
  cargo: 'c*.jsonl',
  semgrep: 'semgrep.json',
  rubocop: 'rubocop.json',
  phpcs: 'phpcs.json',
  gcc: 'gcc.json',
  htmlhint: 'htmlhint.json',
  list: 'actionlint.json',
  markdownlint: 'markdownlint.json',
  knip: 'knip.json',
  'npm-audit': 'npm*-audit.json',
  gitlab: '*-gitlab.json',
  annotations: '{biome,pylint,yamllint,vitest}-{github,gha}.txt',
  'biome-text': 'biome{,-check}.txt',
  'oxlint-text': 'oxlint.txt',
  'shellcheck-text': 'shellcheck.txt',
  stylish: '{eslint-stylish,eslint-stylish-colour,stylelint,yamllint,xo,ruff-grouped}.txt',
  lines: '{ruff-full,rubocop,checkstyle,cppcheck}.txt',
};

export const samples: readonly Sample[] = [
  ...byHand,
  ...fromFiles('sarif', 'sarif/*.sarif'),
  ...fromFiles('rdjson', 'reviewdog/*rdjson.json'),
  ...fromFiles('rdjsonl', 'reviewdog/suggestions.json'),
  ...Object.entries(outputs).flatMap(([format, pattern]) => fromFiles(format, `tool-outputs/${pattern}`)),
  ...text('ralph', readFileSync(join(fixtures, 'ralph/PROGRESS.txt'), 'utf8').slice(-maxBytes)),
];
