/** The answer server, asked by a real client: from its source, and as it is built. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { callFolder, connect, finding, inputOf, type AnswerClient } from '../../../../test/support/answer-client.ts';
import { readReported } from './answer-tools.ts';

const root = join(import.meta.dirname, '../../../..');
const source = join(root, 'src/adapters/agents/answering/answer-server.ts');
const built = join(root, 'dist/answer-server.js');

const folders: string[] = [];
const clients: AnswerClient[] = [];
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const folderFor = (input: unknown = inputOf([finding(1), finding(2)])): string => {
  const folder = callFolder(input);
  folders.push(folder);
  return folder;
};

const open = async (folder: string, server: string = source): Promise<AnswerClient> => {
  const client = await connect(server, folder);
  clients.push(client);
  return client;
};

const fixed = { outcome: 'fixed', explanation: 'Checked the bound.' };

describe.each([
  ['from its source', source],
  ['as it is built', built],
])('%s', (_, server) => {
  it('4.4 tells the findings and takes an outcome for each', async () => {
    const folder = folderFor();
    const client = await open(folder, server);
    const { tools } = await client.list();
    expect(tools.map(({ name }) => name)).toEqual(['list_findings', 'get_finding', 'report_outcome']);
    expect(JSON.parse((await client.call('list_findings')).text)).toEqual(
      [1, 2].map((n) => ({
        code: `F00${n}`,
        id: `id-${n}`,
        severity: 'high',
        file: 'src/a.ts',
        line: n,
        title: `Title ${n}`,
      })),
    );
    expect(await client.call('report_outcome', { id: 'F001', ...fixed, confidence: 0.9 })).toEqual({
      text: 'Recorded: F001 fixed. Still without an outcome: F002.',
      failed: false,
    });
    expect(
      (await client.call('report_outcome', { id: 'id-2', outcome: 'blocked', explanation: 'No.' })).text,
    ).toContain('Every finding');
    expect(readReported(folder)).toEqual({
      outcomes: [
        { id: 'id-1', ...fixed, confidence: 0.9 },
        { id: 'id-2', outcome: 'blocked', explanation: 'No.' },
      ],
    });
  });
});

describe('get_finding', () => {
  it('4.4 tells all of a finding by id or code, with what was tried', async () => {
    const attempt = {
      n: 1,
      at: 'now',
      cycle: 1,
      agent: 'a',
      claim: 'fixed',
      result: 'refused',
      files: [],
      usage: {},
      durationMs: 1,
    };
    const suggested = { ...finding(1), suggestion: 'Check the bound.', anchor: 'opaque' };
    const client = await open(
      folderFor({ ...inputOf([suggested]), attempts: { 'id-1': [{ ...attempt, reason: 'Tests fail.' }] } }),
    );
    for (const id of ['id-1', 'F001', ' f001 ']) {
      const told = JSON.parse((await client.call('get_finding', { id })).text);
      expect(told).toMatchObject({
        description: 'Description 1',
        suggestion: 'Check the bound.',
        attempts: [{ reason: 'Tests fail.' }],
      });
      expect(told).not.toHaveProperty('anchor');
    }
  });

  it('has no attempts for names that objects have of themselves', async () => {
    const client = await open(folderFor(inputOf([{ ...finding(1), id: 'constructor' }])));
    expect(JSON.parse((await client.call('get_finding', { id: 'constructor' })).text)).toMatchObject({ attempts: [] });
  });
});

describe('report_outcome', () => {
  it('4.4 lets a later report replace an earlier one, under whichever name', async () => {
    const folder = folderFor();
    const client = await open(folder);
    await client.call('report_outcome', { id: 'F001', ...fixed });
    await client.call('report_outcome', { id: 'id-1', outcome: 'deferred', explanation: 'One caller is left.' });
    expect(readReported(folder).outcomes).toEqual([
      { id: 'id-1', outcome: 'deferred', explanation: 'One caller is left.' },
    ]);
  });

  it('4.4 refuses an unknown id, names the valid ones, and keeps it for the report', async () => {
    const folder = folderFor();
    const client = await open(folder);
    const answer = await client.call('report_outcome', { id: 'F009', ...fixed });
    expect(answer).toEqual({ text: 'There is no finding "F009". The findings are F001, F002.', failed: true });
    expect(readReported(folder).outcomes).toEqual([{ id: 'F009', ...fixed }]);
  });

  it.each([
    ['another outcome', { id: 'F001', outcome: 'done', explanation: '' }, 'outcome'],
    ['no explanation', { id: 'F001', outcome: 'fixed' }, 'explanation'],
    ['a book', { id: 'F001', outcome: 'fixed', explanation: 'x'.repeat(100_000) }, 'explanation'],
    ['more than certainty', { id: 'F001', ...fixed, confidence: 80 }, 'confidence'],
    ['no id', fixed, 'id'],
  ])('4.9 refuses %s and says what is wrong', async (_, args, about) => {
    const folder = folderFor();
    const client = await open(folder);
    const answer = await client.call('report_outcome', args);
    expect(answer).toEqual({ text: expect.stringContaining(`at ${about}`), failed: true });
    expect(readReported(folder)).toEqual({ outcomes: [] });
  });

  it('4.4 loses nothing of many calls at once, from two servers on one folder', async () => {
    const findings = Array.from({ length: 100 }, (_, n) => ({ ...finding(n), code: `F${n}`, line: 1 }));
    const folder = folderFor(inputOf(findings));
    const [one, other] = await Promise.all([open(folder), open(folder)]);
    const explanation = 'x'.repeat(15_000);
    await Promise.all(
      findings.map(({ code }, n) =>
        (n % 2 === 0 ? one : other).call('report_outcome', {
          id: code,
          outcome: 'fixed',
          explanation: `${code} ${explanation}`,
        }),
      ),
    );
    const { outcomes, problem } = readReported(folder);
    expect(problem).toBeUndefined();
    expect(outcomes.length).toBe(100);
    expect(outcomes.every((each) => each.explanation === `F${each.id.slice('id-'.length)} ${explanation}`)).toBe(true);
    const last = await one.call('report_outcome', { id: 'F1', ...fixed });
    expect(last.text).toContain('Every finding has an outcome.');
  });
});

describe('when something is wrong', () => {
  it('4.9 writes through no link and waits for no pipe', async () => {
    const folder = folderFor();
    const client = await open(folder);
    const elsewhere = join(folder, 'elsewhere');
    const file = join(folder, 'outcomes.jsonl');
    writeFileSync(elsewhere, 'mine');
    symlinkSync(elsewhere, file);
    expect(await client.call('report_outcome', { id: 'F001', ...fixed })).toMatchObject({ failed: true });
    expect(readFileSync(elsewhere, 'utf8')).toBe('mine');
    rmSync(file);
    execFileSync('mkfifo', [file]);
    expect(await client.call('report_outcome', { id: 'F001', ...fixed })).toMatchObject({ failed: true });
    rmSync(file);
    mkdirSync(file);
    expect(await client.call('report_outcome', { id: 'F001', ...fixed })).toMatchObject({ failed: true });
  });

  it('4.9 keeps no more than can be read again', async () => {
    const folder = folderFor();
    writeFileSync(join(folder, 'outcomes.jsonl'), ' '.repeat(4 * 1024 * 1024));
    const client = await open(folder);
    expect(await client.call('report_outcome', { id: 'F001', ...fixed })).toEqual({
      text: 'report_outcome failed: too much was reported already',
      failed: true,
    });
  });

  it.each([
    ['not JSON', '{'],
    ['something else', '{"findings":[{}]}'],
  ])('4.9 goes on when its input is %s', async (_, input) => {
    const client = await open(folderFor(input));
    expect((await client.list()).tools.length).toBe(3);
    expect(await client.call('list_findings')).toMatchObject({ failed: true });
    expect(await client.call('no_such_tool')).toEqual({ text: 'There is no tool "no_such_tool".', failed: true });
  });

  /** Speaks to it by hand: what no client sends. */
  const speak = async (...lines: string[]): Promise<{ code: number | null; stdout: string }> => {
    const child = spawn(process.execPath, [source, folderFor()], { stdio: ['pipe', 'pipe', 'ignore'] });
    let stdout = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stdin.on('error', () => {
      // It may be gone before all was written.
    });
    child.stdin.end(lines.map((line) => `${line}\n`).join(''));
    const [code] = await once(child, 'close');
    return { code: typeof code === 'number' ? code : null, stdout };
  };
  const ping = (id: number): string => JSON.stringify({ jsonrpc: '2.0', id, method: 'ping' });

  it('4.9 survives lines that are no messages, says nothing but the protocol, and ends with its input', async () => {
    const { code, stdout } = await speak(
      'not json',
      '{}',
      '[]',
      'null',
      '\u0000',
      '{"jsonrpc":"2.0","id":{},"method":7}',
      ping(7),
    );
    expect(
      stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([{ jsonrpc: '2.0', id: 7, result: {} }]);
    expect(code).toBe(0);
  });

  it('4.9 gives up on a message without end', async () => {
    const { code, stdout } = await speak('x'.repeat(20_000_000), ping(8));
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
  });

  it('4.10 ends when the agent is gone', async () => {
    const child = spawn(process.execPath, [source, folderFor()], { stdio: ['pipe', 'pipe', 'ignore'] });
    child.stdin.write(`${ping(1)}\n`);
    await once(child.stdout, 'data');
    child.stdout.destroy();
    child.stdin.write(`${ping(2)}\n${ping(3)}\n`);
    const [code] = await once(child, 'exit');
    expect(code).toBe(0);
  });

  it('says what is missing when it is started without a folder', () => {
    expect(() => execFileSync(process.execPath, [source], { stdio: 'pipe' })).toThrow('name the folder of the call');
  });
});
