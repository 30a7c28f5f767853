/** Open files of ours that must not reach what we start. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const script = `
import { runProcess } from '${join(import.meta.dirname, 'run-process.ts')}';
const { stdout } = await runProcess({ command: 'ls -l /proc/self/fd', cwd: '/', timeoutMs: 20_000, marker: 'test' });
console.log(stdout);
`;

describe.runIf(process.platform === 'linux')('4.10 what Fixpoint itself was started with', () => {
  it.each([9, 20, 63, 200])('does not reach a program as number %i', (number) => {
    const start = `exec ${number}</usr/lib; exec "$0" --input-type=module -e "$1"`;
    const listed = execFileSync('bash', ['-c', start, process.execPath, script], { encoding: 'utf8' });
    expect(listed).toContain('/proc/');
    expect(listed).not.toContain('/usr/lib');
  });
});
