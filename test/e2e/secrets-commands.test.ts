/**
 * Requirement 4.11 for commands that only look or keep books: a secret of the environment that stands in the manifest,
 * the configuration, the findings, the flags and the reasons people give is in nothing that they print.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inSandbox } from '../support/bad-agent.ts';
import type { Sandbox } from '../support/sandbox.ts';

const secret = 'zebra-quilt-9931-lantern';

const files = {
  'package.json': JSON.stringify({ name: 'x', scripts: { test: `KEY=${secret} node t.js`, lint: `lint ${secret}` } }),
  't.js': '',
  'a.js': 'var a = 1;\n',
};

const findings = [
  { id: 'F1', severity: 'high', file: 'a.js', line: 1, title: `seen: ${secret}`, description: `about ${secret}` },
  { id: 'F2', severity: 'low', file: `${secret}.js`, line: 1, title: 'elsewhere', description: secret },
];

const agent = ['--agent-command', `true ${secret}`, '--verify', `true ${secret}`];

const commandsIn = (sandbox: Sandbox): string[][] => {
  const list = join(sandbox.scratch, 'list.json');
  writeFileSync(list, JSON.stringify({ findings, summary: secret }));
  return [
    ['init'],
    ['init', '--yes'],
    ['doctor'],
    ['doctor', '--json'],
    ['findings', list],
    ['findings', list, '--json'],
    ['fix', list, ...agent, '--dry-run'],
    ['fix', list, ...agent, '--dry-run', '--json'],
    ['plan', list, '-o', join(sandbox.scratch, 'plan')],
    ['fix', list, ...agent],
    // Files that are named like it, and one that cannot be written.
    ['findings', list, '-o', join(sandbox.scratch, `${secret}.json`)],
    ['plan', list, '-o', join(sandbox.scratch, secret)],
    ['fix', list, ...agent, '--progress', join(sandbox.scratch, secret, 'no', 'PROGRESS.txt'), '--jsonl'],
    ['report', '-o', join(sandbox.scratch, `${secret}.md`)],
    ['status', 'latest'],
    ['report', '--format', 'html'],
    ['explain', 'latest', 'F1'],
    ['dismiss', 'F1', '--as', 'false_positive', '--reason', `because of ${secret}`],
    ['dispositions', 'list'],
    ['dispositions', 'list', '--json'],
    ['clean', '--json'],
    // Wrong uses, which quote what was given.
    [secret],
    ['fix', `${secret}.json`],
    ['fix', list, '--agent', secret],
    ['fix', list, '--set', `agents.a.${secret}=1`],
    ['cancel', secret],
    ['review', '--base', secret],
  ];
};

test('4.11 no command prints a secret that stands in what it reads or was given', () =>
  inSandbox(async (sandbox) => {
    const env = { ...sandbox.env, SERVICE_TOKEN: secret };
    for (const args of commandsIn(sandbox)) {
      const { stdout, stderr } = await sandbox.run(args, { env });
      expect(stdout.length + stderr.length, `fixpoint ${args.join(' ')} says something`).toBeGreaterThan(10);
      expect(stdout + stderr, `fixpoint ${args.join(' ')}`).not.toContain(secret);
    }
  }, files));

test('4.11 what was found in a repository is shown without the secret in the name of a folder', () =>
  inSandbox(
    async (sandbox) => {
      const env = { ...sandbox.env, SERVICE_TOKEN: secret };
      for (const args of [['init'], ['run', '--agent-command', 'true'], ['run', '--agent-command', 'true', '--yes']]) {
        const { stdout, stderr } = await sandbox.run(args, { env });
        expect(stderr, `fixpoint ${args.join(' ')}`).toContain('[redacted]/package.json');
        expect(stdout + stderr, `fixpoint ${args.join(' ')}`).not.toContain(secret);
      }
    },
    { [`${secret}/package.json`]: JSON.stringify({ name: 'y', scripts: { test: 'node t.js' } }) },
  ));
