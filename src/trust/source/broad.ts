/**
 * Patches that change a great deal of code: away from what was found, a pattern that looks like a trick is most often
 * none, and is only told. Where a finding lies it is refused, however much else is changed.
 */
import type { Remark } from '../../model/remark.ts';
import type { Asking } from '../../model/patch.ts';
import { extentOf, isRich } from '../extent.ts';
import type { ReadPatch } from '../read-patch.ts';
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

const ofLess: ReadonlySet<string> = new Set(['code-deleted', 'function-deleted', 'renamed-away']);

/** Less code where tests came that say what it does now, and hardly one went: what was meant can be read there. */
const isShownByTests = ({ rule }: Remark, patch: ReadPatch): boolean => {
  const { fresh, gone } = extentOf(patch).tests;
  return ofLess.has(rule) && fresh >= fewestOfTests && fresh >= 3 * gone;
};

/** Lines of tests that no file had. */
const fewestOfTests = 8;

const shown = /(?:^|\/)(?:examples?|demos?|benchmarks?)\//;

/** Code that nobody's program uses: it is there to be read or measured. No finding lies in it. */
const isBesideProduct = ({ file }: Remark, findings: readonly Asking[]): boolean =>
  shown.test(file) && findings.every((finding) => finding.file !== undefined && !shown.test(finding.file));

export const notedInBroad = (found: readonly Remark[], { changes, findings, patch }: SourcePatch): Remark[] => {
  if (found.length === 0 || findings.length === 0) return [...found];
  const isLarge = isBroad(changes) || isRich(patch);
  const isNote = (each: Remark): boolean =>
    (isLarge && findings.every((finding) => isAway(each, finding, changes))) ||
    isShownByTests(each, patch) ||
    isBesideProduct(each, findings);
  return found.map((each) => (isNote(each) ? { ...each, noteOnly: true } : each));
};
