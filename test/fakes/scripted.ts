/** Sets up the scripted agent for a test: its scenario, its command, and what it has logged. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

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
    | { text: string };
  unknown?: string[];
  session?: string;
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
  as?: string;
  twice?: string;
  missing?: boolean;
  call?: ScriptedCall;
};

export type Scenario = {
  call?: ScriptedCall;
  calls?: ScriptedCall[];
  default?: ScriptedStep;
  findings?: Record<string, ScriptedStep | ScriptedStep[]>;
};

export type LoggedCall = {
  run: string;
  role: string;
  ids: string[];
  codes: string[];
  pid: number;
  n: number;
  session: string | null;
  promptBytes: number;
  at: string;
};

const program = fileURLToPath(new URL('agent.mjs', import.meta.url));

export type ScriptedAgent = {
  /** For `agents.<name>.command`. */
  command: string[];
  log: string;
  calls: () => LoggedCall[];
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
    calls: () => lines(log).map((line): LoggedCall => JSON.parse(line)),
    children: () => lines(`${log}.children`).map(Number),
    play,
  };
};

const lines = (file: string): string[] => (existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : []);
