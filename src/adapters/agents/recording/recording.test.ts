import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { agentRequest } from '../../../../test/support/agent-request.ts';
import { begin } from '../../../../test/support/custody.ts';
import { inputAbout, record, recorded, secret } from '../../../../test/support/recording.ts';
import { withRepo } from '../../../../test/support/repo.ts';
import { RecordedCall, Recording } from '../../../model/recording.ts';
import { createSecrets } from '../../../secrets/secrets.ts';
import { refusedFolder } from './record-folder.ts';
import { openRecorder, recordingAgent } from './recording.ts';

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .toSorted();

const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));

const answer = (outcome: string): string =>
  `echo '{"outcomes":[{"id":"F001","outcome":"${outcome}"}]}' > "$FIXPOINT_ANSWER"`;

describe('recording', () => {
  it('keeps request, events, result and patch of a call, by what it is about', async () => {
    await withRepo(async (test) => {
      const { custody } = await begin(test);
      const folder = join(test.folder, 'deep', 'rec');
      const recorder = await record(folder);
      await recorded(custody, recorder, `echo changed > src/one.ts; echo working; ${answer('fixed')}`, {
        codes: ['F002', 'F001'],
      });
      const [call = '', patch = '', head = ''] = filesBelow(folder);
      expect([call, patch, head]).toEqual([
        expect.stringMatching(/^calls\/house-F001\+1-[0-9a-f]{12}-1\.json$/),
        expect.stringMatching(/^calls\/house-F001\+1-[0-9a-f]{12}-1\.patch$/),
        'recording.json',
      ]);
      expect(Recording.parse(readJson(join(folder, head)))).toMatchObject({ format: 1, run: 'run-1', agent: 'house' });
      expect(RecordedCall.parse(readJson(join(folder, call)))).toMatchObject({
        agent: 'house',
        n: 1,
        request: {
          role: 'fix',
          prompt: 'Fix it.',
          access: 'edit',
          input: { findings: [{ code: 'F002' }, { code: 'F001' }] },
        },
        events: [{ kind: 'text', text: 'working\n' }],
        result: { outcome: 'ok', answer: { outcomes: [{ id: 'F001', outcome: 'fixed' }] } },
        patch: { redacted: false },
      });
      expect(readFileSync(join(folder, patch), 'utf8')).toContain('+changed');
    });
  });

  it('counts the calls about the same findings, those that fail too, and goes on counting when the run is resumed', async () => {
    await withRepo(async (test) => {
      const { custody } = await begin(test);
      const folder = join(test.folder, 'rec');
      const first = await record(folder);
      await recorded(custody, first, 'exit 75');
      await recorded(custody, first, answer('blocked'));
      await recorded(custody, first, answer('fixed'), { codes: ['F009'] });
      await recorded(custody, await record(folder), answer('fixed'));
      const outcomes = filesBelow(join(folder, 'calls')).map((name) => {
        const { n, result } = RecordedCall.parse(readJson(join(folder, 'calls', name)));
        return [name.slice(6, 10), n, result.outcome];
      });
      expect(outcomes).toEqual([
        ['F001', 1, 'rate-limit'],
        ['F001', 2, 'ok'],
        ['F001', 3, 'ok'],
        ['F009', 1, 'ok'],
      ]);
    });
  });

  it('4.11 keeps no secret: not in prompt, events cut anywhere, answer, keys of it, transcript or patch', async () => {
    await withRepo(async (test) => {
      const { custody } = await begin(test);
      const folder = join(test.folder, 'rec');
      const [one, two] = [secret.slice(0, 7), secret.slice(7)];
      const script = `printf %s ${one}; sleep 0.2; echo ${two}; echo ${secret} >&2; echo "key = ${secret}" > src/one.ts
        echo '{"outcomes":[{"id":"F001","outcome":"fixed","explanation":"it is ${secret}"}],"${secret}":1}' > "$FIXPOINT_ANSWER"`;
      const { result } = await recorded(custody, await record(folder), script, { prompt: `Use ${secret}.` });
      expect(JSON.stringify(result)).toContain(secret);
      const all = filesBelow(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
      expect(all).toHaveLength(3);
      for (const text of all) expect(text).not.toContain(two);
      expect(all.join('')).toContain('key = [redacted]');
      expect(all.join('')).toMatch(/"redacted": true/);
    });
  });

  it('keeps an answer that is nested without end, as far as it means something', async () => {
    await withRepo(async (test) => {
      const folder = join(test.folder, 'rec');
      const answer: unknown = JSON.parse('['.repeat(200_000) + ']'.repeat(200_000));
      const result = { outcome: 'ok', answer, text: '', transcript: '', usage: {}, denials: [], problems: [] } as const;
      const agent = recordingAgent({ name: 'deep', run: async () => result }, await record(folder));
      const request = agentRequest({ workspace: test.root, scratch: test.folder, input: inputAbout(['F001']) });
      expect((await agent.run(request, { signal: new AbortController().signal })).problems).toEqual([]);
      expect(filesBelow(folder)).toHaveLength(2);
    });
  });

  it('says when a call cannot be written, and the call counts all the same', async () => {
    await withRepo(async (test) => {
      const { custody } = await begin(test);
      const folder = join(test.folder, 'rec');
      const recorder = await record(folder);
      symlinkSync(test.root, join(folder, 'calls'));
      const { result } = await recorded(custody, recorder, answer('fixed'));
      expect(result).toMatchObject({
        outcome: 'ok',
        problems: [expect.stringMatching(/^the call could not be recorded as calls\/house-F001/)],
      });
      expect(existsSync(join(test.root, 'calls'))).toBe(false);
      expect(readdirSync(test.root).filter((name) => name.startsWith('house'))).toEqual([]);
    });
  });
});

describe('the folder of a recording', () => {
  it('may be missing or empty', async () => {
    await withRepo(async ({ folder }) => {
      expect(refusedFolder(join(folder, 'rec'))).toBeNull();
      mkdirSync(join(folder, 'rec'));
      expect(refusedFolder(join(folder, 'rec'))).toBeNull();
    });
  });

  it('is refused, with the remedy, when it holds something else, another recording, or is none', async () => {
    await withRepo(async ({ folder }) => {
      const rec = join(folder, 'rec');
      mkdirSync(rec);
      writeFileSync(join(rec, 'notes.txt'), 'mine');
      expect(refusedFolder(rec)).toMatch(/is not empty and holds no recording\. Name a folder/);
      expect(refusedFolder(join(rec, 'notes.txt'))).toMatch(/is not a folder\. Name one/);
      rmSync(join(rec, 'notes.txt'));
      await record(rec, 'run-1');
      expect(refusedFolder(rec)).toMatch(/holds a recording already.*Name another folder, or remove this one first/);
      const other = { fixpoint: '1', run: 'run-2', start: '', agent: 'a', agents: {} };
      expect(await openRecorder(rec, other, createSecrets({}))).toEqual({
        problem: expect.stringMatching(/holds a recording already/),
      });
    });
  });
});
