/** The moving pictures of README and the docs: what they show is what the docs say, and they need nothing else. */
import { XMLParser } from 'fast-xml-parser';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { sessions } from '../../scripts/record/sessions.ts';
import { root } from './commands.ts';

const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const guide = read('docs/getting-started.md').replaceAll(String.raw`\|`, '|');

/** Events of an asciicast: seconds, and what was drawn. */
const eventsOf = (name: string): [number, string, string][] =>
  read(`docs/recordings/${name}.cast`)
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => JSON.parse(line));

/** All that was ever drawn, without colours. */
const drawn = (name: string): string =>
  eventsOf(name)
    .map(([, , text]) => stripVTControlCharacters(text.replaceAll(/(?=\p{Cc}\[[0-9;]*H)/gu, '\n')))
    .join('\n');

/** Draws what an event changes: rows are written whole, each after its place. */
const draw = (screen: string[], text: string): void => {
  for (const [, row = '', shown = ''] of text.matchAll(/\[(\d+);1H\p{Cc}\[K((?:(?!\p{Cc}\[[\d;]+H|\p{Cc}\[\?).)*)/gu))
    screen[Number(row) - 1] = stripVTControlCharacters(shown);
};

/** Somebody types, reads what was printed, or is asked; all else is waiting. */
const isAttended = (screen: readonly string[]): boolean => {
  const last = screen.findLast((row) => row?.trim() !== '') ?? '';
  return /^~\/\w+ \$/.test(last) || screen.some((row) => row.includes('◆  Use this?'));
};

const attentionSeconds = (name: string): number => {
  const screen: string[] = Array.from({ length: 50 }, () => '');
  let [seconds, before] = [0, 0];
  for (const [at, , text] of eventsOf(name)) {
    if (isAttended(screen)) seconds += at - before;
    draw(screen, text);
    before = at;
  }
  return seconds;
};

const parser = new XMLParser({ ignoreAttributes: false, allowBooleanAttributes: false });

describe.each(sessions)('13.3 the recording of $name', ({ name, commands, files }) => {
  it('exists, is small, and is a picture on its own', () => {
    const file = join(root, `docs/recordings/${name}.svg`);
    expect(existsSync(file)).toBe(true);
    expect(statSync(file).size).toBeLessThan(300_000);
    const text = read(`docs/recordings/${name}.svg`);
    expect(parser.parse(text, true)).toHaveProperty('svg.title');
    expect(text).not.toMatch(/<script|<image|<foreignObject|href=|url\(|@import/);
    expect(text.match(/https?:\/\/[^"]*/g)).toEqual(['http://www.w3.org/2000/svg']);
    expect(text).toContain('@media(prefers-color-scheme:light)');
    expect(text).toContain('@media(prefers-reduced-motion:reduce)');
  });

  it('shows the commands that the docs give, three at most, and takes less than a minute of anybody’s attention', () => {
    expect(commands.length).toBeLessThanOrEqual(3);
    const shown = drawn(name);
    for (const command of commands) {
      expect(guide).toContain(`\`${command}\``);
      expect(shown).toContain(`$ ${command}`);
    }
    expect(attentionSeconds(name)).toBeGreaterThan(5);
    expect(attentionSeconds(name)).toBeLessThanOrEqual(60);
    expect(shown).toMatch(/Run [\w-]+: (?:clean|leftovers)/);
    expect(shown).toMatch(/Changed \d+ files? in your checkout:/);
    expect(guide).toContain(`recordings/${name}.svg`);
  });

  it('shows a project without a configuration of ours, and nothing of the machine that recorded it', () => {
    expect(Object.keys(files)).not.toContain('fixpoint.yaml');
    expect(drawn(name)).not.toMatch(/\/tmp\/|\/home\/|\/root\b|localhost|127\.0\.0\.1|registry/);
  });
});

it('13.4 README begins with one of them', () => {
  const text = read('README.md');
  expect(text.indexOf('(docs/recordings/npm.svg)')).toBeGreaterThan(0);
  expect(text.indexOf('(docs/recordings/npm.svg)')).toBeLessThan(text.indexOf('## Install'));
});
