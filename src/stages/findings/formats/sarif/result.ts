/** One result of a SARIF run as a finding, or the reason why it is none. */
import type { DraftFinding } from '../../../../model/finding.ts';
import { toLineRange } from '../../lines.ts';
import { cleanText, titleOf } from '../../text.ts';
import type { Collected } from '../format.ts';
import { firstIssue } from '../shape.ts';
import { fixOf } from './edits.ts';
import { messageOfLastResort, messageText, ruleHelp } from './message.ts';
import { type RuleRef, ruleOf } from './rule.ts';
import type { RunContext } from './run.ts';
import { type Region, Result } from './schema.ts';
import { severityOf } from './severity.ts';
import { locate } from './uri.ts';

type Say = (message: string) => void;

const reportedKinds = new Set(['fail', 'review', 'open']);

const isSuppressed = ({ suppressions }: Result): boolean =>
  Boolean(suppressions?.length) && (suppressions ?? []).every(({ status }) => !status || status === 'accepted');

/** Null for a result that speaks of something to fix. */
const reasonToSkip = (result: Result): string | null => {
  const kind = result.kind ?? 'fail';
  if (!reportedKinds.has(kind)) return `not a finding: its kind is ${JSON.stringify(kind)}`;
  if (result.baselineState === 'absent') return 'left out: no longer there, by the baseline of the source';
  return isSuppressed(result) ? 'left out: suppressed in the source' : null;
};

/** An end at column 1 lies before that line. */
const linesOf = (region: Region | null | undefined, say: Say): { line?: number; endLine?: number } => {
  const end = region?.endLine && region.endColumn === 1 && region.endLine > (region.startLine ?? 0) ? region.endLine - 1 : region?.endLine;
  const range = toLineRange(region?.startLine, end);
  if (!range) say(`${String(region?.startLine)} is not a line; the finding is kept without one`);
  return range ?? {};
};

const category = (result: Result, ref: RuleRef): string => {
  const given = [result.properties?.['category'], ref.rule?.properties?.['category']].find(
    (each) => typeof each === 'string' && each.trim(),
  );
  return cleanText(typeof given === 'string' ? given : (ref.rule?.id ?? ref.id ?? 'general'));
};

const words = (result: Result, ref: RuleRef): { title: string; description: string } | null => {
  const message = cleanText(messageText(result.message, ref) ?? messageOfLastResort(result.message, ref));
  if (!message) return null;
  const help = ruleHelp(ref, message);
  return { title: titleOf(message), description: help ? `${message}\n\n${cleanText(help)}` : message };
};

const draft = (result: Result, run: RunContext, say: Say): DraftFinding | null => {
  const ref = ruleOf(result, run);
  const said = words(result, ref);
  const physical = result.locations?.find((each) => each.physicalLocation?.artifactLocation)?.physicalLocation;
  const path = locate(physical?.artifactLocation ?? result.analysisTarget, run);
  if (!said) say('not a finding: it has no message');
  else if (path.problem) say(`left out: ${path.problem}`);
  if (!said || path.problem) return null;
  const { edits, fix } = fixOf(result.fixes, run, say);
  const suggestion = cleanText(messageText(fix?.description, ref) ?? '');
  return {
    severity: severityOf(result, ref, say),
    category: category(result, ref),
    ...said,
    ...(suggestion && { suggestion }),
    ...(path.file !== undefined && { file: path.file, ...linesOf(physical?.region, say) }),
    ...(ref.id && { rule: ref.id }),
    ...(edits.length > 0 && { edits }),
    ...(!run.fromTool && run.driver.name && { reviewer: run.driver.name }),
  };
};

export const readResult = (value: unknown, place: string, run: RunContext, into: Collected): void => {
  const say: Say = (message) => void into.problems.push({ place, message });
  const parsed = Result.safeParse(value);
  if (!parsed.success) return say(`not a SARIF result: ${firstIssue(parsed.error)}`);
  const skip = reasonToSkip(parsed.data);
  if (skip) return say(skip);
  const finding = draft(parsed.data, run, say);
  if (finding) into.findings.push(finding);
};
