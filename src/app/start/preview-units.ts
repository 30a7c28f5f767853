/** The units that a run would begin with, and what would be asked for each. */
import { startRequest } from '../../model/start-request.ts';
import type { Config } from '../../config/schema.ts';
import type { RunState } from '../../loop/state/state.ts';
import { admissionEvents } from '../../findings/admit/take-up.ts';
import { fold } from '../../loop/state/fold.ts';
import { startState } from '../../loop/state/fold-run.ts';
import { isSelected, turnsOf } from '../../loop/decide/turns.ts';
import { askFor, type FixQuestion } from '../../loop/perform/fix/ask.ts';
import type { RunEvent } from '../../model/event.ts';
import type { Finding } from '../../model/finding.ts';
import { isMachineMade } from '../../model/run/machine-made.ts';
import { idle, planStep } from '../../stages/plan/steps.ts';
import type { Secrets } from '../../secrets/secrets.ts';
import type { FixOptions } from '../options.ts';
import { given } from '../../plain/given.ts';
import type { Base } from './base.ts';
import { planEvent, type PlannedFindings } from './plan-file.ts';
import type { Input } from './input.ts';
import type { StartPlace } from './place.ts';
import { version } from '../../version.ts';

export type Preview = {
  findings: Finding[];
  units: { agent: string; findings: string[]; prompt: string | null }[];
  notes: string[];
};

type Asking = {
  options: FixOptions;
  place: StartPlace;
  input: Input;
  plan: PlannedFindings | undefined;
  base: Base | undefined;
  clean: Secrets['clean'];
};

/** The first call for each finding, as the plan would have it; what does not fit into one call is asked in the next. */
export const unitsOf = async (asking: Asking): Promise<Preview['units']> => {
  const { place, input, plan, clean } = asking;
  const { repo, config } = place;
  const start = await repo.head();
  const state = stateAtStart(asking, start);
  const steps = stepsIn(state, plan && planEvent(plan, input.taken.findings));
  const source = { start, readText: repo.readText };
  const ask = (agent: string, ids: string[]): Promise<FixQuestion> =>
    askFor({ source, versions: repo, clean, state }, { ids, base: start.commit, agent });
  const units = steps.flatMap((turns) => unitsIn(turns, config));
  return (await Promise.all(units.map((unit) => callsFor(unit, ask)))).flat();
};

/** The findings of a call are those that its prompt holds. */
const callsFor = async (
  { agent, findings }: ReturnType<typeof planStep>[number],
  ask: (agent: string, ids: string[]) => Promise<FixQuestion>,
): Promise<Preview['units']> => {
  if (isMachineMade({ agent })) return [{ agent, findings, prompt: null }];
  const calls: Preview['units'] = [];
  for (let left = findings; left.length > 0;) {
    const { prompt, cut } = await ask(agent, left);
    calls.push({ agent, findings: left.filter((id) => !cut.includes(id)), prompt });
    left = cut;
  }
  return calls;
};

const dryRun = (): { run: string; at: string } => ({ run: 'dry-run', at: new Date().toISOString() });

const stateAtStart = (
  { options, place, input: { taken, reviewReport }, base }: Asking,
  start: { commit: string; tree: string },
): RunState => {
  const { repo, config, prompts, file, from } = place;
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
    ...given({ base, reviewReport }),
    ...(Object.keys(prompts).length > 0 && { prompts }),
  };
  const state = startState(started, config);
  for (const [index, event] of admissionEvents(taken, [], config).entries())
    fold(state, { ...dryRun(), seq: 2 + index, ...event });
  return state;
};

type Turns = ReturnType<typeof turnsOf>;

/** Of a plan, a run sees one step at a time: all of them are to be shown. A delegated call is told all at once. */
const stepsIn = (state: RunState, planned: RunEvent | undefined): Turns[] => {
  const all = turnsOf(state, 1).filter(({ finding }) => isSelected({ finding }, state.config));
  if (planned) fold(state, { ...dryRun(), seq: state.run.seq + 1, ...planned });
  const byId = new Map(all.map((turn) => [turn.finding.id, turn]));
  const { plan } = state.fixing;
  if (!plan) return [all];
  const steps = plan.steps.map(({ findings }) => findings.flatMap((id) => byId.get(id) ?? []));
  return state.config.fix.mode === 'delegated' ? [steps.flat()] : steps;
};

const unitsIn = (turns: Turns, config: Config): ReturnType<typeof planStep> => {
  const isAlone = (turn: Turns[number]): boolean => isMachineMade(turn) || config.fix.mode === 'perFinding';
  const alone = turns.filter(isAlone).flatMap((turn) => planStep([turn], config.fix, idle));
  const together = turns.filter((turn) => !isAlone(turn));
  return together.length > 0 ? [...alone, ...planStep(together, config.fix, idle)] : alone;
};
