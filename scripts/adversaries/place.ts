/** The folder of one adversary: a repository with real git, and a configuration with its tools and its fixer. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Scenario } from './scenario.ts';

export type Place = { folder: string; root: string; env: Record<string, string> };

const own = (name: string): string => join(import.meta.dirname, name);

export const makePlace = (folder: string, scenario: Scenario): Place => {
  const root = join(folder, 'repo');
  for (const name of ['repo/src', 'home', 'state', 'bin']) mkdirSync(join(folder, name), { recursive: true });
  for (const name of ['agent.mjs', 'tool.sh', 'reviewer.mjs']) cpSync(own(name), join(folder, 'bin', name));
  const env = {
    PATH: process.env['PATH'] ?? '/usr/bin:/bin',
    HOME: join(folder, 'home'),
    XDG_STATE_HOME: join(folder, 'state'),
    XDG_CONFIG_HOME: join(folder, 'home/.config'),
    GIT_CONFIG_NOSYSTEM: '1',
    LC_ALL: 'C',
  };
  writeFileSync(join(folder, 'home/.gitconfig'), '[user]\n\tname = Ada Tester\n\temail = ada@example.com\n');
  for (const [file, text] of Object.entries(scenario.files)) writeFileSync(join(root, file), text);
  const git = (...args: string[]): void => void execFileSync('git', args, { cwd: root, env, stdio: 'ignore' });
  git('init', '-q', '-b', 'main');
  git('add', '-A');
  git('commit', '-q', '-m', 'start');
  writeFileSync(join(folder, 'fixpoint.json'), JSON.stringify(configuration(folder, scenario)));
  return { folder, root, env };
};

const script = (folder: string, name: string, ...args: (string | number)[]): string[] => [
  process.execPath,
  join(folder, 'bin', name),
  ...args.map(String),
];

const configuration = (folder: string, scenario: Scenario): object => ({
  sandbox: 'off',
  agents: {
    fixer: { kind: 'command', command: script(folder, 'agent.mjs', scenario.way, scenario.number) },
    ...(scenario.reviewer && {
      reader: { kind: 'command', command: script(folder, 'reviewer.mjs', scenario.reviewer) },
    }),
  },
  reviewers: [
    ...[...scenario.tools, 'H'].map((letter) => ({
      name: `tool-${letter}`,
      kind: 'tool',
      command: ['sh', join(folder, 'bin/tool.sh'), letter],
    })),
    ...(scenario.reviewer ? [{ name: 'technical', kind: 'agent', agent: 'reader' }] : []),
  ],
  review: { base: 'all', rounds: scenario.rounds, concurrency: 8 },
  findings: { dedup: 'off' },
  fix: { agent: 'fixer', concurrency: scenario.concurrency },
  verify: { commands: ['true'] },
  gates: { growth: { ...scenario.growth, ownLines: scenario.ownLines } },
  limits: { cycles: scenario.cycles, attemptsPerFinding: 3 },
  leftovers: { to: 'none' },
});
