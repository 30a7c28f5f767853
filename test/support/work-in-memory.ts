/**
 * Lets tests work in memory where there is room: a third of their time was waiting for the disk. Afterwards nothing that
 * they started may still run.
 */
import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { processesBelow, type Leftover } from './processes.ts';

const memory = '/dev/shm';
const roomNeeded = 4 * 1024 ** 3;

const hasRoom = (): boolean => {
  try {
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize >= roomNeeded;
  } catch {
    return false;
  }
};

/** Those that have just been ended may take a moment. */
const leftBelow = async (folder: string): Promise<Leftover[]> => {
  for (let looks = 0; looks < 50 && processesBelow(folder).length > 0; looks += 1) await delay(100);
  return processesBelow(folder);
};

const refuseLeftovers = (left: readonly Leftover[]): void => {
  for (const { pid } of left) process.kill(pid, 'SIGKILL');
  if (left.length === 0) return;
  const list = left.map(({ pid, command }) => `${pid} ${command.slice(0, 200)}`).join('\n');
  throw new Error(`These were still running after the last test, and have been killed:\n${list}`);
};

/** What is left of a test that failed goes as well: `TMPDIR=/tmp npx vitest run …` keeps it. */
export default (): (() => Promise<void>) | undefined => {
  if (process.env['TMPDIR'] !== undefined || !hasRoom()) return undefined;
  const folder = mkdtempSync(`${memory}/fixpoint-tests-`);
  // Some tests run as another user, who has to get through.
  chmodSync(folder, 0o755);
  process.env['TMPDIR'] = folder;
  return async () => {
    const left = await leftBelow(folder);
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    refuseLeftovers(left);
  };
};
