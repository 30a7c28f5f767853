/** `opencode acp` runs what a repository brings: it is not called there. */
import { chmodSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ended, openPlayed, type Played, says } from '../../../../test/fakes/acp-played.ts';
import { startsOpencode } from '../opencode/repository.ts';

let played: Played;
beforeEach(() => {
  played = openPlayed();
});
afterEach(() => played.remove());

const write = (file: string, text: string): string => {
  mkdirSync(dirname(join(played.workspace, file)), { recursive: true });
  writeFileSync(join(played.workspace, file), text);
  return join(played.workspace, file);
};

/** A program of this name, which leaves a mark when it is started. */
const install = (name: string): string => {
  const path = write(`../bin/${name}`, `#!/bin/sh\ntouch '${played.workspace}/../mark'\n`);
  chmodSync(path, 0o755);
  return path;
};
const wasStarted = (): boolean => existsSync(join(played.workspace, '../mark'));

describe('an agent of the protocol that is opencode', () => {
  it.each([
    ['.opencode/plugin/a.js', ''],
    ['.opencode/plugins/a.ts', ''],
    ['.opencode/tool/a.ts', ''],
    ['opencode.json', '{"plugin": ["./a.js"]}'],
    ['opencode.json', '{"mcp": {"evil": {"type": "local", "command": ["./evil"]}}}'],
    ['.opencode/opencode.jsonc', '{"formatter": {"x": {"command": ["./evil"]}}}'],
    ['opencode.jsonc', '{"pl\\u0075gin": ["./a.js"]}'],
    ['opencode.json', '{"provider": {"x": {"npm": "file://./evil.js"}}}'],
  ])('4.7 is not called where the repository has %s with %j', async (file, text) => {
    const opencode = install('opencode');
    write(file, text);
    const result = await played.call({}, {}, { program: [opencode, 'acp'] });
    expect(result).toMatchObject({
      outcome: 'crashed',
      message: expect.stringContaining('it would run the plugins of the repository ('),
    });
    expect(wasStarted()).toBe(false);
  });

  it('4.7 is called elsewhere, and others are called there too', async () => {
    const opencode = install('opencode');
    write('opencode.json', '{"model": "a/b"}');
    await played.call({}, {}, { program: [opencode, 'acp'] });
    expect(wasStarted()).toBe(true);
    write('.opencode/plugin/a.js', '');
    expect(await played.call({ 'session/prompt': [says('Done.'), ended] })).toMatchObject({ outcome: 'ok' });
  });

  it('4.7 is recognised behind a link of another name', async () => {
    const link = join(played.workspace, '../bin/zed');
    symlinkSync(install('opencode'), link);
    write('.opencode/plugin/a.js', '');
    expect(await played.call({}, {}, { program: [link] })).toMatchObject({
      outcome: 'crashed',
      message: expect.stringContaining('plugins'),
    });
    expect(wasStarted()).toBe(false);
  });

  it.each([
    [['opencode', 'acp'], true],
    [['/usr/local/bin/opencode', 'acp', '--print-logs'], true],
    [['npx', '-y', 'opencode-ai@latest', 'acp'], true],
    [['bunx', 'opencode-ai', 'acp'], true],
    [['env', 'A=1', 'opencode', 'acp'], true],
    [['/bin/sh', '-c', 'cd x && exec opencode acp 2>log'], true],
    [['node', '/opt/node_modules/opencode-ai/bin/opencode.js', 'acp'], true],
    [['gemini', '--acp', '--skip-trust'], false],
    [['some-agent', '--acp'], false],
    [['my-opencoder'], false],
  ])('4.7 is recognised by what starts it: %j, %s', (command, isOpencode) => {
    expect(startsOpencode(command, null)).toBe(isOpencode);
  });
});
