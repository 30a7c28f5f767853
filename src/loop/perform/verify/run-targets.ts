/**
 * Runs the checks that speak about the files of a unit's findings (5.7), each in a clean room of its own. The first
 * that refuses the fix is the last that is run.
 */
import { showCommand } from '../../../config/values.ts';
import { CommandEnd, type CommandResult, type Verification } from '../../../model/verification.ts';
import { isAcceptable } from '../../../stages/gates/acceptable.ts';
import { given } from '../../../plain/given.ts';
import { type JudgedTarget, judgeReproduction, judgeTarget, refusal } from '../../../stages/verify/judge-target.ts';
import { whyHollow } from '../../../stages/verify/hollow.ts';
import { fewerPrinted } from '../../../stages/verify/printed-tests.ts';
import { targetCommand } from '../../../stages/verify/targets.ts';
import { type AskedTarget, targetsOf } from '../../decide/gates/targets.ts';
import { changedTests } from '../../decide/gates/tests-of-fix.ts';
import type { Performing } from '../../engine.ts';
import type { RunState } from '../../state/state.ts';
import type { AnsweredUnit } from '../../state/unit.ts';
import { proofRoom } from './proof-room.ts';
import { linesRemoved } from './prove-tree.ts';
import { inRoom, isNoRoom, type NoRoom, withoutRoom } from './room.ts';
import { runOne } from './run-proof.ts';

/** The verdict is `none` where nothing speaks about the unit. */
export const runTargets = async (performing: Performing, tree: string, unit: AnsweredUnit): Promise<Verification> => {
  let shown = nothing(tree);
  for (const asked of targetsOf(performing.state, unit)) {
    const one = await runTarget(performing, { tree, unit }, asked);
    if (one.verdict === 'cancelled' || one.verdict === 'setup-failed') return one;
    if (one.verdict !== 'none') shown = together(shown, one);
    if (!isAcceptable(one, performing.state.config)) break;
  }
  return shown;
};

const nothing = (tree: string): Verification => ({
  tree,
  verdict: 'none',
  failures: [],
  commands: [],
  tools: [],
  durationMs: 0,
});

/** What was accepted although it proves nothing stays said. */
const together = (earlier: Verification, last: Verification): Verification => ({
  ...last,
  ...(earlier.verdict === 'unproven' && last.verdict === 'passed' && { verdict: 'unproven', reason: earlier.reason }),
  failures: [...earlier.failures, ...last.failures],
  commands: [...earlier.commands, ...last.commands],
  durationMs: earlier.durationMs + last.durationMs,
});

const runTarget = async (
  performing: Performing,
  { tree, unit }: { tree: string; unit: AnsweredUnit },
  asked: AskedTarget,
): Promise<Verification> => {
  const own = await ownIn(performing, tree, asked);
  if (!own) return nothing(tree);
  const first = await runOn(performing, tree, own);
  if (isNoRoom(first)) return withoutRoom(tree, first);
  const { judged, start } = own.reproduces
    ? await reproduced(performing, own, first)
    : await compare(performing, { ...own, unit }, first);
  const doubt = judged.verdict === 'passed' ? await doubtOf(performing, { unit, tree, own, start, now: first }) : null;
  if (doubt !== null) return shownBy(tree, own, { result: first, judged: doubt, start });
  if (own.reproduces) return shownBy(tree, own, { result: first, judged, start });
  if (judged.failure?.kind !== 'new' || !performing.state.config.verify.baseline)
    return shownBy(tree, own, { result: first, judged, start });
  const second = await runOn(performing, tree, own);
  if (isNoRoom(second)) return withoutRoom(tree, second);
  // The first word counts, where the second is no better: it is the one that an agent is told about.
  if (second.status === 'failed' || second.status === 'crashed' || second.status === 'timeout')
    return shownBy(tree, own, { result: first, judged, start });
  const { command, detail } = judged.failure;
  const failure = { command, kind: 'flaky' as const, detail: `${detail}, and passed when it was run again` };
  return shownBy(tree, own, {
    result: second,
    judged: { verdict: judgeTarget(second, start).verdict, failure },
    start,
  });
};

/** Null where none of its files is there. */
const ownIn = async ({ engine }: Performing, revision: string, asked: AskedTarget): Promise<AskedTarget | null> => {
  if (asked.reproduces) return asked;
  const there = await engine.custody.existing(revision, asked.files);
  return there.size === 0 ? null : { ...asked, files: asked.files.filter((file) => there.has(file)) };
};

/** It is run on the start as well, whatever it says of the fix. */
const reproduced = async (performing: Performing, asked: AskedTarget, result: Ran): Promise<Compared> => {
  const start = await startOf(performing, asked);
  return { judged: judgeReproduction(result, start), start };
};

