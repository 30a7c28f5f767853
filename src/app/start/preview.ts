/** Shows what a run would ask, without running anything (requirement 4.3). */
import type { Config, ReviewerConfig } from '../../config/schema.ts';
import { showCommand } from '../../config/values.ts';
import { willRun } from '../../config/will-run.ts';
import type { RunState } from '../../loop/state/state.ts';
import { admissionEvents } from '../../findings/admit/take-up.ts';
import { fold } from '../../loop/state/fold.ts';
import { startState } from '../../loop/state/fold-run.ts';
import { isSelected, turnsOf } from '../../loop/decide/turns.ts';
import { askFor } from '../../loop/perform/fix/ask.ts';
import type { RunEvent } from '../../model/event.ts';
import type { Finding } from '../../model/finding.ts';
import { isMachineMade } from '../../model/run/machine-made.ts';
import { planStep } from '../../stages/plan/steps.ts';
import type { Clean } from '../../model/clean.ts';
import type { Secrets } from '../../secrets/secrets.ts';
import type { App } from '../app.ts';
import type { FixOptions, StartOptions } from '../options.ts';
import { planEvent, type PlannedFindings, readPlan } from './plan-file.ts';
import { type Input, readInput } from './input.ts';
import { openStart, type StartPlace } from './place.ts';
import { version } from '../../version.ts';

export type Preview = {
  findings: Finding[];
  units: { agent: string; findings: string[]; prompt: string | null }[];
  notes: string[];
};

export const preview = async (app: App, options: FixOptions | StartOptions): Promise<Clean<Preview>> => {
  const secrets = await app.secrets();
  return secrets.clean(await whatWouldRun(app, options, secrets));
};

const whatWouldRun = async (app: App, options: FixOptions | StartOptions, { clean }: Secrets): Promise<Preview> => {
  const place = await openStart(app, { ...options, needsReviewers: !('from' in options) });
  if (!('from' in options)) {
    const reviewers = place.config.reviewers.map(
      (reviewer) => `Would ask reviewer ${reviewer.name}: ${howAsked(reviewer)}`,
    );
    const unsure = 'What is asked of the fixer depends on what they find.';
    return { findings: [], units: [], notes: [...reviewers, unsure, ...startsIn('run', place)] };
  }
  const plan = options.plan === undefined ? undefined : await readPlan(await app.files(), options.plan, place);
  const input = await readInput(app, options, place, plan);
  return {
    findings: input.taken.findings,
    units: await unitsOf(options, place, input, plan, clean),
    notes: [...notesOf(input), ...startsIn('fix', place)],
  };
};

const howAsked = (reviewer: ReviewerConfig): string =>
  reviewer.kind === 'tool'
    ? showCommand(reviewer.command)
    : `agent ${reviewer.agent ?? 'none'}, skill ${reviewer.skill ?? reviewer.name}`;

/** What a run would start because the configuration says so; nothing of it is started here. */
const startsIn = (command: 'fix' | 'run', { config, from, file, replay }: StartPlace): string[] => {
  const starts = willRun(config, { command, asksReviewers: command === 'run', isReplayed: replay !== undefined });
  const where = from ? `${file ?? 'nothing'} of ${from.ref} (${from.commit.slice(0, 12)})` : file;
  const source = where === null ? '' : ` Configuration from ${where}.`;
  const listed = starts.map((each) => `${each.what}: ${each.command}`).join('; ');
  return starts.length === 0 ? [] : [`Would run ${listed}.${source}`];
};

const notesOf = ({ taken, problems }: Input): string[] => {
  const codes = new Map(taken.findings.map(({ id, code }) => [id, code]));
  return [
    ...problems.map(({ place, message }) => `${place}: ${message}`),
    ...taken.dismissed.map(({ id, reason }) => `${codes.get(id) ?? id} is dismissed: ${reason}`),
    ...taken.warnings,
  ];
};

/** The first call for each finding, as the plan would have it. */
const unitsOf = async (
  options: FixOptions,
  place: StartPlace,
  input: Input,
  plan: PlannedFindings | undefined,
  clean: Secrets['clean'],
): Promise<Preview['units']> => {
  const { repo, config } = place;
  const start = await repo.head();
  const state = stateAtStart(options, place, input, start);
  const turns = turnsIn(state, plan && planEvent(plan, input.taken.findings));
  const source = { start, readText: repo.readText };
  const promptFor = async (agent: string, ids: string[]): Promise<string | null> =>
    isMachineMade({ agent })
      ? null
      : (await askFor({ source, clean, state }, { ids, base: start.commit, agent })).prompt;
  return Promise.all(
    unitsIn(turns, config).map(async ({ agent, findings }) => ({
      agent,
      findings,
      prompt: await promptFor(agent, findings),
    })),
  );
};

const dryRun = (): { run: string; at: string } => ({ run: 'dry-run', at: new Date().toISOString() });

const stateAtStart = (
  options: FixOptions,
  { repo, config, prompts, file, from }: StartPlace,
  { taken, reviewReport }: Input,
  start: { commit: string; tree: string },
): RunState => {
  const started: Parameters<typeof startState>[0] = {
    ...dryRun(),
    seq: 1,
    type: 'run.started',
    command: 'fix',
    root: repo.root,
    start,
    includesDirty: false,
    dirty: false,
    sources: options.from,
    config,
    version,
    configuration: { file, ...(from && { ref: from.ref, commit: from.commit }) },
    ...(reviewReport !== undefined && { reviewReport }),
    ...(Object.keys(prompts).length > 0 && { prompts }),
  };
  const state = startState(started, config);
  for (const [index, event] of admissionEvents(taken, []).entries())
    fold(state, { ...dryRun(), seq: 2 + index, ...event });
  return state;
};

type Turns = ReturnType<typeof turnsOf>;

/** Of a plan, a run sees one step at a time: all of them are to be shown. */
const turnsIn = (state: RunState, planned: RunEvent | undefined): Turns => {
  const all = turnsOf(state, 1).filter(({ finding }) => isSelected({ finding }, state.config));
  if (planned) fold(state, { ...dryRun(), seq: state.run.seq + 1, ...planned });
  const byId = new Map(all.map((turn) => [turn.finding.id, turn]));
  const { plan } = state.fixing;
  return plan ? plan.steps.flatMap((step) => step.findings.flatMap((id) => byId.get(id) ?? [])) : all;
};

const unitsIn = (turns: Turns, config: Config): ReturnType<typeof planStep> => {
  const isAlone = (turn: Turns[number]): boolean => isMachineMade(turn) || config.fix.mode === 'perFinding';
  const alone = turns.filter(isAlone).flatMap((turn) => planStep([turn], config.fix));
  const together = turns.filter((turn) => !isAlone(turn));
  return together.length > 0 ? [...alone, ...planStep(together, config.fix)] : alone;
};
