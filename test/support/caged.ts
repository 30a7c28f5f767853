/**
 * A machine in small for tests of the sandbox: a home with credentials, a state folder with other runs, and a workspace
 * to be caged in.
 */
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createRunProcess } from '../../src/adapters/process/run-process.ts';
import { runtimeSandbox } from '../../src/adapters/sandbox/runtime-sandbox.ts';
import type { ProcessOutcome, ProcessRequest } from '../../src/ports/process.ts';
import type { Sandbox, SandboxRequest } from '../../src/ports/sandbox.ts';

/** Stands nowhere else, not even in this file. */
export const canary = `canary-${randomUUID()}`;

/** Nothing below may be seen from inside, relative to the home folder. */
export const secretFiles = [
  '.ssh/id_ed25519',
  '.gnupg/private-keys-v1.d/key',
  '.aws/credentials',
  '.config/gcloud/credentials.db',
  '.config/gh/hosts.yml',
  '.kube/config',
  '.docker/config.json',
  '.netrc',
  '.npmrc',
  '.claude/.credentials.json',
  '.local/share/keyrings/login.keyring',
  '.local/bin-notes',
  'project/.env',
];

export type Caged = {
  folder: string;
  home: string;
  state: string;
  /** Belongs to another call of the same run. */
  otherWorkspace: string;
  workspace: string;
  scratch: string;
  sandbox: Sandbox;
  /** Runs a shell line inside. */
  run: (
    command: SandboxRequest['command'],
    request?: Partial<SandboxRequest>,
    process?: Partial<ProcessRequest>,
  ) => Promise<ProcessOutcome>;
  dispose: () => void;
};

const plant = (file: string): void => {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${canary}\n`);
};

/**
 * `onPath`: a folder in the workspace that the search path begins with. `linked`: home and state folder are reached
 * through links.
 */
export const openCage = ({ onPath, linked = false }: { onPath?: string; linked?: boolean } = {}): Caged => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'fixpoint-cage-')));
  if (linked) {
    for (const name of ['home', 'state']) {
      mkdirSync(join(folder, 'disk', name), { recursive: true });
      symlinkSync(join('disk', name), join(folder, name));
    }
  }
  const [home, state] = [join(folder, 'home'), join(folder, 'state')];
  const repo = join(state, 'fixpoint/repo');
  const [workspace, otherWorkspace, scratch] = [
    join(repo, 'workspaces/1'),
    join(repo, 'workspaces/2'),
    join(repo, 'runs/r/call-1'),
  ];
  for (const each of [home, scratch, workspace, otherWorkspace]) mkdirSync(each, { recursive: true });
  for (const file of secretFiles) plant(join(home, file));
  for (const file of [
    join(otherWorkspace, 'a.txt'),
    join(state, 'fixpoint/journal.db'),
    join(folder, 'elsewhere/.env'),
  ])
    plant(file);
  writeFileSync(join(workspace, 'a.txt'), 'text\n');
  const path = [...(onPath === undefined ? [] : [join(workspace, onPath)]), process.env['PATH'] ?? ''].join(':');
  const env = { PATH: path, HOME: home, XDG_STATE_HOME: state };
  const runProcess = createRunProcess({ environment: env, graceMs: 500 });
  const sandbox = runtimeSandbox({ env, runProcess });
  return {
    folder,
    home,
    state,
    otherWorkspace,
    workspace,
    scratch,
    sandbox,
    run: async (command, request = {}, process = {}) => {
      const asked = {
        command,
        workspace,
        scratch,
        writable: [],
        readable: [],
        hosts: [],
        access: 'edit' as const,
        ...request,
      };
      const wrapped = await sandbox.wrap(asked);
      try {
        return await runProcess({
          cwd: workspace,
          timeoutMs: 30_000,
          marker: 'caged',
          ...process,
          command: wrapped.command,
          env: { ...process.env, ...wrapped.env },
        });
      } finally {
        await wrapped.dispose();
      }
    },
    dispose: () => rmSync(folder, { recursive: true, force: true }),
  };
};

/** Whether there can be a sandbox on this machine; says so where everybody sees it when not. */
export const sandboxHere = async (): Promise<boolean> => {
  const check = await runtimeSandbox({ env: process.env }).check();
  if (!check.usable)
    console.warn(
      `\nSKIPPED: the tests of the sandbox did not run, since ${check.reason}.\nTo run them, ${check.remedy}.\n`,
    );
  return check.usable;
};
