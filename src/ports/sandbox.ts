/** A sandbox: a cage around processes, which holds whatever they are allowed to do by their own rules. */

/** Folders that appear as one: what is written goes into `upper`, and nothing else is ever changed. */
export type Layer = {
  /** Where it appears, in one place or several. */
  at: readonly string[];
  /** Folders whose files are seen, the first before the others. */
  lower: readonly string[];
  /** Takes what is written: an empty folder, or one with files that come before those of `lower`. */
  upper: string;
  /**
   * An empty folder of this layer alone, beside `upper`: the kernel works in it, and what is seen is put together
   * there.
   */
  work: string;
};

export type SandboxRequest = {
  /** What would be started without a sandbox: a shell line or an argument list. */
  command: string | readonly string[];
  /** May be written, unless the access is `read`. Its own path, or that of a layer. */
  workspace: string;
  /** May be written. */
  scratch: string;
  /**
   * Further folders and files that may be written, such as the agent's own sessions. Missing folders are made, missing
   * files are left out.
   */
  writable: readonly string[];
  /** Files and folders that may be read although they lie where nothing can be: its program, its settings. */
  readable: readonly string[];
  /** What it may reach, each as `host` or `host:port`. */
  hosts: readonly string[];
  /** `read`: the workspace cannot be written either. `full`: the network is open. */
  access: 'read' | 'edit' | 'full';
  layers?: readonly Layer[] | undefined;
  /**
   * Folders in place of the home folder, which may be a layer too, and of the temporary one; in memory, for this call
   * alone, when not given.
   */
  home?: string | Omit<Layer, 'at'> | undefined;
  temporary?: string | undefined;
  /** Where folders appear under another path, to be read: `{ at, from }`. */
  shown?: readonly { at: string; from: string }[] | undefined;
  /** Where the command starts, as seen from inside; where it is started from when not given. */
  cwd?: string | undefined;
};

/** A program that may do whatever its user may, but ends with all that it has started. */
export type ContainRequest = {
  command: string | readonly string[];
  cwd: string;
  layers?: readonly Layer[] | undefined;
  /** Folders that a layer would hide, to be seen all the same. */
  visible?: readonly string[] | undefined;
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

/**
 * Contract: `check` and `canLayer` never reject, and answer at once after the first time. `wrap` and `contain` reject
 * where `check` says that it cannot be used.
 */
export type Sandbox = {
  check: () => Promise<SandboxCheck>;
  /** Whether layers can be made of folders below this one. */
  canLayer: (folder: string) => Promise<boolean>;
  /** Any number of calls with different requests may be under way at the same time. */
  wrap: (request: SandboxRequest) => Promise<Sandboxed>;
  contain: (request: ContainRequest) => Promise<Sandboxed>;
};
