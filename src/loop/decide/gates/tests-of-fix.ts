/** Which tests came with a fix, so that they can be tried without it. */
import { isMachineMade } from '../../../model/run/machine-made.ts';
import { isCode } from '../../../trust/code-files.ts';
import { isTestFile } from '../../../trust/test-files.ts';
import type { RunState } from '../../state/state.ts';
import type { AnsweredUnit } from '../../state/unit.ts';

/** The tests that a change brings or changes; none where it changes nothing else, or nothing could be shown by them. */
export const testsOfFix = ({ config: { verify } }: RunState, { plan, answer }: AnsweredUnit): string[] => {
  if (!verify.withoutFix || verify.commands.length === 0 || isMachineMade(plan)) return [];
  const files = answer.snapshot?.files ?? [];
  const hasCode = files.some(({ path }) => !isTestFile(path) && isCode(path));
  return hasCode
    ? files.filter(({ path, change }) => isTestFile(path) && change !== 'deleted').map(({ path }) => path)
    : [];
};

/** Tests that were there before a change, and are not as they were; none where a finding is about tests. */
export const changedTests = ({ findings }: RunState, { plan, answer }: AnsweredUnit): string[] => {
  const isAboutTests = plan.findings.some((id) => isTestFile(findings.get(id)?.finding.file ?? ''));
  const files = isAboutTests ? [] : (answer.snapshot?.files ?? []);
  return files.filter(({ path, change }) => change !== 'added' && isTestFile(path)).map(({ path }) => path);
};
