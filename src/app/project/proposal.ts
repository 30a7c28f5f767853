/** What a run would do by itself in a repository that configures nothing: for a person to see, and to accept. */
import type { FindRequest } from '../../ports/installed-agents.ts';
import { whyNoAgent } from './why-no-agent.ts';
import { fixerOf } from '../../config/agents.ts';
import type { Config } from '../../config/schema.ts';
import type { Finds } from '../../detect/found.ts';
import { given } from '../../plain/given.ts';
import type { App } from '../app.ts';
import { commandsOf } from '../doctor/agents.ts';
import type { StartOptions } from '../options.ts';
import { comparedWith } from '../start/base.ts';
import { openPlace, type Place } from '../start/place.ts';
import { allNeeds, type Needs, needsOf, type Purpose } from './needs.ts';
import { surveyProject } from './survey.ts';

/** Who reviews beside the linters: the agent that fixes, where there is a change to look at. */
export type AgentReview = { by: string } | { why: string };

export type Proposal = Finds & {
  /** What of it nobody has configured. */
  needs: Needs;
  agentReview: AgentReview;
  /** What the agent compares with. */
  base?: string;
};

/** Null where everything is configured that the command needs. */
export const propose = async (app: App, options: StartOptions, purpose: Purpose): Promise<Proposal | null> => {
  if (options.replay !== undefined) return null;
  const place = await openPlace(app, options);
  const needs = needsOf(place, purpose);
  return needs.reviewers || needs.verify ? proposalFor(app, place, needs, options) : null;
};

/** Whatever is configured. */
export const proposeAll = async (app: App, options: StartOptions): Promise<Proposal> =>
  proposalFor(app, await openPlace(app, options), allNeeds, options);

const proposalFor = async (app: App, place: Place, needs: Needs, options: StartOptions): Promise<Proposal> => {
  const found = await surveyProject(app, place.repo);
  const base = needs.reviewers ? await baseOf(place, options) : undefined;
  const agentReview = needs.reviewers ? await agentReviewOf(app, place, base) : { why: 'reviewers are configured' };
  return { ...found, needs, agentReview, ...given({ base }) };
};

const baseOf = async (place: Place, options: StartOptions): Promise<string | undefined> =>
  (await comparedWith(place, options).catch(() => null))?.ref;

const agentReviewOf = async (app: App, place: Place, base: string | undefined): Promise<AgentReview> => {
  const agent = await agentOf(app, place);
  if (agent === null) return { why: await whyNoAgent(await app.agents(), findRequest(app, place)) };
  return base === undefined
    ? { why: 'you are on the main branch, so there is no change to look at; --base REF names what to compare with' }
    : { by: agent };
};

const isNamed = ({ fix }: Config): boolean => fix.agent !== undefined || fix.agents !== undefined;

const findRequest = (app: App, place: Place): FindRequest => ({
  env: app.env,
  cwd: place.cwd,
  repository: place.repo.root,
  commands: commandsOf(place),
});

const agentOf = async (app: App, place: Place): Promise<string | null> => {
  const { config } = place;
  if (isNamed(config)) return fixerOf(config) ?? null;
  const { choose } = await app.agents();
  return (await choose(findRequest(app, place)))?.name ?? null;
};

const unified = { name: 'unified', kind: 'agent', skill: 'unified' };

/** As keys of the configuration: of what nobody configured, what was found. */
export const settingsOf = (proposal: Proposal): Record<string, unknown> => {
  const { needs, setup, verify, reviewers, agentReview } = proposal;
  const tools = reviewers.map(({ name, command, format, cwd }) => ({
    name,
    kind: 'tool',
    command,
    format,
    ...given({ cwd }),
  }));
  const all = [...tools, ...('by' in agentReview ? [unified] : [])];
  return {
    ...(needs.setup && setup.length > 0 && { 'verify.setup': setup.map(({ command }) => command) }),
    ...(needs.verify && verify.length > 0 && { 'verify.commands': verify.map(({ command }) => command) }),
    ...(needs.reviewers && all.length > 0 && { reviewers: all }),
  };
};
