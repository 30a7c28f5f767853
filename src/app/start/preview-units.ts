/** The units that a run would begin with, and what would be asked for each. */
import { startRequest } from '../../model/start-request.ts';
import type { Config } from '../../config/schema.ts';
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
import type { Secrets } from '../../secrets/secrets.ts';
import type { FixOptions } from '../options.ts';
import { planEvent, type PlannedFindings } from './plan-file.ts';
import type { Input } from './input.ts';
import type { StartPlace } from './place.ts';
import { version } from '../../version.ts';

export type Preview = {
  findings: Finding[];
  units: { agent: string; findings: string[]; prompt: string | null }[];
  notes: string[];
};

/** The first call for each finding, as the plan would have it. */
export const unitsOf = async (
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
    request: startRequest(options),
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
