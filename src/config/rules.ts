/** Step four: what the schema allows but cannot work, each with the key it is about. */
import { machine } from '../model/run/machine-made.ts';
import { posix } from 'node:path';
import picomatch from 'picomatch';
import { agentNames } from './agents.ts';
import { branchProblem } from './branch.ts';
import { nearest } from '../plain/nearest.ts';
import type { Path } from '../plain/plain-data.ts';
import type { Config } from './schema.ts';

export type Breach = { path: Path; message: string; suggestion?: string };
/** `isSet`: whether somebody chose the value of a key. `dropped`: sections that were not readable and say nothing. */
export type RuleInput = { config: Config; isSet: (path: Path) => boolean; dropped: ReadonlySet<string> };
type Rule = (input: RuleInput) => Breach[];

const name = /^[\p{L}\p{N}_][\p{L}\p{N}_. @/-]{0,63}$/u;

const unknownAgent = (config: Config, agent: string | undefined, path: Path): Breach[] => {
  const known = agentNames(config);
  if (agent === undefined || known.includes(agent)) return [];
  const guess = nearest(agent, known);
  return [
    {
      path,
      message: `there is no agent ${JSON.stringify(agent)}`,
      suggestion: guess ? `did you mean ${guess}?` : `known: ${known.join(', ')}; define it under agents`,
    },
  ];
};

const fixAgent: Rule = ({ config, dropped }) =>
  dropped.has('agents') ? [] : unknownAgent(config, config.fix.agent, ['fix', 'agent']);

/** Whoever reviews, asks, plans or judges has to be able to read and think. */
const judges: Rule = ({ config, dropped }) => {
  if (dropped.has('agents')) return [];
  const named: { path: Path; agent: string | undefined }[] = [
    ...config.reviewers.map((reviewer, index) => ({
      path: ['reviewers', index, 'agent'],
      agent: reviewer.kind === 'agent' ? reviewer.agent : undefined,
    })),
    { path: ['clarify', 'agent'], agent: config.clarify.agent },
    { path: ['plan', 'agent'], agent: config.plan.agent },
    ...config.challenger.agents.map((agent, index) => ({ path: ['challenger', 'agents', index], agent })),
  ];
  return named.flatMap(({ path, agent }) =>
    agent === machine
      ? [{ path, message: 'autofix only applies machine-made edits', suggestion: 'name an agent with a model' }]
      : unknownAgent(config, agent, path),
  );
};

const challengers: Rule = ({ config }) =>
  config.challenger.agents.flatMap((agent, index, all) =>
    all.indexOf(agent) < index
      ? [
          {
            path: ['challenger', 'agents', index],
            message: `${agent} is named twice`,
            suggestion: 'each of them votes once',
          },
        ]
      : [],
  );

const specFolder: Rule = ({ config }) => {
  const { spec } = config.review;
  return spec !== undefined && (spec.startsWith('/') || spec.split(/[\\/]/).includes('..'))
    ? [
        {
          path: ['review', 'spec'],
          message: 'this is outside the repository',
          suggestion: 'name a folder below its root, such as specs',
        },
      ]
    : [];
};

const toolFolders: Rule = ({ config }) =>
  config.reviewers.flatMap((reviewer, index) =>
    reviewer.kind === 'tool' && reviewer.cwd !== undefined && leadsOut(reviewer.cwd)
      ? [
          {
            path: ['reviewers', index, 'cwd'],
            message: 'this is outside the repository',
            suggestion: 'name a folder below its root, such as packages/cli',
          },
        ]
      : [],
  );

const leadsOut = (folder: string): boolean => {
  const path = posix.normalize(folder.replaceAll('\\', '/'));
  return path.startsWith('/') || path === '..' || path.startsWith('../') || path.split('/').includes('.git');
};

const fallbacks: Rule = ({ config, dropped }) =>
  dropped.has('agents')
    ? []
    : Object.entries(config.agents).flatMap(([each, { fallback }]) => {
        const path = ['agents', each, 'fallback'];
        if (fallback === undefined) return [];
        if (fallback === machine)
          return [
            { path, message: 'autofix is tried first anyway', suggestion: 'name an agent that can fix anything' },
          ];
        if (goesRound(config, each))
          return [{ path, message: 'this goes round in a circle', suggestion: 'leave one of them without fallback' }];
        return unknownAgent(config, fallback, path);
      });

const goesRound = (config: Config, first: string): boolean => {
  const seen = new Set<string>();
  for (let at: string | undefined = first; at !== undefined; at = config.agents[at]?.fallback) {
    if (seen.has(at)) return true;
    seen.add(at);
  }
  return false;
};

