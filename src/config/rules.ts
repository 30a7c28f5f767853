/** Step four: what the schema allows but cannot work, each with the key it is about. */
import picomatch from 'picomatch';
import { branchProblem } from './branch.ts';
import { isLaterValue, notYet } from './later.ts';
import { nearest } from './nearest.ts';
import type { Path } from './plain.ts';
import type { Config } from './schema.ts';

export type Breach = { path: Path; message: string; suggestion?: string };
/** `isSet`: whether somebody chose the value of a key. `dropped`: sections that were not readable and say nothing. */
export type RuleInput = { config: Config; isSet: (path: Path) => boolean; dropped: ReadonlySet<string> };
type Rule = (input: RuleInput) => Breach[];

const name = /^[\p{L}\p{N}_][\p{L}\p{N}_. @/-]{0,63}$/u;

const fixAgent: Rule = ({ config, dropped }) => {
  const { agent } = config.fix;
  const known = [...Object.keys(config.agents), 'autofix'];
  if (agent === undefined || known.includes(agent) || dropped.has('agents')) return [];
  if (isLaterValue(['fix', 'agent'], agent)) {
    return [
      {
        path: ['fix', 'agent'],
        message: `the built-in agent ${agent} is ${notYet}`,
        suggestion: 'define an agent of kind command under agents',
      },
    ];
  }
  const guess = nearest(agent, known);
  return [
    {
      path: ['fix', 'agent'],
      message: `there is no agent ${JSON.stringify(agent)}`,
      suggestion: guess ? `did you mean ${guess}?` : `known: ${known.join(', ')}; define it under agents`,
    },
  ];
};

const agentNames: Rule = ({ config }) =>
  Object.keys(config.agents).flatMap((each) => {
    const path = ['agents', each];
    if (each === 'autofix') return [{ path, message: 'autofix is built in and cannot be defined', suggestion: 'choose another name' }];
    return name.test(each) ? [] : [{ path, message: 'this is not a name', suggestion: 'use letters, digits, - and _' }];
  });

const reviewerNames: Rule = ({ config }) => {
  const seen = new Set<string>();
  return config.reviewers.flatMap((reviewer, index) => {
    const path = ['reviewers', index, 'name'];
    if (!name.test(reviewer.name)) return [{ path, message: 'this is not a name', suggestion: 'use letters, digits, - and _' }];
    if (seen.has(reviewer.name))
      return [{ path, message: `there are two reviewers named ${JSON.stringify(reviewer.name)}`, suggestion: 'give each its own name' }];
    seen.add(reviewer.name);
    return [];
  });
};

const globProblem = (glob: string): string | null => {
  if (glob.startsWith('/') || /^[A-Za-z]:/.test(glob) || glob.split(/[\\/]/).includes('..')) return 'it is outside the repository';
  try {
    picomatch.makeRe(glob);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};

const globs: Rule = ({ config }) => {
  const all: { path: Path; glob: string }[] = [
    ...config.reviewers.flatMap((reviewer, index) => reviewer.paths.map((glob, n) => ({ path: ['reviewers', index, 'paths', n], glob }))),
    ...config.verify.junit.map((glob, n) => ({ path: ['verify', 'junit', n], glob })),
  ];
  return all.flatMap(({ path, glob }) => {
    const problem = globProblem(glob);
    return problem === null
      ? []
      : [{ path, message: `this can match nothing: ${problem}`, suggestion: 'write it relative to the root of the repository' }];
  });
};

const branch: Rule = ({ config }) => {
  const problem = branchProblem(config.commit.branch);
  return problem === null ? [] : [{ path: ['commit', 'branch'], message: problem, suggestion: 'such as fixpoint/{run}' }];
};

const impossible: readonly Rule[] = [agentNames, fixAgent, reviewerNames, globs, branch];

export const brokenRules = (input: RuleInput): Breach[] => impossible.flatMap((rule) => rule(input));
