/** A clean room as a proof sees it. */
import type { Room } from '../../../ports/room.ts';
import type { ProofRoom } from '../../../stages/verify/proof-context.ts';
import { readJunit } from '../../../stages/verify/test-results.ts';
import type { Performing } from '../../engine.ts';
import { readReports } from './read-reports.ts';

/** What commands print is cleaned, and test results are read where they were written. */
export const proofRoom = ({ engine, state: { config } }: Performing, room: Room): ProofRoom => ({
  path: room.path,
  run: room.run,
  changed: room.changed,
  readReports: (output) => readReports(engine, output, room.path),
  readJunit: async (sinceMs) => {
    const files = await engine.readFiles(room.written, config.verify.junit, sinceMs);
    const suites = files.map((text) => readJunit(text, room.path));
    // A file that cannot be read may hide a failure: then nothing is known about single tests.
    return suites.length === 0 || suites.includes(null) ? null : suites.flatMap((suite) => suite ?? []);
  },
});
