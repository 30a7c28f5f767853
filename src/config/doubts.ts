/** What can work but is probably not what somebody wanted. */
import type { Breach, RuleInput } from './rules/rule.ts';

type Doubt = (input: RuleInput) => Breach[];

const idleTooLong: Doubt = ({ config }) =>
  Object.entries(config.agents).flatMap(([name, { idle, timeout }]) =>
    idle !== undefined && idle >= timeout
      ? [{ path: ['agents', name, 'idle'], message: 'this never takes effect, since timeout is not longer' }]
      : [],
  );

const unusedBranch: Doubt = ({ config, isSet }) =>
  config.commit.per === 'none' && isSet(['commit', 'branch'])
    ? [{ path: ['commit', 'branch'], message: 'no branch is made with commit.per: none' }]
    : [];

const sameBranch: Doubt = ({ config }) =>
  config.commit.branch.includes('{run}')
    ? []
    : [{ path: ['commit', 'branch'], message: 'without {run} every run asks for the same branch' }];

const nothingWritesJunit: Doubt = ({ config }) =>
  config.verify.junit.length > 0 && config.verify.commands.length === 0 && config.verify.targets.length === 0
    ? [{ path: ['verify', 'junit'], message: 'no verify.commands are there to write these files' }]
    : [];

const unreachableAttempts: Doubt = ({ config, isSet }) => {
  const { attemptsPerFinding, cycles } = config.limits;
  return isSet(['limits', 'attemptsPerFinding']) &&
    attemptsPerFinding !== null &&
    attemptsPerFinding > cycles &&
    cycles > 0
    ? [{ path: ['limits', 'attemptsPerFinding'], message: `${cycles} cycles leave room for ${cycles} attempts only` }]
    : [];
};

/** A refused fix may be tried again in the same cycle, so that cycles alone are no limit. */
const unreachableAgents: Doubt = ({ config }) => {
  const { attemptsPerFinding, cycles } = config.limits;
  const { agents = [] } = config.fix;
  const beyond = agents.slice(attemptsPerFinding ?? cycles);
  return beyond.length > 0 && cycles > 0
    ? [{ path: ['fix', 'agents'], message: `the attempts at a finding end before the turn of ${beyond.join(', ')}` }]
    : [];
};

const doubts: readonly Doubt[] = [
  idleTooLong,
  unusedBranch,
  sameBranch,
  nothingWritesJunit,
  unreachableAttempts,
  unreachableAgents,
];

export const doubtsAbout = (input: RuleInput): Breach[] => doubts.flatMap((doubt) => doubt(input));
