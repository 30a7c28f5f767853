/** Finds what a started program has left running, also what left its process group, its session or its parent. */
import { readFileSync } from 'node:fs';
import {
  lastPid,
  listEntries,
  readEntries,
  readEntry,
  readEnvironment,
  readWorkingFolder,
  type ProcessEntry,
} from './process-table.ts';

/** Holds `<marker>/<number>`: the run, and which of its programs. Inherited by all descendants. */
export const markVariable = 'FIXPOINT_PROCESS';

export type Root = {
  pid: number;
  /** Its start, in the units of the process table; 0 when unknown. */
  started: number;
  spawnedAtMs: number;
  mark: string;
  /** Set when nobody else has business there. */
  ownFolder: string | null;
};

/** Sessions of programs that run now: a process in one of them belongs to that one, which need not be looked up. */
export const activeSessions = new Set<number>();

let self: { session: number; ancestors: Set<number> } | undefined;

/** Ourselves and what started us: never ended, whatever they carry in their environment. */
export const ownProcesses = (): { session: number; ancestors: Set<number> } => {
  if (self !== undefined) return self;
  const ancestors = new Set<number>();
  for (let pid = process.pid; pid > 0 && !ancestors.has(pid); pid = readEntry(pid)?.parent ?? 0) ancestors.add(pid);
  self = { session: readEntry(process.pid)?.session ?? 0, ancestors };
  return self;
};

/**
 * What still runs of a program. `known`: processes that were its descendants earlier, while their parents were alive.
 */
export const findLeftovers = (root: Root, known: readonly ProcessEntry[] = []): ProcessEntry[] => {
  const candidates = listNewer(root).filter((entry) => entry.started >= root.started && !isOurs(entry));
  const started = new Map(known.map((entry) => [entry.pid, entry.started]));
  return withChildren(candidates, [root.pid], (entry) => {
    if (entry.pid === root.pid || entry.session === root.pid || entry.group === root.pid) return true;
    if (started.get(entry.pid) === entry.started) return true;
    return !activeSessions.has(entry.session) && isMarkedOrStray(entry, root);
  });
};

const isOurs = (entry: ProcessEntry): boolean => {
  const { session, ancestors } = ownProcesses();
  return ancestors.has(entry.pid) || (entry.session === session && session !== 0);
};

/** The entries that match, and all entries below them or below one of the given parents. */
export const withChildren = (
  entries: readonly ProcessEntry[],
  parents: readonly number[],
  matches: (entry: ProcessEntry) => boolean,
): ProcessEntry[] => {
  const byParent = Map.groupBy(entries, (entry) => entry.parent);
  const found = new Map<number, ProcessEntry>();
  const queue = [...parents.flatMap((pid) => byParent.get(pid) ?? []), ...entries.filter(matches)];
  for (let entry = queue.pop(); entry !== undefined; entry = queue.pop()) {
    if (found.has(entry.pid)) continue;
    found.set(entry.pid, entry);
    queue.push(...(byParent.get(entry.pid) ?? []));
  }
  return [...found.values()];
};

/**
 * Marked, or a process that threw its environment away but still sits in our folder. A person's own program that
 * happens to be there has a HOME, so it is left alone.
 */
const isMarkedOrStray = (entry: ProcessEntry, root: Root): boolean => {
  const environment = readEnvironment(entry.pid);
  if (environment === null) return false;
  const mark = markIn(environment);
  if (mark !== undefined) return mark === root.mark;
  if (environment.includes('\0HOME=')) return false;
  return sitsIn(root.ownFolder, entry) && !isOfAnother(entry, root);
};

const markIn = (environment: string | null): string | undefined =>
  environment?.split(`\0${markVariable}=`, 2)[1]?.split('\0', 1)[0];

const sitsIn = (folder: string | null, { pid }: ProcessEntry): boolean => {
  if (folder === null) return false;
  const at = readWorkingFolder(pid);
  return at !== null && (at === folder || at.startsWith(`${folder}/`));
};

/**
 * In the session of a program that somebody else has started, as whoever took over our run does in the same folder. A
 * process that is just becoming another program shows no environment for a moment; nobody can join another's session.
 */
const isOfAnother = ({ pid, session }: ProcessEntry, root: Root): boolean => {
  const mark = session === pid ? undefined : markIn(readEnvironment(session));
  return mark !== undefined && mark !== root.mark;
};

/** More than any machine can start; used to be sure that process ids have not wrapped round. */
const forksPerMs = 20;
let highestPid: number | undefined;

const pidLimit = (): number => {
  if (highestPid === undefined) {
    try {
      highestPid = Number(readFileSync('/proc/sys/kernel/pid_max', 'latin1'));
    } catch {
      highestPid = 0;
    }
  }
  return highestPid;
};

/** Up to so many ids are looked at one by one, which is cheaper than to list all processes. */
const mostSingleLooks = 100;

/**
 * Ids are given in rising order: until they wrap round, only those from the root's to the last one can be descendants.
 */
const listNewer = (root: Root): ProcessEntry[] => {
  const elapsed = Date.now() - root.spawnedAtMs + 10;
  if (root.pid + elapsed * forksPerMs >= pidLimit()) return listEntries(() => true);
  const last = lastPid();
  if (last < root.pid || last - root.pid > mostSingleLooks) return listEntries((pid) => pid >= root.pid);
  return readEntries(Array.from({ length: last - root.pid + 1 }, (_, index) => root.pid + index));
};
