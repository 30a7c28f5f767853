/**
 * Whether a check of its own that passes shows anything (7.4): what ran on the start has to run now, and nothing that
 * it tells of may fail. An emptied check passes as well.
 */
import type { CommandEnd } from '../../model/verification.ts';
import { whyQuiet } from './compare.ts';
import { describeLost, lostTests, lostWithoutReason } from './lost-tests.ts';

/** `ranTests`: those that really ran this time. */
type Passed = CommandEnd & { command: string };

/** Why passing shows nothing; null when it does. `removed`: the lines that were taken out since the start. */
export const whyHollow = (now: Passed, start: CommandEnd | undefined, removed: string): string | null => {
  const quiet = whyQuiet(now, start);
  if (quiet !== null) return quiet;
  const ran = start?.ranTests ?? [];
  if (ran.length === 0) return null;
  if (!now.ranTests) return `\`${now.command}\` told of ${ran.length} tests on the start, and tells of none now`;
  const lost = lostTests(
    ran,
    now.ranTests.map((name) => ({ name, passed: true })),
  );
  // As many as before: they may be called otherwise now. Whether they demand less is seen by reading.
  if (now.ranTests.length >= ran.length || lost.length === 0) return null;
  const red = new Set(start?.failedTests);
  const showed = lost.filter(({ name }) => red.has(name));
  if (showed.length > 0) return `${describeLost(showed)}: it failed on the start, and nothing shows that it would pass`;
  const unexplained = lostWithoutReason(lost, removed);
  return unexplained.length > 0 ? describeLost(unexplained) : null;
};
