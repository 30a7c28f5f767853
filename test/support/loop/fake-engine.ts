/** An engine without processes, files or git, for tests of the loop and its performers. */
import type { RunEvent, StoredEvent } from '../../../src/model/event.ts';
import type { Agent } from '../../../src/ports/agent.ts';
import type { Writer } from '../../../src/ports/journal.ts';
import type { ProcessOutcome } from '../../../src/ports/process.ts';
import type { Building, Custody, Workspace } from '../../../src/ports/repo.ts';
import type { Rooms } from '../../../src/ports/room.ts';
import { TrackerError, type Trackers } from '../../../src/ports/tracker.ts';
import type { CleanRoom, Engine } from '../../../src/loop/engine.ts';
import { createSecrets } from '../../../src/secrets/secrets.ts';

const workspace = (revision: string): Workspace => ({
  path: '/workspace',
  revisionTree: revision,
  keep: () => undefined,
  untracked: async () => [],
  files: async () => [],
  text: async () => null,
  changed: async () => [],
  compare: async () => ({ tracked: [], untracked: [] }),
  release: async () => undefined,
});

/** `handedOver` lists what was handed over. Every capture is a change of `a.ts`; commits are named after their tree. */
export const fakeCustody = (): Custody & { handedOver: string[] } => {
  const handedOver: string[] = [];
  const building: Building = {
    commit: async ({ tree, parent }) => ({ commit: `commit of ${tree} on ${parent}`, tree }),
    merge: async (ours, theirs) => ({ tree: `${ours}+${theirs}` }),
    write: async () => null,
  };
  return {
    ...building,
    together: (work) => work(building),
    handedOver,
    start: { commit: 'c0', tree: 't0' },
    author: { name: 'A', email: 'a@example.com' },
    began: '',
    history: () => '',
    seal: 'seal',
    notes: [],
    suspicions: () => [],
    workspace: async (revision) => workspace(revision),
    capture: async (_, base) => ({
      tree: `${base}+1`,
      files: [{ path: 'a.ts', change: 'modified', added: 1, removed: 1 }],
      patch: new Uint8Array(),
      ignored: [],
      protected: [],
    }),
    origin: () => ({ commit: 'c0', remote: null, facts: new Uint8Array(), digest: '' }),
    bundle: async () => ({ bytes: new Uint8Array(), digest: '' }),
    pick: async (base, _, files) => ({ tree: `${base}+${files.join('+')}` }),
    change: async () => null,
    readText: async () => null,
    files: async () => [],
    existing: async (_, files) => new Set(files),
    facts: async () => new Map(),
    renames: async () => new Map(),
    diff: async () => ({ files: [], patch: new Uint8Array() }),
    handOver: async (commit, branch) => {
      handedOver.push(commit);
      return { branch };
    },
    hooks: () => null,
    close: async () => undefined,
  };
};

const passed: ProcessOutcome = {
  status: 'exited',
  exitCode: 0,
  signal: null,
  stdout: '',
  stderr: '',
  stdoutBytes: 0,
  stderrBytes: 0,
  durationMs: 0,
};

/** Rooms in which nothing is there: `run` says what a command comes to, by the revision that the room holds. */
export const fakeRooms = (run: (revision: string) => Promise<ProcessOutcome>): Rooms<CleanRoom> => ({
  open: async ({ revision }) => ({
    ok: true,
    room: {
      path: '/workspace',
      caged: true,
      written: '/workspace',
      run: () => run(revision),
      raw: () => run(revision),
      changed: async () => [],
      write: async () => undefined,
      close: async () => undefined,
    },
  }),
  furnish: async () => ({ ok: true }),
  close: async () => undefined,
});

/** Nobody files anything. */
const noTrackers: Trackers = {
  locate: () => {
    throw new TrackerError('shut', 'there is no tracker');
  },
  open: async () => {
    throw new TrackerError('shut', 'there is no tracker');
  },
  inTurn: (_, work) => work(),
};

export const fakeEngine = (custody: Custody, run: Agent['run'], sleep: Engine['clock']['sleep']): Engine => ({
  custody: { ...custody, together: (work) => work(custody), realName: async (_, file) => file },
  agent: (name) => ({ name, run }),
  recordPatch: async () => null,
  discardRecording: async () => undefined,
  inspect: async () => [],
  expectChange: () => undefined,
  rooms: fakeRooms(async () => passed),
  artifacts: { put: async (name) => name, get: async () => null, locate: (name) => name },
  clock: { now: () => new Date('2026-01-01T00:00:00Z'), sleep },
  clean: createSecrets({}).clean,
  scratch: async () => ({ path: '/scratch', remove: async () => undefined }),
  passEnv: () => ({}),
  readToolOutput: async () => ({ findings: [], problems: [] }),
  readReview: async () => ({ verdict: 'PASSED', findings: [], problems: [] }),
  readFiles: async () => [],
  known: async () => [],
  trackers: noTrackers,
  published: async () => null,
  dispositions: async () => ({ dispositions: [], warnings: [] }),
  readText: async () => null,
  writeText: async () => undefined,
  isProgram: async () => false,
});

/** A journal in memory. */
export const fakeWriter = (run: string): Writer & { events: StoredEvent[] } => {
  const events: StoredEvent[] = [];
  return {
    run,
    epoch: 1,
    lost: new AbortController().signal,
    events,
    append: async (added: readonly RunEvent[]) => {
      const stored = added.map((event, index) => ({
        ...event,
        run,
        seq: events.length + index + 1,
        at: '2026-01-01T00:00:00.000Z',
      }));
      events.push(...stored);
      return stored;
    },
    release: async () => undefined,
    abandon: async () => undefined,
  };
};
