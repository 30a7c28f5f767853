import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inputFor } from '../../../../test/support/agent-request.ts';
import { begin } from '../../../../test/support/custody.ts';
import { head, inputAbout, record, recorded, replay, replayed, secret } from '../../../../test/support/recording.ts';
import { type TestRepo, withRepo } from '../../../../test/support/repo.ts';
import type { Attempt } from '../../../model/attempt.ts';
import type { AgentRequest } from '../../../ports/agent.ts';
import type { Custody } from '../../../ports/repo.ts';
import { openReplay } from './replay.ts';

const answer = (outcome: string, id = 'F001'): string =>
  `echo '{"outcomes":[{"id":"${id}","outcome":"${outcome}"}],"session":"s-1","usage":{"inputTokens":7,"usd":0.5}}' > "$FIXPOINT_ANSWER"`;

const withRun = (
  work: (test: TestRepo, custody: Custody, folder: string) => Promise<void>,
  files: Record<string, string> = {},
) =>
  withRepo(async (test) => {
    for (const [file, text] of Object.entries(files)) test.write(file, text);
    if (Object.keys(files).length > 0) test.commitAll('more');
    const { custody } = await begin(test);
    await work(test, custody, join(test.folder, 'rec'));
  });

describe('replay', () => {
  it.each([
    [
      'a new, a changed, a deleted, a binary and an empty file',
      'echo new > "sp ace.ts"; echo x >> src/one.ts; rm gone.ts; printf "\\0\\1\\377" > b.bin; : > empty',
    ],
    ['modes', 'chmod +x gone.ts'],
    ['a changed binary file', 'printf "\\0\\2\\3\\4" > old.bin'],
    ['a link, and a file that becomes one', 'ln -s src/one.ts l; rm gone.ts; ln -s nowhere gone.ts'],
    ['a folder that becomes a file', 'rm -r src; echo file > src'],
    [
      'a file without a last newline, with CRLF, with bytes that are no UTF-8',
      'printf "a\\r\\nb\\377" > gone.ts; printf x > src/one.ts',
    ],
    ['names that are not ASCII', 'echo x > "$(printf "\\303\\244\\n.ts")"'],
    ['a file with line endings that are converted', 'printf "one\\r\\nTWO\\r\\n" > crlf.txt'],
    ['nothing', 'true'],
  ])('makes the same tree again: %s', async (_, script) => {
    const files = {
      'gone.ts': 'gone\n',
      'old.bin': '\0\x01',
      '.gitattributes': 'crlf.txt text eol=crlf\n',
      'crlf.txt': 'one\r\ntwo\r\n',
    };
    await withRun(async (_test, custody, folder) => {
      const before = await recorded(custody, await record(folder), `${script}; echo done; ${answer('fixed')}`);
      const after = await replayed(custody, replay(folder));
      expect(after.capture.tree).toBe(before.capture.tree);
      expect(after.result).toEqual(before.result);
      expect(after.result).toMatchObject({
        outcome: 'ok',
        session: { id: 's-1' },
        usage: { inputTokens: 7, usd: 0.5 },
      });
      expect(after.events).toEqual([{ kind: 'text', text: 'done\n' }]);
    }, files);
  });

  it('plays the calls about the same findings in their order, whatever runs beside them', async () => {
    await withRun(async (_test, custody, folder) => {
      const recorder = await record(folder);
      await recorded(custody, recorder, 'exit 75');
      await recorded(custody, recorder, answer('fixed', 'F002'), { codes: ['F002'] });
      await recorded(custody, recorder, `echo 1 > src/one.ts; ${answer('fixed')}`);
      const player = replay(folder);
      const two = await replayed(custody, player, { codes: ['F002'] });
      const outcomes = [await replayed(custody, player), await replayed(custody, player)].map(
        ({ result }) => result.outcome,
      );
      expect([two.result.outcome, ...outcomes]).toEqual(['ok', 'rate-limit', 'ok']);
    });
  });

  it('finds its place by the prompt when a run is resumed', async () => {
    await withRun(async (_test, custody, folder) => {
      const recorder = await record(folder);
      await recorded(custody, recorder, answer('deferred'));
      await recorded(custody, recorder, answer('fixed'), { prompt: 'Fix it, the first attempt failed.' });
      const { result } = await replayed(custody, replay(folder), { prompt: 'Fix it, the first attempt failed.' });
      expect(result.answer).toMatchObject({ outcomes: [{ outcome: 'fixed' }] });
    });
  });

  it('names the findings by the ids that they have now', async () => {
    await withRun(async (_test, custody, folder) => {
      await recorded(custody, await record(folder), answer('fixed', 'id-F001'), { prompt: 'Fix id-F001 in run-1.' });
      const input = inputAbout(['F001'], { ids: 'other', run: 'run-2' });
      const { result } = await replayed(custody, replay(folder), { input, prompt: 'Fix other-F001 in run-2.' });
      expect(result).toMatchObject({ answer: { outcomes: [{ id: 'other-F001' }] }, problems: [] });
    });
  });

  it('says that a prompt is another one, but not of one that quotes what commands printed', async () => {
    await withRun(async (_test, custody, folder) => {
      const recorder = await record(folder);
      for (let n = 0; n < 2; n += 1) await recorded(custody, recorder, answer('fixed'));
      const player = replay(folder);
      const first = await replayed(custody, player, { prompt: 'Fix it well.' });
      expect(first.result).toMatchObject({ outcome: 'ok', problems: ['the prompt is not the one that was recorded'] });
      const attempt: Attempt = {
        n: 1,
        at: '',
        cycle: 1,
        agent: 'house',
        claim: 'fixed',
        result: 'refused',
        files: [],
        usage: {},
        durationMs: 1,
      };
      const input = inputAbout(['F001'], { attempts: { 'id-F001': [attempt] } });
      const second = await replayed(custody, player, { prompt: 'Took 31 ms.', input });
      expect(second.result).toMatchObject({ outcome: 'ok', problems: [] });
    });
  });

  it('plays every role for itself: a review by its reviewer and its prompt, without a change', async () => {
    await withRun(async (_test, custody, folder) => {
      const recorder = await record(folder);
      const review = (
        reviewer: string,
        prompt: string,
      ): Pick<AgentRequest, 'input' | 'role' | 'prompt' | 'access'> => ({
        input: inputFor('review', [], { reviewer }),
        role: 'review',
        prompt,
        access: 'read',
      });
      const challenge = {
        input: inputFor('challenge', inputAbout(['F001']).findings),
        role: 'challenge',
        access: 'read',
      } as const;
      const saying = (text: string): string => `echo x > src/one.ts; echo "${text}"`;
      await recorded(custody, recorder, saying('one'), review('python', 'Part 1'));
      await recorded(custody, recorder, saying('two'), review('python', 'Part 2'));
      await recorded(custody, recorder, saying('three'), review('security', 'Part 1'));
      await recorded(custody, recorder, `echo '{"issues":{"F001":{"score":70}}}'`, challenge);
      await recorded(custody, recorder, answer('fixed'));
      const names = readdirSync(join(folder, 'calls')).map((name) => name.replace(/-[0-9a-f]{12}/, ''));
      expect(names.toSorted()).toEqual([
        'house-F001-1.json',
        'house-challenge-F001-1.json',
        'house-review-python-1.json',
        'house-review-python-2.json',
        'house-review-security-1.json',
      ]);
      const player = replay(folder);
      const second = await replayed(custody, player, review('python', 'Part 2'));
      expect([second.result.text, second.capture.files, second.result.problems]).toEqual(['two\n', [], []]);
      expect((await replayed(custody, player, review('security', 'Part 9'))).result).toMatchObject({
        text: 'three\n',
        problems: ['the prompt is not the one that was recorded'],
      });
      expect((await replayed(custody, player, challenge)).result.answer).toEqual({ issues: { F001: { score: 70 } } });
      expect((await replayed(custody, player, challenge)).result.message).toMatch(
        /call 2 of house to challenge about F001;/,
      );
      expect((await replayed(custody, player, review('security', 'x'))).result.message).toMatch(
        /call 2 of house to review as security;/,
      );
      expect((await replayed(custody, player)).result.answer).toMatchObject({ outcomes: [{ outcome: 'fixed' }] });
    });
  });

  it('fails a call that was not recorded, and says what there is', async () => {
    await withRun(async (_test, custody, folder) => {
      await recorded(custody, await record(folder), answer('fixed'));
      const player = replay(folder);
      await replayed(custody, player);
      const second = await replayed(custody, player);
      expect(second.result).toMatchObject({ outcome: 'crashed', answer: null });
      expect(second.result.message).toMatch(
        /does not hold call 2 of house about F001; it has these calls: house-F001-[0-9a-f]{12}-1\./,
      );
      expect((await replayed(custody, player, { codes: ['F001', 'F002'] })).result.message).toMatch(
        /call 1 of house about F001, F002;/,
      );
      expect((await replayed(custody, player, {}, 'other')).result.message).toMatch(/call 1 of other about F001/);
    });
  });

  it('does not play when it is cancelled', async () => {
    await withRun(async (_test, custody, folder) => {
      await recorded(custody, await record(folder), `echo x > src/one.ts; ${answer('fixed')}`);
      const agent = replay(folder).agent('house');
      const workspace = await custody.workspace(custody.start.commit, 'agent');
      const request = { ...inputRequest(workspace.path), workspace: workspace.path };
      expect(await agent.run(request, { signal: AbortSignal.abort() })).toMatchObject({ outcome: 'cancelled' });
      expect((await custody.capture(workspace, custody.start.commit)).files).toEqual([]);
      expect(await agent.run(request, { signal: new AbortController().signal })).toMatchObject({ outcome: 'ok' });
    });
  });

  it('4.11 says that a change does not fit since secrets were taken out of it', async () => {
    await withRun(
      async (_test, custody, folder) => {
        await recorded(custody, await record(folder), `echo new > key.txt; ${answer('fixed')}`);
        const { result, capture } = await replayed(custody, replay(folder));
        expect(result).toMatchObject({
          outcome: 'crashed',
          message: expect.stringMatching(/secrets were taken out of it when it was recorded/),
        });
        expect(capture.files).toEqual([]);
      },
      { 'key.txt': `${secret}\n` },
    );
  });
});

