/** What commands and tools have shown of a change, as lines. */
import type { CommandResult, Verification } from '../../model/verification.ts';
import { duration } from '../../views/words/amounts.ts';
import { verdict } from '../../views/words/judgements.ts';

/** Of each kind: the first ones show what is the matter, the report has the others. */
const mostLines = 10;

export const firstOf = (lines: readonly string[]): string[] =>
  lines.length <= mostLines ? [...lines] : [...lines.slice(0, mostLines), `… ${lines.length - mostLines} more`];

export const endWords = ({ status, exitCode, signal }: CommandResult): string => {
  if (signal !== null) return `${status}, ended by ${signal}`;
  return exitCode === null ? status : `${status}, exit ${exitCode}`;
};

const outputLines = ({ status, stdout, stderr }: CommandResult): string[] => {
  if (status === 'passed') return [];
  const lines = [stdout, stderr].flatMap((text) => text.trimEnd().split('\n').slice(-mostLines));
  return lines.filter((line) => line.trim() !== '').map((line) => `| ${line}`);
};

const commandLines = (command: CommandResult): string[] => [
  `\`${command.command}\`: ${endWords(command)}, after ${duration(command.durationMs)}`,
  ...outputLines(command),
];

export type Verified = { verification: Verification | undefined };

export const runLines = ({ verification }: Verified, isOwn: (command: CommandResult) => boolean): string[] => {
  const own = (verification?.commands ?? []).filter(isOwn);
  return own.flatMap(commandLines);
};

export const verdictLines = ({ verification }: Verified): string[] => {
  if (verification === undefined) return ['nothing is configured that could be run'];
  const { failures, reason } = verification;
  return [
    `verification ${verdict(verification.verdict)}${reason === undefined ? '' : `: ${reason}`}`,
    ...failures.map(({ kind, command, detail }) => `${kind} failure of \`${command}\`: ${detail}`),
  ];
};

export const toolLines = ({ verification }: Verified): string[] =>
  (verification?.tools ?? []).flatMap(({ reviewer, status, message, places }) => [
    `${reviewer} looked again: ${status}${message === undefined ? '' : `, ${message}`}`,
    ...firstOf(
      places.map(({ file, line, rule, text }) => `| ${file}${line === undefined ? '' : `:${line}`} ${rule} ${text}`),
    ),
  ]);

export const redLines = ({ verification }: Verified): string[] =>
  firstOf([...new Set(Object.values(verification?.stillRed ?? {}).flat())].map((name) => `does not pass: ${name}`));

const withoutFixWords = {
  fails: 'the tests that come with it fail without it: they show what it mends',
  passes: 'the tests that come with it pass without it too: they show nothing',
  unknown: 'nobody could tell whether the tests that come with it fail without it',
} as const satisfies Record<NonNullable<Verification['withoutFix']>['verdict'], string>;

export const withoutFixLines = ({ verification }: Verified): string[] => {
  const shown = verification?.withoutFix;
  if (shown === undefined) return [];
  return [`${withoutFixWords[shown.verdict]}${shown.reason === undefined ? '' : ` (${shown.reason})`}`];
};
