/** What a run needs from the outside, and what performing an action may use. */
import type { Config } from '../config/schema.ts';
import type { Clean } from '../model/clean.ts';
import type { Disposition } from '../model/disposition.ts';
import type { RunEvent } from '../model/event.ts';
import type { DraftFinding, Finding, ReadProblem } from '../model/finding.ts';
import type { Agent, AgentResult } from '../ports/agent.ts';
import type { Artifacts } from '../ports/artifacts.ts';
import type { Clock } from '../ports/clock.ts';
import type { Inspector } from '../ports/inspector.ts';
import type { CommittedTree, Custody, Repo } from '../ports/repo.ts';
import type { Room, Rooms } from '../ports/room.ts';
import type { Trackers } from '../ports/tracker.ts';
import type { Answer } from './decide/questions.ts';
import type { RunState } from './state/state.ts';

/** What commands in it print is clean. */
export type CleanRoom = Room & {
  /** As it is printed: for tools whose output is read as findings, with machine-made edits that hold code. */
  raw: Room['run'];
};

export type Engine = {
  /** What it gives is clean, names of files too; what it is given under such a name it finds. */
  custody: Custody & {
    /** How a file is really called: a program that is given its name needs that. */
    realName: (revision: string, file: string) => Promise<string>;
  };
  /** What goes into it and what comes out of it is clean. */
  agent: (name: string) => Agent;
  /** Keeps what a call changed, where calls are recorded; says what went wrong with that. */
  recordPatch: (workspace: string, patch: Uint8Array) => Promise<string | null>;
  /** Takes back a recording that was begun and holds no call: its run has not come to begin. */
  discardRecording: () => Promise<void>;
  /** Reads a change, and remarks on what it does to tests, checks and behaviour. */
  inspect: Inspector['inspect'];
  /** There will be a change to read soon: what that takes is started while others work. */
  expectChange: Inspector['getReady'];
  rooms: Rooms<CleanRoom>;
  artifacts: Artifacts;
  clock: Clock;
  /**
   * Takes the values of secrets out. Whatever leaves is cleaned at its door; this is for what is cut on the way there,
   * and for the log, since a run goes by what its journal says.
   */
  clean: <T>(value: T) => Clean<T>;
  /** A folder of its own outside every workspace, to exchange files with an agent: empty, or with an empty question. */
  scratch: (agent: string) => Promise<{ path: string; remove: () => Promise<void> }>;
  /** Text of a file below a folder; null if there is none, it lies behind a link, or it is not UTF-8 text. */
  readText: (folder: string, file: string) => Promise<string | null>;
  writeText: (path: string, text: string) => Promise<void>;
  /** Whether there is a file that may be executed. */
  isProgram: (path: string) => Promise<boolean>;
  /** The values of these environment variables, as they were when the run was started. */
  passEnv: (names: readonly string[]) => Record<string, string>;
  /**
   * What a tool has printed, as findings, with paths from the `folder` that it ran in; secrets are taken out of their
   * words.
   */
  readToolOutput: (
    text: string,
    reviewer: { name: string; format?: string; folder?: string },
    root: string,
  ) => Promise<{ findings: DraftFinding[]; problems: ReadProblem[]; format?: string }>;
  /**
   * What a reviewing agent has answered, as findings with a verdict; `error` when there is none that can be relied on.
   */
  readReview: (
    result: Pick<AgentResult, 'answer' | 'text'>,
    reviewer: string,
    root: string,
  ) => Promise<{
    verdict: 'PASSED' | 'NEEDS_WORK' | 'error';
    findings: DraftFinding[];
    problems: ReadProblem[];
    /** In its own words. */
    summary?: string;
    message?: string;
  }>;
  /** Where leftovers become issues. What goes there is clean. */
  trackers: Trackers;
  /** The newest commit up to this one that a remote has, as far as the repository knows; null when none has any. */
  published: Repo['published'];
  /** Findings of earlier runs of this repository. */
  known: () => Promise<readonly Finding[]>;
  /** What people decided about findings for good, and what is wrong with the files that say so. */
  dispositions: () => Promise<{ dispositions: readonly Disposition[]; warnings: readonly string[] }>;
  /**
   * The text of files below a folder that were written since then; an empty one for each that cannot be read, or is too
   * large.
   */
  readFiles: (folder: string, globs: readonly string[], sinceMs: number) => Promise<string[]>;
};

/** What people say to questions of a run, wherever they say it. */
export type Answers = {
  /** Those that came since they were last taken, oldest first. */
  take: () => Promise<readonly Answer[]>;
  /** Resolves once there may be some to take. Rejects when whoever is there to answer cannot be asked. */
  more: () => Promise<null>;
};

/** What the engine of a run is made for. */
export type EngineRequest = {
  repo: Repo;
  custody: Custody;
  config: Config;
  run: string;
  /** Folders: what agents do is kept, or taken from there. */
  record?: string | undefined;
  replay?: string | undefined;
  /** Where dispositions are taken from, in place of the work tree. */
  from?: CommittedTree | undefined;
};

export type Performing = {
  engine: Engine;
  /** As it is now; a snapshot is never needed, since performers only read it before their first await or by key. */
  state: RunState;
  signal: AbortSignal;
  /** Adds an event while the action is under way. */
  emit: (event: RunEvent) => Promise<void>;
  /** Adds an event in passing: nothing waits for it. */
  note: (event: RunEvent) => void;
  /** Shows an event without keeping it. */
  show: (event: RunEvent) => void;
};
