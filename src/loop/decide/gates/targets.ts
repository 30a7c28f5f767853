/** Which checks of single files speak about what a unit has fixed (5.7). */
import { type Target, targetsIn } from '../../../config/sections/targets.ts';
import type { Command } from '../../../config/values.ts';
import { inSnapshot } from '../../../stages/gates/tool.ts';
import { targetCommand } from '../../../stages/verify/targets.ts';
import type { RunState } from '../../state/state.ts';
import type { AnsweredUnit } from '../../state/unit.ts';
import { claimed } from './claims.ts';

/** `command`: as it is shown, filled in. `files`: those that lead to this very command. */
export type AskedTarget = { target: Target; command: Command; files: string[] };

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
  if (targets.length === 0) return [];
  const files = filesOf(state, unit);
  const asked = targets.flatMap((target) => files.flatMap((file) => aboutFile(target, file)));
  return [...Map.groupBy(asked, ({ command }) => JSON.stringify(command)).values()].flatMap((same) => {
    const [first] = same;
    return first ? [{ ...first, files: [...new Set(same.flatMap((each) => each.files))] }] : [];
  });
};

export const hasTarget = (state: RunState, file: string | undefined): boolean =>
  file !== undefined && targetsIn(state.config).some((target) => targetCommand(target, file) !== null);
