/** The agents that Fixpoint knows by name: which of them are installed, and whether they can be used. */

export const knownAgents = ['claude', 'codex', 'gemini', 'opencode'] as const;
export type KnownAgent = (typeof knownAgents)[number];

/**
 * `namedAt`: where the configuration of the repository names it, which is why it is not started; not there when the
 * user did.
 */
export type AgentProgram = { command: readonly string[]; namedAt?: string | undefined };

export type FindRequest = {
  env: Readonly<Record<string, string | undefined>>;
  /** What programs with a relative path are relative to. */
  cwd: string;
  /** Root of the checkout, where there is one: no program that lies in it is started. */
  repository?: string | undefined;
  /** How agents are started that are not started by their name. */
  commands?: Readonly<Partial<Record<KnownAgent, AgentProgram>>>;
  /** How long one may take to say its version. */
  limitMs?: number;
};

/** `how`: by what it was told; names of variables and files, never what they hold. */
export type SignIn = { signedIn: 'yes' | 'no' | 'unknown'; how: string };

export type FoundAgent = SignIn & {
  name: KnownAgent;
  /** Null when it is not installed. */
  program: string | null;
  /** Null when it does not start, of which `problem` says why, or was not to be started. */
  version: string | null;
  problem?: string;
  /** Why it was not started: it comes with the repository. */
  untried?: string;
  /** What to know about its version. */
  remark?: string;
  install: string;
  signIn: string;
};

/** `version`: null when it was not started, since it comes with the repository. */
export type ChosenAgent = { name: KnownAgent; version: string | null; why: string };

export type InstalledAgents = {
  /** Asks nothing but its version; spends and sends nothing. */
  find: (name: KnownAgent, request: FindRequest) => Promise<FoundAgent>;
  /** The first that is there, may be signed in, and starts. */
  choose: (request: FindRequest) => Promise<ChosenAgent | null>;
  /** Where a program is; relative parts of the PATH are left out. */
  findProgram: (program: string, path: string, cwd: string) => string | null;
  howToInstall: (name: KnownAgent) => string;
};
