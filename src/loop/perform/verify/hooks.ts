/** Runs the user's own commit hooks as a gate (requirement 8.3): they may refuse a patch, not change it. */
import { basename, join } from 'node:path';
import type { CommandResult, Verification } from '../../../model/verification.ts';
import type { Room } from '../../../ports/room.ts';
import { describe } from '../../../stages/verify/describe.ts';
import { runOne } from './run-proof.ts';
import type { Performing } from '../../engine.ts';
import { answeredUnit } from '../../state/state.ts';
import { messageFor } from '../integrate/integrate.ts';
import { inRoom, isNoRoom, withoutRoom } from './room.ts';
import { cutStart } from '../../../plain/cut.ts';

type Refusal = Pick<Verification, 'verdict' | 'reason' | 'commands'>;

const messageFile = '.git/COMMIT_EDITMSG';

export const runHooks = async (performing: Performing, tree: string, key: string): Promise<Refusal | null> => {
  const { engine, state } = performing;
  const unit = answeredUnit(state, key);
  const hooks = engine.custody.hooks();
  if (!state.config.commit.hooks || !unit || hooks === null) return null;
  for (const [hook, ...args] of [[join(hooks.folder, 'pre-commit')], [join(hooks.folder, 'commit-msg'), messageFile]]) {
    if (hook === undefined || !(await engine.isProgram(hook))) continue;
    const refused = await inRoom(performing, { revision: tree, what: `${basename(hook)} hook` }, async (room) => {
      // As if the tree were about to be committed on top of its parent.
      await room.write('.git/HEAD', `${unit.base}\n`);
      await room.write(messageFile, messageFor(unit, state));
      return runHook(performing, room, hooks.all, [hook, ...args]);
    });
    if (isNoRoom(refused)) return withoutRoom(tree, refused);
    if (refused) return refused;
  }
  return null;
};

const runHook = async (
  { state: { config } }: Performing,
  room: Room,
  readable: string,
  command: readonly [string, ...string[]],
): Promise<Refusal | null> => {
  const name = `${basename(command[0])} hook`;
  const env = { GIT_INDEX_FILE: join(room.path, '.git', 'index') };
  const ran = await runOne([...command], config.verify.timeout, {
    path: room.path,
    run: (request) => room.run({ ...request, env, readable: [readable] }),
    readJunit: () => Promise.resolve(null),
  });
  return refusalOf({ ...ran, command: name, hook: true });
};

const refusalOf = (result: CommandResult): Refusal | null => {
  if (result.status === 'passed') return null;
  if (result.status === 'cancelled') return { verdict: 'cancelled', commands: [] };
  const said = cutStart(result.stderr.trim() || result.stdout.trim(), 2_000);
  return { verdict: 'failed', reason: `your ${describe(result)}: ${said}`, commands: [result] };
};
