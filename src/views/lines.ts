/** One line for each thing that happens, for logs and pipes. */
import type { RunEventOf, StoredEvent } from '../model/event.ts';
import type { Verification } from '../model/verification.ts';
import { notReviewed } from './coverage.ts';
import { printable, shorten } from '../plain/printable.ts';
import { nobodyWords, recheckerWords } from './recheck.ts';
import { count, duration, judgement, verdict } from './words.ts';
import { callLine } from './calls.ts';
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

const reviewLine = (event: StoredEvent, names: Names): string | null => {
  switch (event.type) {
    case 'round.started':
      return `${causes[event.cause]}: ${event.reviewers.map(printable).join(', ') || 'nobody'}${event.base === null ? '' : `, compared with ${event.base.slice(0, 12)}`}`;
    case 'review.started':
      return `Reviewing with ${printable(event.reviewer)}`;
    case 'review.scoped':
      return scopeLine(event);
    case 'review.finished': {
      if (event.verdict === 'skipped') return `Skipped ${printable(event.reviewer)}${said(event.message)}`;
      const verdictWord = event.verdict === 'error' ? 'failed' : event.verdict;
      return `Reviewed with ${printable(event.reviewer)}: ${verdictWord}, ${count(event.findings.length, 'finding')} (${duration(event.durationMs)})${said(event.message)}`;
    }
    case 'findings.admitted': {
      const asides = [
        ...(mergedIn(event) > 0 ? [`${mergedIn(event)} of them stand for several reports`] : []),
        ...(event.leftOut > 0 ? [`${event.leftOut} left out by --only`] : []),
        ...(event.problems.length > 0 ? [`${count(event.problems.length, 'entry', 'entries')} could not be read`] : []),
      ];
      return `${count(event.findings.length, names.round() > 1 ? 'new finding' : 'finding')}${asides.length > 0 ? ` (${asides.join('; ')})` : ''}`;
    }
    default:
      return null;
  }
};

const attemptLine = (event: StoredEvent, names: Names): string | null => {
  switch (event.type) {
    case 'attempt.started':
      return `Fixing ${names.unit(event.unit)} with ${printable(event.agent)}`;
    case 'agent.replaced':
      return `${printable(event.by)} goes on for ${printable(event.agent)}${said(event.reason)}`;
    case 'attempt.postponed':
      return `Fixing ${names.unit(event.unit)} waits ${duration(event.waitMs)} (${event.outcome})${said(event.message)}`;
    case 'attempt.finished': {
      const changed = files(event.snapshot?.files.map(({ path }) => path) ?? []);
      const ended = event.outcome === 'ok' ? changed : `${event.outcome}${said(event.message)}; ${changed}`;
      return `Answer for ${names.unit(event.unit)} from ${printable(event.agent)}: ${ended} (${duration(event.durationMs)})`;
    }
    case 'unit.split':
      return `Taken apart by what each finding changed: ${event.parts.map(({ findings }) => names.codes(findings)).join('; ')}`;
    case 'check.started':
      return `Verifying the fix of ${names.unit(event.unit)}`;
    case 'check.finished':
      return `Verification of ${names.unit(event.unit)} ${verified(event.verification)}`;
    case 'attempt.judged':
      return Object.entries(event.results)
        .map(([id, result]) => `${names.code(id)}: ${judgement(result, (text) => shorten(printable(text), 300))}`)
        .join('; ');
    default:
      return null;
  }
};

const headLine = (event: StoredEvent, names: Names): string | null => {
  switch (event.type) {
    case 'units.integrated': {
      const commits = event.commits.map(({ commit, findings }) => `${names.codes(findings)} as ${commit.slice(0, 12)}`);
      const conflicts = event.conflicts.map(
        ({ unit, files: paths }) => `${names.unit(unit)} conflicts in ${paths.map(printable).join(', ')}`,
      );
      return [...(commits.length > 0 ? [`Took in ${commits.join(', ')}`] : []), ...conflicts].join('; ') || null;
    }
    case 'head.check.started':
      return 'Verifying all fixes together';
    case 'head.checked':
      return `Verification of all fixes together ${verified(event.verification)}`;
    case 'culprits.removed':
      return `Taken out again: ${event.removed.map(({ unit, reason }) => `${names.unit(unit)}${said(reason)}`).join('; ')}`;
    case 'finding.closed':
      // Nothing was to be fixed: the report lists them all.
      if (event.cause === 'disabled') return null;
      return `${names.code(event.id)}: ${event.status}${said(event.reason)}`;
    case 'finding.fixed':
      return `${names.code(event.id)}: ${printable(event.reason)} (${event.commit.slice(0, 12)})`;
    default:
      return null;
  }
};

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

const runLine = (event: StoredEvent, names: Names): string | null => {
  switch (event.type) {
    case 'run.resumed':
      return `Going on with run ${event.run}${event.starts === undefined ? '' : `; may run ${startsIn(event.starts)}`}`;
    case 'warning':
      return `Warning: ${printable(event.message)}`;
    case 'baseline.started':
      return 'Verifying the untouched start';
    case 'baseline.finished':
      return [
        `Verification of the untouched start ${verified(event.verification)}`,
        ...(event.doubt === undefined ? [] : [printable(event.doubt)]),
      ].join('. Warning: ');
    case 'recheck.started':
      return `Asking ${printable(recheckerWords(event))} about the untouched start, ${recheckedBy[event.by]}`;
    case 'recheck.finished':
      return recheckLine(event, names);
    case 'cycle.started':
      return `Cycle ${event.cycle}`;
    case 'step.started':
      return `Cycle ${event.cycle}, step ${event.step}: ${event.units.map(({ unit }) => names.unit(unit)).join('; ')}`;
    case 'cycle.finished':
      return `Cycle ${event.cycle} done: ${event.fixed} fixed, ${event.open} open`;
    case 'cancel.requested':
      return 'Cancelling';
    case 'run.stopping':
      return `Stopping (${event.reason})${said(event.message)}`;
    case 'run.handed-over':
      return event.branch === null ? null : `Handed over as branch ${printable(event.branch)}`;
    default:
      return null;
  }
};

/** The line for an event, null for those that say nothing new to a person. */
export const plainLine = (event: StoredEvent, names: Names): string | null =>
  reviewLine(event, names) ??
  callLine(event, names) ??
  attemptLine(event, names) ??
  headLine(event, names) ??
  runLine(event, names);
