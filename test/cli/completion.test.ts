/** Completions in the real shells, and the man page in the real man, where they are installed. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildProgram } from '../../src/cli/program.ts';
import { bashCompletion } from '../../src/cli/shells/bash.ts';
import { fishCompletion } from '../../src/cli/shells/fish.ts';
import { manPage } from '../../src/cli/shells/man.ts';
import { allCommands, tableOf } from '../../src/cli/shells/table.ts';
import { zshCompletion } from '../../src/cli/shells/zsh.ts';

const table = tableOf(buildProgram(async () => undefined));
const commands = table.commands.map(({ name }) => name);

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fixpoint-completion-'));
  writeFileSync(join(folder, 'fixpoint.bash'), bashCompletion(table));
  writeFileSync(join(folder, 'fixpoint.fish'), fishCompletion(table));
  writeFileSync(join(folder, 'fixpoint.zsh'), zshCompletion(table));
  writeFileSync(join(folder, 'results.sarif'), '{}');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const isThere = (program: string): boolean => spawnSync(program, ['--version']).error === undefined;

const outputOf = (program: string, args: string[], input = ''): string => {
  const { stdout, stderr, status } = spawnSync(program, args, {
    cwd: folder,
    input,
    encoding: 'utf8',
    timeout: 30_000,
  });
  if (status !== 0) throw new Error(`${program}: ${stderr}`);
  return stdout;
};

const inBash = (line: string): string =>
  outputOf('bash', [
    '-c',
    `source ./fixpoint.bash; COMP_WORDS=(${line.replace(/ $/, " ''")}); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1))
     _fixpoint; printf '%s\\n' "\${COMPREPLY[@]}"`,
  ]);

const inFish = (line: string): string => outputOf('fish', ['-c', `source ./fixpoint.fish; complete -C '${line}'`]);

/** A shell in a terminal of its own, in which Tab is pressed: it shows what it has until all that is wanted is there. */
const inZsh = (line: string, wanted: readonly string[]): string => {
  const script = `
    zmodload zsh/zpty
    zpty z zsh -f -i
    zpty -w z 'PS1=; COLUMNS=200; autoload -U compinit; compinit -u -D; source ./fixpoint.zsh; LISTMAX=0; echo rea""dy'
    while zpty -r z out; do [[ $out == *ready* ]] && break; done
    zpty -w -n z "$1"$'\\t\\t'
    shift; seen=
    for word; do if [[ $seen != *$word* ]]; then zpty -r -m z out "*$word*"; seen+=$out; fi; done
    print -r -- "$seen"
    zpty -d z`;
  return stripVTControlCharacters(outputOf('zsh', ['-f', '-c', script, 'zsh', line, ...wanted]));
};

const shells = [
  ['bash', inBash],
  ['fish', inFish],
  ['zsh', inZsh],
] as const satisfies [string, (line: string, wanted: readonly string[]) => string][];

const installed = shells.filter(([shell]) => isThere(shell));
for (const [shell] of shells)
  if (!isThere(shell)) console.warn(`SKIPPED: completion for ${shell} is not tested, since ${shell} is not installed`);

describe.each(installed)('13.2 completion for %s', (_, complete) => {
  const expectAll = (line: string, wanted: readonly string[]): string => {
    const text = complete(line, wanted);
    for (const word of wanted) expect(text).toContain(word);
    return text;
  };

  it('completes every command', () => {
    expectAll('fixpoint ', commands);
  });

  it('completes the flags of a command, and no others', () => {
    const wanted = ['--record', '--recheck', '--require-proof', '--review-report'];
    expect(expectAll('fixpoint fix --re', wanted)).not.toContain('--json');
    expectAll('fixpoint clean --unm', ['--unmerged']);
  });

  it('completes commands within a command, values and files', () => {
    expectAll('fixpoint prompts ', ['list', 'show', 'eject']);
    expectAll('fixpoint report --format ', ['markdown', 'sarif', 'junit', 'html']);
    expectAll('fixpoint fix res', ['results.sarif']);
  });
});

describe('13.2 the man page', () => {
  const page = manPage(table, '1.2.3');

  it('names every command and every flag', () => {
    const text = page.replaceAll(String.raw`\-`, '-');
    for (const { name, flags } of allCommands(table)) {
      expect(text).toContain(`fixpoint ${name}`.trim());
      for (const { names } of flags) for (const flag of names) expect(text).toContain(flag);
    }
  });

  it.runIf(isThere('man'))('is understood by man without a warning', () => {
    writeFileSync(join(folder, 'fixpoint.1'), page);
    const { stdout, stderr } = spawnSync('man', ['--warnings', '-l', join(folder, 'fixpoint.1')], {
      encoding: 'utf8',
      env: { ...process.env, LC_ALL: 'C.UTF-8', MANWIDTH: '100' },
    });
    expect(stderr).toBe('');
    expect(stdout).toMatch(/NAME\s+fixpoint - get the findings/);
  });
});
