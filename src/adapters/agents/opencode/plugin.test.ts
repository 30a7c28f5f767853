/** The plugin by itself, in a process; with opencode it is in test/contract. */
import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { notAllowed, opencodePlugin } from './plugin.ts';

/** What it prints while the code runs, in which `hooks` are its own. */
const play = (lines: readonly string[] | null, code: string): string[] => {
  const text = `${opencodePlugin(lines)}\nconst hooks = await fixpoint();\n${code}`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', text], { encoding: 'utf8' });
  expect(stderr).toBe('');
  return stdout.split('\n').filter((line) => line !== '');
};

const run = (tool: string, args: unknown): string =>
  `await hooks['tool.execute.before']({ tool: ${JSON.stringify(tool)} }, { args: ${JSON.stringify(args)} }).then(() => print('runs'), (error) => print(error.message));`;

const event = (type: string, properties: unknown): string =>
  `await hooks.event({ event: ${JSON.stringify({ type, properties })} });`;

describe('the plugin for opencode', () => {
  it.each([
    ['npm test', true],
    ['  npm test\n', true],
    ['npm test; rm -rf x', false],
    ['npm', false],
    ['> file', false],
    [undefined, false],
  ])('4.7 %j runs: %s', (command, runs) => {
    const said = JSON.stringify(runs ? 'runs' : `${notAllowed}:\nnpm test`);
    expect(play(['npm test'], run('bash', { command }))).toEqual([said]);
  });

  it('4.7 nothing runs without a list, anything with full access, and other tools are not its business', () => {
    expect(play([], run('bash', { command: 'ls' }))).toEqual([JSON.stringify(`${notAllowed}:`)]);
    expect(play(null, run('bash', { command: 'ls' }))).toEqual(['"runs"']);
    expect(play([], run('read', { filePath: 'a' }))).toEqual(['"runs"']);
  });

  it('4.9 tells when the model is waited for, and is alive only so often', () => {
    const waits = `const next = Date.now() + 60000; await hooks.event({ event: { type: 'session.status', properties: { sessionID: 'ses_1', status: { type: 'retry', attempt: 1, message: 'Slow', next } } } });`;
    const delta = event('message.part.delta', { delta: 'x' });
    const [retry, ...rest] = play(
      [],
      [waits, delta, delta, event('session.status', { status: { type: 'busy' } }), event('other', undefined)].join(
        '\n',
      ),
    );
    expect(JSON.parse(retry ?? '')).toEqual({
      type: 'fixpoint_retry',
      sessionID: 'ses_1',
      attempt: 1,
      message: 'Slow',
      waitMs: expect.any(Number),
    });
    expect(rest).toEqual(['{"type":"fixpoint_alive"}']);
  });
});
