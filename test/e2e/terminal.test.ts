/** Ctrl-C in a terminal goes to every process of the group, not only to Fixpoint. */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, vi } from 'vitest';
import { inSandbox } from '../support/bad-agent.ts';
import type { Sandbox } from '../support/sandbox.ts';

const program = fileURLToPath(new URL('../../bin/fixpoint', import.meta.url));
const names = ['a.txt', 'b.txt', 'c.txt'];

/** Fixes its file, makes another one, and changes its line of one that all of them change: that takes git. */
const agentScript = `#!/bin/sh
while IFS= read -r line; do
  case $line in
    '## '*) code=\${line#'## '} ;;
    'place: '*) file=\${line#'place: '}; file=\${file%%:*} ;;
  esac
done
echo fixed >>"$file"
echo note >"$file.note"
sed -i "s/^$file$/$file fixed/" shared.txt
echo "{\\"outcomes\\":[{\\"id\\":\\"$code\\",\\"outcome\\":\\"fixed\\",\\"explanation\\":\\"done\\"}]}"
`;
const shared = names.map((name) => `${name}\n${'-\n'.repeat(9)}`).join('');

/** Git waits before this command, and leaves a sign that it does. */
const slowGit = (sandbox: Sandbox, command: string): { path: string; sign: string } => {
  const folder = join(sandbox.scratch, 'bin');
  const sign = join(sandbox.scratch, 'at-work');
  mkdirSync(folder);
  const wait = `case " $* " in *" ${command} "*) touch '${sign}'; sleep 0.5 ;; esac`;
  writeFileSync(join(folder, 'git'), `#!/bin/sh\nPATH=\${PATH#*:}\n${wait}\nexec git "$@"\n`, { mode: 0o755 });
  return { path: `${folder}:${sandbox.env['PATH']}`, sign };
};

/** Sends SIGINT to the whole group while git is at that command. */
const interruptAt = async (
  command: string,
  sandbox: Sandbox,
): Promise<{ code: number | null; stdout: string; stderr: string }> => {
  const { path, sign } = slowGit(sandbox, command);
  const agent = join(sandbox.scratch, 'agent.sh');
  writeFileSync(agent, agentScript, { mode: 0o755 });
  const from = sandbox.findings(names.map((file, n) => ({ code: `F${n}`, file, line: 1 })));
  const args = ['fix', '--from', from, '--agent-command', agent, '--verify', 'true', '--jsonl'];
  const env = { ...sandbox.env, PATH: path };
  const child = spawn(program, args, { cwd: sandbox.root, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const printed = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => (printed.stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (printed.stderr += chunk.toString()));
  const closed = new Promise<number | null>((resolve) => child.once('close', resolve));
  await vi.waitFor(() => expect(existsSync(sign)).toBe(true), { timeout: 60_000, interval: 10 });
  process.kill(-(child.pid ?? 0), 'SIGINT');
  return { code: await closed, ...printed };
};

describe('Ctrl-C', () => {
  it.each(['add', 'write-tree', 'pack-objects', 'merge-tree'])('4.10 ends cleanly while git is at %s', (command) =>
    inSandbox(
      async (sandbox) => {
        const { code, stdout, stderr } = await interruptAt(command, sandbox);
        expect(stderr).not.toMatch(/went wrong|could not be merged/);
        expect({ code, stderr, end: stdout.slice(-3000) }).toMatchObject({ code: 130 });
        expect(JSON.parse(stdout.trim().split('\n').at(-1) ?? '')).toMatchObject({
          type: 'run.finished',
          status: 'cancelled',
        });
      },
      { 'shared.txt': shared, ...Object.fromEntries(names.map((name) => [name, 'bad\n'])) },
    ),
  );
});