/** Asked once in a run. */
const startOf = async (performing: Performing, asked: AskedTarget): Promise<CommandEnd | undefined> =>
  knownStart(performing.state, asked) ?? (await endOn(performing, performing.engine.custody.start.commit, asked));

type Passing = { unit: AnsweredUnit; tree: string; own: AskedTarget; start: CommandEnd | undefined; now: Ran };

/** Why a check that passes shows nothing: less is run than on the start, or it passes only because it was changed. */
const doubtOf = async (
  performing: Performing,
  { unit, tree, own, start, now }: Passing,
): Promise<JudgedTarget | null> => {
  const { custody } = performing.engine;
  if (start === undefined || now.status !== 'passed') return null;
  const tests = changedTests(performing.state, unit);
  const fewer = tests.length === 0 ? fewerPrinted(now, start) : null;
  const hollow = fewer ?? whyHollow(now, start, await linesRemoved(custody, tree));
  if (hollow !== null) return refusal(now, hollow);
  if (start.status !== 'failed' || tests.length === 0) return null;
  const asBefore = await custody.pick(tree, unit.base, tests);
  const ran = await runOn(performing, asBefore.tree, own);
  if (isNoRoom(ran)) return withoutRoom(tree, ran);
  if (ran.status === 'passed') return null;
  const changed = tests.slice(0, 3).join(', ');
  return ran.status === 'cancelled'
    ? { verdict: 'cancelled' }
    : refusal(now, `\`${now.command}\` passes only with ${changed} changed: with the tests as they were it fails`);
};

type Ran = CommandResult & { caged?: true };

/** In a room with one revision; the file may really be called otherwise than it is shown. */
const runOn = async (
  performing: Performing,
  revision: string,
  { target, command, files: [file = ''] }: AskedTarget,
): Promise<Ran | NoRoom> => {
  const { engine, state } = performing;
  const real = target && targetCommand(target, await engine.custody.realName(revision, file));
  return inRoom(performing, { revision, what: 'check of single files' }, async (room) => ({
    ...(await runOne(real ?? command, state.config.verify.timeout, proofRoom(performing, room))),
    command: showCommand(command),
    ...(room.caged && { caged: true }),
  }));
};

type Compared = { judged: JudgedTarget; start?: CommandEnd | undefined };

/**
 * With the untouched start; what is better than that is compared with what the fix began from, since another fix may
 * have made it so.
 */
const compare = async (
  performing: Performing,
  { unit, ...asked }: AskedTarget & { unit: AnsweredUnit },
  now: Ran,
): Promise<Compared> => {
  const { engine, state } = performing;
  if (now.status === 'cancelled' || !state.config.verify.baseline) return { judged: judgeTarget(now, undefined) };
  const { base } = unit;
  const tells = [now.failedTests, now.printedTests, now.printedFailures].some((said) => said !== undefined);
  const mayBeHollow = tells || changedTests(state, unit).length > 0;
  // It tells of no tests, and nobody touched any: there is nothing to compare.
  if (now.status === 'passed' && !mayBeHollow) return { judged: judgeTarget(now, undefined) };
  const start = await startOf(performing, asked);
  const judged = judgeTarget(now, start);
  if (now.status === 'passed') return { judged, start };
  if (judged.verdict !== 'passed' || base === engine.custody.start.commit) return { judged, start };
  return { judged: judgeTarget(now, await endOn(performing, base, asked)), start };
};

const knownStart = ({ fixing }: RunState, { command }: AskedTarget): CommandEnd | undefined => {
  const shown = showCommand(command);
  for (const { check } of fixing.units.values())
    for (const known of check?.commands ?? [])
      if (known.command === shown && known.target?.start) return known.target.start;
  return undefined;
};

/** Undefined where that cannot be known: nothing is called so there, or set-up failed. */
const endOn = async (performing: Performing, revision: string, asked: AskedTarget): Promise<CommandEnd | undefined> => {
  const own = await ownIn(performing, revision, asked);
  if (!own) return undefined;
  const ran = await runOn(performing, revision, own);
  return isNoRoom(ran) || ran.status === 'cancelled' ? undefined : CommandEnd.parse(ran);
};

type Judged = Compared & { result: Ran };

const shownBy = (tree: string, { files, reproduces }: AskedTarget, { result, judged, start }: Judged): Verification => {
  // Which tests ran is kept of the start only.
  const { caged, ranTests: _, ...command } = result;
  const { verdict, reason, failure } = judged;
  return {
    ...nothing(tree),
    verdict,
    ...(reason !== undefined && { reason }),
    failures: failure ? [failure] : [],
    commands: [{ ...command, target: { files, ...given({ start, reproduces }) } }],
    ...(caged && { caged }),
    durationMs: result.durationMs,
  };
};
