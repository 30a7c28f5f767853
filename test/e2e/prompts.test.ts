/** `fixpoint prompts` through the command line as it ships: the texts come along with the bundle. */
import { existsSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadPrompt } from '../../src/prompts/load.ts';
import { promptNames } from '../../src/prompts/names.ts';
import { openSandbox, type Sandbox } from '../support/sandbox.ts';

let box: Sandbox;
beforeEach(() => {
  box = openSandbox({ 'a.txt': 'a\n' });
});
afterEach(() => box.dispose());

describe('fixpoint prompts', () => {
  it('2.5, 13.2 list names every prompt and reviewer, what it is for and where it comes from', async () => {
    box.write('.fixpoint/reviewers/house.md', '---\nname: house\ndescription: what we agreed on\n---\nLook.\n');
    const { code, stdout, stderr } = await box.run(['prompts', 'list']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    for (const { name, kind } of promptNames())
      expect(stdout).toMatch(new RegExp(`^${name} +${kind} +built in +\\S`, 'm'));
    expect(stdout).toMatch(/^house +reviewer +\.fixpoint\/reviewers\/house\.md +what we agreed on\n/m);
    expect((await box.run(['prompts'])).stdout).toBe(stdout);
    const json: { prompts: unknown[] } = JSON.parse((await box.run(['prompts', 'list', '--json'])).stdout);
    expect(json.prompts).toContainEqual(
      expect.objectContaining({ name: 'python', kind: 'reviewer', languages: ['python'] }),
    );
    expect(json.prompts).toHaveLength(stdout.trimEnd().split('\n').length);
  });

  it('2.5 show prints the text as it is, eject writes it, and what is changed there is shown from then on', async () => {
    expect(await box.run(['prompts', 'show', 'python'])).toMatchObject({
      code: 0,
      stdout: loadPrompt('reviewers/python'),
    });
    expect(await box.run(['prompts', 'eject', 'python'])).toMatchObject({
      code: 0,
      stdout: '.fixpoint/reviewers/python.md\n',
    });
    expect(box.read('.fixpoint/reviewers/python.md')).toBe(loadPrompt('reviewers/python'));
    box.write('.fixpoint/reviewers/python.md', '---\nname: python\ndescription: ours\n---\nLook \u001B[31mhere.\n');
    expect((await box.run(['prompts', 'show', 'python'])).stdout).toContain('Look \\x1b[31mhere.');
    expect((await box.run(['prompts', 'show', 'python', '--built-in'])).stdout).toBe(loadPrompt('reviewers/python'));
  });

  it('2.5 eject leaves a file that is there as it is, and says so', async () => {
    box.write('.fixpoint/prompts/fix.md', 'mine');
    const { code, stderr } = await box.run(['prompts', 'eject', 'fix']);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringContaining('.fixpoint/prompts/fix.md is there already'),
    });
    expect(box.read('.fixpoint/prompts/fix.md')).toBe('mine');
    symlinkSync(join(box.outside, 'new.md'), join(box.root, '.fixpoint/prompts/review.md'));
    expect((await box.run(['prompts', 'eject', 'review'])).code).toBe(1);
    expect(existsSync(join(box.outside, 'new.md'))).toBe(false);
  });

  it('13.2 says what is wrong with the repository’s own, and which name was meant', async () => {
    box.write('.fixpoint/prompts/fix.md', 'Fix it.');
    const { code, stdout } = await box.run(['prompts', 'list', '--json']);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      error: { message: expect.stringContaining('{{answerSchema}} is missing') },
    });
    expect(await box.run(['prompts', 'show', 'pyton', '--built-in'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Did you mean python?'),
    });
  });

  it('13.2 explains itself with examples', async () => {
    const { code, stdout } = await box.run(['prompts', '--help']);
    expect(code).toBe(0);
    for (const part of ['list', 'show', 'eject', 'Examples:']) expect(stdout).toContain(part);
  });
});
