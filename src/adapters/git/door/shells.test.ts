import { execFileSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { describe, expect, it } from 'vitest';
import { runInShell } from './shells.ts';

const environment = { PATH: process.env['PATH'] ?? '/usr/bin:/bin' };
const run = (args: readonly string[], more: { env?: Record<string, string>; input?: string; cwd?: string } = {}) =>
  runInShell(
    { args, cwd: more.cwd ?? '/', env: more.env ?? {}, ...(more.input !== undefined && { input: more.input }) },
    environment,
  );
const show = [
  process.execPath,
  '-e',
  'process.stdout.write(JSON.stringify([process.argv.slice(1), process.env.X ?? null]))',
];

describe('shells that stay', () => {
  it.each([
    "it's",
    '$(touch /tmp/x)',
    '`id`',
    'a\nb\\n',
    ' two  spaces ',
    '"quoted"',
    '; exit 3',
    '-n',
    'ä€😀',
    '$HOME',
    '*',
    '#',
    '!',
    '~',
    '',
  ])('8.3 hands %j on exactly, as an argument, a setting and an input', async (text) => {
    const result = await run([...show, '--', text], { env: { X: text } });
    expect(JSON.parse(result?.stdout.toString() ?? '')).toEqual([[text], text]);
    expect((await run(['cat'], { input: text }))?.stdout.toString()).toBe(text);
  });

  it('5.1 gives exit codes and both streams, also without a line break at their end', async () => {
    expect(await run(['sh', '-c', 'printf out; printf err >&2; exit 7'])).toEqual({
      code: 7,
      stdout: Buffer.from('out'),
      stderr: Buffer.from('err'),
    });
    expect(await run(['sh', '-c', 'kill -9 $$'])).toMatchObject({ code: 137 });
    expect(await run(['true'], { cwd: '/no/such/folder' })).not.toMatchObject({ code: 0 });
  });

  it('5.1 gives every byte of a large output', async () => {
    const script = 'for (let n = 0; n < 200; n += 1) process.stdout.write(Buffer.alloc(100_003, n))';
    const result = await run([process.execPath, '-e', script]);
    expect(result?.stdout.length).toBe(200 * 100_003);
    expect(result?.stdout.at(100_003)).toBe(1);
    expect(result?.stdout.at(-1)).toBe(199);
  });

  it('5.1 runs many side by side without mixing them up', async () => {
    const results = await Promise.all(
      Array.from({ length: 10 }, (_, n) => run(['sh', '-c', `sleep 0.0${n % 3}; echo ${n}`])),
    );
    expect(results.map((result) => result?.stdout.toString())).toEqual(results.map((_, n) => `${n}\n`));
  });

  it('5.1 has nobody wait for those that take long', async () => {
    const ended: string[] = [];
    const noted = async (name: string, args: readonly string[]): Promise<void> => {
      await run(args);
      ended.push(name);
    };
    const long = Array.from({ length: availableParallelism() + 1 }, () => noted('long', ['sleep', '2']));
    await noted('quick', ['true']);
    expect(ended).toEqual(['quick']);
    await Promise.all(long);
  });

  it('11.1 says that nothing is known when the shell itself was ended, and goes on with another', async () => {
    const parent = (await run(['sh', '-c', 'echo $PPID']))?.stdout.toString().trim() ?? '';
    const shell = execFileSync('ps', ['-o', 'ppid=', '-p', parent], { encoding: 'utf8' }).trim();
    const group = shell === String(process.pid) ? parent : shell;
    const cut = run(['sh', '-c', `kill -9 ${group}; sleep 1`]);
    expect(await cut).toBeNull();
    expect((await run(['echo', 'again']))?.stdout.toString()).toBe('again\n');
  });
});
