import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { expect, it } from 'vitest';
import { readAnswers } from '../../src/cli/questions/answers.ts';
import { allFlags } from '../../src/cli/flags/flags.ts';
import { type Flags, fixOptions, requestOf } from '../../src/cli/flags/options.ts';
import { buildProgram } from '../../src/cli/program.ts';
import { formatNames } from '../../src/config/sections/reviewing.ts';

const flagsOf = (...args: string[]): Flags => {
  const command = fixOptions(new Command('fix')).exitOverride();
  command.configureOutput({ writeErr: () => undefined });
  return command.parse(args, { from: 'user' }).opts<Flags>();
};

it('14 turns flags into the keys they stand for', async () => {
  expect(
    await settings(
      flagsOf('--agent', 'house', '--verify', 'npm test', '--verify', 'npm run lint', '--preset', 'raven', '--strict'),
    ),
  ).toEqual({
    'fix.agent': 'house',
    'verify.commands': ['npm test', 'npm run lint'],
    preset: 'raven',
    'fix.levels': ['blocking', 'warning', 'suggestion'],
  });
});

it('4.17 several agents are a ladder; a recording stands alone', async () => {
  expect(await settings(flagsOf('--agent', 'cheap', '--agent', 'strong'))).toEqual({
    'fix.agents': ['cheap', 'strong'],
  });
  expect(await requestOf(flagsOf('--agent', 'replay:rec'))).toEqual({ set: {}, replay: 'rec' });
  await expect(settings(flagsOf('--agent', 'cheap', '--agent', 'replay:rec'))).rejects.toThrow('leave out the others');
});

it('14 keeps the value of --set as text, equals signs included', async () => {
  expect(await settings(flagsOf('--set', 'fix.notes=a=b', '--set', 'fix.concurrency=8'))).toEqual({
    'fix.notes': 'a=b',
    'fix.concurrency': '8',
  });
  await expect(settings(flagsOf('--set', 'nonsense'))).rejects.toThrow('--set needs key=value');
});

it('15 makes any program an agent without a configuration file', async () => {
  expect(await settings(flagsOf('--agent-command', './agent --fast'))).toEqual({
    'agents.command': { kind: 'command', command: './agent --fast' },
    'fix.agent': 'command',
  });
  expect(() => flagsOf('--agent-command', 'x', '--agent', 'y')).toThrow(/cannot be used with/);
});

it('13.2 passes on only what was given', async () => {
  expect(await requestOf(flagsOf())).toEqual({ set: {} });
  expect(await requestOf(flagsOf('--config', 'f.yaml', '--only', 'a', '--only', 'b', '--include-dirty'))).toEqual({
    set: {},
    configFile: 'f.yaml',
    only: ['a', 'b'],
    includeDirty: true,
  });
});

it('3.1, 3.4, 6.1, 10.2 turns questions, notes, challengers and the progress file into options', async () => {
  const flags = flagsOf(
    '--clarify',
    '--notes',
    'be kind',
    '--challenger',
    'gemini',
    '--challenger',
    'codex',
    '--progress',
    'P.txt',
  );
  expect(await requestOf(flags)).toEqual({
    set: { 'fix.notes': 'be kind', 'challenger.agents': ['gemini', 'codex'] },
    clarify: true,
    progress: 'P.txt',
  });
  expect(await settings({ ...flagsOf(), base: 'main' })).toEqual({ 'review.base': 'main' });
});

const settings = async (flags: Flags): Promise<unknown> => (await requestOf(flags)).set;

it('13.2 every flag of a start fills a key of the request or of the configuration', async () => {
  const givenTo = async (name: string, value: unknown): Promise<string[]> => {
    const { set = {}, ...request } = await requestOf({ [name]: value });
    return [...Object.keys(request), ...Object.keys(set)];
  };
  for (const { name, option } of allFlags) {
    const value = name === 'answers' ? answersFile('{}') : name === 'set' ? ['a=b'] : option().isBoolean() || 'x';
    const values = Array.isArray(option().defaultValue) || option().variadic ? [value].flat() : value;
    expect(await givenTo(name, values), name).not.toEqual([]);
  }
});

const answersFile = (content: string): string => {
  const file = join(mkdtempSync(join(tmpdir(), 'fixpoint-answers-')), 'answers.json');
  writeFileSync(file, content);
  return file;
};

it('3.1 reads answers from a file, by id of the question', async () => {
  const answers = { 'F001-q1': 'return 404', 'F001-q2': '' };
  expect(await readAnswers(answersFile(JSON.stringify(answers)))).toEqual(answers);
  expect(await readAnswers(answersFile(JSON.stringify({ answers })))).toEqual(answers);
  expect(await requestOf(flagsOf('--answers', answersFile('{}')))).toEqual({ set: {}, answers: {} });
});

it.each(['[]', 'null', '{ "a": 1 }', '{ "answers": { "a": null } }', '{"a": "b"', ''])(
  '3.1 says what answers look like when they are %s',
  async (content) => {
    await expect(readAnswers(answersFile(content))).rejects.toThrow(/question id to text, such as/);
  },
);

it('13.2 says that a file with answers cannot be read', async () => {
  await expect(readAnswers('/nowhere/answers.json')).rejects.toThrow('--answers /nowhere/answers.json cannot be read');
  await expect(readAnswers(tmpdir())).rejects.toThrow('it is not a file');
  await expect(readAnswers(answersFile(' '.repeat(1_100_000)))).rejects.toThrow('1024 KiB');
});

it('13.1 has the commands that work, each with examples', () => {
  const program = buildProgram(() => Promise.resolve());
  expect(program.commands.map((command) => command.name())).toEqual([
    'init',
    'run',
    'review',
    'clarify',
    'plan',
    'fix',
    'findings',
    'resume',
    'cancel',
    'limits',
    'answer',
    'status',
    'report',
    'explain',
    'apply',
    'dismiss',
    'dispositions',
    'leftovers',
    'clean',
    'prompts',
    'doctor',
    'completion',
  ]);
});

it('1.2 names every format in the help of fix', () => {
  let help = '';
  const command = buildProgram(() => Promise.resolve()).commands.find((each) => each.name() === 'fix');
  command?.configureOutput({ writeOut: (text) => (help += text) }).outputHelp();
  for (const name of formatNames) expect(help).toMatch(new RegExp(`\\b${name}\\b`));
});

it('10.4 keeps the price of an agent that --agent-command names', async () => {
  const price = { 'agents.command.price': '{inputPerMTok: 3, outputPerMTok: 15}' };
  const given = { set: [Object.entries(price)[0]?.join('=')], agentCommand: './my-agent' };
  const { set } = await requestOf(given);
  expect(Object.keys(set ?? {}).filter((key) => key.startsWith('agents'))).toEqual([
    'agents.command',
    'agents.command.price',
  ]);
});
