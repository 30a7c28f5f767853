/**
 * Requirement 4.11, acceptance: every known format of a secret, planted wherever a run looks, and looked for in all
 * that it leaves.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { inSandbox } from '../support/bad-agent.ts';
import type { Ended } from '../support/fixpoint.ts';
import type { Sandbox } from '../support/sandbox.ts';
import { encodings, leaksIn, plantedSecrets, type Planted } from '../support/secrets.ts';

const inFiles = plantedSecrets(21);
const inFindings = plantedSecrets(22);
const inEnvironment = plantedSecrets(23).filter(({ secret }) => !secret.includes('\n'));
const fromAgent = plantedSecrets(24);
const fromCommands = plantedSecrets(25);
const everything = [...inFiles, ...inFindings, ...inEnvironment, ...fromAgent, ...fromCommands];

const parts = 4;
const partOf = (planted: readonly Planted[], part: number): Planted[] =>
  planted.filter((_, index) => index % parts === part);
const file = (part: number): string => `src/f${part}.txt`;
const written = encodings.map(({ encode }) => encode);
/** Each in one way of writing it down; which one depends on where it stands in the list. */
const inAllWays = (planted: readonly Planted[]): string =>
  planted.map(({ text }, index) => `seen: ${written[index % written.length]?.(text) ?? text}`).join('\n');
const raw = (planted: readonly Planted[]): string => planted.map(({ text }) => text).join('\n');

/** By value alone: nothing around them tells what they are. */
const bare = inEnvironment
  .map(({ secret }, index) => `value ${written[index % written.length]?.(`is ${secret} .`) ?? secret}`)
  .join('\n');
const variables = Object.fromEntries(inEnvironment.map(({ secret }, index) => [`SERVICE_${index}_TOKEN`, secret]));

const files = {
  ...Object.fromEntries(
    Array.from({ length: parts }, (_, part) => [file(part), `bad\n${raw(partOf(inFiles, part))}\n`]),
  ),
  'AGENTS.md': `# Rules\n\n${inAllWays(inFiles)}\n`,
};

const findings = Array.from({ length: parts }, (_, part) => ({
  id: `F${part}`,
  severity: 'high',
  file: file(part),
  line: 1,
  endLine: 110,
  title: `found ${partOf(inFindings, part)[0]?.text ?? ''}`,
  description: `${raw(partOf(inFindings, part))}\nfrom the environment:\n${bare}`,
  suggestion: inAllWays(partOf(inFindings, part)),
}));

/**
 * Tells all it knows in small pieces, puts it into its answer, its session and the name of a file, and is right at the
 * second call only.
 */
const agentProgram = `import { appendFileSync, existsSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
const { scratch, print, explanation, secretName } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
appendFileSync(scratch + '/agent.prompt', readFileSync(0));
const text = readFileSync(process.env.FIXPOINT_INPUT, 'utf8');
appendFileSync(scratch + '/agent.input', text);
appendFileSync(scratch + '/agent.env', Object.keys(process.env).join('\\n'));
for (let at = 0; at < print.length; at += 997) writeSync(1, print.slice(at, at + 997));
writeSync(2, print.slice(0, 20000));
const outcomes = JSON.parse(text).findings.map(({ id, file }) => {
  const again = existsSync(scratch + '/seen-' + id);
  writeFileSync(scratch + '/seen-' + id, '');
  writeFileSync(file, readFileSync(file, 'utf8').replace('bad', again ? 'good' : 'BROKEN'));
  return { id, outcome: 'fixed', explanation };
});
writeFileSync('src/' + secretName + '.txt', 'new');
writeFileSync(process.env.FIXPOINT_ANSWER, JSON.stringify({ outcomes: [...outcomes, { id: secretName, outcome: 'fixed' }], session: secretName }));
`;

