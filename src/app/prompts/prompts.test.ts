/** What a repository has of its own: real files, in real folders. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadPrompt } from '../../prompts/load.ts';
import { InputError } from '../../model/expected.ts';
import { openLocal } from '../../wiring/local.ts';
import { ejectPrompt, listPrompts, showPrompt } from './prompts.ts';
import { readOwnPrompts } from './own.ts';

const skill = (name: string): string => `---\nname: ${name}\ndescription: what we agreed on\n---\n\nLook.\n`;
const prompt = 'Do it our way.\n\n{{answerSchema}}\n';

const app = openLocal();

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'fixpoint-prompts-')));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const write = (file: string, text: string | Uint8Array): void => {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
};

const refusal = async (): Promise<string> => {
  const error = await readOwnPrompts(app, { root }).then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(InputError);
  return error instanceof Error ? error.message : '';
};

describe('readOwnPrompts', () => {
  it('2.5 finds none where there are none', async () => {
    expect(await readOwnPrompts(app, { root })).toEqual({});
    mkdirSync(join(root, '.fixpoint'));
    expect(await readOwnPrompts(app, { root })).toEqual({});
  });

  it('2.5 reads prompts and reviewers by name, and leaves notes and hidden files alone', async () => {
    write('.fixpoint/prompts/fix.md', prompt);
    write('.fixpoint/reviewers/python.md', skill('python'));
    write('.fixpoint/reviewers/house-rules.md', skill('house-rules'));
    write('.fixpoint/reviewers/README.md', 'These are ours.');
    write('.fixpoint/reviewers/.gitkeep', '');
    expect(await readOwnPrompts(app, { root })).toEqual({
      fix: prompt,
      'reviewers/house-rules': skill('house-rules'),
      'reviewers/python': skill('python'),
    });
  });

  it('2.5 says everything that is wrong at once, with the file and what to do', async () => {
    write('.fixpoint/prompts/fixx.md', prompt);
    write('.fixpoint/prompts/zzz.md', prompt);
    write('.fixpoint/prompts/review.md', 'Review.');
    write('.fixpoint/reviewers/python.md', 'No head.');
    write('.fixpoint/reviewers/notes.txt', 'x');
    write('.fixpoint/reviewers/binary.md', new Uint8Array([0xff, 0xfe]));
    write('.fixpoint/reviewers/nul.md', 'a\0b');
    write('.fixpoint/reviewers/long.md', 'x'.repeat(65_537));
    mkdirSync(join(root, '.fixpoint/reviewers/folder.md'));
    const message = await refusal();
    for (const part of [
      '- .fixpoint/prompts/fixx.md: there is no prompt of this name to replace. Did you mean fix?',
      '- .fixpoint/prompts/zzz.md: there is no prompt of this name to replace. There are: ',
      '- .fixpoint/prompts/review.md: {{answerSchema}} is missing',
      '- .fixpoint/reviewers/python.md cannot be used: its first line must be ---',
      '- .fixpoint/reviewers/notes.txt: only files NAME.md belong here',
      '- .fixpoint/reviewers/binary.md: it is not UTF-8 text',
      '- .fixpoint/reviewers/nul.md: it is no text',
      '- .fixpoint/reviewers/long.md: it is larger than 64 KB',
      '- .fixpoint/reviewers/folder.md: it is not a regular file',
    ])
      expect(message).toContain(part);
  });

  it('2.5 wants the form of the answer and the threshold in a prompt of its own, and nothing else', async () => {
    write('.fixpoint/prompts/clarify.md', prompt);
    expect(await readOwnPrompts(app, { root })).toEqual({ clarify: prompt });
    write('.fixpoint/prompts/challenge.md', prompt);
    expect((await refusal()).match(/\{\{\w+\}\} is missing/g)).toEqual(['{{threshold}} is missing']);
  });

  it('follows no link: of a file, of a folder, of all of it', async () => {
    write('elsewhere/reviewers/python.md', skill('python'));
    mkdirSync(join(root, '.fixpoint/reviewers'), { recursive: true });
    symlinkSync(join(root, 'elsewhere/reviewers/python.md'), join(root, '.fixpoint/reviewers/python.md'));
    expect(await refusal()).toContain('.fixpoint/reviewers/python.md: it is a symbolic link');
    rmSync(join(root, '.fixpoint/reviewers'), { recursive: true });
    symlinkSync(join(root, 'elsewhere/reviewers'), join(root, '.fixpoint/reviewers'));
    expect(await refusal()).toContain('.fixpoint/reviewers is no folder but a link');
    rmSync(join(root, '.fixpoint'), { recursive: true });
    symlinkSync(join(root, 'elsewhere'), join(root, '.fixpoint'));
    expect((await refusal()).match(/\.fixpoint is no folder but a link/g)).toHaveLength(1);
  });

  it('does not wait for a pipe', async () => {
    mkdirSync(join(root, '.fixpoint/prompts'), { recursive: true });
    execFileSync('mkfifo', [join(root, '.fixpoint/prompts/fix.md')]);
    expect(await refusal()).toContain('it is not a regular file');
  });

  it('reads at most 200 files', async () => {
    for (let n = 0; n < 200; n += 1) write(`.fixpoint/reviewers/r${n}.md`, skill(`r${n}`));
    expect(Object.keys(await readOwnPrompts(app, { root }))).toHaveLength(200);
    write('.fixpoint/prompts/fix.md', prompt);
    expect(await refusal()).toContain('201 prompts and reviewers; at most 200 are read');
  });
});

describe('prompts of a repository', () => {
  beforeEach(() => execFileSync('git', ['init', '--quiet', root]));

  it('2.5 are listed with what is built in, and where each comes from', async () => {
    write('.fixpoint/reviewers/python.md', skill('python'));
    write('.fixpoint/prompts/fix.md', prompt);
    mkdirSync(join(root, 'inner'));
    const listed = await listPrompts(app, { cwd: join(root, 'inner') });
    expect(listed).toContainEqual({
      name: 'python',
      kind: 'reviewer',
      description: 'what we agreed on',
      languages: [],
      source: '.fixpoint/reviewers/python.md',
    });
    expect(listed).toContainEqual({
      name: 'fix',
      kind: 'prompt',
      description: 'what every fixer is told',
      languages: [],
      source: '.fixpoint/prompts/fix.md',
    });
    expect(listed.find(({ name }) => name === 'go')).toMatchObject({
      kind: 'reviewer',
      languages: ['go'],
      source: 'built in',
    });
  });

  it('2.5 are shown as they would be used, or as they came', async () => {
    write('.fixpoint/reviewers/python.md', skill('python'));
    expect(await showPrompt(app, { cwd: root, name: 'python' })).toEqual({
      name: 'python',
      kind: 'reviewer',
      source: '.fixpoint/reviewers/python.md',
      text: skill('python'),
    });
    expect(await showPrompt(app, { cwd: root, name: 'reviewers/python', builtIn: true })).toMatchObject({
      source: 'built in',
      text: loadPrompt('reviewers/python'),
    });
    write('.fixpoint/prompts/fix.md', 'broken');
    await expect(showPrompt(app, { cwd: root, name: 'fix' })).rejects.toThrow(/\{\{answerSchema\}\} is missing/);
    expect(await showPrompt(app, { cwd: root, name: 'fix', builtIn: true })).toMatchObject({
      kind: 'prompt',
      source: 'built in',
    });
  });

  it('2.5 a reviewer with the name of a prompt can be had by its whole name', async () => {
    write('.fixpoint/reviewers/fix.md', skill('fix'));
    expect(await showPrompt(app, { cwd: root, name: 'fix' })).toMatchObject({ kind: 'prompt' });
    expect(await showPrompt(app, { cwd: root, name: 'reviewers/fix' })).toMatchObject({ kind: 'reviewer' });
  });

  it.each(['pyton', '../../etc/passwd'])('says what else there is for %j', async (name) => {
    await expect(showPrompt(app, { cwd: root, name })).rejects.toThrow(/^There is no prompt and no reviewer/);
    await expect(ejectPrompt(app, { cwd: root, name: 'pyton' })).rejects.toThrow(/Did you mean python\?/);
  });

  it('2.5 are written to be changed, and never over a file that is there', async () => {
    expect(await ejectPrompt(app, { cwd: root, name: 'python' })).toMatchObject({
      source: '.fixpoint/reviewers/python.md',
    });
    expect(await ejectPrompt(app, { cwd: root, name: 'review' })).toMatchObject({
      source: '.fixpoint/prompts/review.md',
    });
    expect(await readOwnPrompts(app, { root })).toEqual({
      review: loadPrompt('review'),
      'reviewers/python': loadPrompt('reviewers/python'),
    });
    write('.fixpoint/reviewers/python.md', 'mine');
    await expect(ejectPrompt(app, { cwd: root, name: 'python' })).rejects.toThrow(
      /is there already and was left as it is/,
    );
    expect(readFileSync(join(root, '.fixpoint/reviewers/python.md'), 'utf8')).toBe('mine');
  });

  it('are not written through links', async () => {
    mkdirSync(join(root, 'elsewhere'));
    symlinkSync(join(root, 'elsewhere'), join(root, '.fixpoint'));
    await expect(ejectPrompt(app, { cwd: root, name: 'python' })).rejects.toThrow(/\.fixpoint is no folder but a link/);
  });
});

it('built-in prompts are listed and shown outside of every repository', async () => {
  expect((await listPrompts(app, { cwd: root })).length).toBeGreaterThan(13);
  expect(await showPrompt(app, { cwd: root, name: 'fix' })).toMatchObject({ source: 'built in' });
});
