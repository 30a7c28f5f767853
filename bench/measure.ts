/** Measuring: whole programs in wall-clock time, in interleaved pairs, judged by the median of their ratios. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
export const program = here('../bin/fixpoint');
export const agent = here('instant-agent.sh');

export type Result = { name: string; value: number; limit: number; atLeast?: boolean; detail: string };

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? Number.NaN)
    : ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2;
};

export type Timed = { ms: number; stdout: string };

/** Runs a program to its end; throws unless it ends with one of the codes. */
export const time = (
  command: readonly string[],
  options: { cwd: string; env: NodeJS.ProcessEnv; input?: string; codes?: readonly number[] },
): Timed => {
  const [file = '', ...args] = command;
  const began = performance.now();
  const { status, stdout, stderr, error } = spawnSync(file, args, {
    cwd: options.cwd,
    env: options.env,
    ...(options.input !== undefined && { input: options.input }),
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
  });
  const ms = performance.now() - began;
  if (error || !(options.codes ?? [0]).includes(status ?? -1))
    throw new Error(`${command.join(' ')} ended with ${status}: ${error?.message ?? stderr.slice(-2_000)}`);
  return { ms, stdout };
};

/** Measures both in turn, so that whatever else the machine does hits both; gives the ratios of the pairs. */
export const ratios = (
  pairs: number,
  ours: () => number,
  theirs: () => number,
): { ratio: number; ours: number; theirs: number } => {
  const measured = Array.from({ length: pairs }, (_, n) => {
    if (n % 2 === 0) {
      const reference = theirs();
      return { ours: ours(), theirs: reference };
    }
    const mine = ours();
    return { ours: mine, theirs: theirs() };
  });
  return {
    ratio: median(measured.map((pair) => pair.ours / pair.theirs)),
    ours: median(measured.map((pair) => pair.ours)),
    theirs: median(measured.map((pair) => pair.theirs)),
  };
};

export const ms = (value: number): string => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`;

/** Starts a fix of all findings of a repository with the instant agent. Nothing verifies, so it ends with 2. */
export const fixAll = (
  repository: { findings: string; root: string; env: NodeJS.ProcessEnv },
  ...more: string[]
): Timed =>
  time([program, 'fix', '--from', repository.findings, '--agent-command', agent, ...more], {
    cwd: repository.root,
    env: repository.env,
    codes: [0, 2],
  });
