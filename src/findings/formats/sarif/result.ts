/** One result of a SARIF run as a finding, or the reason why it is none. */
import type { DraftFinding } from '../../../model/finding.ts';
import { findingText, titleOf } from '../../read/text.ts';
import type { Collector } from './log/collector.ts';
import { fixOf } from './edits.ts';
import { fingerprintsOf } from './fingerprints.ts';
import { messageOfLastResort, messageText } from './message.ts';
import { ownFinding } from './own.ts';
import { otherPlaces } from './places.ts';
import { placeRegion, quoteOf } from './region.ts';
import { Misshapen, type Result, resultIn } from './result-shape.ts';
import type { RuleRef } from './run-context.ts';
import { ruleOf } from './rule.ts';
import type { RunContext } from './run-context.ts';
import { severityOf } from './severity.ts';
import { isPlain, titleOfPlain } from './plain.ts';
import { locate } from './uri.ts';

type Say = (message: string) => void;

const reportedKinds = new Set(['fail', 'review', 'open']);
const baselines = { new: 'new', unchanged: 'unchanged', updated: 'updated' } as const;

const isSuppressed = ({ suppressions }: Result): boolean =>
  suppressions !== undefined &&
  suppressions.length > 0 &&
  suppressions.every((status) => !status || status === 'accepted');

/** Null for a result that speaks of something to fix. */
const reasonToSkip = (result: Result): string | null => {
  const kind = result.kind ?? 'fail';
  if (!reportedKinds.has(kind)) return `not a finding: its kind is ${JSON.stringify(kind)}`;
  if (result.baselineState === 'absent') return 'left out: no longer there, by the baseline of the source';
  return isSuppressed(result) ? 'left out: suppressed in the source' : null;
};

const categoryOf = ({ properties }: Result, ref: RuleRef): string => {
  const given = properties?.['category'];
  return typeof given === 'string' && given.trim() ? findingText(given) : ref.category;
};

const baselineOf = (state: string | undefined): DraftFinding['baseline'] =>
  state === 'new' || state === 'unchanged' || state === 'updated' ? baselines[state] : undefined;

const saidBy = (result: Result, ref: RuleRef): string =>
  messageText(result.message, ref) ?? messageOfLastResort(result.message, ref);

/** Joined at once: a text that grows is kept in pieces as well, which counts with millions of findings. */
const joined = (message: string, ...more: readonly string[]): string => {
  const parts = more.filter((each) => each !== '' && !message.includes(each));
  return parts.length === 0 ? message : [message, ...parts].join('\n\n');
};

const draft = (result: Result, run: RunContext, say: Say): DraftFinding | null => {
  const ref = ruleOf(result, run);
  const said = saidBy(result, ref);
  const plain = isPlain(said);
  const message = plain ? said : findingText(said);
  const main = result.places.find(({ artifact }) => artifact);
  const path = locate(main?.artifact ?? result.analysisTarget, run);
  if (!message) say('not a finding: it has no message');
  else if (path.problem !== undefined) say(`left out: ${path.problem}`);
  if (!message || path.problem !== undefined) return null;
  const finding: DraftFinding = {
    severity: severityOf(result, ref, run, say),
    category: categoryOf(result, ref),
    title: plain ? titleOfPlain(message) : titleOf(message),
    description: joined(message, ref.help, otherPlaces(result, main, ref, run)),
  };
  addPlace(finding, path.file, main?.region, say);
  if (ref.id) finding.rule = ref.id;
  addFix(finding, result, ref, run, say);
  const fingerprints = fingerprintsOf(result.partialFingerprints, result.fingerprints);
  if (fingerprints) finding.fingerprints = fingerprints;
  const baseline = baselineOf(result.baselineState);
  if (baseline) finding.baseline = baseline;
  if (!run.fromTool && run.driver.name) finding.reviewer = run.driver.name;
  return finding;
};

const addPlace = (
  finding: DraftFinding,
  file: string | undefined,
  region: Result['places'][number]['region'],
  say: Say,
): void => {
  if (file === undefined) return;
  finding.file = file;
  if (!region) return;
  placeRegion(region, finding, say);
  const quote = quoteOf(region);
  if (quote !== undefined) finding.quote = quote;
};

const addFix = (finding: DraftFinding, { fixes }: Result, ref: RuleRef, run: RunContext, say: Say): void => {
  if (!fixes || fixes.length === 0) return;
  const { edits, fix } = fixOf(fixes, run, say);
  const suggestion = findingText(messageText(fix?.description, ref) ?? '');
  if (suggestion) finding.suggestion = suggestion;
  if (edits.length > 0) finding.edits = edits;
};

/** Null for what is no result; the reason is said. */
const shapeOf = (value: unknown, say: Say): Result | null => {
  try {
    return resultIn(value);
  } catch (error) {
    if (!(error instanceof Misshapen)) throw error;
    say(`not a SARIF result: ${error.message}`);
    return null;
  }
};

export const readResult = (value: unknown, place: () => string, run: RunContext, into: Collector): void => {
  const say: Say = (message) => into.tell(place, message);
  const result = shapeOf(value, say);
  if (!result) return;
  const skip = reasonToSkip(result);
  if (skip) return say(skip);
  const finding = draft(result, run, say);
  if (finding) into.collected.findings.push(run.isOwn ? ownFinding(finding, result, run.fromTool, say) : finding);
};