const inputRequest = (scratch: string) => ({
  role: 'fix' as const,
  prompt: 'Fix it.',
  input: inputAbout(['F001']),
  answerSchema: {},
  answerBy: 'tools' as const,
  scratch,
  startText: async () => null,
  access: 'edit' as const,
  commands: [],
  limits: { timeoutMs: 1_000, timeoutKey: 'agents.mine.timeout' },
});

/** Puts a change into a recording that nobody recorded. */
const plant = (folder: string, patch: string): void => {
  const calls = join(folder, 'calls');
  const [name = ''] = readdirSync(calls).filter((each) => each.endsWith('.json'));
  const call: Record<string, unknown> = JSON.parse(readFileSync(join(calls, name), 'utf8'));
  const sha256 = createHash('sha256').update(patch).digest('hex');
  writeFileSync(join(calls, name), JSON.stringify({ ...call, patch: { sha256, redacted: false } }));
  writeFileSync(join(calls, name.replace(/json$/, 'patch')), patch);
};

const newFile = (path: string, mode = '100644', text = 'planted'): string =>
  `diff --git a/${path} b/${path}\nnew file mode ${mode}\nindex 0000000..1111111\n--- /dev/null\n+++ b/${path}\n@@ -0,0 +1 @@\n+${text}\n`;

