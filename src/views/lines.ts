/** One line for each thing that happens, for logs and pipes. */
import type { RunEventOf } from '../model/event.ts';
import { consumer } from '../model/run/per-event.ts';
import type { Verification } from '../model/verification.ts';
import { notReviewed } from './coverage.ts';
import { printable, shorten } from '../plain/printable.ts';
import { nobodyWords, recheckerWords } from './recheck.ts';
import { count, duration, judgement, verdict } from './words.ts';
import { callLines, type Lines } from './calls.ts';
import type { Names } from './names.ts';
import { said } from './said.ts';

const verified = (verification: Verification): string =>
  `${verdict(verification.verdict)}${said(verification.reason)} (${duration(verification.durationMs)})`;

const files = (paths: readonly string[]): string =>
  paths.length === 0 ? 'nothing changed' : `changed ${paths.map(printable).join(', ')}`;

const mergedIn = ({ findings }: RunEventOf<'findings.admitted'>): number =>
  findings.filter(({ merged }) => merged).length;

const causes = { first: 'Review', sequence: 'Next review', again: 'Review of what the fixes changed' } as const;

/** Those that should have been looked at; what the configuration leaves out is in the report. */
const scopeLine = ({ reviewer, parts, left }: RunEventOf<'review.scoped'>): string | null => {
  const missing = left.filter(({ wanted }) => wanted);
  const calls = parts.length > 1 ? [`reads the changes in ${parts.length} calls`] : [];
  const not = missing.length === 0 ? [] : [`is not asked about all of them: ${shorten(notReviewed(missing), 300)}`];
  return calls.length + not.length === 0 ? null : `${printable(reviewer)} ${[...calls, ...not].join(', and ')}`;
};

const reviewedLine = ({
  verdict: word,
  reviewer,
  message,
  findings,
  durationMs,
}: RunEventOf<'review.finished'>): string => {
  if (word === 'skipped') return `Skipped ${printable(reviewer)}${said(message)}`;
  const outcome = word === 'error' ? 'failed' : word;
  return `Reviewed with ${printable(reviewer)}: ${outcome}, ${count(findings.length, 'finding')} (${duration(durationMs)})${said(message)}`;
};

const admittedLine = (event: RunEventOf<'findings.admitted'>, names: Names): string => {
  const asides = [
    ...(mergedIn(event) > 0 ? [`${mergedIn(event)} of them stand for several reports`] : []),
    ...(event.leftOut > 0 ? [`${event.leftOut} left out by --only`] : []),
    ...(event.problems.length > 0 ? [`${count(event.problems.length, 'entry', 'entries')} could not be read`] : []),
  ];
  return `${count(event.findings.length, names.round() > 1 ? 'new finding' : 'finding')}${asides.length > 0 ? ` (${asides.join('; ')})` : ''}`;
};

const reviewLines = {
  'round.started': ({ cause, reviewers, base }) =>
    `${causes[cause]}: ${reviewers.map(printable).join(', ') || 'nobody'}${base === null ? '' : `, compared with ${base.slice(0, 12)}`}`,
  'review.started': ({ reviewer }) => `Reviewing with ${printable(reviewer)}`,
  'review.scoped': scopeLine,
  'review.finished': reviewedLine,
  'findings.admitted': admittedLine,
} satisfies Partial<Lines>;

const answerLine = (event: RunEventOf<'attempt.finished'>, names: Names): string => {
  const changed = files(event.snapshot?.files.map(({ path }) => path) ?? []);
  const end = event.outcome === 'ok' ? changed : `${event.outcome}${said(event.message)}; ${changed}`;
  return `Answer for ${names.unit(event.unit)} from ${printable(event.agent)}: ${end} (${duration(event.durationMs)})`;
};

const attemptLines = {
  'attempt.started': ({ unit, agent }, names) => `Fixing ${names.unit(unit)} with ${printable(agent)}`,
  'agent.replaced': ({ by, agent, reason }) => `${printable(by)} goes on for ${printable(agent)}${said(reason)}`,
  'attempt.postponed': ({ unit, waitMs, outcome, message }, names) =>
    `Fixing ${names.unit(unit)} waits ${duration(waitMs)} (${outcome})${said(message)}`,
  'attempt.finished': answerLine,
  'unit.split': ({ parts }, names) =>
    `Taken apart by what each finding changed: ${parts.map(({ findings }) => names.codes(findings)).join('; ')}`,
  'check.started': ({ unit }, names) => `Verifying the fix of ${names.unit(unit)}`,
  'check.finished': ({ unit, verification }, names) => `Verification of ${names.unit(unit)} ${verified(verification)}`,
  'attempt.judged': ({ results }, names) =>
    Object.entries(results)
      .map(([id, result]) => `${names.code(id)}: ${judgement(result, (text) => shorten(printable(text), 300))}`)
      .join('; '),
} satisfies Partial<Lines>;

