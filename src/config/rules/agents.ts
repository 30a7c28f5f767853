/** Rules about agents: they exist, can do what they are named for, and stand in for each other in no circle. */
import { machine } from '../../model/run/machine-made.ts';
import { nearest } from '../../plain/nearest.ts';
import type { Path } from '../../plain/plain-data.ts';
import { agentNames } from '../agents.ts';
import { type Breach, isName, notAName, type Rule } from './rule.ts';
import type { Config } from '../schema.ts';

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

export const fixAgent: Rule = ({ config, dropped }) =>
  dropped.has('agents') ? [] : unknownAgent(config, config.fix.agent, ['fix', 'agent']);

/** Machine-made fixes come first with any agent: on the ladder they would take the place of a paid attempt. */
export const ladder: Rule = ({ config, dropped }) => {
  const { agent, agents = [] } = config.fix;
  const steps = agents.flatMap((each, index): Breach[] => {
    const path = ['fix', 'agents', index];
    if (each === machine) return [{ path, message: 'autofix is tried first anyway', suggestion: 'leave it out' }];
    return dropped.has('agents') ? [] : unknownAgent(config, each, path);
  });
  const both = {
    path: ['fix', 'agents'],
    message: 'fix.agent is set as well',
    suggestion: 'keep one of them: fix.agent for one agent, fix.agents for a ladder',
  };
  return agent !== undefined && agents.length > 0 ? [both, ...steps] : steps;
};

/** Every key that names an agent which has to read and think. */
const thinkers = (config: Config): { path: Path; agent: string | undefined }[] => [
  ...config.reviewers.map((reviewer, index) => ({
    path: ['reviewers', index, 'agent'],
    agent: reviewer.kind === 'agent' ? reviewer.agent : undefined,
  })),
  { path: ['clarify', 'agent'], agent: config.clarify.agent },
  { path: ['plan', 'agent'], agent: config.plan.agent },
  ...config.challenger.agents.map((agent, index) => ({ path: ['challenger', 'agents', index], agent })),
  { path: ['disputes', 'agent'], agent: config.disputes.agent },
];

/** Whoever reviews, asks, plans or judges has to be able to read and think. */
export const judges: Rule = ({ config, dropped }) => {
  if (dropped.has('agents')) return [];
  return thinkers(config).flatMap(({ path, agent }) =>
    agent === machine
      ? [{ path, message: 'autofix only applies machine-made edits', suggestion: 'name an agent with a model' }]
      : unknownAgent(config, agent, path),
  );
};

export const challengers: Rule = ({ config }) =>
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

export const fallbacks: Rule = ({ config, dropped }) =>
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

type Kind = Config['agents'][string];

/** A program of the user's needs a command; a known agent may be given one, as a list of arguments. */
const commandBreaches = (path: Path, { kind, command }: Kind): Breach[] => {
  const needsProgram = kind === 'command' || kind === 'acp';
  if (needsProgram && command === undefined) {
    return [{ path, message: `kind ${kind} needs a command`, suggestion: 'such as ["./my-agent", "--fast"]' }];
  }
  if (!needsProgram && typeof command === 'string') {
    return [{ path, message: 'an argument list is needed here', suggestion: `such as ["npx", "${kind}"]` }];
  }
  return [];
};

/** Keys that only some kinds of agents can follow. */
export const agentKinds: Rule = ({ config, isSet }) =>
  Object.entries(config.agents).flatMap(([agent, settings]) => {
    const at = (key: string): Path => ['agents', agent, key];
    const { kind } = settings;
    const unknownKeys = kind === 'command' ? ['model', 'access', 'allow', 'answer'] : [];
    const unknown = unknownKeys
      .filter((key) => isSet(at(key)))
      .map((key) => ({
        path: at(key),
        message: `kind ${kind} does not know this`,
        suggestion: 'put it into its command',
      }));
    return [...commandBreaches(at('command'), settings), ...unknown];
  });

export const namesOfAgents: Rule = ({ config }) =>
  Object.keys(config.agents).flatMap((each) => {
    const path = ['agents', each];
    if (each === machine)
      return [{ path, message: 'autofix is built in and cannot be defined', suggestion: 'choose another name' }];
    return isName(each) ? [] : [notAName(path)];
  });
