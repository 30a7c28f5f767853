/** 4.11 What the command line prints and writes is clean, whoever prints it. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { writeOutput } from '../../src/cli/write-output.ts';
import { asJson } from '../../src/cli/texts/as-json.ts';
import { capturedIo } from './captured-io.ts';

const secret = 'plum-tree-canary';
const open = () => capturedIo({ MY_TOKEN: secret });

it('4.11 a value is cleaned before it is put into words or into a document', async () => {
  const { io, out, err } = open();
  await io.stdout.print({ file: `${secret}.js`, seen: [secret] }, asJson);
  await io.stderr.print(secret, (text) => `Wrote ${text}\n`);
  expect(JSON.parse(out())).toEqual({ file: '[redacted].js', seen: ['[redacted]'] });
  expect(err()).toBe('Wrote [redacted]\n');
});

it('4.11 words of ours are left as they are: a name and a value that merely stand side by side are no secret', async () => {
  const { io, out } = open();
  const row = { rule: 'no-hard-coded-password', file: 'src-of-the-house.js' };
  await io.stdout.print(row, ({ rule, file }) => `${rule}: ${file}\n`);
  expect(out()).toBe('no-hard-coded-password: src-of-the-house.js\n');
});

it('4.11 a document in pieces is cleaned, on standard output and in a file, and so is the name of the file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'door-'));
  try {
    const pieces = (texts: readonly string[]) => texts.map((text) => `${text}\n`);
    const printed = open();
    await writeOutput(['a', secret], pieces, {}, printed.io);
    expect(printed.out()).toBe('a\n[redacted]\n');
    const file = join(folder, `${secret}.txt`);
    const written = open();
    await writeOutput(['a', secret], pieces, { output: file }, written.io);
    expect(readFileSync(file, 'utf8')).toBe('a\n[redacted]\n');
    expect(written.out() + written.err()).toBe(`Wrote ${join(folder, '[redacted].txt')}\n`);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it('4.11 a library that draws by itself gets the stream with a clean value', async () => {
  const { io, err } = open();
  await io.stderr.draw({ message: secret }, ({ message }, stream) => stream.write(message));
  expect(err()).toBe('[redacted]');
});

it('4.11 the types refuse what nobody has cleaned', async () => {
  const { io, out } = open();
  const known: string = 'later';
  io.stdout.say(io.stdout.isTTY ? 'one' : 'another');
  // @ts-expect-error Not everything in it stands in the source.
  io.stdout.say(`${known}\n`);
  // @ts-expect-error Neither does this.
  io.stdout.say(io.stdout.isTTY ? 'one' : known);
  // @ts-expect-error Nobody has cleaned it.
  io.stdout.pass(known, (text) => text);
  io.stdout.pass(await io.clean(known), (text) => text);
  expect(out()).toContain('another');
});