const integratedLine = ({ commits, conflicts }: RunEventOf<'units.integrated'>, names: Names): string | null => {
  const taken = commits.map(({ commit, findings }) => `${names.codes(findings)} as ${commit.slice(0, 12)}`);
  const left = conflicts.map(
    ({ unit, files: paths }) => `${names.unit(unit)} conflicts in ${paths.map(printable).join(', ')}`,
  );
  return [...(taken.length > 0 ? [`Took in ${taken.join(', ')}`] : []), ...left].join('; ') || null;
};

const headLines = {
  'units.integrated': integratedLine,
  'head.check.started': () => 'Verifying all fixes together',
  'head.checked': ({ verification }) => `Verification of all fixes together ${verified(verification)}`,
  'culprits.removed': ({ removed }, names) =>
    `Taken out again: ${removed.map(({ unit, reason }) => `${names.unit(unit)}${said(reason)}`).join('; ')}`,
  // Where nothing was to be fixed, the report lists them all.
  'finding.closed': ({ id, cause, status, reason }, names) =>
    cause === 'disabled' ? null : `${names.code(id)}: ${status}${said(reason)}`,
  'finding.fixed': ({ id, reason, commit }, names) =>
    `${names.code(id)}: ${printable(reason)} (${commit.slice(0, 12)})`,
} satisfies Partial<Lines>;

const startsIn = (starts: readonly { what: string; command: string }[]): string =>
  starts.map(({ what, command }) => `${printable(what)}: ${shorten(printable(command), 400)}`).join('; ');

const recheckedBy = {
  given: 'as you asked',
  configured: 'a configured reviewer',
  recognised: 'which seems to have made the findings',
} as const;

const recheckLine = ({ tools, nobody }: RunEventOf<'recheck.finished'>, names: Names): string => {
  const looking = tools.flatMap(({ name, watches }) => {
    const ids = Object.keys(watches);
    return ids.length === 0 ? [] : [`${printable(name)} will look again at ${count(ids.length, 'finding')}`];
  });
  const not = nobody.map(
    ({ findings, reason }) =>
      `nobody will look again at ${printable(nobodyWords({ findings: findings.map(names.code), reason }))}`,
  );
  const [first = 'nobody has to look again', ...rest] = [...looking, ...not];
  return [first.replace(/^n/, 'N'), ...rest].join('; ');
};

const baselineLine = ({ verification, doubt }: RunEventOf<'baseline.finished'>): string =>
  [
    `Verification of the untouched start ${verified(verification)}`,
    ...(doubt === undefined ? [] : [printable(doubt)]),
  ].join('. Warning: ');

const limitWords = (limits: Readonly<Record<string, number | null>>): string =>
  Object.entries(limits)
    .map(([key, value]) => `${key} ${value ?? 'none'}`)
    .join(', ');

const runLines = {
  'run.resumed': ({ run, starts }) =>
    `Going on with run ${run}${starts === undefined ? '' : `; may run ${startsIn(starts)}`}`,
  'run.moved': ({ root }) => `Rebuilt the run for ${printable(root)}`,
  warning: ({ message }) => `Warning: ${printable(message)}`,
  'baseline.started': () => 'Verifying the untouched start',
  'baseline.finished': baselineLine,
  'recheck.started': (event) =>
    `Asking ${printable(recheckerWords(event))} about the untouched start, ${recheckedBy[event.by]}`,
  'recheck.finished': recheckLine,
  'cycle.started': ({ cycle }) => `Cycle ${cycle}`,
  'step.started': ({ cycle, step, units }, names) =>
    `Cycle ${cycle}, step ${step}: ${units.map(({ unit }) => names.unit(unit)).join('; ')}`,
  'cycle.finished': ({ cycle, fixed, open }) => `Cycle ${cycle} done: ${fixed} fixed, ${open} open`,
  'cancel.requested': () => 'Cancelling',
  'limits.set': ({ limits }) => `Limits from here on: ${limitWords(limits)}`,
  'run.stopping': ({ reason, message }) => `Stopping (${reason})${said(message)}`,
  'run.handed-over': ({ branch }) => (branch === null ? null : `Handed over as branch ${printable(branch)}`),
} satisfies Partial<Lines>;

const nothing = (): null => null;

/** They say nothing new to a person, or are shown elsewhere: the start before the run, the end as the report. */
const silent = {
  'run.started': nothing,
  'run.finished': nothing,
  'process.started': nothing,
  'commits.kept': nothing,
  'places.moved': nothing,
  'attempt.output': nothing,
  'attempt.activity': nothing,
  'head.accepted': nothing,
  'step.finished': nothing,
} satisfies Partial<Lines>;

export const plainLine = consumer<string | null, [Names]>({
  ...reviewLines,
  ...callLines,
  ...attemptLines,
  ...headLines,
  ...runLines,
  ...silent,
});
