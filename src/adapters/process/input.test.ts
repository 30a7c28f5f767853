/** Programs that are talked to while they run. */
import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import type { ProcessInput, ProcessOutcome, ProcessRequest } from '../../ports/process.ts';
import { createRunProcess } from './run-process.ts';

const runProcess = createRunProcess({ graceMs: 300 });
const run = (command: string, more: Partial<ProcessRequest>): Promise<ProcessOutcome> =>
  runProcess({ command, cwd: tmpdir(), timeoutMs: 60_000, marker: 'input-test', ...more });

it('4.9 answers what a program asks, and ends it by closing its input', async () => {
  let input: ProcessInput | undefined;
  const outcome = await run('echo first; read a; echo "got $a"; read b; echo "got $b"; cat; echo closed', {
    converse: (one) => (input = one),
    onStdout: (text) => {
      if (text.includes('first')) input?.write('one\n');
      if (text.includes('got one')) input?.write('two\nthree\n');
      if (text.includes('three')) input?.end();
    },
  });
  expect(outcome).toMatchObject({ status: 'exited', exitCode: 0, stdout: 'first\ngot one\ngot two\nthree\nclosed\n' });
});

it('4.9 does not mind a program that ends, closes its input or was closed by us before it is written to', async () => {
  const inputs: ProcessInput[] = [];
  const fill = (input: ProcessInput): void => {
    for (let n = 0; n < 5; n += 1) input.write('x'.repeat(1_000_000));
  };
  const converse = (input: ProcessInput): void => {
    inputs.push(input);
    fill(input);
  };
  const close = (input: ProcessInput): void => {
    input.end();
    input.end();
    converse(input);
  };
  expect(await run('exit 3', { converse })).toMatchObject({ status: 'exited', exitCode: 3 });
  expect(await run('exec 0<&-; echo closed; exit 4', { converse })).toMatchObject({ status: 'exited', exitCode: 4 });
  expect(await run('cat > /dev/null; exit 5', { converse: close })).toMatchObject({ status: 'exited', exitCode: 5 });
  for (const input of inputs) {
    fill(input);
    input.end();
  }
});

it('4.10 keeps a bounded amount for a program that does not read', async () => {
  // Nothing is read while this goes on.
  const converse = (input: ProcessInput): void => {
    for (let n = 0; n < 200; n += 1) input.write('x'.repeat(1_000_000));
    input.end();
  };
  const outcome = await run('wc -c', { converse });
  expect(Number(outcome.stdout)).toBeLessThan(70_000_000);
});
