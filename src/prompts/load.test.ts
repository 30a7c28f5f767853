/** Prompts by name: those that come with Fixpoint, and those of a repository. */
import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { PromptError } from './error.ts';
import { builtInNames, builtInPrompt, loadPrompt } from './load.ts';
import { promptNames } from './names.ts';
import { fillIn, placeholdersOf } from './placeholders.ts';

const asked =
  'code-simplifier github-actions go python release repo-structure rust security spec technical test-quality typescript unified'.split(
    ' ',
  );

describe('loadPrompt', () => {
  it('2.5 takes the text of the repository before the built-in one, by its name', () => {
    const own = { fix: 'mine', 'reviewers/python': 'my python' };
    expect(loadPrompt('fix', own)).toBe('mine');
    expect(loadPrompt('reviewers/python', own)).toBe('my python');
    expect(loadPrompt('reviewers/go', own)).toBe(loadPrompt('reviewers/go'));
    expect(loadPrompt('fix')).toContain('{{answerSchema}}');
  });

  it('2.5 takes nothing for a text that is not the repository’s own', () => {
    expect(() => loadPrompt('constructor', {})).toThrow(PromptError);
  });

  it('says which names there are', () => {
    expect(() => loadPrompt('fixx')).toThrow(/There is no prompt "fixx"\. Known are: .*fix.*reviewers\/python/);
  });

  it.each(['../../package', 'reviewers/../fix', '/etc/passwd', 'reviewers/', ''])(
    'leads from the name %j to no other file',
    (name) => {
      expect(builtInPrompt(name)).toBeNull();
    },
  );
});

describe('promptNames', () => {
  it('2.4, 2.5 has every reviewer that was asked for', () => {
    const reviewers = promptNames().filter(({ kind }) => kind === 'reviewer');
    expect(reviewers.map(({ name }) => name)).toEqual(asked);
  });

  it('lists every markdown file with what it is for', () => {
    const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.md'),
    );
    expect(
      promptNames()
        .map(({ key }) => `${key}.md`)
        .sort(),
    ).toEqual(files.sort());
    for (const { key, description } of promptNames()) {
      expect(description, key).not.toMatch(/^the prompt |^$/);
      expect(description.length, key).toBeLessThan(130);
    }
    expect(builtInNames()).toContain('review');
  });
});

describe('placeholders', () => {
  it('are found once each', () => {
    expect(placeholdersOf('{{a}} {{b}} {{a}} {{ c }} {d} {{}}')).toEqual(['a', 'b']);
  });

  it('are filled in one pass, so that nothing that is put in is filled again', () => {
    expect(fillIn('{{a}} and {{b}} and {{toString}}', { a: '{{b}} $&', b: 'x' })).toBe(
      '{{b}} $& and x and {{toString}}',
    );
  });
});
