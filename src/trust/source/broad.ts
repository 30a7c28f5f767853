/**
 * Patches that change a great deal of code: away from what was found, a pattern that looks like a trick is most often
 * none, and is only told. Where a finding lies it is refused, however much else is changed.
 */
import type { Remark } from '../../model/remark.ts';
import type { Asking } from '../../model/patch.ts';
import { isNearFinding } from '../text/near-finding.ts';
import type { SourceChange, SourcePatch } from './change.ts';
import { codeLines } from './code-lines.ts';

/** Lines of code that are new or gone. A cheat needs a few. */
const many = 100;

const isBroad = (changes: readonly SourceChange[]): boolean =>
  changes.reduce((sum, { before, after }) => sum + codeLines(before).length + codeLines(after).length, 0) >= many;

/** How far the code around a finding reaches, in lines of before. */
const reach = 30;

const isAway = ({ file, line, before }: Remark, finding: Asking, changes: readonly SourceChange[]): boolean => {
  if (finding.file === undefined) return false;
  const change = changes.find(({ path, file: each }) => path === file || each.was === file);
  if (finding.file !== file && finding.file !== change?.file.was) return true;
  if (change === undefined || line === undefined || finding.line === undefined) return false;
  return before === true ? Math.abs(line - finding.line) > reach : !isNearFinding(line, change.file, finding);
};

export const notedInBroad = (found: readonly Remark[], { changes, findings }: SourcePatch): Remark[] => {
  if (found.length === 0 || findings.length === 0 || !isBroad(changes)) return [...found];
  return found.map((each) =>
    findings.every((finding) => isAway(each, finding, changes)) ? { ...each, noteOnly: true } : each,
  );
};
