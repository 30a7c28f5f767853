/** Findings as SARIF 2.1.0: one run, valid by the official schema, and read back as the same findings. */
import { printable } from '../plain/printable.ts';
import type { SarifFinding } from './sarif/finding.ts';
import { columnKindOf } from './sarif/fixes.ts';
import type { ColumnKind, SarifResult, SarifRule, SarifRun } from './sarif/log.ts';
import { resultOf } from './sarif/result.ts';
import { ruleIdOf, rulesOf } from './sarif/rules.ts';

export type { SarifFinding } from './sarif/finding.ts';
export type { SarifLog } from './sarif/log.ts';

export type Notification = { level: 'error' | 'warning' | 'note'; text: string };

export type SarifInput = {
  /** Of this program. */
  version: string;
  findings: readonly SarifFinding[];
  /**
   * The run that the findings come from: facts about it, whether it got to its end, and what kept reviewers from their
   * work.
   */
  run?: { completed: boolean; facts: Record<string, string>; notifications?: readonly Notification[] };
};

const schema = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';

const notified = (
  notifications: readonly Notification[],
): Pick<NonNullable<SarifRun['invocations']>[number], 'toolExecutionNotifications'> =>
  notifications.length === 0
    ? {}
    : {
        toolExecutionNotifications: notifications.map(({ level, text }) => ({
          level,
          message: { text: printable(text) },
        })),
      };

/** All of the log but its results, which are made one at a time. */
const prepare = (input: SarifInput): { around: Omit<SarifRun, 'results'>; results: () => Iterable<SarifResult> } => {
  const { findings } = input;
  const { rules, indexOf } = rulesOf(findings);
  const columnKind = columnKindOf(findings);
  return {
    around: runAround(input, rules, columnKind),
    *results() {
      for (const finding of findings) yield resultOf(finding, indexOf.get(ruleIdOf(finding)) ?? -1, columnKind);
    },
  };
};

const runAround = (
  { version, run }: SarifInput,
  rules: SarifRule[],
  columnKind: ColumnKind,
): Omit<SarifRun, 'results'> => ({
  tool: { driver: { name: 'Fixpoint', version, semanticVersion: version, rules } },
  ...(run && { invocations: [{ executionSuccessful: run.completed, ...notified(run.notifications ?? []) }] }),
  columnKind,
  originalUriBaseIds: { SRCROOT: { description: { text: 'The root of the repository.' } } },
  ...(run && { properties: { fixpoint: run.facts } }),
});

/** The text of a log in pieces, one result on a line, for lists that are too long for one string. */
export function* sarifPieces(input: SarifInput): Generator<string> {
  const { around, results } = prepare(input);
  const run = JSON.stringify(around).slice(0, -1);
  yield `{"$schema":${JSON.stringify(schema)},"version":"2.1.0","runs":[${run},"results":[`;
  let before = '\n';
  for (const result of results()) {
    yield before + JSON.stringify(result);
    before = ',\n';
  }
  yield '\n]}]}\n';
}

export const sarifText = (input: SarifInput): string => [...sarifPieces(input)].join('');
