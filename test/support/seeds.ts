/** What the suites of the five documents share: one run of the built command line that many tests look at. */
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { scriptedAgent, type Scenario, type ScriptedAgent } from '../fakes/scripted.ts';
import { type Ended, reportOf } from './fixpoint.ts';
import { openSandbox, type Sandbox } from './sandbox.ts';

/** Makes something in a sandbox before the tests of a `describe` begin, and gives it to each of them. */
export const made = <Made>(
  files: Readonly<Record<string, string>>,
  make: (sandbox: Sandbox) => Promise<Made>,
): (() => Made & { sandbox: Sandbox }) => {
  let sandbox: Sandbox | undefined;
  let result: Made | undefined;
  beforeAll(async () => {
    sandbox = openSandbox(files);
    result = await make(sandbox);
  });
  afterAll(() => sandbox?.dispose());
  return () => {
    if (!sandbox || result === undefined) throw new Error('nothing was made');
    return { ...result, sandbox };
  };
};

export type PresetRun = {
  scenario: Scenario;
  /** Beside the agents, which are scripted under the names that presets give them. */
  config?: Record<string, unknown>;
  /** What the branch changed since the tag `base`. */
  changed?: Readonly<Record<string, string | null>>;
  judge?: Scenario;
};

export type Prepared = { agent: ScriptedAgent; judge: ScriptedAgent };

/**
 * A repository on a branch with a change, whose fixpoint.yaml puts scripted programs in place of claude and gemini: so a
 * preset finds the agents that it names.
 */
export const prepare = (sandbox: Sandbox, { scenario, config = {}, changed = {}, judge = {} }: PresetRun): Prepared => {
  const agent = scriptedAgent(join(sandbox.scratch, 'agent'), scenario);
  const gemini = scriptedAgent(join(sandbox.scratch, 'judge'), judge);
  sandbox.git('tag', 'base');
  sandbox.git('checkout', '--quiet', '-b', 'feature');
  for (const [file, text] of Object.entries(changed))
    if (text === null) sandbox.git('rm', '--quiet', file);
    else sandbox.write(file, text);
  sandbox.write(
    'fixpoint.yaml',
    JSON.stringify({
      agents: {
        claude: { kind: 'command', command: agent.command },
        gemini: { kind: 'command', command: gemini.command },
      },
      ...config,
    }),
  );
  sandbox.commitAll('feature');
  return { agent, judge: gemini };
};

export type Looked = Prepared & { ended: Ended; report: ReturnType<typeof reportOf> };

/** One run, with its report. */
export const look = async (sandbox: Sandbox, args: readonly string[], run: PresetRun): Promise<Looked> => {
  const prepared = prepare(sandbox, run);
  return { ...prepared, ...(await sandbox.report(args)) };
};

/** Subjects of the commits that a run handed over, the oldest first. */
export const subjectsOf = ({ git }: Sandbox, { start, head }: { start: string; head: string | null }): string[] =>
  head === null ? [] : git('log', '--reverse', '--format=%s', `${start}..${head}`).split('\n').filter(Boolean);
