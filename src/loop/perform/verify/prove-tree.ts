/** Runs the verification commands on one tree, in clean rooms. */
import type { Verification } from '../../../model/verification.ts';
import type { Custody } from '../../../ports/repo.ts';
import { type GoneLine, goneLines } from '../../../stages/verify/gone-lines.ts';
import { isTestFile } from '../../../trust/test-files.ts';
import type { Performing } from '../../engine.ts';
import { baselineNow } from '../../state/baseline-now.ts';
import { realNames } from './look-with.ts';
import { proofRoom } from './proof-room.ts';
import { inRoom, isNoRoom, withoutRoom } from './room.ts';
import { runProof } from './run-proof.ts';

export type ProofOptions = {
  asBaseline?: boolean;
  /** The commit that the change began from, if that is not the head. */
  base?: string;
  /** Without the cage, though there is one. */
  outside?: boolean;
  /** A failure is not tried again at once. */
  once?: boolean;
  /** Files that are given another text first. */
  broken?: { files: readonly string[]; text: string };
};

/** The verification commands alone. */
export const proveTree = (performing: Performing, tree: string, options: ProofOptions = {}): Promise<Verification> => {
  const { state } = performing;
  const { verify } = state.config;
  const { asBaseline = false, outside = false, once = false, base, broken } = options;
  return runProof({
    tree,
    commands: verify.commands,
    stopOnFailure: verify.stopOnFailure && !asBaseline,
    timeoutMs: verify.timeout,
    once,
    baseline: baselineNow(state, base),
    asBaseline,
    removed: () => linesRemoved(performing.engine.custody, tree),
    touchesTests: () => touchesTests(performing.engine.custody, tree),
    inRoom: async (use) => {
      const result = await inRoom(performing, { revision: tree, what: 'verify', outside }, async (room, setup) => {
        for (const file of await realNames(performing, tree, broken?.files ?? []))
          await room.write(file, broken?.text ?? '');
        return {
          ...(await use(proofRoom(performing, room))),
          ...(room.caged && { caged: true }),
          ...(setup && { setup }),
        };
      });
      return isNoRoom(result) ? withoutRoom(tree, result) : result;
    },
  });
};

/** Tests in files with other code, and examples that are run. */
const inlineTest = /#\[\w*:*test|>>> |\bdef test_|\b(?:it|test)\(|@Test\b|\bfunc Test|```/;

/** Lines of tests went, or lines of files that went with them, each of which may have had a test made for it. */
const touchesTests = async (custody: Custody, tree: string): Promise<boolean> => {
  const { files } = await custody.diff(custody.start.commit, tree);
  const deleted = new Set(files.filter(({ change }) => change === 'deleted').map(({ path }) => path));
  const gone = await linesGone(custody, tree);
  return gone.some(({ path, text }) => deleted.has(path) || isTestFile(path) || inlineTest.test(text));
};

const linesGone = async ({ diff, start }: Custody, tree: string): Promise<GoneLine[]> => {
  const { patch } = await diff(start.commit, tree);
  return goneLines(Buffer.from(patch).toString('utf8'));
};

/** Since the untouched start: by this fix, and by those before it. */
export const linesRemoved = async (custody: Custody, tree: string): Promise<string> =>
  (await linesGone(custody, tree)).map(({ text }) => text).join('\n');
