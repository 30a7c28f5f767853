/** Lets tests work in memory where there is room: a third of their time was waiting for the disk. */
import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';

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

/** What is left of a test that failed goes as well: `TMPDIR=/tmp npx vitest run …` keeps it. */
export default (): (() => void) | undefined => {
  if (process.env['TMPDIR'] !== undefined || !hasRoom()) return undefined;
  const folder = mkdtempSync(`${memory}/fixpoint-tests-`);
  // Some tests run as another user, who has to get through.
  chmodSync(folder, 0o755);
  process.env['TMPDIR'] = folder;
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
};
