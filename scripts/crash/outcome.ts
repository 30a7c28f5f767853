/** What a run came to, without ids and times: two runs over the same findings must come to the same. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { Report } from '../../src/model/report.ts';
import { environmentOf, gitIn } from './base.ts';

export type Outcome = { status: string | null; findings: string[]; tree: string; commits: string[]; fixed: number };

export const outcomeOf = ({ program, folder }: { program: string; folder: string }, run: string): Outcome => {
  const options = { cwd: join(folder, 'repo'), env: environmentOf(folder), encoding: 'utf8' as const };
  const json = execFileSync(program, ['report', run, '--json'], options);
  const report = Report.parse(JSON.parse(json));
  const { branch, start } = report;
  return {
    status: report.status,
    findings: report.findings.map(({ code, status, reason, attempts }) =>
      JSON.stringify({ code, status, reason, attempts: attempts.map(lasting) }),
    ),
    tree: branch === null ? '' : gitIn(folder, ['rev-parse', `${branch}^{tree}`]),
    commits:
      branch === null
        ? []
        : gitIn(folder, ['log', '--reverse', '--format=%an <%ae> %s', `${start}..${branch}`]).split('\n'),
    fixed: report.totals.fixed,
  };
};

type ReportAttempt = Report['findings'][number]['attempts'][number];

const lasting = ({ n, cycle, agent, claim, result, gate, reason, explanation, files }: ReportAttempt): unknown => ({
  n,
  cycle,
  agent,
  claim,
  result,
  gate,
  reason,
  explanation,
  files,
});

export const differences = (expected: Outcome, found: Outcome): string[] => [
  ...(expected.status === found.status ? [] : [`status ${found.status} instead of ${expected.status}`]),
  ...(expected.tree === found.tree ? [] : [`tree ${found.tree} instead of ${expected.tree}`]),
  ...unlike('findings', expected.findings, found.findings),
  ...unlike('commits', expected.commits, found.commits),
  ...(found.commits.length === found.fixed ? [] : [`${found.commits.length} commits for ${found.fixed} fixes`]),
];

const unlike = (name: string, was: readonly string[], is: readonly string[]): string[] => {
  if (was.length === is.length && was.every((line, index) => line === is[index])) return [];
  const gone = was.filter((line) => !is.includes(line)).map((line) => `  - ${line}\n`);
  const fresh = is.filter((line) => !was.includes(line)).map((line) => `  + ${line}\n`);
  return [`${name} differ, or their order does:\n${gone.join('')}${fresh.join('')}`];
};
