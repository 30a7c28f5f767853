/** Lines about a run as a whole: its start, its cycles, its end. */
import type { RunEventOf } from '../../model/event.ts';
import { printable, shorten } from '../../plain/printable.ts';
import { nobodyWords, recheckerWords } from '../recheck.ts';
import { count } from '../words/amounts.ts';
import type { Lines } from './calls.ts';
import type { Names } from '../names/names.ts';
import { said } from '../said.ts';
import { verified } from './verified.ts';

const startsIn = (starts: readonly { what: string; command: string }[]): string =>
  starts.map(({ what, command }) => `${printable(what)}: ${shorten(printable(command), 400)}`).join('; ');

const recheckedBy = {
  given: 'as you asked',
  configured: 'a configured reviewer',
  recognised: 'which seems to have made the findings',
} as const;

const watcherWords = ({ name, watches }: RunEventOf<'recheck.finished'>['tools'][number]): string => {
  const watched = Object.keys(watches).length;
  return watched === 0 ? '' : `${printable(name)} will look again at ${count(watched, 'finding')}`;
};

const recheckLine = ({ tools, nobody }: RunEventOf<'recheck.finished'>, names: Names): string => {
  const looking = tools.map(watcherWords).filter((words) => words !== '');
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

const issueWords = {
  create: 'Filed',
  update: 'Brought up to date',
  reopen: 'Opened again',
  close: 'Closed',
} as const;

/** What only the user can do. */
const adviceFor: Readonly<Partial<Record<string, string>>> = {
  auth: '. Sign in to the agent (`fixpoint doctor` says how), then `fixpoint resume`',
};

/** The reason alone is a word of ours, for programs: people are told what happened. */
const stoppingWords = (reason: string, message: string | undefined): string =>
  message === undefined || message === '' ? `Stopping (${reason})` : `Stopping${said(message)}`;

const confirmedLine = ({ finding, doing, issue }: RunEventOf<'leftover.confirmed'>, names: Names): string | null =>
  issue === null || doing === 'nothing' || doing === 'superseded'
    ? null
    : `${issueWords[doing]} ${printable(issue.url)} for ${names.code(finding)}`;

export const runLines = {
  'run.resumed': ({ run, starts }) =>
    `Resuming run ${run}${starts === undefined ? '' : `; may run ${startsIn(starts)}`}`,
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
  'run.stopping': ({ reason, message }) => `${stoppingWords(reason, message)}${adviceFor[reason] ?? ''}`,
  'leftover.confirmed': confirmedLine,
  'leftover.failed': ({ finding, error }, names) =>
    `The issue of ${names.code(finding)} was not sent${said(error)}. It stays in the outbox`,
  'run.handed-over': ({ branch }) => (branch === null ? null : `Handed over as branch ${printable(branch)}`),
} satisfies Partial<Lines>;
