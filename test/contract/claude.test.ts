/** The contract with the real Claude Code, and what only it does. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { claudeDriver } from '../../src/adapters/agents/claude/claude.ts';
import { anthropic } from '../support/model/anthropic.ts';
import type { Turn } from '../support/model/protocol.ts';
import { turns } from '../support/model/server.ts';
import { realAgent } from '../support/real-agents.ts';
import { testEnvironment } from '../support/repo.ts';
import { type Case, openCase } from './case.ts';
import { contractAgent, type Subject } from './subject.ts';
import { agentContract } from './suite.ts';

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const claude: Subject = {
  name: 'claude',
  protocol: anthropic,
  agent: (place) =>
    contractAgent('claude', claudeDriver, {
      program: realAgent('claude'),
      place,
      environment: { ANTHROPIC_BASE_URL: place.model.url, ANTHROPIC_API_KEY: 'sk-ant-scripted' },
    }),
  call: {
    edit: ({ file, find, replace }) => [
      { name: 'Read', input: { file_path: file } },
      { name: 'Edit', input: { file_path: file, old_string: find, new_string: replace } },
    ],
    shell: (command) => ({ name: 'Bash', input: { command, description: 'Runs it' } }),
    report: (report) => ({ name: 'mcp__fixpoint__report_outcome', input: report }),
  },
  structured: (value) => ({ tools: [{ name: 'StructuredOutput', input: isRecord(value) ? value : { value } }] }),
};

agentContract(claude);

describe('claude alone', () => {
  const open: Case[] = [];
  afterEach(async () => {
    for (const each of open.splice(0)) await each.close();
  });
  const start = async (...list: Turn[]): Promise<Case> => {
    const opened = await openCase(claude, turns(...list));
    open.push(opened);
    return opened;
  };
  const shell = (line: string): Turn => ({ tools: [claude.call.shell(line)] });
  const write = (file: string): Turn => ({ tools: [{ name: 'Write', input: { file_path: file, content: 'x' } }] });
  const done: Turn = { text: 'Done.' };

  it('4.7 nothing that the user or the repository has set up applies to a call', async () => {
    const here = await start(
      { tools: [{ name: 'Read', input: { file_path: 'greeting.txt' } }] },
      shell('touch by-user'),
      shell('touch by-repository'),
      done,
    );
    const set = (folder: string, who: string): void => {
      const command = `touch ${join(here.outside, `hook-${who}`)}`;
      const hooks = [{ matcher: '', hooks: [{ type: 'command', command }] }];
      const files: Record<string, unknown> = {
        '.claude/settings.json': {
          hooks: { PreToolUse: hooks, SessionStart: hooks },
          permissions: { allow: [`Bash(touch by-${who})`] },
        },
        '.claude/CLAUDE.md': 'xyzzyplugh',
        '.claude/rules/always.md': 'xyzzyplugh',
        '.claude/agents/helper.md': '---\nname: helper\ndescription: xyzzyplugh\n---\nxyzzyplugh',
        '.claude/skills/helper/SKILL.md': '---\nname: helper\ndescription: xyzzyplugh\n---\nxyzzyplugh',
        [who === 'user' ? '.claude.json' : '.mcp.json']: {
          mcpServers: { other: { command: 'sh', args: ['-c', `touch ${join(here.outside, `server-${who}`)}`] } },
        },
      };
      for (const [name, content] of Object.entries(files)) {
        mkdirSync(join(folder, name, '..'), { recursive: true });
        writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
      }
    };
    set(here.home, 'user');
    set(here.workspace, 'repository');
    const result = await here.ask();
    expect(result).toMatchObject({ outcome: 'ok', denials: ['Bash touch by-user', 'Bash touch by-repository'] });
    expect(readdirSync(here.outside)).toEqual(['greeting.txt']);
    expect(JSON.stringify(here.model.requests)).not.toContain('xyzzyplugh');
  });

  it('4.7 sub-agents may do no more, and what they use up counts', async () => {
    const sub: Turn = {
      tools: [{ name: 'Agent', input: { description: 'x', prompt: 'Look.', subagent_type: 'general-purpose' } }],
    };
    const here = await start(
      sub,
      write('made.txt'),
      shell('touch made'),
      { text: 'Looked.', usage: { input: 7, output: 9 } },
      done,
    );
    const { outcome, usage } = await here.ask({ access: 'read' });
    expect(outcome).toBe('ok');
    expect(here.model.requests).toHaveLength(5);
    expect(readdirSync(here.workspace)).toEqual(['greeting.txt']);
    expect(usage).toMatchObject({ inputTokens: here.model.used.input, outputTokens: here.model.used.output });
  });

  it('4.7 runs a command that is a pipe, and its parts', async () => {
    const here = await start(
      shell('touch one | cat && touch two'),
      shell('touch one | tail -3'),
      shell('touch one && touch three'),
      done,
    );
    const result = await here.ask({ commands: ['touch one | cat && touch two'] });
    expect(result).toMatchObject({ outcome: 'ok', denials: ['Bash touch one && touch three'] });
    expect(existsSync(join(here.workspace, 'two'))).toBe(true);
    expect(existsSync(join(here.workspace, 'three'))).toBe(false);
  });

  it('4.7 makes no file outside the workspace, and reads none there', async () => {
    const here = await start(
      write(join('..', 'outside', 'new.txt')),
      { tools: [{ name: 'Read', input: { file_path: '../outside/greeting.txt' } }] },
      done,
    );
    const result = await here.ask();
    expect(result).toMatchObject({
      outcome: 'ok',
      denials: [expect.stringContaining('new.txt'), expect.stringContaining('greeting.txt')],
    });
    expect(readdirSync(here.outside)).toEqual(['greeting.txt']);
    expect(JSON.stringify(here.model.requests)).not.toContain('Hello wrold');
  });

  it('4.11 tells the model nothing of the history', async () => {
    const here = await start(done);
    const git = (...args: string[]): unknown =>
      execFileSync('git', args, { cwd: here.workspace, env: testEnvironment(here.home) });
    git('init', '--quiet');
    git(
      '-c',
      'user.name=Xyzzy',
      '-c',
      'user.email=plugh@example.com',
      'commit',
      '--quiet',
      '--allow-empty',
      '--message=plover',
    );
    expect((await here.ask()).outcome).toBe('ok');
    expect(JSON.stringify(here.model.requests)).not.toMatch(/xyzzy|plugh|plover/i);
  });

  it('4.7 may change anything with full access', async () => {
    const here = await start(write('.vscode/settings.json'), write(join('..', 'outside', 'new.txt')), done);
    expect(await here.ask({ access: 'full' })).toMatchObject({ outcome: 'ok', denials: [] });
    expect(existsSync(join(here.workspace, '.vscode/settings.json'))).toBe(true);
    expect(existsSync(join(here.outside, 'new.txt'))).toBe(true);
  });

  it('4.9 sits out a short failure in the middle, with what it did so far', async () => {
    const here = await start(write('made.txt'), { fail: 529 }, { fail: 429, retryAfter: 1 }, done);
    expect(await here.ask()).toMatchObject({ outcome: 'ok', text: 'Done.' });
    expect(here.model.requests).toHaveLength(4);
  });

  it('3.5 counts right after a call that was ended in the middle', async () => {
    const here = await start({ ...shell('touch begun; sleep 1000'), usage: { input: 5000, output: 50 } }, done);
    const controller = new AbortController();
    const asked = here.ask({ access: 'full' }, { signal: controller.signal });
    await expect.poll(() => existsSync(join(here.workspace, 'begun')), { timeout: 60_000 }).toBe(true);
    controller.abort();
    const first = await asked;
    expect(first).toMatchObject({ outcome: 'cancelled', usage: { inputTokens: 5000, outputTokens: 50 } });
    here.model.play(turns({ text: 'Went on.', usage: { input: 70, output: 7 } }));
    const second = await here.ask({ ...(first.session !== undefined && { session: first.session }) });
    expect(second).toMatchObject({
      outcome: 'ok',
      usage: { inputTokens: 70, outputTokens: 7, usd: expect.closeTo(0.00042, 9) },
    });
    expect(second.session).toMatchObject({ id: first.session?.id, used: { inputTokens: 5070, outputTokens: 57 } });
  });

  it('10.4 stops when a call has cost what it may', async () => {
    const here = await start(
      { tools: [{ name: 'Read', input: { file_path: 'greeting.txt' } }], usage: { input: 100_000, output: 10 } },
      done,
    );
    const result = await here.ask({ limits: { timeoutMs: 60_000, timeoutKey: 'agents.mine.timeout', usd: 0.01 } });
    expect(result).toMatchObject({
      outcome: 'crashed',
      message: expect.stringContaining('budget'),
      usage: { inputTokens: 100_000 },
    });
    expect(here.model.requests).toHaveLength(1);
  });
});
