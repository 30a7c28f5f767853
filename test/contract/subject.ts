/** An agent that the contract suite is about: what the suite needs to know of it, and nothing else. */
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { answerTools, readReported } from '../../src/adapters/agents/answering/answer-tools.ts';
import { cliAgent } from '../../src/adapters/agents/shared/cli-agent.ts';
import type { AnswerTools, CliDriver } from '../../src/adapters/agents/shared/driver.ts';
import { runProcess } from '../../src/adapters/process/run-process.ts';
import type { Agent } from '../../src/ports/agent.ts';
import type { Protocol, ToolCall, Turn } from '../support/model/protocol.ts';
import type { ModelServer } from '../support/model/server.ts';

/** Where one call happens. */
export type Place = {
  model: ModelServer;
  /** Home of the user, the test's own. */
  home: string;
  workspace: string;
  /** Whether our tools can be started. */
  tools: 'working' | 'broken';
};

export type EditCall = { workspace: string; file: string; find: string; replace: string };
export type ReportCall = { id: string; outcome: string; explanation: string };

/** What an agent may be unable to do. The case runs all the same, with what can be expected then. */
export type Ability =
  /** To enforce the form of the answer. */
  | 'schema'
  /** To let us know how long the model asked to wait. */
  | 'retry-after'
  /** To run the commands that the request names, and no others, with `edit`. */
  | 'commands'
  /** To keep its file tools inside the workspace, with `edit`. */
  | 'outside'
  /** To leave instruction files of the repository alone. */
  | 'instructions'
  /** To count tokens as the model does. */
  | 'tokens'
  /** To say that tools could not be started. */
  | 'broken-tools'
  /** To go on in a copy of a session. */
  | 'fork';

export type Subject = {
  name: string;
  protocol: Protocol;
  agent: (place: Place) => Agent;
  /** The calls of its own tools, as the model makes them. */
  call: {
    /**
     * Replaces text in an existing file; each call is a response of its own, as where a file must be read first. `file`
     * is relative to the workspace, or absolute.
     */
    edit: (edit: EditCall) => ToolCall[];
    shell: (line: string) => ToolCall;
    report: (report: ReportCall) => ToolCall;
  };
  /** How the model gives an answer in the form of the schema; not asked for when it cannot do that. */
  structured?: (value: unknown) => Turn;
  /** With the reason, which the name of the case tells. */
  cannot?: Partial<Record<Ability, string>>;
  /** Files that make an instruction file of a repository known to it, beside AGENTS.md and CLAUDE.md. */
  instructionFiles?: readonly string[];
  /** A name of a session that does not exist, in the form that it uses. */
  unknownSession?: string;
  /** Longer than it is usually silent while it starts and works. */
  idleMs?: number;
  /** Usually long enough to start and to make a first call of a tool. */
  limitMs?: number;
  /** The cases that `npm test` runs, by parts of their names, and why not all of them; without it, all. */
  slice?: { cases: readonly string[]; because: string };
  /** Folder in which homes are made, for an agent that will not have them among temporary files. */
  homesIn?: string;
};

/**
 * One case of each kind, for agents that take many seconds to start. None of those about what is made of a text, or of
 * a call of our tools, once the agent has handed it over: that is our own code, and the same for all.
 */
export const eachKindOnce = {
  cases: [
    'edits a file',
    'for each finding through our tools',
    'goes on with a session',
    'may only read',
    'when it is cancelled',
    'at its time limit',
    '401',
    '429',
    '500',
    '529',
    'is cut',
    'stalls',
    'cannot be started',
  ],
  because: 'it takes seconds of processor time to start, and others show it',
} satisfies NonNullable<Subject['slice']>;

/** The least that shows an agent at work, for one that takes very long to start. */
export const onlyTheMain = {
  cases: [
    'edits a file',
    'for each finding through our tools',
    'goes on with a session in a new process',
    'may only read',
    'when it is cancelled',
    '401',
    '500',
    'stalls',
  ],
  because: 'it takes many seconds of processor time to start, and others show it',
} satisfies NonNullable<Subject['slice']>;

/** For agents behind the protocol, which the scripted one shows in every case. */
export const protocolAtWork = {
  cases: [
    'edits a file',
    'for each finding through our tools',
    'goes on with a session',
    'when it is cancelled',
    '401',
  ],
  because: 'each case takes seconds of processor time, and the other agents show the protocol',
} satisfies NonNullable<Subject['slice']>;

export const homesIn = (subject: Subject): string => subject.homesIn ?? tmpdir();

const builtServer = fileURLToPath(new URL('../../dist/answer-server.js', import.meta.url));

/** As users have them, built: from the source they take three times as long to start. */
const workingTools = (folder: string): AnswerTools => ({ ...answerTools(folder), args: [builtServer, folder] });

const brokenTools = (): AnswerTools => ({
  name: 'fixpoint',
  command: process.execPath,
  args: ['-e', 'process.exit(3)'],
});

export const toolsAt = ({ tools }: Place): ((folder: string) => AnswerTools) =>
  tools === 'working' ? workingTools : brokenTools;

/** An agent behind a command line, as the program itself puts it together. */
export const contractAgent = (
  name: string,
  driver: CliDriver,
  {
    program,
    place,
    environment,
    model,
  }: { program: readonly string[]; place: Place; environment: Record<string, string>; model?: string },
): Agent =>
  cliAgent(name, driver, {
    runProcess,
    program,
    model,
    environment: { HOME: place.home, ...environment },
    answerTools: toolsAt(place),
    readReported,
  });