const start = async (sandbox: Sandbox, flags: readonly string[]): Promise<Ended> => {
  const at = (name: string): string => join(sandbox.scratch, name);
  const secretName = fromAgent.find(({ format }) => format === 'GitHub ghp')?.secret ?? '';
  writeFileSync(at('agent.mjs'), agentProgram);
  const told = { print: `${inAllWays(fromAgent)}\n${bare}\n`, explanation: `${raw(fromAgent)}\n${bare}`, secretName };
  writeFileSync(at('plan.json'), JSON.stringify({ scratch: sandbox.scratch, ...told }));
  writeFileSync(at('printed.txt'), `${inAllWays(fromCommands)}\n${bare}\n`);
  writeFileSync(at('findings.json'), JSON.stringify({ findings, summary: inAllWays(inFindings) }));
  const agent = {
    kind: 'command',
    command: [process.execPath, at('agent.mjs'), at('plan.json')],
    env: Object.keys(variables).slice(0, 5),
  };
  const set = [
    `agents.a=${JSON.stringify(agent)}`,
    'findings.dedup=off',
    'limits.cycles=2',
    'verify.env=["SERVICE_1_TOKEN"]',
  ];
  const verify = `cat '${at('printed.txt')}'; echo "$SERVICE_1_TOKEN" >&2; ! grep -rq BROKEN src`;
  const args = [
    'fix',
    '--from',
    at('findings.json'),
    '--agent',
    'a',
    '--verify',
    verify,
    ...set.flatMap((each) => ['--set', each]),
  ];
  return sandbox.run([...args, ...flags], { env: { ...sandbox.env, ...variables } });
};

/** Files of the state folder by what they hold. What is in a patch is the user's code, as it has to be applied. */
const stored = (sandbox: Sandbox): { name: string; text: string }[] =>
  readdirSync(sandbox.state, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.patch'))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((name) => ({ name: name.slice(sandbox.state.length), text: readFileSync(name).toString('utf8') }));

const expectNone = (what: string, text: string): void => {
  expect(leaksIn(text, everything), what).toEqual([]);
};

const expectNothingTold = (sandbox: Sandbox, ended: Ended): void => {
  expectNone('standard output', ended.stdout);
  expectNone('standard error', ended.stderr);
  for (const name of ['agent.prompt', 'agent.input'])
    expectNone(name, readFileSync(join(sandbox.scratch, name), 'utf8'));
  for (const { name, text } of stored(sandbox)) expectNone(name, text);
  expectNone('commit messages', sandbox.git('log', '--all', '--format=%B%an%ae'));
  expectNone('names of branches', sandbox.git('for-each-ref'));
};

describe('4.11 every format of a secret, everywhere', () => {
  test.each([
    { flag: '--jsonl', formats: ['text', 'sarif'] },
    { flag: '--json', formats: ['markdown'] },
    { flag: '--no-color', formats: ['json'] },
    { flag: '--events=turbowrap', formats: ['junit'] },
  ])('stays where it is, with $flag', ({ flag, formats }) =>
    inSandbox(async (sandbox) => {
      const ended = await start(sandbox, [flag]);
      expect(ended.stderr).not.toMatch(/bug/i);
      const prompt = readFileSync(join(sandbox.scratch, 'agent.prompt'), 'utf8');
      expect(prompt).toMatch(/failed/);
      for (const name of [
        'DD_API_KEY=',
        'MISTRAL_API_KEY=',
        'aws_secret_access_key = ',
        'Authorization: Bearer ',
        'DB_PASSWORD=',
      ])
        expect(prompt).toContain(`${name}[redacted]`);
      expectNothingTold(sandbox, ended);
      expect(readFileSync(join(sandbox.scratch, 'agent.env'), 'utf8')).toContain('SERVICE_4_TOKEN');
      expect(readFileSync(join(sandbox.scratch, 'agent.env'), 'utf8')).not.toContain('SERVICE_5_TOKEN');
      // A report is made of what is stored, and that of all of these runs is the same: each format once.
      for (const format of formats) {
        const report = await sandbox.run(['report', '--format', format], { env: { ...sandbox.env, ...variables } });
        expect(report.code, format).toBe(0);
        expect(report.stdout.length).toBeGreaterThan(100);
        expectNone(`report as ${format}`, report.stdout + report.stderr);
      }
    }, files),
  );
});
