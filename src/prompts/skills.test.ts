/** Skills: what is read of them, and what is said about those that cannot be used. */
import { describe, expect, it } from 'vitest';
import { PromptError } from './error.ts';
import { promptNames } from './names.ts';
import { loadSkill, readSkill, skillNames } from './skills.ts';

const head = (lines: string): string => `---\n${lines}\n---\n\nLook at everything.\n`;

const read = (text: string, name = 'house') => readSkill(name, { [`reviewers/${name}`]: text });

describe('readSkill', () => {
  it('2.5 reads a built-in skill, its body without the head', () => {
    const skill = readSkill('python');
    expect(skill).toMatchObject({ name: 'python', languages: ['python'], answer: 'findings' });
    expect(skill?.body).toMatch(/^You have reviewed Python/);
    expect(skill?.body).not.toContain('---');
  });

  it('2.4 the unified one answers in groups', () => {
    expect(readSkill('unified')?.answer).toBe('groups');
  });

  it('2.5 a skill of the repository wins over the built-in one, or joins them', () => {
    expect(read(head('name: python\ndescription: ours'), 'python')).toEqual({
      name: 'python',
      description: 'ours',
      languages: [],
      answer: 'findings',
      body: 'Look at everything.',
    });
    expect(read(head('name: house\ndescription: ours\nlanguages:\n  - go\nanswer: groups'))).toMatchObject({
      languages: ['go'],
      answer: 'groups',
    });
  });

  it('2.5 reads what was saved on Windows', () => {
    expect(read(`\uFEFF${head('name: house\ndescription: ours').replaceAll('\n', '\r\n')}`)?.body).toBe(
      'Look at everything.',
    );
  });

  it.each(['nobody', '../fix', 'constructor', ''])('is null for %j', (name) => {
    expect(readSkill(name)).toBeNull();
  });

  it.each([
    ['no head', 'Look at everything.', /its first line must be ---/],
    ['a head without end', '---\nname: house\n', /must end with a line ---/],
    ['a head that goes on for ever', `---\n${'#\n'.repeat(3_000)}---\nx`, /must end with a line ---/],
    ['no YAML', head('name: [house'), /must be YAML/],
    ['aliases', head('name: &a house\ndescription: *a'), /must be plain YAML/],
    ['no keys', head('house'), /its head must be keys with values/],
    [
      'another name',
      head('name: mouse\ndescription: ours'),
      /name: it must be the name of the file, without \.md \(house\); it is "mouse"/,
    ],
    ['no name', head('description: ours'), /name: it must be the name of the file/],
    ['no description', head('name: house'), /description: it must be there/],
    ['a novel for a description', head(`name: house\ndescription: ${'x'.repeat(201)}`), /description: .*at most 200/],
    [
      'one language without a list',
      head('name: house\ndescription: ours\nlanguages: go'),
      /languages: it must be a list/,
    ],
    ['another answer', head('name: house\ndescription: ours\nanswer: prose'), /answer: it must be findings or groups/],
    [
      'an unknown key',
      head('name: house\ndescription: ours\nmodel: x'),
      /"model": there is no such key; known are name, description/,
    ],
    ['a reserved name', head('name: house\ndescription: ours\n__proto__: x'), /"__proto__": there is no such key/],
    ['no body', '---\nname: house\ndescription: ours\n---\n\n', /nothing below its head/],
  ])('2.5 refuses %s, naming file, key and remedy', (_, text, message) => {
    expect(() => read(text)).toThrow(PromptError);
    expect(() => read(text)).toThrow(message);
    expect(() => read(text)).toThrow(/^\.fixpoint\/reviewers\/house\.md cannot be used: .*A skill begins like this/s);
  });

  it('says all that is wrong at once', () => {
    expect(() => read(head('languages: go\nmodel: x'))).toThrow(/name: .*; description: .*; languages: .*; "model": /);
  });
});

describe('loadSkill', () => {
  it('2.5 finds what readSkill finds, and says which there are when there is none', () => {
    const own = { 'reviewers/house': head('name: house\ndescription: ours'), fix: 'mine' };
    expect(loadSkill('house', own)).toEqual(readSkill('house', own));
    expect(() => loadSkill('mouse', own)).toThrow(
      /There is no skill "mouse"\. Name one of these: .*go, house, python.*\.fixpoint\/reviewers\//,
    );
    expect(skillNames(own)).not.toContain('fix');
  });
});

describe('the built-in skills', () => {
  const skills = promptNames()
    .filter(({ kind }) => kind === 'reviewer')
    .map(({ name }) => [name, readSkill(name)?.body ?? ''] as const);

  it.each(skills)(
    '2.5 %s says what to look for, what not to report, how sure to be, and how severe things are',
    (_, body) => {
      for (const part of ['## What not to report', '## How sure to be', '## Severity by example'])
        expect(body).toContain(part);
      for (const severity of ['- high: ', '- medium: ', '- low: ', '- info: ']) expect(body).toContain(severity);
      expect(body).toMatch(/- critical: |Nothing here is critical/);
      expect(body.split('\n').length).toBeGreaterThan(30);
      expect(body.split('\n').length).toBeLessThan(80);
      expect(body).not.toContain('{{answerSchema}}');
    },
  );

  it('2.4 the unified one has experts of its own, side by side or one after the other, and groups by what is independent', () => {
    const body = readSkill('unified')?.body ?? '';
    for (const part of [
      'language expert',
      'security expert',
      'test expert',
      'spec expert',
      'in parallel',
      'one expert after the other',
    ])
      expect(body).toContain(part);
    expect(body).toMatch(/No file occurs in two groups/);
  });
});
