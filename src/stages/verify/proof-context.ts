/** What a verification is run in, and what it is compared with. */
import type { Command } from '../../config/values.ts';
import type { Reported, TestResult, Verification } from '../../model/verification.ts';
import type { ProcessOutcome } from '../../ports/process.ts';

/** A clean room, as a proof sees it. */
export type ProofRoom = {
  path: string;
  run: (command: { command: Command; timeoutMs: number; keepBytes: number }) => Promise<ProcessOutcome>;
  /** Tracked files that are not as the tree has them any more. */
  changed: () => Promise<string[]>;
  /** Reads single tests where the commands write JUnit files: those written since then. */
  readJunit: (sinceMs: number) => Promise<TestResult[] | null>;
  /** Reads what a command that failed printed as findings; null where it is none. */
  readReports?: ((output: Pick<ProcessOutcome, 'stdout' | 'stderr'>) => Promise<Reported | null>) | undefined;
};

export type ProofContext = {
  tree: string;
  commands: readonly Command[];
  stopOnFailure: boolean;
  timeoutMs: number;
  /** A failure is not tried again at once: whoever asks decides about that. */
  once?: boolean;
  /**
   * What the commands showed on the untouched start; absent while that is being found out, or when it is switched off.
   */
  baseline?: Verification | undefined;
  /** This is the untouched start: which tests run is kept. */
  asBaseline?: boolean;
  /** The lines that were taken out since the start. */
  removed: () => Promise<string>;
  /** Whether tests were changed since the start; where nobody can tell, numbers of tests are not compared. */
  touchesTests?: () => Promise<boolean>;
  /** Opens a fresh room with the tree for one go through the commands; without one, what is said in its place. */
  inRoom: (use: (room: ProofRoom) => Promise<Verification>) => Promise<Verification>;
};
