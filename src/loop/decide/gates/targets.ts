/** Which checks speak about what a unit has fixed: those of single files (5.7), and tests that findings name (7.4). */
import { type Target, targetsIn } from '../../../config/sections/targets.ts';
import type { Command } from '../../../config/values.ts';
import { inSnapshot } from '../../../stages/gates/tool.ts';
import { reproductionCommand, targetCommand } from '../../../stages/verify/targets.ts';
import type { RunState } from '../../state/state.ts';
import type { AnsweredUnit } from '../../state/unit.ts';
import { claimed } from './claims.ts';

/**
 * `command`: as it is shown, filled in. `files`: those that lead to this very command, by `target`.
 * `reproduces`: ids of the findings that name it.
 */
export type AskedTarget = { target?: Target; command: Command; files: string[]; reproduces?: string[] };

const aboutFile = (target: Target, file: string): AskedTarget[] => {
  const command = targetCommand(target, file);
  return command === null ? [] : [{ target, command, files: [file] }];
};

/** Of each finding that is said to be fixed, at its place in the changed tree. */
const filesOf = ({ findings }: RunState, unit: AnsweredUnit): string[] => {
  const { snapshot } = unit.answer;
  const named = claimed(unit).flatMap((id) => {
    const finding = findings.get(id)?.finding;
    return finding && snapshot ? (inSnapshot(finding, snapshot).file ?? []) : [];
  });
  return [...new Set(named)];
};

/** Each command once, in the order of the configuration. Whether its files are there is seen when it is run. */
export const targetsOf = (state: RunState, unit: AnsweredUnit): AskedTarget[] => {
  const targets = targetsIn(state.config);
  const files = targets.length === 0 ? [] : filesOf(state, unit);
  const asked = targets.flatMap((target) => files.flatMap((file) => aboutFile(target, file)));
  return [...reproductionsOf(state, unit), ...eachOnce(asked)];
};

const eachOnce = (asked: readonly AskedTarget[]): AskedTarget[] =>
  [...Map.groupBy(asked, ({ command }) => JSON.stringify(command)).values()].flatMap((same) => {
    const [first] = same;
    return first ? [{ ...first, files: [...new Set(same.flatMap((each) => each.files))] }] : [];
  });

const reproductionsOf = ({ findings, config }: RunState, unit: AnsweredUnit): AskedTarget[] => {
  const { reproduction: command } = config.verify;
  if (command === undefined) return [];
  const named = claimed(unit).flatMap((id) => {
    const test = findings.get(id)?.finding.reproduction;
    return test === undefined ? [] : [{ id, test }];
  });
  return [...Map.groupBy(named, ({ test }) => test)].map(([test, own]) => ({
    command: reproductionCommand(command, test),
    files: [],
    reproduces: own.map(({ id }) => id),
  }));
};

export const hasTarget = (state: RunState, file: string | undefined): boolean =>
  file !== undefined && targetsIn(state.config).some((target) => targetCommand(target, file) !== null);
