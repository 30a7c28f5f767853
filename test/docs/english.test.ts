/** Phrases that read as if they were translated, in what users read: help and pages. */
import type { Command } from 'commander';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildProgram } from '../../src/cli/program.ts';
import { pages, root } from './commands.ts';

/** For those who develop Fixpoint, or written by a program from titles of tests. */
const notForUsers = new Set(['architecture', 'glossary', 'requirements', 'testing', 'walk', 'presets'].map(pageOf));

function pageOf(name: string): string {
  return `docs/${name}.md`;
}

const odd = [
  /, so that\b/i,
  /\balso when\b/i,
  /\bgo(?:es)? on with\b/i,
  /\bgoes on\b/i,
  /\bis said\b/i,
  /\bcomes? along\b/i,
  /\bholds? against\b/i,
  /\bwho must give\b/i,
  /\bTook in\b/,
  /nothing that was paid for is done again/,
  /as a run needs them/,
  /nothing is spent on findings that are not there/i,
  /says how to take it back/,
  /with its findings in one of the formats that are known/,
  /a command that failed before still fails/,
  /Enter alone leaves/,
  /there never was one/,
  /no changes applied: no changes applied/,
];

/** What gates say about code: there, something may really go on, or be written so that nobody finds it. */
const notSaid = /\.test\.ts$|__snapshots__|^src\/trust\/|^src\/loop\/run\.ts$/;

/** Sources without their comments: what is left of words in them is said to somebody. */
const messagesOf = (file: string, text: string): string =>
  file.endsWith('.ts') ? text.replaceAll(/^ *\/\*[\s\S]*?\*\/|\/\/ .*$/gm, '') : text;

const helpOf = (command: Command): string[] => {
  let text = '';
  command.configureOutput({ writeOut: (piece) => void (text += piece) });
  command.outputHelp();
  return [text, ...command.commands.flatMap(helpOf)];
};

const oddIn = (name: string, text: string): string[] =>
  text
    .split('\n')
    .flatMap((line, index) =>
      odd.filter((phrase) => phrase.test(line)).map(() => `${name}:${index + 1}: ${line.trim()}`),
    );

describe('13.4 the English of', () => {
  it('the help of every command', () => {
    const help = helpOf(buildProgram(async () => undefined));
    expect(help.length).toBeGreaterThan(20);
    expect(help.flatMap((text) => oddIn(text.split('\n')[0] ?? '', text))).toEqual([]);
  });

  it('every message, and every prompt', () => {
    const sources = globSync('src/**/*.{ts,md}', { cwd: root }).filter((file) => !notSaid.test(file));
    expect(sources.length).toBeGreaterThan(500);
    const said = sources.flatMap((file) => oddIn(file, messagesOf(file, readFileSync(join(root, file), 'utf8'))));
    expect(said).toEqual([]);
  });

  it('every page for users', () => {
    const all = pages().filter((page) => !notForUsers.has(page));
    expect(all.length).toBeGreaterThan(20);
    expect(all.flatMap((page) => oddIn(page, readFileSync(join(root, page), 'utf8')))).toEqual([]);
  });
});
