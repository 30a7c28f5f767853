/** Sets up the scripted agent for a test: its scenario, its command, and what it has logged. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AgentInput, Role } from '../../src/model/answer.ts';

export type ScriptedEdit = { file: string } & (
  | { find: string; replace: string; all?: boolean }
  | { write: string }
  | { append: string }
  | { bytes: string }
  | { delete: true }
  | { chmod: number }
  | { link: string }
);

export type ScriptedCall = {
  answer?:
    | 'file'
    | 'stdout'
    | 'fenced'
    | 'prose'
    | 'cut'
    | 'broken'
    | 'array'
    | 'by-id'
    | 'none'
    | 'empty'
    | 'link'
    | 'fifo'
    | 'folder'
    | 'huge'
    | 'silent'
    | { text: string }
    | { file: string };
  unknown?: string[];
  session?: string | true;
  usage?: unknown;
  stdout?: string;
  stderr?: string;
  print?: number;
  invalid?: boolean;
  sleepMs?: number;
  hang?: boolean;
  hangAfter?: boolean;
  ignoreSigterm?: boolean;
  child?: 'background' | 'detached' | 'orphan';
  childIgnoresSigterm?: boolean;
  exit?: number;
  kill?: string;
};

export type ScriptedStep = {
  edits?: ScriptedEdit[];
  run?: string;
  outcome?: string;
  explanation?: string;
  confidence?: number;
  dispute?: unknown;
  as?: string;
  twice?: string;
  missing?: boolean;
  call?: ScriptedCall;
};

type InTurn<T> = T | T[];

/**
 * What a role other than fixing may do: `json` or `text` is the answer, exactly; `edits` although it should only read.
 */
type ScriptedRole = ScriptedCall & { json?: unknown; text?: string; edits?: ScriptedEdit[]; run?: string };

export type ScriptedReview = ScriptedRole & {
  findings?: Record<string, unknown>[];
  groups?: { description: string; findings: Record<string, unknown>[] }[];
  verdict?: string;
  summary?: string;
  /** Leaves out findings in files that are no part of the call's diff. */
  onlyItsFiles?: boolean;
};

export type ScriptedClarify = ScriptedRole & {
  questions?: Record<string, (string | { id?: string; question: string; context?: string })[]>;
  ready?: boolean;
};

type ScriptedIssue = string | ({ code: string } & Record<string, unknown>);

export type ScriptedPlan = ScriptedRole & {
  steps?: (ScriptedIssue[] | { step?: number; reason?: string; issues: ScriptedIssue[] })[];
  todos?: Record<string, Record<string, unknown>>;
};

export type ScriptedScore =
  | number
  | {
      score?: unknown;
      feedback?: string;
      status?: string;
      quality_scores?: Record<string, unknown>;
      improvements_needed?: string[];
      missing?: boolean;
      call?: ScriptedCall;
    };

export type ScriptedChallenge = ScriptedRole & {
  scores?: Record<string, InTurn<ScriptedScore>>;
  default?: InTurn<ScriptedScore>;
};

export type Scenario = {
  call?: ScriptedCall;
  calls?: ScriptedCall[];
  default?: ScriptedStep;
  findings?: Record<string, InTurn<ScriptedStep>>;
  review?: InTurn<ScriptedReview>;
  reviewers?: Record<string, InTurn<ScriptedReview>>;
  clarify?: InTurn<ScriptedClarify>;
  plan?: InTurn<ScriptedPlan>;
  challenge?: InTurn<ScriptedChallenge>;
  adjudicate?: InTurn<ScriptedRole & { rulings?: Record<string, Record<string, unknown>> }>;
};

type LogLine = {
  run: string;
  role: Role;
  reviewer?: string;
  ids: string[];
  codes: string[];
  pid: number;
  session: string | null;
  promptBytes: number;
  at: string;
  key: string;
};

/** `n`: counts the calls of a run, whatever their role. */
export type LoggedCall = LogLine & { n: number; readonly prompt: string; readonly input: AgentInput };

const program = fileURLToPath(new URL('agent.mjs', import.meta.url));

export type ScriptedAgent = {
  /** For `agents.<name>.command`. */
  command: string[];
  log: string;
  /** In the order in which they began; those of one role only, if it is named. */
  calls: (role?: Role) => LoggedCall[];
  /** Ids of the processes that it left behind. */
  children: () => number[];
  /** From the next call on, this. */
  play: (scenario: Scenario) => void;
};

/** The folder must be outside of the repository under test. */
export const scriptedAgent = (folder: string, scenario: Scenario): ScriptedAgent => {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'scenario.json');
  const log = join(folder, 'calls.jsonl');
  const play = (next: Scenario): void => writeFileSync(file, JSON.stringify(next, null, 2));
  play(scenario);
  return {
    command: [process.execPath, program, file, log],
    log,
    calls: (role) => callsIn(log).filter((call) => role === undefined || call.role === role),
    children: () => lines(`${log}.children`).map(Number),
    play,
  };
};

const callsIn = (log: string): LoggedCall[] => {
  const counts = new Map<string, number>();
  const kept = (key: string, what: string): string => readFileSync(join(`${log}.calls`, `${key}.${what}`), 'utf8');
  return lines(log).map((text) => {
    const line: LogLine = JSON.parse(text);
    const n = (counts.get(line.run) ?? 0) + 1;
    counts.set(line.run, n);
    return {
      ...line,
      n,
      get prompt() {
        return kept(line.key, 'prompt');
      },
      get input() {
        const input: AgentInput = JSON.parse(kept(line.key, 'input'));
        return input;
      },
    };
  });
};

const lines = (file: string): string[] =>
  existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