/** Keys that only some kinds of agents can follow. */
const agentKinds: Rule = ({ config, isSet }) =>
  Object.entries(config.agents).flatMap(([each, { kind, command }]) => {
    const at = (key: string): Path => ['agents', each, key];
    const needsProgram = kind === 'command' || kind === 'acp';
    const breaches: Breach[] = [];
    if (needsProgram && command === undefined)
      breaches.push({
        path: at('command'),
        message: `kind ${kind} needs a command`,
        suggestion: 'such as ["./my-agent", "--fast"]',
      });
    if (!needsProgram && typeof command === 'string')
      breaches.push({
        path: at('command'),
        message: 'an argument list is needed here',
        suggestion: `such as ["npx", "${kind}"]`,
      });
    const cannot = kind === 'command' ? ['model', 'access', 'allow', 'answer'] : [];
    for (const key of cannot)
      if (isSet(at(key)))
        breaches.push({
          path: at(key),
          message: `kind ${kind} does not know this`,
          suggestion: 'put it into its command',
        });
    return breaches;
  });

const namesOfAgents: Rule = ({ config }) =>
  Object.keys(config.agents).flatMap((each) => {
    const path = ['agents', each];
    if (each === machine)
      return [{ path, message: 'autofix is built in and cannot be defined', suggestion: 'choose another name' }];
    return name.test(each) ? [] : [{ path, message: 'this is not a name', suggestion: 'use letters, digits, - and _' }];
  });

const reviewerNames: Rule = ({ config }) => {
  const seen = new Set<string>();
  return config.reviewers.flatMap((reviewer, index) => {
    const path = ['reviewers', index, 'name'];
    if (!name.test(reviewer.name))
      return [{ path, message: 'this is not a name', suggestion: 'use letters, digits, - and _' }];
    if (seen.has(reviewer.name))
      return [
        {
          path,
          message: `there are two reviewers named ${JSON.stringify(reviewer.name)}`,
          suggestion: 'give each its own name',
        },
      ];
    seen.add(reviewer.name);
    return [];
  });
};

const globProblem = (glob: string): string | null => {
  if (glob.startsWith('/') || /^[A-Za-z]:/.test(glob) || glob.split(/[\\/]/).includes('..'))
    return 'it is outside the repository';
  try {
    picomatch.makeRe(glob);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};

const globs: Rule = ({ config }) => {
  const all: { path: Path; glob: string }[] = [
    ...config.reviewers.flatMap((reviewer, index) =>
      reviewer.paths.map((glob, n) => ({ path: ['reviewers', index, 'paths', n], glob })),
    ),
    ...config.verify.junit.map((glob, n) => ({ path: ['verify', 'junit', n], glob })),
  ];
  return all.flatMap(({ path, glob }) => {
    const problem = globProblem(glob);
    return problem === null
      ? []
      : [
          {
            path,
            message: `this can match nothing: ${problem}`,
            suggestion: 'write it relative to the root of the repository',
          },
        ];
  });
};

const branch: Rule = ({ config }) => {
  const problem = branchProblem(config.commit.branch);
  return problem === null
    ? []
    : [{ path: ['commit', 'branch'], message: problem, suggestion: 'such as fixpoint/{run}' }];
};

/** A proof that nothing can bring would refuse every fix. */
const requiredProof: Rule = ({ config: { verify, review }, dropped }) => {
  const at = (kind: string): Path => ['verify', 'requireProof', verify.requireProof.findIndex((each) => each === kind)];
  const breaches: Breach[] = [];
  if (verify.requireProof.includes('tests') && verify.commands.length === 0 && !dropped.has('verify'))
    breaches.push({
      path: at('tests'),
      message: 'there are no tests that could prove a fix',
      suggestion: 'name them under verify.commands, or with --verify',
    });
  if (
    verify.requireProof.includes('review') &&
    (review.again === 'never' || review.rounds < 2) &&
    !dropped.has('review')
  )
    breaches.push({
      path: at('review'),
      message: 'nothing is reviewed again',
      suggestion: 'set review.again to final, and review.rounds to 2 or more',
    });
  return breaches;
};

const impossible: readonly Rule[] = [
  namesOfAgents,
  agentKinds,
  fixAgent,
  judges,
  challengers,
  specFolder,
  toolFolders,
  fallbacks,
  reviewerNames,
  globs,
  branch,
  requiredProof,
];

export const brokenRules = (input: RuleInput): Breach[] => impossible.flatMap((rule) => rule(input));
