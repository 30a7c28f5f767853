/**
 * Who judges in a run: reviewing agents with their skills, who asks, who plans, who challenges. Settled before anything
 * is created.
 */
import { fixerOf, fixersOf, settingsOf } from '../../config/agents.ts';
import type { AgentReviewerConfig, Config } from '../../config/schema.ts';
import { given } from '../../plain/given.ts';
import { PromptError } from '../../prompts/error.ts';
import { loadSkill } from '../../prompts/skills.ts';
import { toolFolder } from '../../stages/review/tool.ts';
import type { Surroundings } from '../../findings/admit/take-up.ts';
import { InputError } from '../../model/expected.ts';
import type { StartOptions } from '../options.ts';

/** The reviewer where nobody configured one. */
const unified: AgentReviewerConfig = {
  name: 'unified',
  kind: 'agent',
  skill: 'unified',
  level: 'blocking',
  languages: [],
  paths: [],
};

/** Without reviewers the unified one reviews, where an agent works. */
export const withReviewers = (config: Config): Config => {
  if (config.reviewers.length > 0 || fixerOf(config) === undefined) return config;
  return { ...config, reviewers: [unified] };
};

/** Every role with the name of its agent. Whoever brings answers along wants to be asked. */
export const withAgents = (config: Config, { clarify = false, answers }: StartOptions): Config => {
  const fixer = fixerOf(config);
  const asks = clarify || answers !== undefined;
  const asker = config.clarify.agent ?? (asks ? fixer : undefined);
  if (asks && asker === undefined)
    throw new InputError(
      '--clarify and --answers need an agent that asks. Name one with --agent, or set clarify.agent.',
    );
  return {
    ...config,
    reviewers: config.reviewers.map((reviewer) => (reviewer.kind === 'tool' ? reviewer : withAgent(reviewer, fixer))),
    clarify: { ...config.clarify, ...given({ agent: asker }) },
    plan: { ...config.plan, ...given({ agent: plannerOf(config, fixer) }) },
  };
};

const plannerOf = ({ plan }: Config, fixer: string | undefined): string | undefined =>
  plan.agent ?? (plan.by === 'agent' ? fixer : undefined);

const withAgent = (reviewer: AgentReviewerConfig, fixer: string | undefined): AgentReviewerConfig => {
  const agent = reviewer.agent ?? fixer;
  if (agent === undefined)
    throw new InputError(
      `Reviewer ${reviewer.name} is an agent, but no agent was found. Name one: ` +
        `reviewers.${reviewer.name}.agent, or --agent.`,
    );
  return { ...reviewer, agent, skill: reviewer.skill ?? reviewer.name };
};

/** Skills have to be there, and those that need a specification need one. */
export const checkSkills = (config: Config, own: Readonly<Record<string, string>>): void => {
  for (const reviewer of config.reviewers) {
    if (reviewer.kind === 'tool') continue;
    try {
      loadSkill(reviewer.skill ?? reviewer.name, own);
    } catch (error) {
      if (error instanceof PromptError) throw new InputError(`Reviewer ${reviewer.name}: ${error.message}`);
      throw error;
    }
    if (reviewer.skill === 'spec' && config.review.spec === undefined)
      throw new InputError(
        `Reviewer ${reviewer.name} reviews against a specification. Set review.spec to the folder that holds it.`,
      );
  }
};

/**
 * Reviewers would look for a specification that is not there, and find that everything is missing. `factsOf`: what the
 * start holds.
 */
export const checkSpec = async ({ review: { spec } }: Config, factsOf: Surroundings['facts']): Promise<void> => {
  if (spec === undefined) return;
  const folder = spec.replace(/\/+$/, '');
  const { kind } = (await factsOf([folder])).get(folder) ?? { kind: 'missing' };
  if (kind !== 'folder' && kind !== 'text')
    throw new InputError(
      `review.spec: there is no folder ${spec} in what the run starts from. ` +
        'Name the one that holds the specification, and commit it.',
    );
};

/** A tool cannot run in a folder that is not there. */
export const checkToolFolders = async ({ reviewers }: Config, factsOf: Surroundings['facts']): Promise<void> => {
  for (const reviewer of reviewers) {
    const folder = reviewer.kind === 'tool' ? toolFolder(reviewer) : '';
    if (folder === '') continue;
    const { kind } = (await factsOf([folder])).get(folder) ?? { kind: 'missing' };
    if (kind !== 'folder')
      throw new InputError(
        `Reviewer ${reviewer.name} runs in ${folder}, and there is no such folder in what the run starts from. ` +
          `Correct reviewers.${reviewer.name}.cwd, or commit the folder.`,
      );
  }
};

/** A challenger that is the fixer itself finds its own work good (6.4). */
export const sameMind = (config: Config): string[] => {
  const fixers = [...new Set(fixersOf(config))];
  return config.challenger.agents.flatMap((name) => {
    const same = fixers.filter((fixer) => mindOf(config, name) === mindOf(config, fixer));
    return same.length === 0
      ? []
      : [
          `Challenger ${name} is the same model as the fixer ${same.join(', ')}: it is likely to find its own ` +
            'mistakes good. Name another in challenger.agents.',
        ];
  });
};

/** What answers behind the name of an agent. */
const mindOf = (config: Config, name: string): string => {
  const { kind, model, command } = settingsOf(config, name) ?? {};
  return JSON.stringify([kind, model, kind === 'command' || kind === 'acp' ? command : null]);
};
