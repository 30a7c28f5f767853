import { Command } from 'commander';
import { expect, it } from 'vitest';
import { coreOptions, type FixFlags, fixOptions, settings } from '../../src/cli/options.ts';
import { buildProgram } from '../../src/cli/program.ts';
import { formatNames } from '../../src/config/schema.ts';

const flagsOf = (...args: string[]): FixFlags => {
  const command = fixOptions(new Command('fix')).exitOverride();
  command.configureOutput({ writeErr: () => undefined });
  return command.parse(args, { from: 'user' }).opts<FixFlags>();
};

it('14 turns flags into the keys they stand for', () => {
  expect(
    settings(flagsOf('--agent', 'house', '--verify', 'npm test', '--verify', 'npm run lint', '--preset', 'raven', '--strict')),
  ).toEqual({
    'fix.agent': 'house',
    'verify.commands': ['npm test', 'npm run lint'],
    preset: 'raven',
    'fix.levels': ['blocking', 'warning', 'suggestion'],
  });
});

it('14 keeps the value of --set as text, equals signs included', () => {
  expect(settings(flagsOf('--set', 'fix.notes=a=b', '--set', 'fix.concurrency=8'))).toEqual({ 'fix.notes': 'a=b', 'fix.concurrency': '8' });
  expect(() => settings(flagsOf('--set', 'nonsense'))).toThrow('--set needs key=value');
});

it('15 makes any program an agent without a configuration file', () => {
  expect(settings(flagsOf('--agent-command', './agent --fast'))).toEqual({
    'agents.command': { kind: 'command', command: './agent --fast' },
    'fix.agent': 'command',
  });
  expect(() => flagsOf('--agent-command', 'x', '--agent', 'y')).toThrow(/cannot be used with/);
});

it('13.2 passes on only what was given', () => {
  expect(coreOptions(flagsOf())).toEqual({ set: {} });
  expect(coreOptions(flagsOf('--config', 'f.yaml', '--only', 'a', '--only', 'b', '--include-dirty'))).toEqual({
    set: {},
    configFile: 'f.yaml',
    only: ['a', 'b'],
    includeDirty: true,
  });
});

it('13.1 has the commands that work, each with examples', () => {
  const program = buildProgram(() => Promise.resolve());
  expect(program.commands.map((command) => command.name())).toEqual([
    'run',
    'fix',
    'findings',
    'resume',
    'cancel',
    'status',
    'report',
    'apply',
    'dismiss',
    'dispositions',
    'doctor',
  ]);
});

it('1.2 names every format in the help of fix', () => {
  let help = '';
  const command = buildProgram(() => Promise.resolve()).commands.find((each) => each.name() === 'fix');
  command?.configureOutput({ writeOut: (text) => (help += text) }).outputHelp();
  for (const name of formatNames) expect(help).toMatch(new RegExp(`\\b${name}\\b`));
});
