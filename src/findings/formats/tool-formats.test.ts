/** What tools write beside their findings, in older versions, or by mistake. */
import { describe, expect, it } from 'vitest';
import type { FormatName } from '../../config/sections/reviewing.ts';
import { readFindings } from '../read/read.ts';

const read = (text: string, more: { format?: FormatName; folder?: string; exists?: (path: string) => boolean } = {}) =>
  readFindings({ name: 'x', text }, { root: '/repo', ...more });

const threads = (...nodes: object[]) =>
  JSON.stringify({
    data: { repository: { pullRequest: { reviewThreads: { nodes, pageInfo: { hasNextPage: true } } } } },
  });
const thread = (more: object) => ({
  path: 'a.ts',
  line: 3,
  isResolved: false,
  comments: { nodes: [{ body: 'Wrong.', author: { login: 'ada' } }, { body: 'Indeed.' }] },
  ...more,
});

describe('review threads of GraphQL', () => {
  it('1.2 that are resolved are no findings, and how many is said', async () => {
    const { findings, problems } = await read(
      threads(thread({}), thread({ isResolved: true }), thread({ isResolved: true })),
    );
    expect(findings).toMatchObject([{ file: 'a.ts', line: 3, reviewer: 'ada' }]);
    expect(findings[0]?.description).toContain('Indeed.');
    expect(problems.map(({ message }) => message)).toEqual([
      'left out: 2 threads are resolved',
      expect.stringContaining('more threads than these'),
    ]);
  });

  it('1.2 in pages, and as edges', async () => {
    const page = { data: { node: { reviewThreads: { edges: [{ node: thread({}) }] } } } };
    expect((await read(JSON.stringify([page, page]))).findings).toHaveLength(2);
    expect((await read(JSON.stringify({ reviewThreads: [thread({})] }))).findings).toHaveLength(1);
  });
});

describe('tools that found nothing', () => {
  it.each<[string, FormatName, string]>([
    ['mypy', 'mypy', 'Success: no issues found in 3 source files\n'],
    ['Biome', 'biome-text', 'Checked 6 files in 4ms. No fixes applied.\n'],
    ['oxlint', 'oxlint-text', 'Found 0 warnings and 0 errors.\nFinished in 5ms on 3 files.\n'],
    ['ESLint', 'stylish', ''],
    ['golangci-lint', 'golangci-lint', '{"Issues":[],"Report":{}}'],
    ['shellcheck', 'shellcheck', '{"comments":[]}'],
    ['oxlint, JSON', 'oxlint', '{"diagnostics":[],"number_of_files":5}'],
    ['rubocop', 'rubocop', '{"metadata":{"rubocop_version":"1.0"},"files":[]}'],
    ['knip', 'knip', '{"issues":[]}'],
    ['npm audit', 'npm-audit', '{"auditReportVersion":2,"vulnerabilities":{},"metadata":{}}'],
    ['JUnit', 'junit', '<testsuites tests="1"><testsuite name="a"><testcase name="b"/></testsuite></testsuites>'],
  ])('1.11 %s', async (_, format, text) => {
    expect(await read(text, { format })).toMatchObject({ format, findings: [], problems: [] });
  });
});

describe('what is not as usual', () => {
  it('1.2 one object of a format of lines is a document of its own', async () => {
    const line = { file: 'a.py', line: 1, column: 0, message: 'm', hint: null, code: 'misc', severity: 'error' };
    expect(await read(JSON.stringify(line))).toMatchObject({ format: 'mypy', findings: [{ file: 'a.py', column: 1 }] });
  });

  it('1.3 a single entry that cannot be read is said, and the others are read', async () => {
    const entry = { file: 'a.sh', line: 1, level: 'error', code: 1, message: 'm' };
    const { findings, problems } = await read(
      JSON.stringify([entry, { ...entry, file: 3 }, { ...entry, message: ' ' }]),
    );
    expect(findings).toHaveLength(1);
    expect(problems.map(({ place }) => place)).toEqual(['[1]', '[2]']);
  });

  it('1.11 paths are taken from the folder that the tool ran in, then from the root', async () => {
    const text = '::error file=src/a.ts,line=1::x\n::warning file=b.ts,line=2::y\n';
    const exists = (path: string): boolean => ['packages/cli/src/a.ts', 'b.ts'].includes(path);
    const { findings } = await read(text, { folder: 'packages/cli', exists });
    expect(findings.map(({ file }) => file)).toEqual(['packages/cli/src/a.ts', 'b.ts']);
  });

  it.each([
    ['::error file=../../etc/passwd,line=1::x', 'outside'],
    ['In ../x.sh line 3:\nx\n^-- SC2086 (info): m', 'outside'],
    ['<testsuite><testcase name="t" file="/etc/x.py"><failure message="m"/></testcase></testsuite>', 'outside'],
    ['::error file=a.ts::x\n::error::Process completed with exit code 1.', 'names no file'],
  ])('1.2 %j is said to be left out', async (text, why) => {
    const { problems } = await read(text);
    expect(problems.map(({ message }) => message)).toEqual([expect.stringContaining(why)]);
  });

  it('1.2 an annotation keeps what is escaped in it', async () => {
    const { findings } = await read('::error file=a%2Cb.ts,line=1,endLine=2,title=50%25::first%0Asecond%0D');
    expect(findings).toMatchObject([{ file: 'a,b.ts', line: 1, endLine: 2, title: '50%: first' }]);
    expect(findings[0]?.description).toContain('second');
  });

  it('1.2 annotations that prose quotes are prose', async () => {
    const { format } = await read('## Review\n\n- src/a.ts:3: `::error file=<path>::` is not escaped\n');
    expect(format).not.toBe('annotations');
  });

  it('1.2 XML with entities of its own is refused', async () => {
    const bomb = '<!DOCTYPE x [<!ENTITY a "b">]><testsuite><testcase><failure message="&a;"/></testcase></testsuite>';
    await expect(read(bomb)).rejects.toThrow('entities');
  });

  it('1.2 a format that is named wrongly is told what the input looks like', async () => {
    await expect(read('src/a.ts:1:2: error: x\n', { format: 'pylint' })).rejects.toThrow('It looks like lines');
    await expect(read('In a.sh line 3:\nx\n^-- SC2086 (info): m', { format: 'ruff' })).rejects.toThrow(
      'shellcheck-text',
    );
  });
});
