/** Tools as reviewers, with processes that behave as told. */
import { describe, expect, it } from 'vitest';
import type { ToolReviewerConfig } from '../../config/schema.ts';
import type { DraftFinding } from '../../model/finding.ts';
import type { ProcessOutcome } from '../../ports/process.ts';
import { reviewWithTool, type ToolContext, type ToolReview } from './tool.ts';

const reviewer: ToolReviewerConfig = {
  name: 'eslint',
  kind: 'tool',
  command: ['eslint', '-f', 'json', '{files}'],
  level: 'blocking',
  timeout: 1_234,
  paths: [],
};

const draft = (file?: string): DraftFinding => ({
  severity: 'low',
  category: 'style',
  title: 'title',
  description: '',
  ...(file !== undefined && { file }),
});

type Request = Parameters<ToolContext['run']>[0];
type Facts = {
  outcome?: Partial<ProcessOutcome>;
  config?: Partial<ToolReviewerConfig>;
  files?: string[];
  read?: ToolContext['read'];
};

const review = async ({
  outcome = {},
  config = {},
  files,
  read,
}: Facts): Promise<{ result: ToolReview; asked: Request[] }> => {
  const asked: Request[] = [];
  const result = await reviewWithTool({
    reviewer: { ...reviewer, ...config },
    ...(files && { files }),
    run: async (request) => {
      asked.push(request);
      const ended = {
        status: 'exited',
        exitCode: 1,
        signal: null,
        stderr: '',
        stdoutBytes: 2,
        stderrBytes: 0,
        durationMs: 7,
      } as const;
      return { ...ended, stdout: '[]', ...outcome };
    },
    read: read ?? (async () => ({ findings: [draft('src/a.ts'), draft('docs/b.md'), draft()], problems: [] })),
  });
  return { result, asked };
};

const commandOf = async (facts: Facts): Promise<Request['command'] | undefined> =>
  (await review(facts)).asked[0]?.command;

describe('reviewWithTool', () => {
  it('2.7 runs the command and reads what it prints, whatever its exit code', async () => {
    const { result, asked } = await review({});
    expect(asked).toMatchObject([{ command: ['eslint', '-f', 'json', '.'], timeoutMs: 1_234 }]);
    expect(result).toMatchObject({ status: 'ran', durationMs: 7, problems: [] });
    expect(result.status === 'ran' && result.findings).toHaveLength(3);
  });

  it('2.7 ignores findings outside its paths', async () => {
    const { result } = await review({ config: { paths: ['src/**'] } });
    expect(result).toMatchObject({ status: 'ran', findings: [{ file: 'src/a.ts' }] });
  });

  it('5.5 names the touched files, none of which can be taken for a flag', async () => {
    expect(await commandOf({ files: ['a.ts', '--fix', 'b c.ts'] })).toEqual([
      'eslint',
      '-f',
      'json',
      'a.ts',
      './--fix',
      'b c.ts',
    ]);
  });

  it('5.5 quotes file names for a shell line', async () => {
    const command = await commandOf({
      config: { command: 'eslint {files} | cat' },
      files: ['a.ts', "it's $(rm).ts", '-x', '$&'],
    });
    expect(command).toBe(`eslint a.ts 'it'\\''s $(rm).ts' ./-x '$&' | cat`);
  });

  it.each([
    ['ran out of time', { status: 'timeout' }],
    ['ran out of time', { status: 'idle' }],
    ['could not be run', { status: 'not-started', error: 'no such file' }],
    ['could not be run', { status: 'signalled', signal: 'SIGKILL' }],
    ['printed nothing (exit 2)', { exitCode: 2, stdout: ' \n', stderr: 'bad configuration' }],
  ] as const)('1.3 a tool that %s is an error, never a pass: %j', async (message, outcome) => {
    const { result } = await review({ outcome });
    expect(result).toMatchObject({ status: 'error', message: expect.stringContaining(message) });
  });

  it('1.3 tells what the tool complained about', async () => {
    const { result } = await review({ outcome: { stdout: '', stderr: 'bad configuration\n' } });
    expect(result).toMatchObject({ message: expect.stringMatching(/: bad configuration$/) });
  });

  it('1.3 output that cannot be read is an error', async () => {
    const { result } = await review({ read: () => Promise.reject(new Error('not JSON')) });
    expect(result).toMatchObject({
      status: 'error',
      message: expect.stringContaining('cannot be read (exit 1): not JSON'),
    });
  });

  it('4.10 a cancelled tool says nothing', async () => {
    expect((await review({ outcome: { status: 'cancelled' } })).result).toEqual({ status: 'cancelled' });
  });
});
