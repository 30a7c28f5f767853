/**
 * Attacks side by side in one run: every finding is about a script of its own, which verification runs. An agent that
 * is asked about one of
 * them puts in code that, when it is run, prints REACHED, does its worst and fails. Beside them there is always an
 * honest fix.
 */
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import type { Attempt } from '../../src/model/attempt.ts';
import type { Report } from '../../src/model/report.ts';
import { scriptedAgent, type Scenario } from '../fakes/scripted.ts';
import { findingOf } from './accounted.ts';
import type { Ended } from './fixpoint.ts';
import type { FindingInput, Sandbox } from './sandbox.ts';
import { withoutGates } from './without-gates.ts';

export type Sandboxing = 'auto' | 'on' | 'off';

export type Attacked = {
  findings: readonly FindingInput[];
  scenario: Scenario;
  verify: readonly string[];
  setup?: readonly string[];
  sandbox?: Sandboxing;
  /** `key=value`, as for `--set`. */
  set?: readonly string[];
  name?: string;
  /** Added to the environment of the run. */
  env?: Readonly<Record<string, string>>;
};

const fakes = fileURLToPath(new URL('../fakes', import.meta.url));

/** The arguments of a run; with `sandbox: on` the agent gets into the cage what it needs to play its part. */
export const attackArguments = (sandbox: Sandbox, attacked: Attacked): string[] => {
  const { findings, scenario, verify, setup = [], sandbox: cage = 'auto', set = [], name = 'agent' } = attacked;
  const folder = join(sandbox.scratch, name);
  const { command } = scriptedAgent(folder, scenario);
  const agent = {
    kind: 'command',
    command,
    ...(cage === 'on' && { needs: { readable: [fakes], writable: [folder] } }),
  };
  const all = [
    `agents.attacker=${JSON.stringify(agent)}`,
    'findings.dedup=off',
    'limits.cycles=2',
    'limits.attemptsPerFinding=2',
    `sandbox=${cage}`,
    `verify.setup=${JSON.stringify(setup)}`,
    `verify.commands=${JSON.stringify(verify)}`,
    ...withoutGates,
    ...set,
  ];
  return [
    'fix',
    '--from',
    sandbox.findings(findings),
    '--agent',
    'attacker',
    ...all.flatMap((each) => ['--set', each]),
  ];
};

export const attack = (sandbox: Sandbox, attacked: Attacked): Promise<{ ended: Ended; report: Report }> =>
  sandbox.report(attackArguments(sandbox, attacked), { env: { ...sandbox.env, ...attacked.env } });

/** A code of a finding may hold no slashes. */
export const codeOf = (file: string): string => file.replaceAll(/[^a-z0-9]+/gi, '-').replace(/^-/, '');

/** What the commands of an attempt printed. */
export const printed = ({ verification }: Attempt): string =>
  (verification?.commands ?? []).map(({ stdout, stderr }) => stdout + stderr).join('\n');

/** Refused by verification each time, and the attack was carried out the first time. */
export const expectHeld = (report: Report, ...codes: string[]): void => {
  const fates = codes.map((code) => {
    const { status, attempts } = findingOf(report, code);
    const isRefused = attempts.every(({ result, gate }) => result === 'refused' && gate === 'verify');
    const isReached = attempts.map(printed).join('\n').includes('REACHED');
    return { code, status, isRefused, isReached };
  });
  expect(fates.filter(({ status, isRefused, isReached }) => status !== 'blocked' || !isRefused || !isReached)).toEqual(
    [],
  );
};

export const expectFixed = (report: Report, ...codes: string[]): void => {
  const fates = codes
    .map((code) => findingOf(report, code))
    .map(({ code, status, reason }) => ({ code, status, reason }));
  expect(fates.filter(({ status }) => status !== 'fixed')).toEqual([]);
};

/**
 * The first attempt was run, and refused by verification; the second one, an honest fix of the same place, was
 * accepted.
 */
export const expectHeldThenFixed = (report: Report, ...codes: string[]): void => {
  const fates = codes.map((code) => {
    const [first, ...others] = findingOf(report, code).attempts;
    const isReached = first !== undefined && printed(first).includes('REACHED');
    return {
      code,
      first: `${first?.result} ${first?.gate}`,
      isReached,
      second: others.map(({ result }) => result).join(),
    };
  });
  const right = { first: 'refused verify', isReached: true, second: 'accepted' };
  expect(fates).toEqual(codes.map((code) => ({ code, ...right })));
};

/** What a fresh clone of the branch answers, set up from nothing; true as well when nothing was handed over. */
export const freshClonePasses = (sandbox: Sandbox, report: Report, lines: readonly string[]): boolean => {
  if (report.branch === null) return true;
  const place = mkdtempSync(join(sandbox.folder, 'fresh-'));
  const options = { env: { ...sandbox.env, HOME: place }, stdio: 'ignore' as const };
  execFileSync('git', ['clone', '--quiet', '--branch', report.branch, sandbox.root, join(place, 'clone')], {
    ...options,
    cwd: place,
  });
  try {
    for (const line of lines) execFileSync('/bin/sh', ['-c', line], { ...options, cwd: join(place, 'clone') });
    return true;
  } catch {
    return false;
  }
};

/** Scripts that verification runs one after the other; all of them pass at the start. */
export const scripts = (names: readonly string[]): Record<string, string> => ({
  'test.sh': 'for script in code/*.sh; do sh "$script" || exit 1; done\n',
  'code/honest.sh': 'exit 0 # to be fixed\n',
  'data.txt': 'data\n',
  '.gitignore': 'build/\nnode_modules/\ndeps/\n',
  ...Object.fromEntries(names.map((name) => [`code/${name}.sh`, 'exit 0\n'])),
});

export const scriptFindings = (names: readonly string[]): FindingInput[] =>
  ['honest', ...names].map((name) => ({ code: name, file: `code/${name}.sh`, line: 1 }));

/** The honest fix, and what the others put into their scripts at every attempt. */
export const scriptScenario = (bodies: Readonly<Record<string, string>>): Scenario => ({
  findings: Object.fromEntries(
    Object.entries({ honest: 'exit 0 # fixed', ...bodies }).map(([name, body]) => [
      name,
      // Another text at the second attempt, or it would be no change.
      ['first', 'second'].map((turn) => ({ edits: [{ file: `code/${name}.sh`, write: `# ${turn}\n${body}\n` }] })),
    ]),
  ),
});
