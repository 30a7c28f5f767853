/** Lines about attempts and what became of them. */
import type { RunEventOf } from '../../model/event.ts';
import { reviewersOf } from '../../model/finding.ts';
import { isOfTargets } from '../../model/verification.ts';
import { printable, shorten } from '../../plain/printable.ts';
import { judgement } from '../words/judgements.ts';
import { duration } from '../words/amounts.ts';
import type { Lines } from './calls.ts';
import type { Names } from '../names/names.ts';
import { said } from '../said.ts';
import { verified } from './verified.ts';

const files = (paths: readonly string[]): string =>
  paths.length === 0 ? 'nothing changed' : `changed ${paths.map(printable).join(', ')}`;

const answerLine = (event: RunEventOf<'attempt.finished'>, names: Names): string => {
  const changed = files(event.snapshot?.files.map(({ path }) => path) ?? []);
  const end = event.outcome === 'ok' ? changed : `${event.outcome}${said(event.message)}; ${changed}`;
  return `Answer for ${names.unit(event.unit)} from ${printable(event.agent)}: ${end} (${duration(event.durationMs)})`;
};

export const attemptLines = {
  'attempt.started': ({ unit, agent }, names) => `Fixing ${names.unit(unit)} with ${printable(agent)}`,
  'agent.replaced': ({ by, agent, reason }) => `${printable(by)} takes over from ${printable(agent)}${said(reason)}`,
  'attempt.postponed': ({ unit, waitMs, outcome, message }, names) =>
    waitMs === 0
      ? `Fixing ${names.unit(unit)} came to nothing (${outcome})${said(message)}`
      : `Fixing ${names.unit(unit)} waits ${duration(waitMs)} (${outcome})${said(message)}`,
  'attempt.finished': answerLine,
  'unit.split': ({ parts }, names) =>
    `Taken apart by what each finding changed: ${parts.map(({ findings }) => names.codes(findings)).join('; ')}`,
  'check.started': ({ unit }, names) => `Verifying the fix of ${names.unit(unit)}`,
  'check.finished': ({ unit, verification }, names) =>
    `${isOfTargets(verification) ? 'Own check' : 'Verification'} of ${names.unit(unit)} ${verified(verification)}`,
  'attempt.judged': ({ results }, names) =>
    Object.entries(results)
      .map(([id, result]) => `${names.code(id)}: ${judgement(result, (text) => shorten(printable(text), 300))}`)
      .join('; '),
} satisfies Partial<Lines>;

const integratedLine = ({ commits, conflicts }: RunEventOf<'units.integrated'>, names: Names): string | null => {
  const taken = commits.map(({ commit, findings }) => `${names.codes(findings)}${names.commit(commit, ' as ')}`);
  const left = conflicts.map(
    ({ unit, files: paths }) => `${names.unit(unit)} conflicts in ${paths.map(printable).join(', ')}`,
  );
  return [...(taken.length > 0 ? [`Committed ${taken.join(', ')}`] : []), ...left].join('; ') || null;
};

export const headLines = {
  'units.integrated': integratedLine,
  'head.check.started': () => 'Verifying fixes together',
  'head.checked': ({ verification }) => `Verification of fixes together ${verified(verification)}`,
  'head.accepted': ({ units = [] }, names) => (units.length === 0 ? null : `Holds: ${names.tally()}`),
  'head.restored': ({ reason }) => printable(reason),
  'group.finished': ({ culprit }, names) =>
    culprit ? `Taken out again: ${names.unit(culprit.unit)}${said(culprit.reason)}` : null,
  'culprits.removed': ({ removed }, names) =>
    `Taken out again: ${removed.map(({ unit, reason }) => `${names.unit(unit)}${said(reason)}`).join('; ')}`,
  // Where nothing was to be fixed, the report lists them all.
  'finding.closed': ({ id, cause, status, reason }, names) =>
    cause === 'disabled' ? null : `${names.code(id)}: ${status}${said(names.reason(reason))}`,
  'finding.reopened': ({ id, finding }, names) => {
    const by = reviewersOf(finding).map(printable).join(', ');
    return `${names.code(id)}: open again, since ${by} reported it again after its fix`;
  },
  'finding.fixed': ({ id, reason, commit }, names) =>
    `${names.code(id)}: ${printable(reason)}${names.commit(commit, ' (', ')')}`,
} satisfies Partial<Lines>;
