/** A sandbox: a cage around an agent's processes, which holds whatever the agent is allowed to do by its own rules. */

export type SandboxRequest = {
  /** What would be started without a sandbox: a shell line or an argument list. */
  command: string | readonly string[];
  /** May be written, unless the access is `read`. */
  workspace: string;
  /** May be written. */
  scratch: string;
  /** Further folders and files that may be written, such as the agent's own sessions. Missing folders are made, missing files are left out. */
  writable: readonly string[];
  /** Files and folders that may be read although they lie where nothing can be: its program, its settings. */
  readable: readonly string[];
  /** What it may reach, each as `host` or `host:port`. */
  hosts: readonly string[];
  /** `read`: the workspace cannot be written either. `full`: the network is open. */
  access: 'read' | 'edit' | 'full';
};

export type Sandboxed = {
  /** To be started in place of the command; ending it ends all that runs inside. */
  command: readonly string[];
  /** To be added to its environment. */
  env: Readonly<Record<string, string>>;
  /** Closes the ways to the network. To be called when the command has ended, or was never started. Never rejects. */
  dispose: () => Promise<void>;
};

export type SandboxCheck =
  | { usable: true; /** Name and version, for people. */ what: string }
  | {
      usable: false;
      /** Why, as a sentence without its full stop. */ reason: string;
      /** What a person can do about it. */ remedy: string;
    };

/** Contract: `check` never rejects, and answers at once after the first time. `wrap` rejects where `check` says that it cannot be used. */
export type Sandbox = {
  check: () => Promise<SandboxCheck>;
  /** Any number of calls with different requests may be under way at the same time. */
  wrap: (request: SandboxRequest) => Promise<Sandboxed>;
};
