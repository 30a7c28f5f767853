/** Tools that may look again at findings, and what each is asked about. */
import type { ToolReviewerConfig } from '../../../config/schema.ts';
import { type Finding, reviewersOf } from '../../../model/finding.ts';
import type { Rechecker } from '../../../model/proof.ts';
import { nameOf, unique } from '../../../stages/recheck/name.ts';
import { type Choice, makersOf } from '../../../stages/recheck/recognise.ts';
import type { KnownTool } from '../../../stages/recheck/tool.ts';
import { knownTools } from '../../../stages/recheck/tools/index.ts';
import type { Performing } from '../../engine.ts';

/** A tool that may look again, and what it is asked about. */
export type Candidate = Pick<Rechecker, 'name' | 'command' | 'by' | 'timeoutMs' | 'files'> & {
  format?: string | undefined;
  findings: readonly Finding[];
  ruleOf?: KnownTool['ruleOf'];
};

/** Commands of the configuration, and reviewers under whose name findings came in. */
export const named = ({ state: { config } }: Performing, findings: readonly Finding[]): Candidate[] => {
  const reviewers = config.reviewers.filter((reviewer) => reviewer.kind === 'tool');
  const taken = new Set(reviewers.map(({ name }) => name));
  const given = config.verify.recheck.map((command) => {
    const name = unique(nameOf(command), taken);
    taken.add(name);
    return commanded(name, command, { timeoutMs: config.verify.timeout, findings });
  });
  return [...given, ...reviewers.flatMap((reviewer) => configured(reviewer, findings))];
};

const commanded = (
  name: string,
  command: Candidate['command'],
  asked: Pick<Candidate, 'timeoutMs' | 'findings'>,
): Candidate => ({ name, command, by: 'given', files: [], ...asked, ...rulesOf(nameOf(command)) });

const configured = (
  { name, command, format, timeout, paths }: ToolReviewerConfig,
  findings: readonly Finding[],
): Candidate[] => {
  const own = findings.filter(
    (finding) =>
      reviewersOf(finding).includes(name) ||
      makersOf(finding).some((tools) => tools.some((tool) => tool.name === name)),
  );
  if (own.length === 0) return [];
  return [
    { name, command, by: 'configured', format, timeoutMs: timeout, files: paths, findings: own, ...rulesOf(name) },
  ];
};

/** How a tool that is known by this name calls its rules. */
const rulesOf = (name: string): Pick<Candidate, 'ruleOf'> => {
  const { ruleOf } = knownTools.find((tool) => tool.name === name) ?? {};
  return ruleOf ? { ruleOf } : {};
};

const recognisedTimeoutMs = 300_000;

export const candidatesOf = ({ chosen }: Choice, tools: readonly Rechecker[]): Candidate[] => {
  const taken = new Set(tools.map(({ name }) => name));
  return chosen.map(({ tool, program, findings }) => ({
    name: unique(tool.name, taken),
    command: tool.command(program),
    by: 'recognised',
    format: tool.format,
    timeoutMs: recognisedTimeoutMs,
    files: [...tool.files],
    findings,
    ...(tool.ruleOf && { ruleOf: tool.ruleOf }),
  }));
};
