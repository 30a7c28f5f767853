/** Commands that only look start nothing that the repository names, or that lies in it (docs/trust.md). */
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { poison } from '../support/poison.ts';
import { openSandbox, type Sandbox } from '../support/sandbox.ts';

let sandbox: Sandbox;
beforeEach(() => {
  sandbox = openSandbox({ 'src/a.txt': 'bad a\n' });
});
afterEach(() => sandbox.dispose());

const sign = (): string => join(sandbox.folder, 'sang');
const sang = (): boolean => existsSync(sign());
const songs = (): string => (sang() ? readFileSync(sign(), 'utf8') : '');

/** A program that leaves a mark, and says a version as agents do. */
const program = (path: string, firstLine = '#!/bin/sh'): string => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${firstLine}\necho "$0 $*" >> '${sign()}'\necho 2.1.325\n`);
  chmodSync(path, 0o755);
  return path;
};

const inRepository = (file: string): string => program(join(sandbox.root, file));

/** The user is signed in to all of them, so that each would be tried. */
const signedIn = { ANTHROPIC_API_KEY: 'x', CODEX_API_KEY: 'x', GEMINI_API_KEY: 'x', OPENAI_API_KEY: 'x' };
const around = (path: readonly string[] = [], env: Record<string, string> = {}): { env: Record<string, string> } => ({
  env: { ...sandbox.env, ...signedIn, PATH: [...path, '/usr/bin', '/bin'].join(':'), ...env },
});

const looking = (): string[][] => [
  ['fix', '--from', sandbox.findings([{ code: 'F1', file: 'src/a.txt', line: 1 }]), '--dry-run'],
  ['run', '--dry-run'],
  ['doctor'],
  ['findings', '--from', sandbox.findings([{ code: 'F1', file: 'src/a.txt', line: 1 }])],
  ['prompts', 'list'],
  ['prompts', 'show', 'fix'],
  ['dispositions'],
  ['status'],
];

const lookAtAll = async (options: { env: Record<string, string> }, flags: readonly string[] = []): Promise<string> => {
  const said: string[] = [];
  for (const args of looking()) {
    const takesFlags = ['fix', 'run', 'doctor'].includes(args[0] ?? '');
    const ended = await sandbox.run([...args, ...(takesFlags ? flags : [])], options);
    expect(ended.stderr, args.join(' ')).not.toContain('should not');
    said.push(ended.stdout, ended.stderr);
  }
  return said.join('');
};

const fixes = (): string[] => ['fix', '--from', sandbox.findings([{ code: 'F1', file: 'src/a.txt', line: 1 }])];

describe('programs that the configuration of the repository names', () => {
  const configured = (command: readonly string[], more = ''): void =>
    sandbox.write(
      'fixpoint.yaml',
      `agents: { claude: { kind: claude, command: ${JSON.stringify(command)} } }\n${more}`,
    );

  it.each([
    ['relative', (): string[] => ['./evil.sh']],
    ['absolute', (): string[] => [join(sandbox.root, 'evil.sh')]],
    ['behind a shell', (): string[] => ['sh', '-c', './evil.sh']],
    ['by a program of the user', (): string[] => ['env', join(sandbox.root, 'evil.sh')]],
  ])('4.3 are not started by looking: %s', async (_, command) => {
    inRepository('evil.sh');
    configured(command());
    sandbox.commitAll('configuration');
    const said = await lookAtAll(around());
    expect(sang()).toBe(false);
    expect(said).toMatch(/claude: .*, named by fixpoint\.yaml:1:\d+: not started here, a run would start it/);
    expect(said).toContain('claude would fix: it is the first that is signed in, and was not tried');
    // The attacked place is reached: a run does start it, and has said so before.
    const ended = await sandbox.run([...fixes(), '--set', 'sandbox=off'], around());
    expect(ended.stdout).toMatch(/agent: claude, named by fixpoint\.yaml:1:\d+, not tried beforehand; signed in/);
    expect(sang()).toBe(true);
  });

  it('4.3 are not started under another name either, nor are reviewers, set-up and verification', async () => {
    inRepository('evil.sh');
    sandbox.write(
      'fixpoint.yaml',
      [
        'agents: { mine: { kind: claude, command: ["./evil.sh"] }, other: { kind: acp, command: ["./evil.sh"] } }',
        'fix: { agent: mine }',
        'reviewers: [{ name: lint, kind: tool, command: "./evil.sh" }]',
        'verify: { setup: ["./evil.sh"], commands: ["./evil.sh"] }',
        'challenger: { agents: [other] }',
        'sandbox: "off"',
      ].join('\n'),
    );
    expect(await lookAtAll(around())).toMatch(
      /mine fixes, as configured; named by fixpoint\.yaml:1:\d+: not started here/,
    );
    expect(sang()).toBe(false);
  });

  it('4.3 are not the user’s because the user named the file that names them, or a link to it', async () => {
    inRepository('evil.sh');
    sandbox.write('other.yaml', 'agents: { claude: { kind: claude, command: ["./evil.sh"] } }\n');
    symlinkSync(join(sandbox.root, 'other.yaml'), join(sandbox.outside, 'link.yaml'));
    for (const file of ['other.yaml', join(sandbox.outside, 'link.yaml')])
      await lookAtAll(around(), ['--config', file]);
    expect(sang()).toBe(false);
  });

  it('13.2 are the user’s when a flag, the environment or a file elsewhere names them: doctor tries them', async () => {
    const own = program(join(sandbox.outside, 'own.sh'));
    inRepository('evil.sh');
    configured(['./evil.sh']);
    const command = JSON.stringify([own]);
    const elsewhere = join(sandbox.outside, 'fixpoint.yaml');
    writeFileSync(elsewhere, `agents: { claude: { kind: claude, command: ${command} } }\n`);
    const ways: [string[], Record<string, string>][] = [
      [['--set', `agents.claude.command=${command}`], {}],
      [[], { FIXPOINT_SET_AGENTS__CLAUDE__COMMAND: command }],
      [['--config', elsewhere], {}],
    ];
    for (const [flags, env] of ways) {
      rmSync(sign(), { force: true });
      const ended = await sandbox.run(['doctor', ...flags], around([], env));
      expect(sang(), flags.join(' ')).toBe(true);
      expect(ended.stdout).toContain('claude 2.1.325: signed in');
    }
  });
});

describe('programs that lie in the repository', () => {
  it.each(['.', 'node_modules/.bin', './node_modules/.bin', '', '@/node_modules/.bin'])(
    '4.3 are not started by looking because of their name, with %j in the PATH',
    async (entry) => {
      for (const name of ['claude', 'codex', 'gemini', 'opencode', 'node', 'bwrap', 'socat', 'git', 'sh']) {
        inRepository(name);
        inRepository(`node_modules/.bin/${name}`);
      }
      const folder = entry.replace('@', sandbox.root);
      await lookAtAll(around([folder]));
      expect(songs()).toBe('');
    },
  );

  it('4.3 are not started through a link of the user’s, or as the interpreter of a program of the user’s', async () => {
    const bin = join(sandbox.outside, 'bin');
    const mine = program(join(bin, 'claude'), '#!/usr/bin/env interpreter');
    inRepository('tools/interpreter');
    symlinkSync(inRepository('tools/codex.sh'), join(bin, 'codex'));
    const said = await lookAtAll(around([join(sandbox.root, 'tools'), bin]));
    expect(sang()).toBe(false);
    expect(said).toMatch(/claude: .*ended with 127/);
    expect(said).toMatch(/codex: .*in the repository: not started here/);
    // Control: the same program with an interpreter that is the user's.
    writeFileSync(mine, '#!/bin/sh\necho 2.1.325\n');
    expect((await sandbox.run(['doctor'], around([bin]))).stdout).toContain('claude 2.1.325: signed in');
  });
});

it('4.3, 8.1 nothing that the .git/config of the checkout names is started by looking, or by bringing in a result', async () => {
  const { write } = sandbox;
  write('good.sh', '#!/bin/sh\necho good a > src/a.txt\n');
  chmodSync(join(sandbox.root, 'good.sh'), 0o755);
  sandbox.commitAll('an agent');
  const { report } = await sandbox.report([
    ...fixes(),
    '--agent-command',
    './good.sh',
    '--verify',
    'grep -q good src/a.txt',
  ]);
  const canary = program(join(sandbox.outside, 'canary'));
  poison(join(sandbox.root, '.git'), canary);
  await lookAtAll(around());
  for (const args of [
    ['report'],
    ['report', '--format', 'sarif'],
    ['apply'],
    ['apply', report.run, '--undo'],
    ['apply', '--merge'],
  ]) {
    await sandbox.run(args, around());
    expect(sang(), args.join(' ')).toBe(false);
  }
  // The canary would sing: git itself runs it.
  const { execFileSync } = await import('node:child_process');
  try {
    execFileSync('git', ['status'], { cwd: sandbox.root, env: sandbox.env, stdio: 'ignore' });
  } catch {
    // It is no real monitor.
  }
  expect(sang()).toBe(true);
});