describe('a hostile recording', () => {
  it.each([
    ['out of the workspace', newFile('../planted')],
    ['far out of the workspace', newFile(`${'../'.repeat(20)}FOLDER/planted`)],
    ['into .git', newFile('.git/planted')],
    ['into a nested .git', newFile('src/.git/config')],
    ['into .GIT', newFile('.GIT/hooks/pre-commit', '100755')],
    ['through a link of the repository', newFile('link/planted')],
    [
      'through a link of its own',
      newFile('own', '120000', '..').replace('+..\n', '+..\n\\ No newline at end of file\n') + newFile('own/planted'),
    ],
    ['with an absolute path', newFile('/FOLDER/planted')],
    ['with something that is no patch', 'hello'],
  ])('changes nothing %s', async (_, patch) => {
    await withRepo(async (test) => {
      mkdirSync(join(test.folder, 'outside'));
      symlinkSync(join(test.folder, 'outside'), join(test.root, 'link'));
      test.commitAll('with a link');
      const { custody } = await begin(test);
      const folder = join(test.folder, 'rec');
      await recorded(custody, await record(folder), answer('fixed'));
      plant(folder, patch.replaceAll('FOLDER', test.folder.slice(1)));
      const { result, capture } = await replayed(custody, replay(folder));
      expect(result).toMatchObject({ outcome: 'crashed', message: expect.stringMatching(/does not fit/) });
      expect(capture.files).toEqual([]);
      expect(readdirSync(join(test.folder, 'outside'))).toEqual([]);
      expect(existsSync(join(test.folder, 'planted'))).toBe(false);
    });
  });

  it.each([
    [
      'a call that is a link',
      (call: string) => (rmSync(call), symlinkSync('/etc/passwd', call)),
      /is a link, which is not followed/,
    ],
    ['a call that is no JSON', (call: string) => writeFileSync(call, '{'), /is not JSON/],
    ['a call in another form', (call: string) => writeFileSync(call, '{"format":1}'), /is not as it should be: agent/],
    [
      'a call about something else',
      (call: string) => writeFileSync(call, readFileSync(call, 'utf8').replaceAll('F001', 'F002')),
      /about something else/,
    ],
    ['a change that is missing', (call: string) => rmSync(call.replace(/json$/, 'patch')), /is not there/],
    [
      'a change that is another',
      (call: string) => appendFileSync(call.replace(/json$/, 'patch'), '\n'),
      /its digest is another/,
    ],
    [
      'a change that is a link',
      (call: string) => (
        rmSync(call.replace(/json$/, 'patch')),
        symlinkSync('/etc/passwd', call.replace(/json$/, 'patch'))
      ),
      /is a link/,
    ],
  ] as const)('fails the call: %s', async (_, spoil, message) => {
    await withRun(async (_test, custody, folder) => {
      await recorded(custody, await record(folder), `echo x > src/one.ts; ${answer('fixed')}`);
      const [name = ''] = readdirSync(join(folder, 'calls')).filter((each) => each.endsWith('.json'));
      spoil(join(folder, 'calls', name));
      const { result, capture } = await replayed(custody, replay(folder));
      expect(result).toMatchObject({ outcome: 'crashed', message: expect.stringMatching(message) });
      expect(capture.files).toEqual([]);
    });
  });

  it('is not opened when it is none, of another format, too large, or a link', async () => {
    await withRepo(async ({ folder }) => {
      const rec = join(folder, 'rec');
      expect(openReplay(rec)).toEqual({ problem: expect.stringMatching(/recording\.json is not there/) });
      mkdirSync(rec);
      const file = join(rec, 'recording.json');
      writeFileSync(file, JSON.stringify({ ...head, format: 2 }));
      expect(openReplay(rec)).toEqual({ problem: expect.stringMatching(/format: .*another version/) });
      writeFileSync(file, `${JSON.stringify({ ...head, format: 1 })}${' '.repeat(2_000_000)}`);
      expect(openReplay(rec)).toEqual({ problem: expect.stringMatching(/bytes, more than/) });
      writeFileSync(file, JSON.stringify({ ...head, format: 1 }));
      symlinkSync('/etc', join(rec, 'calls'));
      expect(openReplay(rec)).toEqual({ problem: expect.stringMatching(/calls is not a folder/) });
    });
  });
});
